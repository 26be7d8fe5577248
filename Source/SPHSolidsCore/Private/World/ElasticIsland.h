#pragma once

#include "IslandMotions.h"
#include "ShiftSolve.h"
#include "WorldState.h"

#include "Solid/OptimisationSolver.h"

namespace SPHSolids
{

/// Soft bodies and rigid bodies that touch, stepped together: one minimisation over all of their particles, in which elasticity, contact
/// and friction find their balance. A body that touches nothing that moves is an island of its own.
///
/// The vector of unknowns holds the particles of the bodies one after the other, then two points for each rigid body: how far its centre
/// moves in the step, and its rotation vector times its radius of gyration.
class ElasticIsland
{
public:
	struct Member
	{
		WorldBody* entry = nullptr;
		std::uint32_t contactBody = 0xffffffffu; // index of the body in ContactEnergy; none if it does not collide
	};

	/// So short that a minimisation ends with its first iteration, ms.
	static constexpr double LeastBudget = 1e-6;

	void Clear();
	void Add(const Member& member) { members.push_back(member); }
	/// @param index Of the obstacle.
	void AddRigid(const Obstacle& obstacle, std::uint32_t index);
	std::size_t ParticleCount() const;
	double PreconditionerScale() const { return minimiser.PreconditionerScale(); }
	void SetPreconditionerScale(double scale) { minimiser.SetPreconditionerScale(scale); }

	/// Steps the bodies by h; their contacts are those that ContactEnergy has found. Books nothing with obstacles: see Finish.
	/// @param budgetMilliseconds For the minimisation, which takes one iteration in any case; 0: as the solver's settings say.
	void Solve(ContactEnergy& contacts, double h, double endTime, double budgetMilliseconds, TaskRunner& tasks, TaskRunner& serial);
	/// That the last minimisation took, if it had a budget.
	double MinimiserMilliseconds() const { return minimiserMilliseconds; }
	void Finish(
		ContactEnergy& contacts, std::span<ContactBody> bodies, std::span<Obstacle> obstacles, ContactSums& sums, TaskRunner& tasks);

private:
	struct Rigid
	{
		Obstacle obstacle;
		std::uint32_t index = 0;
		Mat3 inertia;
	};
	/// A contact as a spring between bodies as wholes (IslandMotions::AddSpring).
	struct WholeSpring
	{
		std::uint32_t own = IslandMotions::Nobody, other = IslandMotions::Nobody;
		Vec3 restPosition;
		float otherModes[IslandMotions::ModeCount] = {};
		Mat3 stiffness;
	};
	class Objective;
	class BlockPreconditioner;

	void Place(ContactEnergy& contacts, TaskRunner& tasks, TaskRunner& serial);
	void ChooseStart(ContactEnergy& contacts, const Member& member) const;
	/// Finds who may be shifted as a whole.
	void PrepareShifts(const ContactEnergy& contacts);
	void StandStill(TaskRunner& tasks, TaskRunner& serial);
	/// Puts the start of a body that touches nothing where it was going; y is then the other start. @return Whether it did.
	bool Predict(TaskRunner& tasks);
	/// The objective at standstill, which needs no evaluation; not a number where it would.
	double StandstillValue(const Objective& objective, ContactEnergy& contacts, TaskRunner& tasks);
	/// Prepares the preconditioner for the contacts as they are where the minimisation starts.
	void DescribeContacts(const ContactEnergy& contacts, TaskRunner& tasks, TaskRunner& serial);
	WholeSpring DescribeContact(const ContactEnergy::Resistance& contact, const ContactEnergy& contacts) const;
	void FinishBodies(bool startNotFinite, TaskRunner& tasks, TaskRunner& serial);
	bool IsAlone() const { return members.size() == 1 && rigids.empty(); }

	std::vector<Member> members;
	std::vector<Rigid> rigids;
	std::vector<std::uint32_t> firstPoint; // of each member, then of each rigid body, then their number
	std::vector<std::uint32_t> touchingBodies;
	std::vector<AlignedArray<float>> memberScratch;
	std::vector<double> memberValue;
	// Of the preconditioner: bodies as wholes.
	std::vector<std::uint32_t> memberOfContactBody;
	std::vector<IslandMotions::Traits> traits;
	std::vector<IslandMotions::Motion> motions, ownParts; // motions in what the bodies' own preconditioners say
	IslandMotions wholes;
	std::vector<WholeSpring> wholeSprings;
	AlignedArray<Vec3> local;
	ContactGroup group;
	ShiftSolve shifts;
	AlignedArray<Vec3> start, solution, standstill;
	std::span<Vec3> inUse; // the solution of an only member, else ours
	LbfgsSolver minimiser{0};
	double step = 0;
	double minimiserMilliseconds = 0;
	bool isPredicted = false; // the minimisation starts from a prediction and may compare it with y
};

}
