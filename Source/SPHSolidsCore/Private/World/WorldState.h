#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/World/World.h>

#include "Coupling/ContactEnergy.h"
#include "Coupling/FluidBoundary.h"
#include "Coupling/RigidContact.h"
#include "Coupling/SolidContact.h"
#include "Fluid/Cohesion.h"
#include "Fluid/FluidNeighbours.h"
#include "Fluid/PressureSolve.h"
#include "Fluid/Smoothing.h"
#include "Fluid/ViscositySolve.h"
#include "Fluid/Vorticity.h"
#include "Heat/BodyHeat.h"
#include "Heat/FluidHeat.h"
#include "SlotArray.h"
#include "StepBudget.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace SPHSolids
{

/// The heat of a body in a world, and what has melted of it but does not make a particle of the fluid yet.
struct WorldBodyHeat
{
	WorldBodyHeat(const SolidBody& body, const BodyHeatDef& heatDef)
		: def(heatDef)
		, state(body, heatDef.material, heatDef.temperature)
		, weights(body.ParticleCount(), 1.0f)
	{
	}

	BodyHeatDef def;
	BodyHeat state;
	double waitingMass = 0, waitingHeat = 0; // kg, J
	Vec3d waitingMomentum;                   // N s
	std::vector<float> weights;              // on the elasticity of each particle, as the last step had them
	std::vector<std::uint32_t> molten, touched;
};

/// What another body did to one that fell asleep.
struct RestContact
{
	std::uint32_t other = 0, reserved = 0; // index of its id
	Vec3d force;                           // N
};

struct WorldBody
{
	explicit WorldBody(SolidBody newBody)
		: body(std::move(newBody))
	{
	}

	SolidBody body;
	std::unique_ptr<ElasticSolver> solver;
	BodyContactDef contact;
	BodyState state = BodyState::Awake;
	int iterations = 0;  // most of the elastic solver; 0: as the world's settings say
	int stride = 1;      // elastic steps from one of its own to the next
	int waited = 0;      // elastic steps since its last one
	bool waits = false;  // is not moved in the present pass of a step
	bool isBusy = false; // touches something that takes every step
	int failuresInARow = 0;
	double quietSeconds = 0;
	double tangledSeconds = 0;                   // how long it has held more energy than anything outside it asks for
	double extent = 0;                           // half the diagonal of the rest shape, m
	AlignedArray<Vec3> force;                    // N, during the next call of Step; empty: none
	AlignedArray<Vec3> acceleration;             // m/s^2, external
	AlignedArray<Vec3> startPosition;            // x_n
	AlignedArray<Vec3> placesBefore;             // its particles had when it was given its shape back in this step; empty: it was not
	AlignedArray<Vec3> endPosition, endVelocity; // x*, v*: what the elastic solver would do with the body alone
	std::size_t lastMeeting = 0;                 // with a fluid: its place in WorldState::solidMeetings, if that is still this body's
	AlignedArray<Vec3> contactVelocity;          // change by contact and pressure in this elastic step
	std::shared_ptr<const ContactShell> shell;
	AlignedArray<float> contactStiffness;           // of each particle against being moved alone, N/m
	double shearStiffness = 0, volumeStiffness = 0; // sums of vol_i mu_i and vol_i lambda_i, J
	double contactStiffnessStep = 0;                // what it was computed for
	std::uint32_t contactStiffnessVersion = 0;
	Vec3d fluidLoad; // force of the fluid on it while it sleeps, N
	Vec3d restLoad;  // the same when it fell asleep
	bool hasRestLoad = false;
	std::vector<RestContact> restContacts; // what other bodies did to it when it fell asleep
	bool hasRestContacts = false;
	bool wasAwake = false, wasAsleep = false; // when the present call of Step began
	Vec3d loadChange;                         // of what other bodies do to it, while it sleeps, N
	bool wokeInStep = false;                  // something touched it while it slept: the elastic solver has not seen this step
	bool maySleep = false;
	bool isWell = true;                  // it was not put back in the last elastic step
	Real fastest = 0;                    // square of the speed of its fastest particle, m^2/s^2
	Wrench wrench;                       // of the last call
	double pressingForce = 0;            // sum of what pressed on it from outside in the last call of Step, N
	ElasticStepReport report;            // of the last elastic step
	std::unique_ptr<WorldBodyHeat> heat; // or none

	bool IsStepped() const { return state == BodyState::Awake && !waits; }
	void Wake()
	{
		if (state == BodyState::Sleeping)
			state = BodyState::Awake;
		quietSeconds = 0;
	}
	/// Small bodies are worked on side by side, one worker each; larger ones one after the other with all workers.
	bool IsSmall() const { return body.ParticleCount() <= 4096; }
	bool MayTangle() const
	{
		return contact.collides && contact.selfContact && solver->Optimisation() != nullptr && !body.HasPins() && !body.HasChanged();
	}
	/// Computes what contact springs of the body are as stiff as: the diagonal of the step's constant Hessian.
	void UpdateContactStiffness(double h);
	/// The most that a load may have stored in it, and rounding of places, J. @param load Sum of the sizes of all forces on it, N.
	double EnergyOwed(double load) const;
	/// Kinetic energy about its centre of mass, J. A spin or a vibration stores no more than that (virial theorem).
	double OwnMotion() const;
	/// Tangled for so long, its surfaces let go of each other ...
	bool IsTangled() const { return tangledSeconds >= LongestTangled; }
	/// ... and if that has not helped, it is in another minimum of its energy.
	bool IsStuck() const { return tangledSeconds > LongestTangled + LongestFreeing; }

	/// Asleep it wakes when what fluid, or another body, does to it changes by this share of its weight.
	static constexpr double WakingLoadShare = 0.1;
	static constexpr double LongestTangled = 0.5, LongestFreeing = 1; // s
};

struct WorldBoundary
{
	BoundaryDef def; // with its present pose
	Pose startPose;  // when it was added: what its motion starts from
	double startTime = 0;
	Pose goal; // where the host wants it at the end of the next call
	bool hasGoal = false;
	Pose next;             // at the end of the substep
	bool isMoving = false; // in the last substep; conveyors too
	Wrench wrench;
	std::optional<BoundaryHeatDef> heat;

	/// Where its motion leads it.
	Pose PoseAt(double time) const;
};

struct WorldRigid
{
	RigidDef def;
	RigidState state;
	double mass = 0;
	Mat3d inertia; // about the centre of mass, local
	Vec3d centre;  // of mass, local
	Wrench wrench; // of the last call
	TouchPoints touch;

	Vec3d CentreOfMass() const { return state.pose.ToWorld(centre); }
	/// R I^-1 R^T
	Mat3d InverseInertia() const { return InverseInertiaAt(state.pose.rotation); }
	Mat3d InverseInertiaAt(const Mat3d& R) const;
	void ApplyImpulse(const Vec3d& place, const Vec3d& impulse);
};

struct WorldEmitter
{
	EmitterDef def;
	struct Nozzle
	{
		Vec3d place, direction; // local
	};
	std::vector<Nozzle> nozzles; // of one layer
	double travelled = 0;        // distance that the stream moved since the last layer, m
	double credit = 0;           // particles that the rate allows and that have not come yet
	std::size_t turn = 0;        // nozzle that comes next where the rate leaves gaps
	std::uint32_t emitted = 0;
};

struct WorldKillVolume
{
	Shape shape = Shape::Plane();
	Pose pose;
};

struct WorldProbe
{
	ProbeDef def;
	std::vector<std::uint32_t> particles; // of the body
};

/// Whether it leads to places that are numbers.
Status ValidateMotion(const PinMotion& motion, const char* what);

/// All of a world. The files World*.cpp are its functions, by subject.
struct WorldState
{
	explicit WorldState(const WorldDef& worldDef);
	~WorldState();

	/// Calls visit(body) for those that are stepped, several at a time.
	template <class Visit>
	void ForEachStepped(TaskRunner& tasks, Visit&& visit)
	{
		constexpr std::size_t bodiesAtATime = 4;
		const std::vector<BodyId>& ids = bodies.Ids();
		ParallelFor(tasks, ids.size(), bodiesAtATime,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t k = begin; k < end; ++k)
					if (WorldBody& entry = bodies[ids[k]]; entry.IsStepped())
						visit(entry);
			});
	}

	/// Puts the frame where the first particles of an empty world are.
	void FollowWith(std::span<const Vec3d> places);
	/// Keeps the frame near bodies that are awake, so that floats tell their particles apart. With fluid it stays where that is.
	void FollowBodies();
	void MoveFrame(const Vec3d& centre);
	/// Wakes those that a body touches, before it is taken away: they may have lain on it.
	void WakeNeighboursOf(BodyId id);
	/// Wakes those near something that is or was there.
	void WakeNear(const Shape& shape, const Pose& pose);
	/// @param expiry Time of its end, s; 0: none. @return The set it is in, as the last.
	FluidParticles& AppendFluidParticle(FluidId id, const Vec3d& place, const Vec3& velocity, float expiry);
	/// A particle of this radius at the place would lie in a boundary, rigid body or soft body.
	bool IsOccupied(const Vec3d& place, double radius) const;
	/// Removes particles for which the predicate holds on their index; the others keep their order. @return How many went.
	template <class Predicate>
	static std::size_t RemoveParticles(FluidParticles& particles, Predicate&& goes)
	{
		std::size_t kept = 0;
		const std::size_t count = particles.Count();
		for (std::size_t i = 0; i < count; ++i)
		{
			if (goes(i))
				continue;
			if (kept != i)
				particles.ForEachArray([&](auto& array) { array[kept] = array[i]; });
			++kept;
		}
		particles.ForEachArray([&](auto& array) { array.resize(kept); });
		return count - kept;
	}
	template <class Predicate>
	std::size_t RemoveFluidParticles(Predicate&& goes)
	{
		return RemoveParticles(fluid, goes);
	}

	WorldDef def;
	double time = 0;
	double leftover = 0;
	std::uint32_t elasticSteps = 0; // so far: bodies of the same stride take their steps together
	Vec3d frame;                    // origin of the floats that bodies, fluids and boundaries meet in

	SlotArray<WorldBody, BodyId> bodies;
	SlotArray<FluidDef, FluidId> fluids;
	SlotArray<WorldEmitter, EmitterId> emitters;
	SlotArray<WorldKillVolume, KillVolumeId> killVolumes;
	SlotArray<WorldBoundary, BoundaryId> boundaries;
	SlotArray<WorldRigid, RigidId> rigids;
	SlotArray<ForceFieldDef, ForceFieldId> fields;
	SlotArray<WorldProbe, ProbeId> probes;

	SlotArray<HeatSourceDef, HeatSourceId> heatSources;
	AmbientDef ambient;
	std::vector<std::optional<FluidHeatDef>> fluidHeat; // by fluid index
	/// Some fluid takes part in heat, so its particles have a temperature.
	bool HasFluidHeat() const { return !fluid.temperature.empty() || hasFluidHeat; }
	bool hasFluidHeat = false;
	/// Of what is poured of a fluid, degrees Celsius.
	float PouredTemperature(std::uint32_t fluidIndex) const;
	/// Finds what boundaries, sources and the surroundings do now.
	void GatherSurroundings();
	/// The shell of a body of which some has melted.
	static void UpdateShell(WorldBody& entry);

	FluidParticles fluid;
	FluidParticles setAside; // of disabled fluids
	/// Moves the particles of a fluid from one set to the other.
	void MoveParticles(FluidId id, FluidParticles& from, FluidParticles& to);
	/// What of WorldLimits::maxFluidParticles is taken.
	std::size_t FluidCount() const { return fluid.Count() + setAside.Count(); }
	std::uint32_t nextFluidId = 0;
	// Scratch of a substep, kept so that a steady step allocates nothing.
	std::vector<Obstacle> obstacles; // boundaries in the order of their ids, then rigid bodies
	FluidSystem system;
	FluidNeighbours neighbours;
	PressureSolve pressureSolve;
	VelocitySmoothing smoothing;
	FluidCohesion cohesion;
	FluidVorticity vorticity;
	ViscositySolve viscositySolve;
	std::vector<WallShear> wallShear;
	FluidBoundary fluidBoundary;
	HeatSurroundings surroundings;
	FluidHeat fluidHeatStep;
	std::vector<FluidHeatRow> fluidHeatRows;
	std::vector<FluidHeat::SolidEntry> solidHeat;
	std::vector<float> thickening; // factor on the viscosity of each fluid particle
	ContactEnergy contactEnergy;
	SolidContact solidContact;
	RigidContact rigidContact;
	std::vector<const TouchPoints*> touchPoints; // of obstacles
	ContactSums contactSums;
	std::vector<Wrench> elasticWrenches;                       // what the elastic step does to each obstacle
	std::vector<std::unique_ptr<class ElasticIsland>> islands; // more than a step needs: they keep their memory
	std::vector<std::uint32_t> islandParents, islandOfGroup;
	std::vector<std::pair<std::uint32_t, std::uint32_t>> inOneAnother; // bodies, by index
	/// What a fluid did to a body.
	struct SolidMeeting
	{
		std::uint32_t body = 0, fluid = 0; // indices of their ids
		Vec3d impulse, place;              // on the body; weighted by the size of the impulse
		double weight = 0, fastest = 0;
		std::uint32_t particles = 0;
	};
	std::vector<SolidMeeting> solidMeetings; // of the present call
	struct SolidOfFluid
	{
		WorldBody* entry;
		std::uint32_t particle;
		std::uint32_t body; // index of its id
	};
	std::vector<SolidOfFluid> solidsOfFluid; // in the order they were gathered
	AlignedArray<PaddedVec3> solidPush;      // force of fluid on a cubic metre of them, in the order of cells, N/m^3
	std::vector<ContactBody> contactBodies;
	std::vector<ContactEvent> lastContacts;
	std::vector<float> perFluid, perFluidAtWalls; // one value for every fluid index
	double lastSubstep = 0;
	StepCosts costs;

	std::vector<ContactEvent> contacts;
	std::unique_ptr<TaskRunner> serial;
	std::unique_ptr<class WorldRecorder> recorder; // or none
};

}
