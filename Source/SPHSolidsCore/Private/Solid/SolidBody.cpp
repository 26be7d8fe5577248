#include <SPHSolids/Solid/SolidBody.h>

#include "Base/NumberText.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace SPHSolids
{
namespace
{

/// A painted map of factors on a quantity of the material.
struct PaintedMap
{
	const char* name;
	const char* unit;
	std::span<const float> factors; // of each particle, or empty
	double base, least, most;       // of the quantity, and what it may become
};

Status Check(const PaintedMap& map, std::size_t count)
{
	if (map.factors.empty())
		return {};
	if (map.factors.size() != count)
		return Error{std::string("The ") + map.name + " map has " + std::to_string(map.factors.size()) + " values for "
			+ std::to_string(count) + " particles; bake it again for this body."};
	for (std::size_t i = 0; i < count; ++i)
	{
		const double factor = static_cast<double>(map.factors[i]), painted = factor * map.base;
		if (!(factor > 0 && painted >= map.least && painted <= map.most))
			return Error{std::string("The ") + map.name + " map is " + NumberText(factor) + " at particle " + std::to_string(i)
				+ "; what comes of it must lie between " + NumberText(map.least) + " and " + NumberText(map.most) + map.unit
				+ ". A factor of 1 leaves the material as it is."};
	}
	return {};
}

Status CheckStiffnessMap(std::span<const float> factors, const Material& material, std::size_t count)
{
	return Check({"stiffness", " Pa", factors, material.young, MaterialRange::LeastYoung, MaterialRange::MostYoung}, count);
}

Status CheckDensityMap(std::span<const float> factors, const Material& material, std::size_t count)
{
	return Check({"density", " kg/m^3", factors, material.density, MaterialRange::LeastDensity, MaterialRange::MostDensity}, count);
}

Status CheckDamping(const Damping& damping)
{
	const auto validate = [](double value, double most, const char* what) -> Status
	{
		if (value >= 0 && value <= most)
			return {};
		return Error{std::string("The body's ") + what + " is " + NumberText(value) + ": it must be zero or positive, at most "
			+ NumberText(most) + "; 0 is none."};
	};
	const Status viscosity = validate(damping.viscosity, 1e12, "viscosity (Pa s)");
	return viscosity.IsOk() ? validate(damping.drag, 1e6, "drag (1/s)") : viscosity;
}

}

std::shared_ptr<const SolidRest> MakeSolidRest(RestState state, TaskRunner& tasks)
{
	auto rest = std::make_shared<SolidRest>();
	rest->elastic = BuildElasticRest(state, tasks);
	rest->state = std::move(state);
	return rest;
}

bool AreWithinReach(std::span<const Vec3> places)
{
	constexpr Real Reach = 1e6; // m
	return std::all_of(places.begin(), places.end(),
		[](const Vec3& p) { return std::fabs(p.x) <= Reach && std::fabs(p.y) <= Reach && std::fabs(p.z) <= Reach; });
}

Result<SolidBody> SolidBody::Create(const SolidBodyDef& def)
{
	if (def.rest == nullptr || def.rest->state.ParticleCount() == 0)
		return Error{"A body needs particles; bake a mesh or give a shape."};
	if (Status status = ValidateMaterial(def.material); !status.IsOk())
		return Error{status.Message()};
	const std::size_t count = def.rest->state.ParticleCount();
	if (Status status = CheckStiffnessMap(def.stiffnessScale, def.material, count); !status.IsOk())
		return Error{status.Message()};
	if (Status status = CheckDensityMap(def.densityScale, def.material, count); !status.IsOk())
		return Error{status.Message()};
	for (const Vec3d& v : {def.position, def.velocity, def.angularVelocity, def.rotation.Row(0), def.rotation.Row(1), def.rotation.Row(2)})
		if (!IsFinite(v))
			return Error{"The body's position, rotation and velocities must be finite numbers."};
	if (Status status = CheckDamping(def.damping); !status.IsOk())
		return Error{status.Message()};

	SolidBody body;
	body.rest = def.rest;
	body.stiffnessScale = def.stiffnessScale;
	body.damping = def.damping;
	body.integrator = def.integrator;
	body.stiffness = MakeElasticStiffness(body.rest->elastic, def.material, body.stiffnessScale);
	body.origin = def.position;
	body.position.resize(count);
	body.velocity.resize(count);
	body.mass.resize(count);
	body.held.assign(count, 0);
	Vec3d centre;
	double totalMass = 0;
	for (std::size_t i = 0; i < count; ++i)
	{
		const double densityFactor = def.densityScale.empty() ? 1.0 : static_cast<double>(def.densityScale[i]);
		const double mass = def.material.density * densityFactor * static_cast<double>(body.rest->state.volume[i]);
		const Vec3d place = def.rotation * body.rest->state.position[i].Cast<double>();
		body.position[i] = place.Cast<Real>();
		body.mass[i] = static_cast<float>(mass);
		centre += place * mass;
		totalMass += mass;
	}
	centre = centre / totalMass;
	for (std::size_t i = 0; i < count; ++i)
		body.velocity[i] = (def.velocity + Cross(def.angularVelocity, body.position[i].Cast<double>() - centre)).Cast<Real>();
	if (!AreWithinReach(body.position))
		return Error{"The body is larger than 1,000 km; check its scale and the units of its mesh."};
	if (!std::all_of(body.velocity.begin(), body.velocity.end(), [](const Vec3& v) { return IsFinite(v); }))
		return Error{"The body's velocities are larger than any number the solver can hold; check their units, m/s and rad/s."};
	body.previousPosition = body.position;
	body.previousVelocity = body.velocity;
	body.Recentre();
	return body;
}

Status SolidBody::SetMaterial(const Material& material)
{
	if (Status status = ValidateMaterial(material); !status.IsOk())
		return status;
	if (Status status = CheckStiffnessMap(stiffnessScale, material, position.size()); !status.IsOk())
		return status;
	const double densityRatio = material.density / stiffness.material.density;
	for (float& m : mass)
		m = static_cast<float>(static_cast<double>(m) * densityRatio);
	stiffness = MakeElasticStiffness(rest->elastic, material, stiffnessScale);
	++stiffnessVersion;
	if (changed)
	{
		for (float& m : changed->fullMass)
			m = static_cast<float>(static_cast<double>(m) * densityRatio);
		const std::vector<float> weights = changed->weight;
		std::vector<std::uint8_t> melted(position.size(), 0);
		for (const std::uint32_t i : changed->melted)
			melted[i] = 1;
		RestoreMatter(melted, weights);
	}
	return {};
}

std::size_t SolidBody::PinParticles(std::span<const std::uint32_t> particles, const PinMotion& motion, double time)
{
	PinGroup group;
	group.motion = motion;
	group.startTime = time;
	for (const std::uint32_t i : particles)
	{
		if (i >= position.size() || held[i] != 0)
			continue;
		held[i] = HeldPinned;
		group.particles.push_back(i);
		group.places.push_back(origin + position[i].Cast<double>());
	}
	const std::size_t count = group.particles.size();
	if (count > 0)
	{
		pins.push_back(std::move(group));
		++stiffnessVersion;
	}
	return count;
}

void SolidBody::ReleaseAllPins()
{
	if (pins.empty())
		return;
	pins.clear();
	for (std::uint8_t& h : held)
		h = h == HeldPinned ? std::uint8_t(0) : h;
	++stiffnessVersion;
}

Status SolidBody::SetPins(std::vector<PinGroup> groups)
{
	std::vector<std::uint8_t> pinned(position.size(), 0);
	for (const PinGroup& group : groups)
	{
		bool fits = group.places.size() == group.particles.size() && std::isfinite(group.startTime);
		for (std::size_t k = 0; k < group.particles.size() && fits; ++k)
		{
			const std::uint32_t i = group.particles[k];
			fits = i < pinned.size() && pinned[i] == 0 && IsFinite(group.places[k]);
			if (fits)
				pinned[i] = 1;
		}
		if (!fits)
			return Error{"The pins are of another body; pin this one anew."};
	}
	pins = std::move(groups);
	for (std::size_t i = 0; i < held.size(); ++i)
		held[i] = held[i] == HeldMelted ? HeldMelted : pinned[i];
	++stiffnessVersion;
	return {};
}

std::size_t SolidBody::ReleasePins(std::span<const std::uint32_t> particles)
{
	std::size_t released = 0;
	for (const std::uint32_t i : particles)
		if (i < held.size() && held[i] == HeldPinned)
		{
			held[i] = 0;
			++released;
		}
	if (released == 0)
		return 0;
	for (PinGroup& group : pins)
	{
		std::size_t kept = 0;
		for (std::size_t k = 0; k < group.particles.size(); ++k)
			if (held[group.particles[k]] == HeldPinned)
			{
				group.particles[kept] = group.particles[k];
				group.places[kept++] = group.places[k];
			}
		group.particles.resize(kept);
		group.places.resize(kept);
	}
	std::erase_if(pins, [](const PinGroup& group) { return group.particles.empty(); });
	++stiffnessVersion;
	return released;
}

void SolidBody::PrescribedPlaces(double time, std::span<Vec3> places) const
{
	for (const PinGroup& group : pins)
		for (std::size_t k = 0; k < group.particles.size(); ++k)
			if (const std::uint32_t i = group.particles[k]; held[i] == HeldPinned)
			{
				const Vec3 place = (group.motion.PlaceAt(time - group.startTime, group.places[k]) - origin).Cast<Real>();
				places[i] = AreWithinReach({&place, 1}) ? place : position[i]; // a motion that leaves the world leads nowhere
			}
}

void SolidBody::Shift(const Vec3d& offset)
{
	origin += offset;
	for (PinGroup& group : pins)
	{
		group.motion.Shift(offset);
		for (Vec3d& place : group.places)
			place += offset;
	}
}

void SolidBody::Recentre()
{
	Box3 box;
	for (const Vec3& p : position)
		if (IsFinite(p))
			box.Include(p);
	if (box.IsEmpty())
		return;
	const Vec3 shift = box.Centre();
	origin += shift.Cast<double>();
	for (AlignedArray<Vec3>* places : {&position, &previousPosition})
		for (Vec3& p : *places)
			p -= shift;
}

double SolidBody::Mass() const
{
	double total = 0;
	for (const float m : mass)
		total += static_cast<double>(m);
	return total;
}

Vec3d SolidBody::CentreOfMass() const
{
	Vec3d sum;
	for (std::size_t i = 0; i < position.size(); ++i)
		sum += position[i].Cast<double>() * static_cast<double>(mass[i]);
	const double total = Mass();
	return total > 0 ? origin + sum / total : origin; // of what has melted away: where it was
}

Vec3d SolidBody::Momentum() const
{
	Vec3d sum;
	for (std::size_t i = 0; i < position.size(); ++i)
		sum += velocity[i].Cast<double>() * static_cast<double>(mass[i]);
	return sum;
}

Vec3d SolidBody::AngularMomentum() const
{
	Vec3d sum;
	for (std::size_t i = 0; i < position.size(); ++i)
		sum += Cross(origin + position[i].Cast<double>(), velocity[i].Cast<double>()) * static_cast<double>(mass[i]);
	return sum;
}

double SolidBody::KineticEnergy() const
{
	double sum = 0;
	for (std::size_t i = 0; i < position.size(); ++i)
		sum += 0.5 * static_cast<double>(mass[i]) * SquaredNorm(velocity[i].Cast<double>());
	return sum;
}

}
