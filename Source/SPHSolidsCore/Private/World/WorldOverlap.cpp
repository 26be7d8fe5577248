#include "WorldStep.h"

#include <algorithm>
#include <array>

namespace SPHSolids
{
namespace
{

/// Contacts deeper than this share of a radius may be those of bodies that lie in one another.
constexpr Real DeepShare = Real(0.3);
/// A particle is in the other body if one of that is nearer than this share of where they touch; bodies are in one another if so many of
/// their particles are.
constexpr Real InsideWithin = Real(0.6), InOneAnother = Real(0.2);
/// Particles of a body that are asked, at least if it has so many, and at most.
constexpr std::size_t Asked = 64, MostAsked = 2 * Asked;

/// Share of the particles of a body that are where the other has some, too.
Real ShareInside(const SolidBody& body, const SolidBody& other)
{
	const Vec3 shift = (body.origin - other.origin).Cast<Real>();
	const Real reach = InsideWithin * (body.Rest().state.particleRadius + other.Rest().state.particleRadius);
	const std::size_t stride = std::max<std::size_t>(1, body.ParticleCount() / Asked);
	std::array<Vec3, MostAsked> outside; // the first `left` of them are not known to be inside
	std::size_t asked = 0;
	Box3 box;
	for (std::size_t i = 0; i < body.ParticleCount() && asked < MostAsked; i += stride)
		box.Include(outside[asked++] = body.position[i] + shift);
	box = {box.min - Vec3{reach, reach, reach}, box.max + Vec3{reach, reach, reach}};
	std::size_t left = asked;
	for (const Vec3& p : other.position)
	{
		if (!box.Contains(p))
			continue;
		for (std::size_t k = left; k-- > 0;)
			if (SquaredNorm(p - outside[k]) < reach * reach)
				outside[k] = outside[--left];
	}
	return static_cast<Real>(asked - left) / static_cast<Real>(asked);
}

}

bool WorldStep::LieInOneAnother(BodyId id, std::uint32_t other) const
{
	const WorldBody &a = world.bodies[id], *b = world.bodies.At(other);
	const auto mayMeet = [](const WorldBody& entry)
	{ return entry.state != BodyState::Disabled && entry.contact.collides && entry.body.MeltedCount() == 0; };
	if (b == nullptr || b == &a || !mayMeet(a) || !mayMeet(*b))
		return false;
	const Real deep = DeepShare * a.body.Rest().state.particleRadius;
	const std::vector<ContactEnergy::Memory>& contacts = world.contactEnergy.MemoryOf(id.index)->contacts;
	if (std::none_of(contacts.begin(), contacts.end(),
			[&](const ContactEnergy::Memory& contact) { return contact.other == other && contact.depth > deep; }))
		return false;
	return std::max(ShareInside(a.body, b->body), ShareInside(b->body, a.body)) > InOneAnother;
}

void WorldStep::PartBodies(double h)
{
	world.inOneAnother.clear();
	for (const BodyId id : world.bodies.Ids())
		if (const ContactEnergy::BodyMemory* memory = world.contactEnergy.MemoryOf(id.index))
			for (const std::uint32_t other : memory->others)
				if (const std::pair<std::uint32_t, std::uint32_t> pair = std::minmax(id.index, other);
					std::find(world.inOneAnother.begin(), world.inOneAnother.end(), pair) == world.inOneAnother.end()
					&& LieInOneAnother(id, other))
					world.inOneAnother.push_back(pair);
	if (world.inOneAnother.empty())
		return;
	report.issues |= StepIssue::BodiesOverlapped;
	PrepareObstacles(h);
	for (const auto& [first, second] : world.inOneAnother)
	{
		WorldBody &a = *world.bodies.At(first), &b = *world.bodies.At(second);
		const auto mobility = [](const WorldBody& entry)
		{ return entry.state == BodyState::Frozen || entry.body.HasPins() ? 0.0 : 1 / entry.body.Mass(); };
		const double ofA = mobility(a), ofB = mobility(b);
		if (!(ofA + ofB > 0))
			continue;
		// Their contacts hold them in one another from all sides, and so they are moved as wholes, which contacts do not feel.
		const Vec3d way = b.body.CentreOfMass() - a.body.CentreOfMass();
		const double distance = Norm(way), step = world.def.contact.separationSpeed * h / (ofA + ofB);
		const Vec3d direction = distance > 1e-9 ? way / distance : Vec3d{1, 0, 0};
		const auto move = [&](WorldBody& entry, double by)
		{
			entry.Wake();
			const Vec3d place = entry.body.origin + direction * by;
			if (by == 0 || !IsInWorld(place))
				return;
			entry.body.origin = place;
			MoveOutOfObstacles(entry, h);
		};
		move(a, -ofA * step);
		move(b, ofB * step);
	}
}

}
