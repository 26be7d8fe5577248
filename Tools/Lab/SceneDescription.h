#pragma once

#include <SPHSolids/Body/BakeSettings.h>
#include <SPHSolids/World/WorldDef.h>

#include <array>
#include <concepts>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace SPHSolids::Lab
{

/// What paths in a scene are relative to. A scene from a stranger names files below its own folder only.
struct SceneFolder
{
	SceneFolder(std::filesystem::path folderPath, bool mayLeave = false)
		: path(std::move(folderPath))
		, allowsOutside(mayLeave)
	{
	}
	template <class Text>
		requires std::convertible_to<Text, std::string_view>
	SceneFolder(const Text& folderPath)
		: path(std::string_view(folderPath))
	{
	}

	std::filesystem::path path;
	bool allowsOutside = false;
};

// What a scene file says, checked and with defaults filled in, before anything is built. Docs/scene.md explains each key. SI units, z up.

/// The linear colour that a designer wrote as "#RRGGBB".
using SceneColour = std::array<float, 3>;

struct RegionBall
{
	Vec3d centre;
	double radius = 0;
};

/// Particles by their place at the start.
struct Region
{
	std::variant<Box3d, RegionBall> shape;
	/// Measured in the frame of the body's shape instead of the world.
	bool inBodyFrame = false;

	bool Contains(const Vec3d& place) const
	{
		if (const Box3d* box = std::get_if<Box3d>(&shape))
			return box->Contains(place);
		const RegionBall& ball = std::get<RegionBall>(shape);
		return Norm(place - ball.centre) <= ball.radius;
	}
};

/// Factors on the material of the particles in a region.
struct PaintDescription
{
	Region region;
	std::optional<double> stiffness, density; ///< none: as it was
	std::string path;                         ///< in the scene, for errors
};

struct PinDescription
{
	Region region;
	PinMotion motion;
	std::string attachTo; ///< Name of a boundary whose motion the pin shares; empty: its own motion
	std::string path;     ///< Of the pin in the scene, for errors
};

/// How a body takes part in heat; the fluid it melts into goes by its name.
struct BodyHeatDescription
{
	BodyHeatDef def;
	std::string meltsInto;
	std::string path;
};

enum class BodyShapeKind
{
	Box,
	Sphere,
	Mesh,
	Body,
	Model,
	Particles,
	Solid,
};

/// Where the particles of a body come from.
struct BodyShapeDescription
{
	BodyShapeKind kind = BodyShapeKind::Box;
	Vec3d size = {1, 1, 1};        ///< of a box
	double radius = 0.5;           ///< of a sphere
	std::filesystem::path file;    ///< of a mesh, body or particle set
	std::string name;              ///< of a sculpted model or an elastic scene
	std::size_t triangles = 20000; ///< of a sculpted model
};

/// More bodies of the same shape, which is baked once: a grid of them, each turned and shifted a little differently.
struct BodyCopies
{
	std::array<int, 3> count = {1, 1, 1};
	Vec3d spacing;   ///< from one to the next along x, y and z, m
	double turn = 0; ///< each is turned about a random axis by up to this many degrees
	Vec3d shift;     ///< each is moved by up to this much to either side, m
	std::uint64_t seed = 1;
	std::vector<SceneColour> colours; ///< one after the other; none: that of the body
};

struct BodyDescription
{
	std::string name;
	std::string path; ///< in the scene, for errors
	BodyShapeDescription shape;
	BakeSettings bake;
	Material material;
	Damping damping;
	Integrator integrator = Integrator::ImplicitEuler;
	BodyContactDef contact;
	Pose pose;
	Vec3d scale = {1, 1, 1};
	Vec3d velocity, angularVelocity;
	bool scrambled = false; ///< Start with each particle at a random place in the body's box
	bool hasPins = false;   ///< false: a body of an elastic scene keeps the pins of that scene
	std::vector<PinDescription> pins;
	std::vector<PaintDescription> paint; ///< one after the other
	std::optional<BodyCopies> copies;
	std::optional<BodyHeatDescription> heat;
	std::optional<SceneColour> colour;
	std::string finish; ///< empty: by the material
};

enum class ObstacleShapeKind
{
	Plane,
	Box,
	Sphere,
	Capsule,
	Mesh,
	Turned,
	Slide,
};

/// A channel, open above, along a path. Lengths in m.
struct SlideDescription
{
	std::vector<Vec3d> path; ///< of the middle of its bottom, from one end to the other
	double radius = 0;       ///< of the half pipe that it is inside
	double wall = 0;         ///< thickness
};

struct ObstacleShapeDescription
{
	ObstacleShapeKind kind = ObstacleShapeKind::Plane;
	Vec3d halfSize;
	double radius = 0, halfLength = 0;
	/// Of a turned shape: closed, of distance from the z axis and height, counter-clockwise (right, then up, then left).
	std::vector<std::array<double, 2>> outline;
	SlideDescription slide;
	std::filesystem::path file;
	double cellSize = 0; ///< of the distance grid of a mesh; 0: a sixtieth of its size
	bool inside = false; ///< The hollow is free and all around it solid
	Pose local;          ///< of the shape in the frame of its boundary or rigid body
};

struct BoundaryDescription
{
	std::string name;
	std::string path;
	ObstacleShapeDescription shape;
	Pose pose;
	double friction = 0.5;
	Vec3d velocity;
	std::optional<PinMotion> motion;
	std::optional<BoundaryHeatDef> heat;
	bool visible = true;
	std::optional<SceneColour> colour;
	std::string finish; ///< empty: glossy, and a ghost for containers
};

struct RigidDescription
{
	std::string name;
	std::string path;
	ObstacleShapeDescription shape;
	RigidDef def;
	std::optional<SceneColour> colour;
};

struct FluidBlockDescription
{
	Box3d box;
	Vec3d velocity;
};

struct EmitterDescription
{
	EmitterDef def;
	std::filesystem::path mesh; ///< empty: no mesh
};

struct FluidDescription
{
	FluidDef def;
	std::string path;
	std::vector<FluidBlockDescription> blocks;
	std::vector<EmitterDescription> emitters;
	std::vector<std::filesystem::path> particles;
	std::optional<FluidHeatDef> heat;
	bool hasColour = false;
};

/// Where fluid ends. A shape that is inside ends what is outside of it.
struct KillVolumeDescription
{
	std::string path;
	ObstacleShapeDescription shape;
	Pose pose;
};

struct ProbeDescription
{
	std::string name;
	std::string path;
	std::string body; ///< empty: particles of all bodies
	bool ofFluids = false;
	Region region;
};

/// How a scene is played and shown unless the command line says otherwise.
struct OutputDescription
{
	int frames = 100;
	double fps = 50;
	std::string view = "three-quarter";               ///< Camera preset, or empty: by the angles
	double turn = 0, rise = 0;                        ///< degrees
	std::optional<Box3d> frame;                       ///< What the camera shows; none: all that moves, at the start and later
	std::string colourBy = "body";                    ///< one of ColourByWords
	std::optional<std::array<double, 2>> colourRange; ///< Values at both ends of the scale; none: what suits the quantity
	std::string fluids = "particles";                 ///< or surface: drawn as water or jelly
	bool particles = false;                           ///< Draw particles even where there is a skin
	std::string look = "light";
};

struct SceneDescription
{
	std::string name;
	std::string description;
	WorldDef world;
	std::vector<BodyDescription> bodies;
	std::vector<FluidDescription> fluids;
	std::vector<BoundaryDescription> boundaries;
	std::vector<RigidDescription> rigids;
	std::vector<KillVolumeDescription> killVolumes;
	AmbientDef ambient;
	std::vector<HeatSourceDef> heatSources;
	std::vector<ProbeDescription> probes;
	OutputDescription output;
};

/// Limits of what a scene file may ask for, so that a file from anywhere takes bounded time and memory.
struct SceneLimits
{
	static constexpr std::size_t Entries = 4096;                        ///< of one list
	static constexpr std::uint64_t SolidParticles = 4'000'000;          ///< of all bodies together
	static constexpr std::uint64_t FileBytes = std::uint64_t(16) << 20; ///< of the scene file itself
	static constexpr double Length = 1e6;                               ///< m, of any coordinate
	static constexpr int Frames = 1'000'000;
};

}
