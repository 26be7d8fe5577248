#pragma once

#include "StepBudget.h"
#include "WorldState.h"

namespace SPHSolids
{

/// One call of World::Step: the order of things. What each of them does is written where it belongs.
class WorldStep
{
public:
	WorldStep(WorldState& worldState, TaskRunner& taskRunner)
		: world(worldState)
		, tasks(taskRunner)
		, budget(worldState.def.budgetMilliseconds)
	{
	}

	StepReport Advance(double dt);

private:
	void AdvanceFluidsOnly(double dt);
	/// Takes substeps through a time. @return Milliseconds, with a budget.
	double TakeSubsteps(double h);
	/// One elastic step of all bodies and everything that meets them.
	void ElasticStep(double h);
	/// Decides which bodies take no step of their own now (World::SetStride).
	void LetBodiesWait();
	/// Steps those whose turn it is through the time that they waited.
	void StepLateBodies(double h);
	void StepLate(double seconds);
	void BookLateWrenches(bool isElasticStep);
	/// Bodies that touch something that takes every step take every step too.
	void FindBusyBodies();
	void BeginElasticStep(double h);
	void EndElasticStep(double h);
	void GatherAcceleration(WorldBody& entry, double h);
	void SolveElasticity(double h);
	void StepAlone(WorldBody& entry, double h, TaskRunner& bodyTasks);
	/// Bodies that touch are minimised together with their contacts (WorldIslands.cpp).
	void SolveIslands(double h);
	void FindElasticContacts(double h);
	std::size_t FormIslands();
	/// Gives bodies what contacts did to them in the elastic step.
	void BookContactWrenches();
	void GatherContactBodies(bool isElasticStep);
	void WakeTouchedBodies();
	/// Moves bodies apart that were put into one another.
	void PartBodies(double h);
	bool LieInOneAnother(BodyId id, std::uint32_t other) const;
	/// Finds bodies that hold themselves in a shape nothing outside them asks for. @param seconds Of the contacts that were summed.
	void WatchForTangles(double seconds);
	static void WatchForTangle(WorldBody& entry, double seconds);
	/// Takes the body back to the start of the step, on its way to where the elastic solver would have it.
	void BeginSubsteps(WorldBody& entry, double h);
	void WakeNearMovingObstacles(double h);
	void WakeInStep(WorldBody& entry);
	/// Notes what others do to bodies that have fallen asleep. @param seconds Of the contacts that were summed.
	void NoteRestContacts(double seconds);
	/// Wakes those that are pressed on otherwise than when they fell asleep, however slowly that came. @param seconds As above.
	void WakeByLoad(double seconds);
	void TouchBodies(double h);
	void MoveBodies(double h);
	void EndSubsteps(WorldBody& entry, double h);
	/// Gives a body what contact and fluid did to it in the substeps.
	static void BookTouchWrench(WorldBody& entry);
	/// After a body was moved: notes whether it is quiet. May be called for several at a time. @return Whether all is well with it.
	bool Settle(WorldBody& entry, double h);
	/// Notes that a body failed, and finds room for it.
	void BookFailure(WorldBody& entry, double h);
	/// Takes a body that was given its shape back out of what it then reaches into, as a whole; out of walls last. One that is caught between
	/// obstacles goes to the nearest place along an axis where it is free.
	void MoveOutOfObstacles(WorldBody& entry, double h);
	void PutToSleep();

	// How many substeps, and what a budget allows (WorldBudget.cpp).
	void ShareBudget(double h);
	/// Counts the particles that costs are for.
	void CountWork();
	/// Milliseconds for the minimisations of an elastic step, so that what follows them has its time too.
	double MinimisationBudget(double h);
	/// Diameters of a particle that bodies which may meet others move by in the time, if that is more than one; counts those of fast bodies.
	double DiametersMoved(double h);
	/// That bodies need so as not to pass through each other.
	int SubstepsOf(double h);
	/// A part of the elastic step, such that the last parts share what is left and none is tiny.
	double NextSubstep(double h, double left);
	/// Substeps that there is time for.
	double AffordableSubsteps() const;
	/// The substep has fluid whose pressure may be cut.
	bool HasCuttableFluid() const;
	/// Milliseconds of a substep with so many iterations of pressure.
	double CostOfSubstep(double pressureIterations) const;
	/// Iterations of one solve that there is time for. @param share Of the substep's iterations; those still to come have `shareLeft`.
	int AffordableIterations(int least, int most, double share, double shareLeft) const;

	// Heat (WorldHeatStep.cpp).
	void HeatBodies(double h);
	void HeatFluid(double h);
	/// Particles that have taken up the heat for it leave their bodies and become fluid.
	void MeltBodies();
	void MeltBody(WorldBody& entry);
	/// Makes fluid of what has melted, at the place of the last of it.
	void PourMelted(WorldBody& entry, const Vec3d& place);
	/// Factors on the viscosity of fluids that set. False: none does.
	bool FindThickening();
	void PublishContacts();
	void CountParticles();

	// A substep: fluids, and what solids meet in it (WorldSubstep.cpp).
	/// One for all fluids of a world. Not asked of the last substep, which a world restored from a snapshot has not had.
	Real FluidRadius() const;
	/// Substep that a light fluid bears that a heavier one lies on, s.
	double LongestUnderHeavierFluid(double diameter) const;
	/// How long the next substep may be. @param stretch The speed that CFL allows for is so many times as high.
	double SubstepLimit(double stretch = 1);
	/// They go straight to where the elastic step has them, and walls that stand stop them at any speed: no substep is too long for that.
	bool OnlyBodiesMove() const;
	/// What fluids need to be stable and to follow their own speed, s.
	double WantedSubstep(double stretch) const;
	/// In the frame.
	Box3 FluidBounds(Real margin) const;
	void Substep(double h);
	/// Where a boundary will be that a motion or the host moves.
	Pose PoseAfter(const WorldBoundary& boundary, double h) const;
	/// Speed of what moves through a region of the frame, or comes into it within the longest substep, m/s: the shape itself, not a
	/// conveyor on it.
	double FastestObstacleIn(const Box3& region) const;
	void PrepareObstacles(double h);
	/// Gives obstacles the substep's part of what they took in the elastic step.
	void PushObstacles();
	void PrepareFluid();
	void SolveFluid(double h);
	/// False: not converged.
	bool SolvePressure(const PressureSolve::Settings& settings, AlignedArray<float>& meanPressure, SolveFigures& figures);
	void ApplyStateEquation(Real step);
	void PressOnWalls(Real step);
	/// Of `wcsph`, m/s.
	double SoundSpeed() const;
	/// All that acts on fluids but pressure.
	void PushFluid(Real step);
	void ApplyFieldToFluid(const ForceFieldDef& field, Real step);
	void SolveViscosity(Real step);
	void MoveFluid(double h);
	/// Rigid bodies with walls and each other. @param caught What soft bodies hold between them.
	void CollideRigids(double h, std::span<const CaughtParticle> caught = {});
	void MoveObstacles(double h);
	void EmitFluid(double h);
	/// @param ahead How far the layer has come already, m.
	void EmitLayer(WorldEmitter& emitter, double ahead);
	void RemoveLostFluid();
	void Count(SolveFigures& figures, const PressureReport& solve);
	/// Particles of soft bodies near fluid, as the pressure solve sees them; and what it did to them.
	void GatherSolidsNearFluid();
	void ReturnSolids();
	/// The fluid nearest to a particle of a soft body. @param solid In the order of cells.
	std::uint32_t FluidNearest(std::size_t solid) const;
	void NoteMeeting(std::uint32_t body, std::uint32_t fluid, const Vec3& place, const Vec3& impulse, double speed);
	/// Adds events between fluids and what is not fluid.
	void PublishFluidContacts();
	void WakeByFluid();
	void SetPerFluid(double FluidDef::* field, std::vector<float>& values) const;

	WorldState& world;
	TaskRunner& tasks;
	StepReport report;
	StepBudget budget;
	double pressureStart = 0;    // of the present substep, ms from the start of the call; 0: it has no fluid
	double minimisationsEnd = 0; // of the present elastic step, ms from the start of the call
	double substepsLeft = 1;     // of the present elastic step, by what is known
	bool anyFast = false;        // a body moves farther than a particle's diameter in the elastic step
	double elasticShare = 0;     // of the elastic step that the present substep is
	bool obstaclesStand = false; // for bodies that are stepped late: obstacles have moved already
	double callEnd = 0;          // time at which the call ends, for boundaries that the host moves
};

}
