#pragma once

#include <SPHSolids/Coupling/Shape.h>
#include <SPHSolids/Fluid/FluidDef.h>
#include <SPHSolids/Geometry/TriangleMesh.h>
#include <SPHSolids/Heat/HeatMaterial.h>
#include <SPHSolids/Solid/ElasticSolver.h>
#include <SPHSolids/World/Ids.h>

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace SPHSolids
{

struct TimeSettings
{
	double elasticStep = 0.004; ///< Constant step of the elastic solver, s. A world without bodies does not look at it.
	double cfl = 0.4;           ///< Substeps are at most this many particle diameters long at the highest speed ([KEE23] (15)).
	double maxStep = 0.005;     ///< of a substep, s; not looked at while nothing but soft bodies moves
	double minStep = 0.0001;    ///< of a substep, s (`wcsph`: a tenth); speed that would need shorter ones sets StepIssue::StepTooLong
	/// A call of Step does at most this many elastic steps and drops the rest, so that a slow machine slows down instead of drowning.
	int maxElasticStepsPerCall = 1000;
};

struct WorldLimits
{
	std::uint32_t maxFluidParticles = 2'000'000;
	/// Of one particle. A fluid at rest has 30 to 40.
	std::uint32_t maxNeighbours = 128;
};

struct SleepSettings
{
	bool enabled = true;
	double speed = 0.002; ///< A body whose particles are slower, by the mean of squares, for `seconds` falls asleep, m/s.
	double seconds = 0.5;
	/// A sleeping body wakes when something touches it faster than this, m/s; at any speed when what it rests on moves, is taken away, or
	/// when what presses on it changes by a tenth of its weight.
	double wakeSpeed = 0.05;
};

/// Contact between solids, and of solids with boundaries.
struct ContactSettings
{
	int iterations = 12;
	/// Particles that overlap are moved apart at most this fast, m/s: two bodies spawned in one place separate gently.
	double separationSpeed = 0.5;
};

/// How a world is made. SI units.
struct WorldDef
{
	Vec3d gravity = {0, 0, -9.81};
	TimeSettings time;
	ElasticSolverSettings solver;
	PressureSettings pressure;
	WorldLimits limits;
	SleepSettings sleep;
	ContactSettings contact;
	/// Milliseconds that a call of Step should take; iterations and substeps are left out to keep it. 0: none, and results do not depend on
	/// the machine.
	double budgetMilliseconds = 0;
	/// Calls of Step that the flight recorder keeps, so that trouble can be played again (World/Recording.h). 0: none.
	std::uint32_t recordedSteps = 0;
};

/// How a body meets others. Not part of SolidBodyDef, which knows of no others.
struct BodyContactDef
{
	double friction = 0.5;   ///< Coefficient; two that touch use the geometric mean of theirs.
	bool collides = true;    ///< with other bodies, boundaries, rigid bodies and fluids
	bool selfContact = true; ///< folds of the body do not pass through each other
};

/// How an unmoved boundary, or one that the host or a motion moves, is made.
struct BoundaryDef
{
	Shape shape = Shape::Plane();
	Pose pose;
	double friction = 0.5;
	Vec3d velocity;                  ///< m/s, of a conveyor: the surface moves, the shape stays
	std::optional<PinMotion> motion; ///< of the pose, from the time the boundary is added
};

/// A rigid body, pushed by particles and pushing them.
struct RigidDef
{
	Shape shape = Shape::Plane();
	Pose pose; ///< of the shape's local frame
	Vec3d velocity, angularVelocity;
	double density = 1000; ///< kg/m^3, of the shape; not looked at where mass is given
	double mass = 0;       ///< kg; 0: from the density
	Mat3d inertia;         ///< about the centre of mass, in the local frame; all zero: of the shape, scaled to the mass
	double friction = 0.5;
	double gravityScale = 1; ///< factor on the world's gravity; a host-driven body does not look at it
	/// The host moves it (SetRigidState) and takes the wrench; else the built-in integrator does, which knows gravity, particles,
	/// boundaries and other rigid bodies.
	bool hostDriven = false;
};

/// What particles gave to a rigid body or boundary, or anything to a soft body, during the last call of Step.
struct Wrench
{
	Vec3d impulse;        ///< N s
	Vec3d angularImpulse; ///< N m s, about the centre of mass (of a boundary: about its position)
};

enum class EmitterShape
{
	Disc,   ///< of the given radius across the local z axis
	Box,    ///< the rectangle halfSize.x by halfSize.y across the local z axis
	Points, ///< at the given places
	Mesh,   ///< the surface of a mesh, along its normals
};

/// Pours a fluid along the local z axis of its pose (a mesh: along its normals), in layers as far apart as particles stand.
struct EmitterDef
{
	FluidId fluid;
	EmitterShape shape = EmitterShape::Disc;
	Pose pose;
	double radius = 0.05;
	Vec3d halfSize = {0.05, 0.05, 0};
	std::vector<Vec3d> points; ///< local
	TriangleMesh mesh;         ///< local
	double speed = 1;          ///< m/s
	/// m^3/s. 0, or more than speed and area give: full layers. Less: layers have gaps, in turn at all places.
	double rate = 0;
	double startTime = 0, endTime = 1e30;
	double lifetime = 0;            ///< of particles, s. 0: forever
	std::uint32_t maxParticles = 0; ///< in all. 0: as many as the world allows
};

/// A push that works on everything in reach for as long as it exists.
struct ForceFieldDef
{
	/// Acceleration at a place and velocity, m/s^2. Called from several threads.
	std::function<Vec3d(const Vec3d& place, const Vec3d& velocity, double time)> acceleration;
	bool onBodies = true, onFluids = true;
};

// Heat. Temperatures in degrees Celsius. What is not told of heat takes no part in it and pays nothing.

/// How a soft body takes part in heat.
struct BodyHeatDef
{
	HeatMaterial material;
	double temperature = 20; ///< of all its particles when it begins to take part
	/// What its particles become when they melt. Needed where the material melts. A fluid that takes no part in heat yet is given the
	/// conductivity and capacity of the body.
	FluidId meltsInto;
};

/// How a fluid takes part in heat. It does not become solid again: it thickens.
struct FluidHeatDef
{
	double conductivity = 0.6; ///< W/(m K)
	double capacity = 4200;    ///< J/(kg K)
	double temperature = 20;   ///< of what is there when it begins to take part, and of what is poured
	/// Where it begins to thicken and where it is as stiff as it gets: viscosity rises evenly, by factors, from FluidDef::viscosity to
	/// `setViscosity`. A fluid without viscosity does not thicken. Minus infinite: never.
	double thickensAt = -std::numeric_limits<double>::infinity();
	double setsAt = -std::numeric_limits<double>::infinity();
	double setViscosity = 1000; ///< Pa s
};

/// A hot or cold boundary. Heats what touches it.
struct BoundaryHeatDef
{
	double temperature = 20;
	double transfer = 0; ///< W/(m^2 K): a dry pan under wax 500, water on metal 1000. 0: none.
};

/// What is all around.
struct AmbientDef
{
	double temperature = 20;
	double transfer = 0; ///< W/(m^2 K) through free surfaces: still air 10, wind 50. 0: none.
};

/// A flame, a lamp, a block of ice: heats or cools free surfaces near it.
struct HeatSourceDef
{
	Vec3d position;
	double reach = 1;         ///< m: falls linearly from the place itself to nothing there
	double temperature = 500; ///< of it
	double transfer = 100;    ///< W/(m^2 K) at the place itself
};

/// The heat of a body.
struct HeatReading
{
	std::size_t solid = 0, melted = 0;         ///< particles
	double heat = 0;                           ///< of what is solid, over that at 0 degrees, J
	double mean = 0, coldest = 0, hottest = 0; ///< of what is solid, degrees Celsius
	double waitingMass = 0, waitingHeat = 0;   ///< kg, J that have melted but do not make a particle of the fluid yet
};

/// Looks at particles: of a body, those whose rest position lies in the box; of fluids, those that are in it now.
struct ProbeDef
{
	std::string name;
	BodyId body; ///< not set: fluids
	Box3d box;
};
struct ProbeReading
{
	std::size_t particles = 0;
	Vec3d position, velocity; ///< means
	double pressure = 0;      ///< mean of fluid particles, Pa
};

/// Two things that touched during the last call of Step. One event for each pair of things.
struct ContactEvent
{
	BodyId body; ///< not set: `fluid` touched a boundary or rigid body
	enum class Other : std::uint8_t
	{
		Body,
		Self,
		Boundary,
		Rigid,
		Fluid,
	} other = Other::Body;
	BodyId otherBody;
	BoundaryId boundary;
	RigidId rigid;
	FluidId fluid;
	bool began = false;     ///< they did not touch in the call before
	Vec3d place;            ///< mean of the touching particles, weighted by impulse, m
	Vec3d impulse;          ///< on `body`, or on `fluid` where that is not set, N s
	double normalSpeed = 0; ///< highest speed at which they met, m/s
	std::uint32_t particles = 0;
};

}
