#include "ContactEnergy.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

namespace SPHSolids
{
namespace
{

constexpr std::size_t EnergyChunk = 128;
/// An overlap that is deeper than what is counted by this share of a radius is reported.
constexpr Real ReportedOverlapShare = Real(0.25);
/// Share of what has changed about a contact by no motion of its own that a step takes up.
constexpr Real Pace = Real(0.25);
/// An overlap that is deeper than what is counted by more than this share of a radius is taken up even if nothing pays for it: by then
/// SolidContact steps in.
constexpr Real UncountedOverlap = 2 * (1 - ContactEnergy::HardTouchShare);
/// A contact that has faded below this share of its stiffness is none.
constexpr Real FaintestShare = Real(0.001);
/// A contact is the one of the last step if their normals agree by more than this cosine.
constexpr Real SameContact = Real(0.5);

}

std::size_t ContactEnergy::Bytes() const
{
	std::size_t bytes = search.Bytes() + springs.capacity() * sizeof(Spring) + 2 * pushes.capacity() * sizeof(Vec3);
	for (const auto* all : {&memories, &memoriesThen})
		for (const BodyMemory& memory : *all)
			bytes +=
				(memory.first.capacity() + memory.others.capacity()) * sizeof(std::uint32_t) + memory.contacts.capacity() * sizeof(Memory);
	return bytes;
}

std::uint64_t ContactEnergy::KeyOf(const Contact& contact, std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles) const
{
	if (contact.IsWithObstacle())
		return ObstacleKey | obstacles[contact.Obstacle()].key;
	return bodies[contact.Body()].key;
}

bool ContactEnergy::IsNew(const ContactBody& body) const
{
	return body.key >= memories.size() || memories[body.key].first.size() != body.body->ParticleCount() + 1;
}

const ContactEnergy::Memory* ContactEnergy::Remembered(const Contact& contact, std::uint64_t key, std::span<const ContactBody> bodies) const
{
	const ContactBody& own = bodies[search.bodyOf[contact.owner]];
	if (IsNew(own))
		return nullptr;
	const BodyMemory& memory = memories[own.key];
	const std::uint32_t particle = search.ParticleOf(contact.owner);
	const Memory* best = nullptr;
	Real agreement = SameContact;
	for (std::uint32_t k = memory.first[particle]; k < memory.first[particle + 1]; ++k)
		if (const Memory& candidate = memory.contacts[k]; candidate.other == key && Dot(candidate.normal, contact.normal) > agreement)
		{
			agreement = Dot(candidate.normal, contact.normal);
			best = &candidate;
		}
	return best;
}

ContactEnergy::Spring ContactEnergy::MakeSpring(const Contact& contact, std::span<const ContactBody> bodies,
	std::span<const Obstacle> obstacles, const ContactEnergySettings& settings) const
{
	const auto stiffnessOf = [&](std::uint32_t i) { return (*bodies[search.bodyOf[i]].stiffness)[search.ParticleOf(i)]; };
	Spring spring;
	spring.normal = contact.normal;
	spring.stiffness = stiffnessOf(contact.owner);
	Real inverseMass = search.velocity[contact.owner].w;
	if (contact.IsWithObstacle())
		spring.otherVelocity = obstacles[contact.Obstacle()].VelocityAt(contact.place);
	// Whether the other body sleeps makes no difference: what lies on it shall not feel it.
	const bool otherMeetsToo = !contact.IsWithObstacle() && bodies[contact.Body()].isJoined;
	for (const ContactLink& link : search.LinksOf(contact))
	{
		spring.otherVelocity += search.velocity[link.point].Xyz() * link.weight;
		inverseMass += search.velocity[link.point].w * link.weight * link.weight;
		if (otherMeetsToo)
			spring.stiffness = std::min(spring.stiffness, stiffnessOf(link.point));
	}
	if (otherMeetsToo)
		spring.stiffness /= 2; // the other surface's particles meet this one too
	const Memory* before = Remembered(contact, KeyOf(contact, bodies, obstacles), bodies);
	const bool isNew = IsNew(bodies[search.bodyOf[contact.owner]]) || (!contact.IsWithObstacle() && IsNew(bodies[contact.Body()]));
	Count(contact, before, isNew, settings, spring);
	spring.stiffness *= spring.share;
	if (!(spring.stiffness > 0))
		return spring;
	Real force = 0;
	if (before != nullptr)
	{
		spring.slide = before->slide - contact.normal * Dot(before->slide, contact.normal);
		force = before->force;
	}
	else
	{
		// What it takes to stop the particle alone: a first guess.
		const Vec3 approach = search.velocity[contact.owner].Xyz() - spring.otherVelocity;
		const Real depth = -(contact.gap + Dot(approach, contact.normal) * settings.step);
		if (depth > 0 && inverseMass > 0)
			force = depth * std::min(spring.stiffness, 1 / (inverseMass * settings.step * settings.step));
	}
	spring.limit = contact.friction * force;
	return spring;
}

void ContactEnergy::Count(
	const Contact& found, const Memory* before, bool isNew, const ContactEnergySettings& settings, Spring& spring) const
{
	spring.gap = found.gap;
	spring.share = found.share;
	spring.credit = 0;
	if (before == nullptr && found.gap >= 0)
		return; // it is met as it is, before it pushes
	const Real share = before != nullptr ? before->share : found.share, gap = before != nullptr ? -before->depth : 0;
	const Real goalShare = share + Pace * (found.share - share);
	const Real goalGap = found.gap < gap ? gap + std::max(Pace * (found.gap - gap), -settings.separationSpeed * settings.step) : found.gap;
	const auto stored = [&](Real shareThen, Real gapThen)
	{
		const Real depth = std::max(Real(0), -gapThen);
		return spring.stiffness * shareThen * depth * depth / 2;
	};
	// What weakens it is taken up first; what strengthens it as far as that pays for it.
	const Real weakerShare = std::min(share, goalShare), weakerGap = std::max(gap, goalGap), atLeast = stored(weakerShare, weakerGap);
	const Real uncounted = UncountedOverlap * search.place[found.owner].w;
	Real credit = stored(share, gap) - atLeast;
	if (before != nullptr)
		credit += before->credit;
	else if (isNew)
		credit += stored(found.share, std::max(found.gap, -uncounted)); // it came with that
	const Real cost = stored(goalShare, goalGap) - atLeast, missing = gap - found.gap;
	const Real pace = cost > credit ? std::max({Real(0), credit / cost, missing > uncounted ? 1 - uncounted / missing : Real(0)}) : Real(1);
	spring.share = weakerShare + pace * (goalShare - weakerShare);
	spring.gap = weakerGap + pace * (goalGap - weakerGap);
	spring.credit = std::max(Real(0), credit - (stored(spring.share, spring.gap) - atLeast));
	if (spring.share < FaintestShare)
		spring.share = 0;
}

void ContactEnergy::Begin(
	std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles, const ContactEnergySettings& settings, TaskRunner& tasks)
{
	step = settings.step;
	// What is fixed seems to fall with what lies on it, as it did when it was not: how far apart things may be to meet depends on it.
	search.Run(bodies, obstacles,
		{settings.step, TouchShare, TouchShare, true, false, true, 0, settings.frame, settings.gravity * settings.step}, tasks);
	springs.resize(search.contacts.size());
	pushes.resize(search.contacts.size());
	armOfContact.resize(search.contacts.size());
	std::atomic<bool> anyOverlap = false;
	ParallelFor(tasks, springs.size(), EnergyChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t c = begin; c < end; ++c)
			{
				const Contact& contact = search.contacts[c];
				springs[c] = MakeSpring(contact, bodies, obstacles, settings);
				pushes[c] = {};
				if (contact.IsWithObstacle())
				{
					const Obstacle& obstacle = obstacles[contact.Obstacle()];
					armOfContact[c] = (contact.place - obstacle.pivot) / obstacle.Gyration();
				}
				const bool isSelf = !contact.IsWithObstacle() && contact.Body() == search.bodyOf[contact.owner];
				if (!isSelf
					&& contact.gap
						< springs[c].gap - settings.separationSpeed * settings.step - ReportedOverlapShare * search.place[contact.owner].w)
					anyOverlap.store(true, std::memory_order_relaxed);
			}
		});
	foundOverlap = anyOverlap;
	carriesLoad.assign(bodies.size(), 0);
	isFixed.assign(bodies.size(), 0);
	for (std::uint32_t b = 0; b < bodies.size(); ++b)
	{
		isFixed[b] = bodies[b].isFixed;
		const std::uint32_t key = bodies[b].key;
		carriesLoad[b] = key < memories.size() && !memories[key].contacts.empty();
	}
	balances.assign(bodies.size(), {});
	pointOfBody.assign(bodies.size(), Nowhere);
	pointOfObstacle.assign(obstacles.size(), Nowhere);
	stiffnessOn.assign(obstacles.size(), 0);
	if (std::none_of(obstacles.begin(), obstacles.end(), [](const Obstacle& obstacle) { return obstacle.IsMovable(); }))
		return;
	for (std::size_t c = 0; c < springs.size(); ++c)
		if (search.contacts[c].IsWithObstacle() && springs[c].gap < 0)
			stiffnessOn[search.contacts[c].Obstacle()] += springs[c].stiffness;
}

void ContactEnergy::Bind(std::uint32_t c, std::uint32_t fixedPoint)
{
	const Contact& contact = search.contacts[c];
	Spring& spring = springs[c];
	spring.point = isFixed[search.bodyOf[contact.owner]] != 0 ? fixedPoint : PointOf(contact.owner);
	if (contact.IsWithObstacle())
	{
		spring.obstaclePoint = pointOfObstacle[contact.Obstacle()];
		spring.otherMotion = spring.obstaclePoint == Nowhere ? spring.otherVelocity * step : Vec3{};
		return;
	}
	if (pointOfBody[contact.Body()] == Nowhere)
		return;
	spring.firstLink = contact.firstLink;
	spring.linkCount = contact.linkCount;
	spring.otherShift = pointOfBody[contact.Body()] - search.firstOfBody[contact.Body()];
}

void ContactEnergy::Follow(ContactGroup& group, std::span<const Vec3> start, std::span<const Vec3> x, TaskRunner& tasks) const
{
	ParallelFor(tasks, group.particles.size(), 4 * EnergyChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
			{
				const std::uint32_t point = PointOf(group.particles[k]);
				group.moved[point] = x[point] - start[point];
			}
		});
}

Vec3 ContactEnergy::MotionOf(std::uint32_t contact, const ContactGroup& group, std::span<const Vec3> x) const
{
	const Spring& spring = springs[contact];
	Vec3 motion = group.moved[spring.point].Xyz() - spring.otherMotion;
	if (spring.obstaclePoint != Nowhere)
		motion -= x[spring.obstaclePoint] + Cross(x[spring.obstaclePoint + 1], armOfContact[contact]);
	for (const ContactLink& link : search.Links(spring.firstLink, spring.linkCount))
		motion -= group.moved[link.point + spring.otherShift].Xyz() * link.weight;
	return motion;
}

ContactEnergy::Force ContactEnergy::ForceOf(std::uint32_t c, const Vec3& motion) const
{
	const Spring& spring = springs[c];
	const Real along = Dot(spring.normal, motion), overlap = std::max(Real(0), -(spring.gap + along));
	Force force;
	force.normal = spring.stiffness * overlap;
	force.onOwner = spring.normal * force.normal;
	force.energy = 0.5 * static_cast<double>(force.normal * overlap);
	force.slide = spring.slide + (motion - spring.normal * along);
	if (spring.limit > 0)
	{
		const Real length = Norm(force.slide), sticking = spring.limit / spring.stiffness; // where friction ends
		const bool slips = length > sticking;
		force.onOwner -= force.slide * (slips ? spring.limit / length : spring.stiffness);
		force.energy += static_cast<double>(slips ? spring.limit * (length - sticking / 2) : spring.stiffness * length * length / 2);
	}
	return force;
}

ContactEnergy::Resistance ContactEnergy::ResistanceOf(std::uint32_t contact, const ContactGroup& group, std::span<const Vec3> x) const
{
	const Contact& found = search.contacts[contact];
	const Spring& spring = springs[contact];
	const Force force = ForceOf(contact, MotionOf(contact, group, x));
	Resistance resistance;
	resistance.body = search.bodyOf[found.owner];
	resistance.particle = search.ParticleOf(found.owner);
	resistance.otherBody = found.other;
	resistance.bodyMoves = isFixed[resistance.body] == 0;
	resistance.otherMoves = !found.IsWithObstacle() && pointOfBody[found.Body()] != Nowhere;
	resistance.links = search.LinksOf(found);
	resistance.normal = found.normal;
	resistance.along = force.normal > 0 || spring.gap < 0 ? spring.stiffness : 0;
	resistance.across = spring.limit > 0 ? std::min(spring.stiffness, spring.limit / std::max(Norm(force.slide), Real(1e-12))) : 0;
	return resistance;
}

ContactSides ContactEnergy::SidesOf(std::uint32_t contact) const
{
	const Contact& c = search.contacts[contact];
	return {search.bodyOf[c.owner], c.IsWithObstacle() ? ContactSides::NoBody : c.Body()};
}

void ContactEnergy::PackTouches(std::span<const ContactTouch> touches, std::span<const Vec3> motions, std::span<TouchBlock> blocks) const
{
	if (touches.size() % SimdWidth != 0)
		blocks.back() = {};
	for (std::size_t k = 0; k < touches.size(); ++k)
	{
		const Spring& spring = springs[touches[k].contact];
		const Vec3 motion = motions[touches[k].motion];
		const Real along = Dot(spring.normal, motion), sign = touches[k].sign;
		TouchBlock::Touch touch;
		touch.normal = spring.normal * sign;
		touch.gap = spring.gap + along;
		touch.slide = (spring.slide + (motion - spring.normal * along)) * sign;
		touch.stiffness = spring.stiffness;
		touch.sticking = spring.limit > 0 ? spring.limit / spring.stiffness : 0;
		blocks[k / SimdWidth].Set(k % SimdWidth, touch);
	}
}

void ContactEnergy::Collect(std::span<const std::uint32_t> bodies, std::size_t points, ContactGroup& group)
{
	group.contacts.clear();
	group.hasMovingObstacles = false;
	group.particles.clear();
	group.bodies.assign(bodies.begin(), bodies.end());
	const auto add = [&](std::uint32_t c)
	{
		if (!(springs[c].stiffness > 0))
			return; // what has faded pushes nobody
		group.contacts.push_back(c);
		Bind(c, static_cast<std::uint32_t>(points));
		group.hasMovingObstacles = group.hasMovingObstacles || springs[c].obstaclePoint != Nowhere;
	};
	for (const std::uint32_t b : bodies)
	{
		for (std::uint32_t c = search.firstContact[search.firstOfBody[b]]; c < search.firstContact[search.firstOfBody[b + 1]]; ++c)
			add(c);
		for (const std::uint32_t c : search.ContactsTo(b))
			if (isFixed[search.bodyOf[search.contacts[c].owner]] != 0)
				add(c);
		const std::span<const std::uint32_t> touching = search.TouchingOf(b);
		group.particles.insert(group.particles.end(), touching.begin(), touching.end());
	}
	group.moved.resize(points + 1);
	group.moved[points] = Vec3{};
	group.energies.resize((group.contacts.size() + EnergyChunk - 1) / EnergyChunk);
}

double ContactEnergy::EnergyAt(ContactGroup& group, std::span<const Vec3> start, std::span<const Vec3> x, TaskRunner& tasks)
{
	Follow(group, start, x, tasks);
	ParallelFor(tasks, group.contacts.size(), EnergyChunk,
		[&](std::size_t begin, std::size_t end)
		{
			double energy = 0;
			for (std::size_t k = begin; k < end; ++k)
			{
				const Force force = ForceOf(group.contacts[k], MotionOf(group.contacts[k], group, x));
				energy += force.energy;
				pushes[group.contacts[k]] = force.onOwner;
			}
			group.energies[begin / EnergyChunk] = energy;
		});
	double total = 0;
	for (const double energy : group.energies)
		total += energy;
	return total;
}

double ContactEnergy::AddTo(
	ContactGroup& group, std::span<const Vec3> start, std::span<const Vec3> x, TaskRunner& tasks, std::span<Vec3> gradient)
{
	const double total = EnergyAt(group, start, x, tasks);
	ParallelFor(tasks, group.particles.size(), EnergyChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
			{
				const std::uint32_t i = group.particles[k];
				if (search.velocity[i].w == 0)
					continue; // held
				Vec3 sum;
				for (std::uint32_t c = search.firstContact[i]; c < search.firstContact[i + 1]; ++c)
					sum -= pushes[c];
				for (const ContactLink& link : search.BacklinksOf(i))
					sum += pushes[link.point] * link.weight;
				gradient[PointOf(i)] += sum;
			}
		});
	if (!group.hasMovingObstacles)
		return total;
	for (const std::uint32_t c : group.contacts)
		if (const std::uint32_t point = springs[c].obstaclePoint; point != Nowhere)
		{
			gradient[point] += pushes[c];
			gradient[point + 1] += Cross(armOfContact[c], pushes[c]);
		}
	return total;
}

void ContactEnergy::Finish(ContactGroup& group, std::span<const Vec3> start, std::span<const Vec3> x, std::span<ContactBody> bodies,
	std::span<Obstacle> obstacles, ContactSums& sums, TaskRunner& tasks)
{
	Follow(group, start, x, tasks);
	ParallelFor(tasks, group.contacts.size(), EnergyChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
			{
				const std::uint32_t c = group.contacts[k];
				const Force force = ForceOf(c, MotionOf(c, group, x));
				Spring& spring = springs[c];
				spring.force = force.normal;
				pushes[c] = force.onOwner;
				spring.gap = -force.normal / spring.stiffness;
				const Real length = Norm(force.slide), longest = search.contacts[c].friction * force.normal / spring.stiffness;
				spring.slide = length > longest ? force.slide * (longest / length) : force.slide;
			}
		});
	ParallelFor(tasks, group.bodies.size(), 4,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
				BalanceBody(group.bodies[k]);
		});
	const auto impulseOf = [&](std::uint32_t c)
	{
		const Contact& contact = search.contacts[c];
		const Balance& own = balances[search.bodyOf[contact.owner]];
		const bool sharesRest = contact.IsWithObstacle() && own.isKnown && own.ofObstacles > 0 && !(pushes[c] == Vec3{});
		return pushes[c] * step + (sharesRest ? (own.whole - own.byContacts) * (step * springs[c].force / own.ofObstacles) : Vec3{});
	};
	for (const std::uint32_t c : group.contacts)
		if (const Contact& contact = search.contacts[c]; contact.IsWithObstacle() && !(pushes[c] == Vec3{}))
			obstacles[contact.Obstacle()].Book(contact.place, -impulseOf(c));
	sums.Add(search, group.bodies, bodies, tasks,
		[&](std::uint32_t c)
		{
			const Contact& contact = search.contacts[c];
			const Real met = Dot(springs[c].otherVelocity - search.velocity[contact.owner].Xyz(), contact.normal);
			return ContactSums::Push{impulseOf(c), springs[c].force * step, std::max(Real(0), met)};
		});
}

void ContactEnergy::BalanceBody(std::uint32_t body)
{
	Balance& own = balances[body];
	for (std::uint32_t c = search.firstContact[search.firstOfBody[body]]; c < search.firstContact[search.firstOfBody[body + 1]]; ++c)
	{
		own.byContacts += pushes[c];
		own.turningByContacts += Cross(search.place[search.contacts[c].owner].Xyz().Cast<double>(), pushes[c].Cast<double>());
		if (search.contacts[c].IsWithObstacle())
			own.ofObstacles += springs[c].force;
	}
	for (const std::uint32_t c : search.ContactsTo(body))
	{
		own.byContacts -= pushes[c];
		for (const ContactLink& link : search.LinksOf(search.contacts[c]))
			own.turningByContacts -= Cross(search.place[link.point].Xyz().Cast<double>(), (pushes[c] * link.weight).Cast<double>());
	}
}

ContactEnergy::BodyPush ContactEnergy::PushOn(std::uint32_t body, const Vec3d& centre) const
{
	const Balance& own = balances[body];
	const double seconds = static_cast<double>(step);
	const Vec3d byContacts = own.byContacts.Cast<double>();
	if (own.isKnown)
		return {own.whole.Cast<double>() * seconds, own.turning * seconds};
	return {byContacts * seconds, (own.turningByContacts - Cross(centre, byContacts)) * seconds};
}

void ContactEnergy::SetForceOn(std::uint32_t body, const Vec3& force, const Vec3d& turning)
{
	balances[body].whole = force;
	balances[body].turning = turning;
	balances[body].isKnown = true;
}

void ContactEnergy::SetMemory(std::uint32_t key, BodyMemory memory)
{
	if (key >= memories.size())
		memories.resize(key + 1);
	memories[key] = std::move(memory);
	memories[key].ListOthers();
}

void ContactEnergy::BodyMemory::ListOthers()
{
	others.clear();
	std::uint64_t last = ObstacleKey;
	for (const Memory& contact : contacts)
	{
		if (contact.other == last || (contact.other & ObstacleKey) != 0)
			continue;
		last = contact.other;
		if (std::find(others.begin(), others.end(), last) == others.end())
			others.push_back(static_cast<std::uint32_t>(last));
	}
}

void ContactEnergy::End(std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles, TaskRunner& tasks)
{
	for (const ContactBody& body : bodies)
		if (body.key >= memories.size())
			memories.resize(body.key + 1);
	memoriesThen.resize(memories.size());
	restsByKey.assign(memories.size(), 0);
	for (const ContactBody& body : bodies)
		restsByKey[body.key] = body.isFixed;
	if (std::all_of(bodies.begin(), bodies.end(), [](const ContactBody& body) { return body.isFixed; }))
		return;
	ParallelFor(tasks, bodies.size(), 4,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t b = begin; b < end; ++b)
				Memorise(static_cast<std::uint32_t>(b), bodies, obstacles);
		});
}

void ContactEnergy::Memorise(std::uint32_t b, std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles)
{
	BodyMemory &memory = memories[bodies[b].key], &then = memoriesThen[bodies[b].key];
	const std::uint32_t first = search.firstOfBody[b], last = search.firstOfBody[b + 1];
	bool keepsOld = false;
	if (bodies[b].isFixed)
	{
		// What pressed on it when it fell asleep, and sleeps too, is there when it wakes.
		if (search.firstContact[first] == search.firstContact[last]
			&& std::all_of(memory.others.begin(), memory.others.end(), [&](std::uint32_t other) { return IsAtRest(other); }))
			return;
		std::swap(memory, then);
		keepsOld = then.first.size() == last - first + 1;
	}
	memory.contacts.clear();
	memory.first.assign(1, 0);
	for (std::uint32_t i = first; i < last; ++i)
	{
		if (keepsOld)
			for (std::uint32_t k = then.first[i - first]; k < then.first[i - first + 1]; ++k)
				if (IsAtRest(then.contacts[k].other))
					memory.contacts.push_back(then.contacts[k]);
		for (std::uint32_t c = search.firstContact[i]; c < search.firstContact[i + 1]; ++c)
			if (const Spring& spring = springs[c]; spring.force > 0)
				memory.contacts.push_back({KeyOf(search.contacts[c], bodies, obstacles), spring.force, spring.share, -spring.gap,
					spring.slide, spring.normal, spring.credit});
		memory.first.push_back(static_cast<std::uint32_t>(memory.contacts.size()));
	}
	memory.ListOthers();
}

}
