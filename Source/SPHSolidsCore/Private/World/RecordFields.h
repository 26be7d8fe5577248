#pragma once

#include <SPHSolids/World/World.h>

#include "Body/ByteStream.h"

#include <concepts>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace SPHSolids
{

// How definitions and commands become bytes and come back. Each struct names its fields once, in Fields(), for both directions; nothing
// is copied with its padding, and what comes from a file is looked at before it is believed (numbers by those who take the definition).

/// Large immutable things that definitions share are named by a number and stored once.
class RecordedThings
{
public:
	struct Entry
	{
		std::uint64_t id = 0;
		std::shared_ptr<const SolidRest> rest; // one of the two
		std::shared_ptr<const Shape> shape;    // of a distance grid, not inverted
		const void* key = nullptr;
		std::uint64_t lastUse = 0;
	};

	std::uint64_t IdOf(const std::shared_ptr<const SolidRest>& rest)
	{
		return IdOf(rest.get(), [&](Entry& entry) { entry.rest = rest; });
	}
	std::uint64_t IdOf(const Shape& grid)
	{
		return IdOf(
			grid.GetGrid(), [&](Entry& entry) { entry.shape = std::make_shared<const Shape>(grid.IsInverted() ? grid.Inverted() : grid); });
	}
	const Entry* Find(std::uint64_t id) const
	{
		for (const Entry& entry : entries)
			if (entry.id == id)
				return &entry;
		return nullptr;
	}
	/// Forgets what was last used before this use.
	void DropOlderThan(std::uint64_t oldest)
	{
		std::erase_if(entries, [&](const Entry& entry) { return entry.lastUse < oldest; });
	}

	std::vector<Entry> entries;
	std::uint64_t use = 0; // the present one

private:
	template <class Fill>
	std::uint64_t IdOf(const void* key, Fill&& fill)
	{
		for (Entry& entry : entries)
			if (entry.key == key)
			{
				entry.lastUse = use;
				return entry.id;
			}
		Entry& entry = entries.emplace_back();
		entry.id = ++lastId;
		entry.key = key;
		entry.lastUse = use;
		fill(entry);
		return entry.id;
	}
	std::uint64_t lastId = 0;
};

/// Written and read as they are: no padding, every pattern of bits is a value.
template <class T>
concept PlainField = (std::is_arithmetic_v<T> && !std::same_as<T, bool>) || std::same_as<T, Vec3> || std::same_as<T, Vec3d>
	|| std::same_as<T, Mat3d> || std::same_as<T, Box3d> || std::same_as<T, Triangle> || std::same_as<T, std::array<float, 3>>;

class RecordWriter
{
public:
	static constexpr bool Reads = false;
	RecordWriter(ByteWriter& byteWriter, RecordedThings& recordedThings)
		: bytes(byteWriter)
		, things(recordedThings)
	{
	}
	template <PlainField T>
	void Plain(T& value)
	{
		bytes.Write(value);
	}
	void Text(std::string& value) { bytes.WriteText(value); }
	template <PlainField T>
	void PlainArray(std::vector<T>& values)
	{
		bytes.Write(static_cast<std::uint64_t>(values.size()));
		bytes.WriteArray(std::span<const T>(values));
	}

	ByteWriter& bytes;
	RecordedThings& things;
};

class RecordReader
{
public:
	static constexpr bool Reads = true;
	RecordReader(ByteReader& byteReader, const RecordedThings& recordedThings)
		: bytes(byteReader)
		, things(recordedThings)
	{
	}
	template <PlainField T>
	void Plain(T& value)
	{
		value = bytes.Read<T>();
	}
	void Text(std::string& value) { value = bytes.ReadText(); }
	template <PlainField T>
	void PlainArray(std::vector<T>& values)
	{
		bytes.ReadArray(bytes.Read<std::uint64_t>(), values);
	}
	bool Failed() const { return refused || bytes.Failed(); }
	/// Takes what could be made of the values read, or notes that nothing could.
	template <class T>
	void Accept(Result<T> made, T& value)
	{
		refused = refused || !made.IsOk();
		if (made.IsOk())
			value = made.TakeValue();
	}

	ByteReader& bytes;
	const RecordedThings& things;
	bool refused = false; // a value that none of its type can have
};

template <class Archive, class... T>
void VisitAll(Archive& archive, T&... values);

template <class Archive, class Kind>
void Fields(Archive& archive, WorldId<Kind>& id)
{
	VisitAll(archive, id.index, id.generation);
}
template <class Archive>
void Fields(Archive& archive, Pose& pose)
{
	VisitAll(archive, pose.position, pose.rotation);
}
template <class Archive>
void Fields(Archive& archive, RigidState& state)
{
	VisitAll(archive, state.pose, state.velocity, state.angularVelocity);
}
template <class Archive>
void Fields(Archive& archive, PinMotion::Keyframe& key)
{
	VisitAll(archive, key.time, key.translation, key.rotationVector);
}
template <class Archive>
void Fields(Archive& archive, StretchCurve::Point& point)
{
	VisitAll(archive, point.stretch, point.stress);
}
template <class Archive>
void Fields(Archive& archive, PinMotion& motion)
{
	Vec3d pivot = motion.Pivot();
	std::vector<PinMotion::Keyframe> keys = motion.Keys();
	VisitAll(archive, pivot, keys);
	if constexpr (Archive::Reads)
		if (!keys.empty())
			archive.Accept(IsFinite(pivot) ? PinMotion::Keyframes(pivot, keys) : Error{"a pivot nowhere"}, motion);
}
template <class Archive>
void Fields(Archive& archive, StretchCurve& curve)
{
	std::vector<StretchCurve::Point> points = curve.Points();
	VisitAll(archive, points);
	if constexpr (Archive::Reads)
		archive.Accept(StretchCurve::FromPoints(points), curve);
}
template <class Archive>
void Fields(Archive& archive, SplineCurves& curves)
{
	VisitAll(archive, curves.length, curves.area, curves.volume);
}
template <class Archive>
void Fields(Archive& archive, Material& m)
{
	VisitAll(archive, m.model, m.young, m.poisson, m.density, m.alpha, m.mooneyRatio, m.fibreStiffness, m.fibreDirection, m.curves);
}
template <class Archive>
void Fields(Archive& archive, Damping& damping)
{
	VisitAll(archive, damping.viscosity, damping.drag);
}
template <class Archive>
void Fields(Archive& archive, BodyContactDef& contact)
{
	VisitAll(archive, contact.friction, contact.collides, contact.selfContact);
}
template <class Archive>
void Fields(Archive& archive, std::shared_ptr<const SolidRest>& rest)
{
	std::uint64_t id = 0;
	if constexpr (!Archive::Reads)
		id = rest == nullptr ? 0 : archive.things.IdOf(rest);
	VisitAll(archive, id);
	if constexpr (Archive::Reads)
		if (const RecordedThings::Entry* found = archive.things.Find(id))
			rest = found->rest;
}
template <class Archive>
void Fields(Archive& archive, SolidBodyDef& def)
{
	VisitAll(archive, def.rest, def.material, def.damping, def.integrator, def.position, def.rotation, def.velocity, def.angularVelocity,
		def.stiffnessScale, def.densityScale);
}
template <class Archive>
void Fields(Archive& archive, Shape& shape)
{
	ShapeKind kind = shape.Kind();
	bool isInverted = shape.IsInverted();
	std::uint64_t grid = 0;
	std::vector<Vec3d> corners;
	if constexpr (!Archive::Reads)
	{
		if (shape.GetGrid() != nullptr)
			grid = archive.things.IdOf(shape);
		if (shape.Corners() != nullptr)
			corners = *shape.Corners();
	}
	VisitAll(archive, kind, isInverted, shape.halfSize, shape.radius, shape.halfLength, corners, grid);
	if constexpr (Archive::Reads)
	{
		Result<Shape> made = Shape::Plane();
		switch (kind)
		{
		case ShapeKind::Plane: break;
		case ShapeKind::Box: made = Shape::Box(shape.halfSize); break;
		case ShapeKind::Sphere: made = Shape::Sphere(shape.radius); break;
		case ShapeKind::Capsule: made = Shape::Capsule(shape.radius, shape.halfLength); break;
		case ShapeKind::Convex: made = corners.size() > 4096 ? Result<Shape>(Error{"too many corners"}) : Shape::Convex(corners); break;
		case ShapeKind::Grid:
		{
			const RecordedThings::Entry* found = archive.things.Find(grid);
			if (found == nullptr || found->shape == nullptr)
				made = Error{"no such grid"};
			else
				made = *found->shape;
		}
		}
		if (isInverted && made.IsOk())
			made = made.Value().Inverted();
		archive.Accept(std::move(made), shape);
	}
}
template <class Archive>
void Fields(Archive& archive, BoundaryDef& def)
{
	VisitAll(archive, def.shape, def.pose, def.friction, def.velocity, def.motion);
}
template <class Archive>
void Fields(Archive& archive, RigidDef& def)
{
	VisitAll(archive, def.shape, def.pose, def.velocity, def.angularVelocity, def.density, def.mass, def.inertia, def.friction,
		def.gravityScale, def.hostDriven);
}
template <class Archive>
void Fields(Archive& archive, FluidDef& def)
{
	VisitAll(archive, def.name, def.density, def.particleRadius, def.xsph, def.viscosity, def.boundaryViscosity, def.surfaceTension,
		def.vorticity, def.drag, def.boundaryFriction, def.colour);
}
template <class Archive>
void Fields(Archive& archive, HeatMaterial& m)
{
	VisitAll(archive, m.conductivity, m.capacity, m.softensAt, m.meltsAt, m.latentHeat, m.leastWeight);
}
template <class Archive>
void Fields(Archive& archive, BodyHeatDef& def)
{
	VisitAll(archive, def.material, def.temperature, def.meltsInto);
}
template <class Archive>
void Fields(Archive& archive, FluidHeatDef& def)
{
	VisitAll(archive, def.conductivity, def.capacity, def.temperature, def.thickensAt, def.setsAt, def.setViscosity);
}
template <class Archive>
void Fields(Archive& archive, BoundaryHeatDef& def)
{
	VisitAll(archive, def.temperature, def.transfer);
}
template <class Archive>
void Fields(Archive& archive, AmbientDef& def)
{
	VisitAll(archive, def.temperature, def.transfer);
}
template <class Archive>
void Fields(Archive& archive, HeatSourceDef& def)
{
	VisitAll(archive, def.position, def.reach, def.temperature, def.transfer);
}
template <class Archive>
void Fields(Archive& archive, EmitterDef& def)
{
	VisitAll(archive, def.fluid, def.shape, def.pose, def.radius, def.halfSize, def.points, def.mesh.vertices, def.mesh.triangles,
		def.speed, def.rate, def.startTime, def.endTime, def.lifetime, def.maxParticles);
}
template <class Archive>
void Fields(Archive& archive, ElasticSolverSettings& solver)
{
	MinimiserSettings& minimiser = solver.minimiser;
	VisitAll(archive, solver.name, solver.preconditioner, solver.refactorAtOnce, minimiser.iterations, minimiser.window,
		minimiser.tolerance, minimiser.budgetMilliseconds);
}
template <class Archive>
void Fields(Archive& archive, WorldDef& def)
{
	VisitAll(archive, def.gravity, def.budgetMilliseconds, def.recordedSteps);
	TimeSettings& time = def.time;
	VisitAll(archive, time.elasticStep, time.cfl, time.maxStep, time.minStep, time.maxElasticStepsPerCall);
	VisitAll(archive, def.solver);
	PressureSettings& pressure = def.pressure;
	VisitAll(archive, pressure.solver, pressure.densityError, pressure.divergenceError, pressure.minIterations,
		pressure.maxDensityIterations, pressure.maxDivergenceIterations, pressure.stateStiffness);
	VisitAll(archive, def.limits.maxFluidParticles, def.limits.maxNeighbours);
	VisitAll(archive, def.sleep.enabled, def.sleep.speed, def.sleep.seconds, def.sleep.wakeSpeed);
	VisitAll(archive, def.contact.iterations, def.contact.separationSpeed);
}

constexpr std::uint32_t LastOf(MaterialModel)
{
	return static_cast<std::uint32_t>(MaterialModel::Spline);
}
constexpr std::uint32_t LastOf(Integrator)
{
	return static_cast<std::uint32_t>(Integrator::ImplicitMidpoint);
}
constexpr std::uint32_t LastOf(ShapeKind)
{
	return static_cast<std::uint32_t>(ShapeKind::Grid);
}
constexpr std::uint32_t LastOf(EmitterShape)
{
	return static_cast<std::uint32_t>(EmitterShape::Mesh);
}

template <class T>
inline constexpr bool IsVectorField = false;
template <class T>
inline constexpr bool IsVectorField<std::vector<T>> = true;
template <class T>
inline constexpr bool IsOptionalField = false;
template <class T>
inline constexpr bool IsOptionalField<std::optional<T>> = true;

template <class Archive, class T>
void VisitEnum(Archive& archive, T& value)
{
	std::uint32_t number = static_cast<std::uint32_t>(value);
	archive.Plain(number);
	if constexpr (Archive::Reads)
	{
		archive.refused = archive.refused || number > LastOf(T{});
		value = number > LastOf(T{}) ? T{} : static_cast<T>(number);
	}
}

template <class Archive, class T>
void VisitVector(Archive& archive, std::vector<T>& values)
{
	if constexpr (PlainField<T>)
		archive.PlainArray(values);
	else
	{
		std::uint64_t count = values.size();
		archive.Plain(count);
		if constexpr (Archive::Reads)
		{
			values.clear();
			for (std::uint64_t k = 0; k < count && !archive.Failed(); ++k)
				VisitAll(archive, values.emplace_back());
		}
		else
			for (T& value : values)
				VisitAll(archive, value);
	}
}

template <class Archive, class T>
void VisitOptional(Archive& archive, std::optional<T>& value)
{
	bool isThere = value.has_value();
	VisitAll(archive, isThere);
	if constexpr (Archive::Reads)
	{
		value.reset();
		if (isThere)
			value = T{};
	}
	if (isThere)
		VisitAll(archive, *value);
}

template <class Archive, class T>
void VisitField(Archive& archive, T& value)
{
	if constexpr (std::same_as<T, bool>)
	{
		std::uint8_t number = value ? 1 : 0;
		archive.Plain(number);
		value = number != 0;
	}
	else if constexpr (std::is_enum_v<T>)
		VisitEnum(archive, value);
	else if constexpr (PlainField<T>)
		archive.Plain(value);
	else if constexpr (std::same_as<T, std::string>)
		archive.Text(value);
	else if constexpr (IsVectorField<T>)
		VisitVector(archive, value);
	else if constexpr (IsOptionalField<T>)
		VisitOptional(archive, value);
	else
		Fields(archive, value);
}

template <class Archive, class... T>
void VisitAll(Archive& archive, T&... values)
{
	(VisitField(archive, values), ...);
}

/// Writers only look at what they are given.
template <class T>
void WriteField(RecordWriter& writer, const T& value)
{
	VisitField(writer, const_cast<T&>(value));
}
template <class T>
void WriteField(RecordWriter& writer, std::span<const T> values)
{
	writer.bytes.Write(static_cast<std::uint64_t>(values.size()));
	writer.bytes.WriteArray(values);
}

}
