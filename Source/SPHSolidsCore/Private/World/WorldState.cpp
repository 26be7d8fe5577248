#include "WorldState.h"

#include "ElasticIsland.h"
#include "WorldRecorder.h"

#include "Base/NumberText.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace SPHSolids
{
namespace
{

/// The frame moves in steps that floats hold exactly, so that positions change by rounding only.
constexpr double FrameStep = 64;
/// Farther than this from the frame, m, bodies take it along.
constexpr double FrameReach = 128;

}

WorldState::WorldState(const WorldDef& worldDef)
	: def(worldDef)
	, serial(MakeSerialTaskRunner())
{
}

WorldState::~WorldState() = default;

std::size_t FluidParticles::Bytes() const
{
	std::size_t bytes = 0;
	const_cast<FluidParticles*>(this)->ForEachArray([&](const auto& array) { bytes += array.capacity() * sizeof array[0]; });
	return bytes;
}

Status ValidateMotion(const PinMotion& motion, const char* what)
{
	const std::vector<PinMotion::Keyframe>& keys = motion.Keys();
	const auto isFinite = [](const PinMotion::Keyframe& key)
	{ return std::isfinite(key.time) && IsFinite(key.translation) && IsFinite(key.rotationVector); };
	if (!IsFinite(motion.Pivot()) || !std::all_of(keys.begin(), keys.end(), isFinite))
		return Error{std::string("The motion of ") + what
			+ " has a time, place or speed that is not a finite number; check its speed, its end and its pivot."};
	if (!std::is_sorted(keys.begin(), keys.end(), [](const auto& a, const auto& b) { return a.time < b.time; }))
		return Error{std::string("The motion of ") + what + " ends at " + NumberText(keys.back().time) + " s, before it begins at "
			+ NumberText(keys.front().time) + " s; swap them."};
	return {};
}

Pose WorldBoundary::PoseAt(double time) const
{
	const double since = time - startTime;
	return {def.motion->PlaceAt(since, startPose.position), def.motion->PoseAt(since).rotation * startPose.rotation};
}

Mat3d WorldRigid::InverseInertiaAt(const Mat3d& R) const
{
	return R * (Transpose(Cofactor(inertia)) * (1 / Determinant(inertia))) * Transpose(R);
}

void WorldRigid::ApplyImpulse(const Vec3d& place, const Vec3d& impulse)
{
	state.velocity += impulse / mass;
	state.angularVelocity += InverseInertia() * Cross(place - CentreOfMass(), impulse);
}

void WorldBody::UpdateContactStiffness(double h)
{
	const bool isUpToDate =
		contactStiffness.size() == body.ParticleCount() && contactStiffnessStep == h && contactStiffnessVersion == body.stiffnessVersion;
	if (isUpToDate)
		return;
	contactStiffness.resize(body.ParticleCount());
	contactStiffnessStep = h;
	contactStiffnessVersion = body.stiffnessVersion;
	shearStiffness = volumeStiffness = 0;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		const ElasticStiffness::Block& moduli = body.Stiffness().blocks[i / SimdWidth];
		const double volume = static_cast<double>(body.Rest().elastic.blocks[i / SimdWidth].volume[i % SimdWidth]);
		shearStiffness += volume * static_cast<double>(moduli.mu[i % SimdWidth]);
		volumeStiffness += volume * static_cast<double>(moduli.lambda[i % SimdWidth]);
	}
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		contactStiffness[i] =
			static_cast<float>(static_cast<double>(body.mass[i]) / (h * h) + static_cast<double>(body.Stiffness().diagonal[i])); // of A0
}

double WorldBody::EnergyOwed(double load) const
{
	// Forces that act over no more than the size of a body store no more in it than their sum times that size.
	return load * extent + RoundingEnergy(extent, body.Stiffness().trace);
}

double WorldBody::OwnMotion() const
{
	const Vec3d momentum = body.Momentum();
	return body.KineticEnergy() - Dot(momentum, momentum) / (2 * body.Mass());
}

void WorldState::FollowWith(std::span<const Vec3d> places)
{
	if (FluidCount() != 0 || places.empty())
		return;
	Box3d box;
	for (const Vec3d& place : places)
		box.Include(place);
	MoveFrame(box.Centre());
}

void WorldState::FollowBodies()
{
	if (FluidCount() != 0)
		return;
	Vec3d sum;
	std::size_t count = 0;
	for (const BodyId id : bodies.Ids())
		if (bodies[id].IsStepped())
		{
			sum += bodies[id].body.origin;
			++count;
		}
	if (count == 0)
		return;
	const Vec3d centre = sum / static_cast<double>(count), away = centre - frame;
	if (std::max({std::fabs(away.x), std::fabs(away.y), std::fabs(away.z)}) > FrameReach)
		MoveFrame(centre);
}

void WorldState::WakeNeighboursOf(BodyId id)
{
	if (bodies.Find(id) == nullptr)
		return;
	contactEnergy.ForEachTouching(id.index,
		[&](std::uint32_t other)
		{
			if (WorldBody* entry = bodies.At(other))
				entry->Wake();
		});
}

void WorldState::WakeNear(const Shape& shape, const Pose& pose)
{
	for (const BodyId id : bodies.Ids())
	{
		WorldBody& entry = bodies[id];
		if (entry.state != BodyState::Sleeping)
			continue;
		Box3 box;
		for (const Vec3& p : entry.body.position)
			box.Include(p);
		const Vec3 centre = pose.ToLocal(entry.body.origin + box.Centre().Cast<double>()).Cast<Real>();
		const Real extent = Norm(box.Size()) / 2 + 2 * entry.body.Rest().state.particleRadius;
		if (shape.LeastDistance(centre, shape.Distance(centre).distance) < extent)
			entry.Wake();
	}
}

void WorldState::MoveFrame(const Vec3d& centre)
{
	const auto snap = [](double x) { return std::round(x / FrameStep) * FrameStep; };
	const Vec3d goal = {snap(centre.x), snap(centre.y), snap(centre.z)};
	if (!IsFinite(goal) || goal == frame)
		return;
	const Vec3 shift = (frame - goal).Cast<Real>();
	for (FluidParticles* particles : {&fluid, &setAside})
		for (PaddedVec3& p : particles->position)
			p.SetXyz(p.Xyz() + shift);
	frame = goal;
}

FluidParticles& WorldState::AppendFluidParticle(FluidId id, const Vec3d& place, const Vec3& velocity, float expiry)
{
	FluidParticles& particles = fluids.IsActive(id) ? fluid : setAside;
	particles.position.push_back((place - frame).Cast<Real>());
	particles.velocity.push_back(velocity);
	particles.density.push_back(1);
	particles.pressure.push_back(0);
	particles.divergencePressure.push_back(0);
	particles.id.push_back(nextFluidId++);
	particles.fluid.push_back(static_cast<std::uint8_t>(id.index));
	if (expiry > 0 && particles.expiry.empty())
		particles.expiry.assign(particles.Count() - 1, std::numeric_limits<float>::infinity());
	if (expiry > 0 || !particles.expiry.empty())
		particles.expiry.push_back(expiry > 0 ? expiry : std::numeric_limits<float>::infinity());
	if (!particles.spin.empty())
		particles.spin.push_back({});
	if (hasFluidHeat)
		particles.temperature.push_back(PouredTemperature(id.index));
	return particles;
}

void WorldState::MoveParticles(FluidId id, FluidParticles& from, FluidParticles& to)
{
	// What only some fluids have, all particles of a set have if one does.
	if (!from.expiry.empty() && to.expiry.empty())
		to.expiry.assign(to.Count(), std::numeric_limits<float>::infinity());
	if (!from.spin.empty() && to.spin.empty())
		to.spin.assign(to.Count(), PaddedVec3{});
	for (std::size_t i = 0; i < from.Count(); ++i)
	{
		if (from.fluid[i] != id.index)
			continue;
		to.position.push_back(from.position[i]);
		to.velocity.push_back(from.velocity[i]);
		to.density.push_back(from.density[i]);
		to.pressure.push_back(from.pressure[i]);
		to.divergencePressure.push_back(from.divergencePressure[i]);
		to.id.push_back(from.id[i]);
		to.fluid.push_back(from.fluid[i]);
		if (!to.expiry.empty())
			to.expiry.push_back(from.expiry.empty() ? std::numeric_limits<float>::infinity() : from.expiry[i]);
		if (!to.spin.empty())
			to.spin.push_back(from.spin.empty() ? PaddedVec3{} : from.spin[i]);
		if (hasFluidHeat)
			to.temperature.push_back(from.temperature[i]);
	}
	RemoveParticles(from, [&](std::size_t i) { return from.fluid[i] == id.index; });
}

bool WorldState::IsOccupied(const Vec3d& place, double radius) const
{
	const auto isIn = [&](const Shape& shape, const Pose& pose)
	{ return static_cast<double>(shape.Distance(pose.ToLocal(place).Cast<Real>()).distance) < 0.5 * radius; };
	for (const BoundaryId id : boundaries.ActiveIds())
		if (isIn(boundaries[id].def.shape, boundaries[id].def.pose))
			return true;
	for (const RigidId id : rigids.ActiveIds())
		if (isIn(rigids[id].def.shape, rigids[id].state.pose))
			return true;
	for (const BodyId id : bodies.Ids())
	{
		const WorldBody& entry = bodies[id];
		if (entry.state == BodyState::Disabled || !entry.contact.collides)
			continue;
		const Vec3 local = (place - entry.body.origin).Cast<Real>();
		const Real reach = static_cast<Real>(radius) + entry.body.Rest().state.particleRadius;
		for (std::size_t i = 0; i < entry.body.ParticleCount(); ++i)
			if (!entry.body.IsMelted(i) && SquaredNorm(entry.body.position[i] - local) < reach * reach * Real(0.81))
				return true;
	}
	return false;
}

}
