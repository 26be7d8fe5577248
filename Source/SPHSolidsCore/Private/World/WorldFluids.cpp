#include <SPHSolids/World/World.h>

#include "WorldState.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace SPHSolids
{
namespace
{

constexpr std::uint32_t MaxFluids = 255; // a particle names its fluid in eight bits
constexpr double LargestDensityRatio = 100;

Status ValidateFluid(const FluidDef& def)
{
	const std::string name = "Fluid '" + def.name + "'";
	if (!(def.density > 0) || !std::isfinite(def.density))
		return Error{name + " needs a positive density; water has 1000 kg/m^3."};
	if (!(def.particleRadius > 0) || !std::isfinite(def.particleRadius))
		return Error{name + " needs a positive particle radius."};
	for (const double value :
		{def.xsph, def.viscosity, def.boundaryViscosity, def.surfaceTension, def.vorticity, def.drag, def.boundaryFriction})
		if (!(value >= 0) || !std::isfinite(value))
			return Error{name + " has a negative viscosity, tension, vorticity, drag or friction; they are zero or positive."};
	if (def.xsph > 1 || def.vorticity > 0.5)
		return Error{name + ": xsph must be at most 1 and vorticity at most 0.5."};
	return {};
}

}

Result<FluidId> World::AddFluid(const FluidDef& def)
{
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
	if (!state->fluids.Remove(id))
		return false;
	state->RemoveFluidParticles([&](std::size_t i) { return state->fluid.fluid[i] == id.index; });
	for (const EmitterId emitter : std::vector<EmitterId>(state->emitters.Ids()))
		if (state->emitters[emitter].def.fluid == id)
			state->emitters.Remove(emitter);
	return true;
}

Result<std::size_t> World::AddFluidBlock(FluidId id, const Box3d& box, const Vec3d& velocity)
{
	const FluidDef* fluid = state->fluids.Find(id);
	if (fluid == nullptr)
		return Error{"The fluid to fill a box with does not exist."};
	const double d = 2 * fluid->particleRadius;
	const Vec3d size = box.Size();
	if (!IsFinite(box.min) || !IsFinite(box.max))
		return Error{"The box to fill with '" + fluid->name + "' is not finite."};
	// Rounding must not cost a layer: a box of exactly n diameters holds n.
	const auto layers = [&](double extent) { return std::max(0.0, std::floor(extent / d + 1e-6)); };
	const Vec3d count = {layers(size.x), layers(size.y), layers(size.z)};
	if (!(count.x * count.y * count.z >= 1))
		return Error{"The box to fill with '" + fluid->name + "' is thinner than a particle; enlarge it or use smaller particles."};
	const double room = static_cast<double>(state->def.limits.maxFluidParticles) - static_cast<double>(state->fluid.Count());
	if (count.x * count.y * count.z > room)
		return Error{"The box to fill with '" + fluid->name + "' needs "
			+ std::to_string(static_cast<long long>(count.x * count.y * count.z)) + " particles, but the world has room for "
			+ std::to_string(static_cast<long long>(std::max(room, 0.0))) + "; use larger particles or raise limits.maxFluidParticles."};
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
	const FluidDef* fluid = state->fluids.Find(id);
	if (fluid == nullptr)
		return Error{"The fluid that particles should be added to does not exist."};
	if (!IsFinite(velocity))
		return Error{"The velocity of new particles of '" + fluid->name + "' is not a finite number."};
	if (places.size() + state->fluid.Count() > state->def.limits.maxFluidParticles)
		return Error{"New particles of '" + fluid->name + "' exceed the world's limits.maxFluidParticles of "
			+ std::to_string(state->def.limits.maxFluidParticles) + "; raise it or add fewer."};
	for (const Vec3d& place : places)
		if (!IsFinite(place))
			return Error{"A new particle of '" + fluid->name + "' has a place that is not a finite number."};
	state->FollowWith(places);
	const std::size_t before = state->fluid.Count();
	for (const Vec3d& place : places)
		if (!state->IsOccupied(place, fluid->particleRadius))
			state->AppendFluidParticle(id, place, velocity.Cast<Real>(), 0);
	return state->fluid.Count() - before;
}

Result<EmitterId> World::AddEmitter(const EmitterDef& def)
{
	const FluidDef* fluid = state->fluids.Find(def.fluid);
	if (fluid == nullptr)
		return Error{"An emitter needs a fluid that exists."};
	if (Status status = ValidatePose(def.pose, "an emitter"); !status.IsOk())
		return Error{status.Message()};
	if (!(def.speed > 0) || !std::isfinite(def.speed) || !(def.lifetime >= 0))
		return Error{"An emitter of '" + fluid->name + "' needs a positive speed and a lifetime that is not negative."};
	auto entry = std::make_unique<WorldEmitter>();
	entry->def = def;
	const double d = 2 * fluid->particleRadius;
	if (def.shape == EmitterShape::Points)
		entry->places = def.points;
	else
	{
		const Vec3d half = def.shape == EmitterShape::Disc ? Vec3d{def.radius, def.radius, 0} : def.halfSize;
		if (!IsFinite(half) || half.x > 1e4 * d || half.y > 1e4 * d)
			return Error{"An emitter of '" + fluid->name + "' is far too wide for its particles."};
		const int nx = static_cast<int>(half.x / d), ny = static_cast<int>(half.y / d);
		for (int y = -ny; y <= ny; ++y)
			for (int x = -nx; x <= nx; ++x)
				if (const Vec3d place = {x * d, y * d, 0}; def.shape == EmitterShape::Box || Norm(place) <= def.radius)
					entry->places.push_back(place);
	}
	if (entry->places.empty() || !std::all_of(entry->places.begin(), entry->places.end(), [](const Vec3d& p) { return IsFinite(p); }))
		return Error{"An emitter of '" + fluid->name + "' has no place to pour from, or one that is not finite."};
	entry->travelled = d; // the first layer comes at once
	return state->emitters.Add(std::move(entry));
}

Status World::SetEmitterPose(EmitterId id, const Pose& pose)
{
	WorldEmitter* emitter = state->emitters.Find(id);
	if (emitter == nullptr)
		return Error{"The emitter that should be moved does not exist any more."};
	if (Status status = ValidatePose(pose, "an emitter"); !status.IsOk())
		return status;
	emitter->def.pose = pose;
	return {};
}

bool World::Remove(EmitterId id)
{
	return state->emitters.Remove(id);
}

Result<KillVolumeId> World::AddKillVolume(const Box3d& box, bool outside)
{
	if (!IsFinite(box.min) || !IsFinite(box.max) || box.IsEmpty())
		return Error{"A kill volume needs a finite box whose minimum is below its maximum."};
	return state->killVolumes.Add(std::make_unique<WorldKillVolume>(WorldKillVolume{box, outside}));
}

bool World::Remove(KillVolumeId id)
{
	return state->killVolumes.Remove(id);
}

FluidView World::Fluid() const
{
	const FluidParticles& fluid = state->fluid;
	return {state->frame, fluid.position, fluid.velocity, fluid.id, fluid.fluid, fluid.density, fluid.pressure, fluid.divergencePressure};
}

}
