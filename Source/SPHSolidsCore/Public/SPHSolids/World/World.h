#pragma once

#include <SPHSolids/Base/PaddedVec3.h>
#include <SPHSolids/World/StepReport.h>
#include <SPHSolids/World/WorldDef.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace SPHSolids
{

/// State of a body in a world, for those who look at it.
enum class BodyState : std::uint8_t
{
	Awake,
	Sleeping, ///< at rest and not stepped until something touches it
	Disabled, ///< not stepped and touched by nothing; or all of it has melted
	Frozen,   ///< went wrong again and again; held where it was last sound
};

/// Fluid particles in the order of the cells they lie in, which changes with every step: particle k has the name id[k].
struct FluidView
{
	Vec3d origin;                              ///< positions are relative to it
	std::span<const PaddedVec3> position;      ///< m
	std::span<const PaddedVec3> velocity;      ///< m/s
	std::span<const std::uint32_t> id;         ///< given once, never again
	std::span<const std::uint8_t> fluid;       ///< FluidId::index
	std::span<const float> density;            ///< in units of rest density
	std::span<const float> pressure;           ///< Pa, of the density solve
	std::span<const float> divergencePressure; ///< Pa, of the divergence solve; the fluid feels the sum
	std::span<const float> temperature;        ///< degrees Celsius; empty in a world without heat
};

struct RigidState
{
	Pose pose;      ///< of the shape's local frame
	Vec3d velocity; ///< of the centre of mass
	Vec3d angularVelocity;
};

/// Everything that lives together: soft bodies, fluids, boundaries, rigid bodies; and the step that moves them.
///
/// Use from one thread at a time. What is asked for between two steps holds from the next one on. After a step, views are valid until
/// the next change. Worlds share nothing; several may step at once.
///
/// Frame      Bodies keep their own origin in double. Fluids and contact use floats relative to an origin that follows what happens, so a
///            world far from (0, 0, 0) behaves as one near it; what belongs together should lie within some hundred metres.
/// Sameness   The same calls give the same bits for any number of workers, unless a budget is set.
class World
{
public:
	SPHSOLIDSCORE_API static Result<std::unique_ptr<World>> Create(const WorldDef& def);
	SPHSOLIDSCORE_API ~World();
	World(const World&) = delete;
	World& operator=(const World&) = delete;

	/// Advances by dt in elastic steps of constant length, what is left over waits for the next call; a world without bodies advances by
	/// dt exactly. Always finishes.
	SPHSOLIDSCORE_API StepReport Step(double dt, TaskRunner& tasks);
	SPHSOLIDSCORE_API double Time() const;
	SPHSOLIDSCORE_API const WorldDef& Def() const;
	SPHSOLIDSCORE_API Status SetGravity(const Vec3d& gravity);
	/// Takes everything somewhere else as it is, for hosts that move their own origin: nothing is pushed, nothing wakes. Force fields are
	/// functions of the host and stay where they are.
	SPHSOLIDSCORE_API Status Shift(const Vec3d& offset);
	/// Another solver, preconditioner or number of iterations for all bodies, from the next step on; nothing that moves changes. Refused
	/// with a reason if it is impossible for one of them; all then keep the one they have.
	SPHSOLIDSCORE_API Status SetSolver(const ElasticSolverSettings& solver);
	/// Hash of all that moves: equal for equal worlds after equal steps.
	SPHSOLIDSCORE_API std::uint64_t StateHash() const;
	SPHSOLIDSCORE_API std::size_t Bytes() const;

	/// All that moves, as bytes: positions, velocities, what contacts and solvers remember. For rollback, saves and networks.
	SPHSOLIDSCORE_API std::vector<std::byte> Snapshot() const;
	/// The same into memory that is used again.
	SPHSOLIDSCORE_API void Snapshot(std::vector<std::byte>& bytes) const;
	/// Goes back to a snapshot, after which equal steps give equal bits (with `refactorAtOnce`, without a budget). The world must have the
	/// same bodies, fluids, rigid bodies, boundaries and emitters as when it was taken, and for equal bits the same pins and materials: what a world
	/// is told to be like (these, gravity, contacts, poses of emitters, force fields, solver) is not in a snapshot. Bytes that are damaged or
	/// of another world are refused, and nothing changes.
	SPHSOLIDSCORE_API Status Restore(std::span<const std::byte> snapshot);

	/// The last steps as the bytes of a .sphrec file, from which they can be played again (World/Recording.h). Refused in a world whose
	/// WorldDef::recordedSteps is 0.
	SPHSOLIDSCORE_API Result<std::vector<std::byte>> WriteRecording() const;

	// Soft bodies
	SPHSOLIDSCORE_API Result<BodyId> AddBody(const SolidBodyDef& body, const BodyContactDef& contact = {});
	/// False if the id is stale, here and below.
	SPHSOLIDSCORE_API bool Remove(BodyId id);
	/// What is disabled, here and below, takes no part in anything and stays where it was.
	SPHSOLIDSCORE_API bool SetEnabled(BodyId id, bool enabled);
	SPHSOLIDSCORE_API bool Sleep(BodyId id);
	SPHSOLIDSCORE_API bool Wake(BodyId id);
	SPHSOLIDSCORE_API BodyState StateOf(BodyId id) const;     ///< Disabled for a stale id
	SPHSOLIDSCORE_API const SolidBody* Find(BodyId id) const; ///< nullptr for a stale id
	SPHSOLIDSCORE_API std::span<const BodyId> Bodies() const;
	SPHSOLIDSCORE_API Status SetMaterial(BodyId id, const Material& material);
	SPHSOLIDSCORE_API Status SetContact(BodyId id, const BodyContactDef& contact);
	/// Most iterations of the elastic solver for this body, never more than the world's settings say; 0: as they say. Bodies that touch are
	/// solved together, with the iterations of the one that asks for most.
	SPHSOLIDSCORE_API bool SetIterations(BodyId id, int iterations);
	/// Steps the body only every so many elastic steps, so much longer each: cheaper and coarser, for bodies that nobody sees well. 1: in
	/// every step. A body takes every step all the same while it is pinned, a force acts on it, it touches a rigid body, a boundary that
	/// moves or a body of another stride, or the world has fluid. False also if the stride is not in 1 to MaxStride.
	SPHSOLIDSCORE_API bool SetStride(BodyId id, int stride);
	static constexpr int MaxStride = 8;
	/// How far the body is behind the world's time because of its stride, s.
	SPHSOLIDSCORE_API double Lag(BodyId id) const;
	/// @param region Of rest positions. @return How many were pinned.
	SPHSOLIDSCORE_API Result<std::size_t> Pin(BodyId id, const Box3d& region, const PinMotion& motion);
	SPHSOLIDSCORE_API Result<std::size_t> PinParticles(BodyId id, std::span<const std::uint32_t> particles, const PinMotion& motion);
	SPHSOLIDSCORE_API bool Unpin(BodyId id);
	/// @return How many were released; the others stay pinned and go on with their motion.
	SPHSOLIDSCORE_API std::size_t UnpinParticles(BodyId id, std::span<const std::uint32_t> particles);
	/// Puts the body undeformed at a place, with this velocity.
	SPHSOLIDSCORE_API Status Teleport(BodyId id, const Pose& pose, const Vec3d& velocity = {});
	SPHSOLIDSCORE_API Status SetVelocity(BodyId id, const Vec3d& velocity);
	/// Overwrites positions (relative to the body's origin) and velocities: for snapshots and networks.
	SPHSOLIDSCORE_API Status SetState(BodyId id, const Vec3d& origin, std::span<const Vec3> position, std::span<const Vec3> velocity);

	// Pushes. Impulses act at once, forces during the next call of Step.
	/// Shared by the particles within the radius, more by the nearer ones. @return Particles pushed; 0 for a stale id.
	SPHSOLIDSCORE_API std::size_t ApplyImpulse(BodyId id, const Vec3d& place, double radius, const Vec3d& impulse);
	SPHSOLIDSCORE_API std::size_t ApplyForce(BodyId id, const Vec3d& place, double radius, const Vec3d& force);
	/// On all of a body, by mass. @param impulse N s
	SPHSOLIDSCORE_API bool ApplyImpulse(BodyId id, const Vec3d& impulse);
	/// Pushes bodies, fluids and rigid bodies away from a place: speed at the centre, falling linearly to zero at the radius.
	SPHSOLIDSCORE_API std::size_t ApplyRadialImpulse(const Vec3d& place, double radius, double speed);
	SPHSOLIDSCORE_API Result<ForceFieldId> AddForceField(const ForceFieldDef& field);
	SPHSOLIDSCORE_API bool Remove(ForceFieldId id);

	// Fluids
	SPHSOLIDSCORE_API Result<FluidId> AddFluid(const FluidDef& fluid);
	SPHSOLIDSCORE_API Status SetFluid(FluidId id, const FluidDef& fluid);
	SPHSOLIDSCORE_API bool Remove(FluidId id);
	/// A disabled fluid is not in Fluid(), its emitters do not pour, but its particles count for WorldLimits and grow older.
	SPHSOLIDSCORE_API bool SetEnabled(FluidId id, bool enabled);
	/// Fills a box at rest density. Particles that would lie in a boundary, rigid body or soft body are left out. @return How many were made.
	SPHSOLIDSCORE_API Result<std::size_t> AddFluidBlock(FluidId id, const Box3d& box, const Vec3d& velocity = {});
	SPHSOLIDSCORE_API Result<std::size_t> AddFluidParticles(FluidId id, std::span<const Vec3d> places, const Vec3d& velocity = {});
	SPHSOLIDSCORE_API Result<EmitterId> AddEmitter(const EmitterDef& emitter);
	SPHSOLIDSCORE_API bool SetEnabled(EmitterId id, bool enabled);
	SPHSOLIDSCORE_API Status SetEmitterPose(EmitterId id, const Pose& pose);
	SPHSOLIDSCORE_API bool Remove(EmitterId id);
	/// Fluid particles in it are removed. @param outside Those outside of it instead.
	SPHSOLIDSCORE_API Result<KillVolumeId> AddKillVolume(const Box3d& box, bool outside = false);
	/// Any shape; inverted, it removes what is outside of it.
	SPHSOLIDSCORE_API Result<KillVolumeId> AddKillVolume(const Shape& shape, const Pose& pose);
	SPHSOLIDSCORE_API bool Remove(KillVolumeId id);
	SPHSOLIDSCORE_API FluidView Fluid() const;
	SPHSOLIDSCORE_API const FluidDef* Find(FluidId id) const;

	// Boundaries and rigid bodies
	SPHSOLIDSCORE_API Result<BoundaryId> AddBoundary(const BoundaryDef& boundary);
	/// Moves there during the next call of Step, pushing what is in its way; or at once, pushing nothing.
	SPHSOLIDSCORE_API Status SetBoundaryTransform(BoundaryId id, const Pose& pose, bool teleport = false);
	/// One with a motion goes on where that has led by then.
	SPHSOLIDSCORE_API bool SetEnabled(BoundaryId id, bool enabled);
	SPHSOLIDSCORE_API bool Remove(BoundaryId id);
	SPHSOLIDSCORE_API const BoundaryDef* Find(BoundaryId id) const; ///< with its present pose
	SPHSOLIDSCORE_API Wrench WrenchOf(BoundaryId id) const;
	SPHSOLIDSCORE_API Result<RigidId> AddRigid(const RigidDef& rigid);
	SPHSOLIDSCORE_API Status SetRigidState(RigidId id, const RigidState& state);
	SPHSOLIDSCORE_API bool SetEnabled(RigidId id, bool enabled);
	SPHSOLIDSCORE_API bool ApplyImpulse(RigidId id, const Vec3d& place, const Vec3d& impulse);
	SPHSOLIDSCORE_API bool Remove(RigidId id);
	SPHSOLIDSCORE_API const RigidState* Find(RigidId id) const;
	SPHSOLIDSCORE_API double MassOf(RigidId id) const;
	SPHSOLIDSCORE_API Vec3d CentreOfMass(RigidId id) const;
	SPHSOLIDSCORE_API Wrench WrenchOf(RigidId id) const;

	// Heat (Docs/theory/heat.md). What is not told of it takes no part and pays nothing.
	/// From now on the body conducts heat, softens and melts; or does so by another definition, and keeps its temperatures. Softening and
	/// melting need a solver that minimises (`lbfgs`, `quasinewton`).
	SPHSOLIDSCORE_API Status SetHeat(BodyId id, const BodyHeatDef& heat);
	SPHSOLIDSCORE_API Status SetHeat(FluidId id, const FluidHeatDef& heat);
	SPHSOLIDSCORE_API Status SetHeat(BoundaryId id, const BoundaryHeatDef& heat);
	SPHSOLIDSCORE_API Status SetAmbient(const AmbientDef& ambient);
	SPHSOLIDSCORE_API Result<HeatSourceId> AddHeatSource(const HeatSourceDef& source);
	SPHSOLIDSCORE_API Status SetHeatSource(HeatSourceId id, const HeatSourceDef& source);
	SPHSOLIDSCORE_API bool Remove(HeatSourceId id);
	/// Of particles within the radius of a place, at once. Above the melting point they melt in the next step. @return How many.
	SPHSOLIDSCORE_API Result<std::size_t> SetTemperature(
		BodyId id, double celsius, const Vec3d& place = {}, double radius = std::numeric_limits<double>::infinity());
	/// Gives the particles within the radius the heat they need to melt in the next step. @return How many.
	SPHSOLIDSCORE_API Result<std::size_t> Melt(BodyId id, const Vec3d& place, double radius);
	/// Degrees Celsius of each particle; empty for a body without heat.
	SPHSOLIDSCORE_API std::span<const float> Temperatures(BodyId id) const;
	SPHSOLIDSCORE_API const BodyHeatDef* FindHeat(BodyId id) const; ///< nullptr: none
	SPHSOLIDSCORE_API const FluidHeatDef* FindHeat(FluidId id) const;
	SPHSOLIDSCORE_API const HeatSourceDef* Find(HeatSourceId id) const;
	SPHSOLIDSCORE_API HeatReading HeatOf(BodyId id) const;

	// What happened
	/// What others, boundaries, rigid bodies and fluids gave to the body during the last call of Step; zero for a stale id.
	SPHSOLIDSCORE_API Wrench WrenchOf(BodyId id) const;
	SPHSOLIDSCORE_API std::span<const ContactEvent> Contacts() const;
	SPHSOLIDSCORE_API Result<ProbeId> AddProbe(const ProbeDef& probe);
	SPHSOLIDSCORE_API bool Remove(ProbeId id);
	SPHSOLIDSCORE_API ProbeReading Read(ProbeId id) const;
	/// Furthest that a particle of the body is beyond a boundary's or rigid body's surface, less its radius, m; 0 if none is.
	SPHSOLIDSCORE_API double Penetration(BodyId id) const;

private:
	friend class WorldBuilder;
	explicit World(const WorldDef& def);

	std::unique_ptr<struct WorldState> state;
};

}
