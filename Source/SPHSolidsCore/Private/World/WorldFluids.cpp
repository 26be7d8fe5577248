#include <SPHSolids/World/World.h>

#include "WorldRecorder.h"
#include "WorldState.h"

#include "Base/FitsFloat.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>

namespace SPHSolids
{
namespace
{

constexpr std::uint32_t MaxFluids = 255; // a particle names its fluid in eight bits
constexpr double LargestDensityRatio = 100;
constexpr double MostToName = 1e18;                      // particles, in a sentence
constexpr double SmallestDrop = 1e-6, LargestDrop = 1e3; // m

Status ValidateFluid(const FluidDef& def)
{
	const std::string name = "Fluid '" + def.name + "'";
	if (!(def.density > 0) || !FitsFloat(def.density))
		return Error{name + " needs a positive density; water has 1000 kg/m^3."};
	if (!(def.particleRadius >= SmallestDrop) || !(def.particleRadius <= LargestDrop))
		return Error{name + " needs a particle radius between a micrometre and a kilometre."};
	for (const double value :
		{def.xsph, def.viscosity, def.boundaryViscosity, def.surfaceTension, def.vorticity, def.drag, def.boundaryFriction})
		if (!(value >= 0) || !FitsFloat(value))
			return Error{name + " has a negative viscosity, tension, vorticity, drag or friction; they are zero or positive."};
	if (def.xsph > 1 || def.vorticity > 0.5)
		return Error{name + ": xsph must be at most 1 and vorticity at most 0.5."};
	return {};
}

constexpr std::size_t MaxNozzles = 1'000'000;

/// Places on a mesh no closer than the spacing, with the normals there: triangles are filled by a fine lattice, from which a place is taken
/// if none near it was.
std::vector<WorldEmitter::Nozzle> NozzlesOnMesh(const TriangleMeshView& mesh, double spacing)
{
	std::vector<WorldEmitter::Nozzle> nozzles;
	std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> cells;
	const auto cellOf = [&](const Vec3d& p, int x, int y, int z)
	{
		const auto part = [&](double value, int step)
		{ return static_cast<std::uint64_t>(std::int64_t(std::floor(value / spacing)) + step) & 0x1FFFFF; };
		return part(p.x, x) | part(p.y, y) << 21 | part(p.z, z) << 42;
	};
	const auto isFree = [&](const Vec3d& p)
	{
		for (int z = -1; z <= 1; ++z)
			for (int y = -1; y <= 1; ++y)
				for (int x = -1; x <= 1; ++x)
					if (const auto cell = cells.find(cellOf(p, x, y, z)); cell != cells.end())
						for (const std::uint32_t k : cell->second)
							if (Norm(nozzles[k].place - p) < 0.98 * spacing)
								return false;
		return true;
	};
	for (const Triangle& triangle : mesh.triangles)
	{
		if (std::any_of(triangle.begin(), triangle.end(),
				[&](std::uint32_t v) { return v >= mesh.vertices.size() || !IsFinite(mesh.vertices[v]); }))
			continue;
		const Vec3d a = mesh.vertices[triangle[0]], b = mesh.vertices[triangle[1]] - a, c = mesh.vertices[triangle[2]] - a;
		const Vec3d normal = Cross(b, c);
		if (!(Norm(normal) > 0))
			continue;
		const double steps = std::ceil(4 * std::max(Norm(b), Norm(c)) / spacing);
		if (!(steps * steps < 4e6))
			return {};
		for (double v = 0; v <= steps; ++v)
			for (double u = 0; u + v <= steps; ++u)
				if (const Vec3d place = a + b * (u / steps) + c * (v / steps); nozzles.size() < MaxNozzles && isFree(place))
				{
					cells[cellOf(place, 0, 0, 0)].push_back(static_cast<std::uint32_t>(nozzles.size()));
					nozzles.push_back({place, normal / Norm(normal)});
				}
	}
	return nozzles;
}

}

Result<FluidId> World::AddFluid(const FluidDef& def)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::AddFluid, def);
	if (Status status = ValidateFluid(def); !status.IsOk())
		return Error{status.Message()};
	if (state->fluids.Ids().size() >= MaxFluids)
		return Error{"A world holds at most 255 fluids; remove one first."};
	for (const FluidId id : state->fluids.Ids())
	{
		const FluidDef& other = state->fluids[id];
		if (std::fabs(other.particleRadius - def.particleRadius) > 1e-6 * def.particleRadius)
			return Error{"Fluid '" + def.name + "' has another particle radius than '" + other.name
				+ "'; all fluids of a world need particles of one size."};
		if (std::max(other.density / def.density, def.density / other.density) > LargestDensityRatio)
			return Error{"Fluids '" + def.name + "' and '" + other.name + "' differ more than 1:100 in density; bring them closer."};
	}
	return state->fluids.Add(std::make_unique<FluidDef>(def));
}

Status World::SetFluid(FluidId id, const FluidDef& def)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetFluid, id, def);
	FluidDef* fluid = state->fluids.Find(id);
	if (fluid == nullptr)
		return Error{"The fluid that should change does not exist any more."};
	if (Status status = ValidateFluid(def); !status.IsOk())
		return status;
	if (def.particleRadius != fluid->particleRadius)
		return Error{"The particle radius of fluid '" + fluid->name + "' cannot change while it exists; add a new fluid."};
	*fluid = def;
	return {};
}

const FluidDef* World::Find(FluidId id) const
{
	return state->fluids.Find(id);
}

bool World::Remove(FluidId id)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::RemoveFluid, id);
	if (!state->fluids.Remove(id))
		return false;
	for (FluidParticles* particles : {&state->fluid, &state->setAside})
		WorldState::RemoveParticles(*particles, [&](std::size_t i) { return particles->fluid[i] == id.index; });
	for (const BodyId body : state->bodies.Ids()) // they may have floated in it
		Wake(body);
	if (id.index < state->fluidHeat.size())
		state->fluidHeat[id.index].reset();
	for (const EmitterId emitter : std::vector<EmitterId>(state->emitters.Ids()))
		if (state->emitters[emitter].def.fluid == id)
			state->emitters.Remove(emitter);
	return true;
}

bool World::SetEnabled(FluidId id, bool enabled)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetFluidEnabled, id, enabled);
	if (state->fluids.Find(id) == nullptr)
		return false;
	if (state->fluids.IsActive(id) == enabled)
		return true;
	state->fluids.SetActive(id, enabled);
	if (enabled)
		state->MoveParticles(id, state->setAside, state->fluid);
	else
		state->MoveParticles(id, state->fluid, state->setAside);
	for (const BodyId body : state->bodies.Ids())
		Wake(body);
	return true;
}

Result<std::size_t> World::AddFluidBlock(FluidId id, const Box3d& box, const Vec3d& velocity)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::AddFluidBlock, id, box, velocity);
	const FluidDef* fluid = state->fluids.Find(id);
	if (fluid == nullptr)
		return Error{"The fluid to fill a box with does not exist."};
	const double d = 2 * fluid->particleRadius;
	const Vec3d size = box.Size();
	if (!IsInWorld(box.min) || !IsInWorld(box.max))
		return Error{"The box to fill with '" + fluid->name + "' is not finite or reaches a million kilometres away."};
	// Rounding must not cost a layer: a box of exactly n diameters holds n.
	const auto layers = [&](double extent) { return std::max(0.0, std::floor(extent / d + 1e-6)); };
	const Vec3d count = {layers(size.x), layers(size.y), layers(size.z)};
	if (!(count.x * count.y * count.z >= 1))
		return Error{"The box to fill with '" + fluid->name + "' is thinner than a particle; enlarge it or use smaller particles."};
	const double room = static_cast<double>(state->def.limits.maxFluidParticles) - static_cast<double>(state->FluidCount());
	if (count.x * count.y * count.z > room)
		return Error{"The box to fill with '" + fluid->name + "' needs "
			+ std::to_string(static_cast<long long>(std::min(count.x * count.y * count.z, MostToName)))
			+ " particles, but the world has room for " + std::to_string(static_cast<long long>(std::max(room, 0.0)))
			+ "; use larger particles or raise limits.maxFluidParticles."};
	std::vector<Vec3d> places;
	places.reserve(static_cast<std::size_t>(count.x * count.y * count.z));
	const Vec3d first = box.Centre() - (count - Vec3d{1, 1, 1}) * (d / 2);
	for (double z = 0; z < count.z; ++z)
		for (double y = 0; y < count.y; ++y)
			for (double x = 0; x < count.x; ++x)
				places.push_back(first + Vec3d{x, y, z} * d);
	return AddFluidParticles(id, places, velocity);
}

Result<std::size_t> World::AddFluidParticles(FluidId id, std::span<const Vec3d> places, const Vec3d& velocity)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::AddFluidParticles, id, places, velocity);
	const FluidDef* fluid = state->fluids.Find(id);
	if (fluid == nullptr)
		return Error{"The fluid that particles should be added to does not exist."};
	if (!FitsFloat(velocity))
		return Error{"The velocity of new particles of '" + fluid->name + "' is not a finite number."};
	if (places.size() + state->FluidCount() > state->def.limits.maxFluidParticles)
		return Error{"New particles of '" + fluid->name + "' exceed the world's limits.maxFluidParticles of "
			+ std::to_string(state->def.limits.maxFluidParticles) + "; raise it or add fewer."};
	for (const Vec3d& place : places)
		if (!IsInWorld(place))
			return Error{"A new particle of '" + fluid->name + "' has a place that is not a finite number."};
	state->FollowWith(places);
	const std::size_t before = state->FluidCount();
	FluidParticles& particles = state->fluids.IsActive(id) ? state->fluid : state->setAside;
	if (places.size() > particles.Count()) // no more memory than that; what comes bit by bit grows as arrays do
		particles.ForEachArray([&](auto& array) { array.reserve(particles.Count() + places.size()); });
	for (const Vec3d& place : places)
		if (!state->IsOccupied(place, fluid->particleRadius))
			state->AppendFluidParticle(id, place, velocity.Cast<Real>(), 0);
	return state->FluidCount() - before;
}

Result<EmitterId> World::AddEmitter(const EmitterDef& def)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::AddEmitter, def);
	const FluidDef* fluid = state->fluids.Find(def.fluid);
	if (fluid == nullptr)
		return Error{"An emitter needs a fluid that exists."};
	if (Status status = ValidatePose(def.pose, "an emitter"); !status.IsOk())
		return Error{status.Message()};
	if (!(def.speed > 0) || !FitsFloat(def.speed) || !(def.lifetime >= 0))
		return Error{"An emitter of '" + fluid->name + "' needs a positive speed and a lifetime that is not negative."};
	if (std::isnan(def.startTime) || std::isnan(def.endTime))
		return Error{"An emitter of '" + fluid->name + "' needs times to start and to end at."};
	auto entry = std::make_unique<WorldEmitter>();
	if (!(def.rate >= 0) || !FitsFloat(def.rate))
		return Error{"The rate of an emitter of '" + fluid->name + "' must be zero (as much as its speed gives) or positive, in m^3/s."};
	entry->def = def;
	const double d = 2 * fluid->particleRadius;
	constexpr Vec3d up = {0, 0, 1};
	if (def.shape == EmitterShape::Mesh)
		entry->nozzles = NozzlesOnMesh(def.mesh.View(), d);
	else if (def.shape == EmitterShape::Points)
	{
		for (const Vec3d& point : def.points)
			entry->nozzles.push_back({point, up});
	}
	else
	{
		const Vec3d half = def.shape == EmitterShape::Disc ? Vec3d{def.radius, def.radius, 0} : def.halfSize;
		if (!(half.x >= 0) || !(half.y >= 0))
			return Error{"An emitter of '" + fluid->name + "' has a width that is negative or no number."};
		if (half.x > 1e4 * d || half.y > 1e4 * d)
			return Error{"An emitter of '" + fluid->name + "' is far too wide for its particles."};
		const int nx = static_cast<int>(half.x / d), ny = static_cast<int>(half.y / d);
		if ((2.0 * nx + 1) * (2.0 * ny + 1) > static_cast<double>(MaxNozzles))
			return Error{"An emitter of '" + fluid->name + "' is far too wide for its particles."};
		for (int y = -ny; y <= ny; ++y)
			for (int x = -nx; x <= nx; ++x)
				if (const Vec3d place = {x * d, y * d, 0}; def.shape == EmitterShape::Box || Norm(place) <= def.radius)
					entry->nozzles.push_back({place, up});
	}
	const auto isFinite = [](const WorldEmitter::Nozzle& nozzle) { return IsFinite(nozzle.place) && IsFinite(nozzle.direction); };
	if (entry->nozzles.empty() || !std::all_of(entry->nozzles.begin(), entry->nozzles.end(), isFinite))
		return Error{"An emitter of '" + fluid->name + "' has no place to pour from, or one that is not finite."};
	entry->travelled = d; // the first layer comes at once
	return state->emitters.Add(std::move(entry));
}

Status World::SetEmitterPose(EmitterId id, const Pose& pose)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetEmitterPose, id, pose);
	WorldEmitter* emitter = state->emitters.Find(id);
	if (emitter == nullptr)
		return Error{"The emitter that should be moved does not exist any more."};
	if (Status status = ValidatePose(pose, "an emitter"); !status.IsOk())
		return status;
	emitter->def.pose = pose;
	return {};
}

bool World::SetEnabled(EmitterId id, bool enabled)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetEmitterEnabled, id, enabled);
	if (state->emitters.Find(id) == nullptr)
		return false;
	state->emitters.SetActive(id, enabled);
	return true;
}

bool World::Remove(EmitterId id)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::RemoveEmitter, id);
	return state->emitters.Remove(id);
}

Result<KillVolumeId> World::AddKillVolume(const Box3d& box, bool outside)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::AddKillVolume, box, outside);
	if (!IsFinite(box.min) || !IsFinite(box.max) || box.IsEmpty())
		return Error{"A kill volume needs a finite box whose minimum is below its maximum."};
	Result<Shape> shape = Shape::Box(box.Size() * 0.5);
	if (!shape.IsOk())
		return shape.TakeError();
	return AddKillVolume(outside ? shape.Value().Inverted() : shape.Value(), {box.Centre()});
}

Result<KillVolumeId> World::AddKillVolume(const Shape& shape, const Pose& pose)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::AddKillShape, shape, pose);
	if (Status status = ValidatePose(pose, "a kill volume"); !status.IsOk())
		return Error{status.Message()};
	return state->killVolumes.Add(std::make_unique<WorldKillVolume>(WorldKillVolume{shape, pose}));
}

bool World::Remove(KillVolumeId id)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::RemoveKillVolume, id);
	return state->killVolumes.Remove(id);
}

FluidView World::Fluid() const
{
	const FluidParticles& fluid = state->fluid;
	return {state->frame, fluid.position, fluid.velocity, fluid.id, fluid.fluid, fluid.density, fluid.pressure, fluid.divergencePressure,
		fluid.temperature};
}

}
