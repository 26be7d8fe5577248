#include "SolidContact.h"

#include "Sweep.h"

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

constexpr std::size_t ContactChunk = 256;
/// A particle whose kernel volume exceeds its share of the body by this factor has a side without neighbours.
constexpr Real ShellVolumeRatio = Real(1.08);
/// Particles of one body closer than this in the rest shape never touch each other, in diameters.
constexpr Real RestNeighbourhood = Real(2.5);
/// Share of an overlap that a step takes out, below the separation speed.
constexpr Real OverlapShare = Real(0.3);
/// Two surfaces face each other if their normals' product is below this.
constexpr Real FacingProduct = Real(-0.3);

}

std::shared_ptr<const ContactShell> MakeContactShell(const RestState& rest)
{
	auto shell = std::make_shared<ContactShell>();
	std::size_t flat = 0;
	for (std::uint32_t i = 0; i < rest.ParticleCount(); ++i)
	{
		flat += rest.rank[i] < 3;
		if (rest.rank[i] < 3 || rest.kernelVolume[i] > ShellVolumeRatio * rest.volume[i])
			shell->particles.push_back(i);
	}
	shell->isSheet = 2 * flat > rest.ParticleCount();
	return shell;
}

std::size_t SolidContact::Bytes() const
{
	return owner.capacity() * sizeof(Owner) + 4 * place.capacity() * sizeof(PaddedVec3) + contacts.capacity() * sizeof(Contact)
		+ grid.Bytes();
}

void SolidContact::Solve(
	std::span<ContactBody> bodies, std::span<Obstacle> obstacles, const ContactStepSettings& settings, TaskRunner& tasks)
{
	foundOverlap = false;
	GatherParticles(bodies, settings);
	runs.resize(std::max(runs.size(), (owner.size() + ContactChunk - 1) / ContactChunk));
	for (Run& run : runs)
		run.contacts.clear();
	firstContact.assign(owner.size() + 1, 0);
	FindPairs(bodies, settings, tasks);
	FindSurfaces(bodies, obstacles, settings, tasks);
	Flatten();
	if (contacts.empty())
		return;
	ShareMasses(obstacles);
	for (int k = 0; k < settings.iterations; ++k)
		Iterate(obstacles, tasks);
	StopAtSurfaces(obstacles, settings, tasks);
	Finish(bodies, obstacles);
}

Vec3 SolidContact::NormalOf(const ContactBody& entry, std::uint32_t particle) const
{
	const AlignedArray<Vec3>& x = entry.body->position;
	Vec3 sum;
	for (const std::uint32_t other : entry.body->Rest().state.neighbours.Of(particle))
		sum += x[particle] - x[other];
	const Real length = Norm(sum);
	// A particle amid its neighbours has no outside to speak of.
	const Real least = Real(0.5) * entry.body->Rest().state.particleRadius;
	return length > least ? sum / length : Vec3{};
}

void SolidContact::GatherParticles(std::span<ContactBody> bodies, const ContactStepSettings& settings)
{
	owner.clear();
	place.clear();
	velocity.clear();
	normal.clear();
	for (std::uint32_t b = 0; b < bodies.size(); ++b)
	{
		ContactBody& entry = bodies[b];
		const SolidBody& body = *entry.body;
		const Vec3 shift = (body.origin - settings.frame).Cast<Real>();
		const Real radius = body.Rest().state.particleRadius;
		const std::size_t first = owner.size();
		for (std::uint32_t i = 0; i < body.ParticleCount(); ++i)
		{
			owner.push_back({b, i});
			place.push_back({body.position[i] + shift, radius});
			const bool isMovable = !entry.isFixed && body.held[i] == 0;
			velocity.push_back({entry.isFixed ? Vec3{} : body.velocity[i], isMovable ? 1 / body.mass[i] : 0});
			normal.push_back({});
		}
		for (const std::uint32_t i : entry.shell->particles)
			normal[first + i] = {entry.shell->isSheet ? Vec3{} : NormalOf(entry, i), 1};
	}
}

void SolidContact::FindPairs(std::span<ContactBody> bodies, const ContactStepSettings& settings, TaskRunner& tasks)
{
	Real largest = 0, fastest = 0;
	Box3 box;
	for (std::size_t i = 0; i < owner.size(); ++i)
	{
		largest = std::max(largest, place[i].w);
		fastest = std::max(fastest, SquaredNorm(velocity[i].Xyz()));
		box.Include(place[i].Xyz());
	}
	if (owner.empty())
		return;
	const bool anySelf = std::any_of(bodies.begin(), bodies.end(), [](const ContactBody& b) { return b.selfContact; });
	if (bodies.size() < 2 && !anySelf)
		return;
	// Speculative: whoever could meet within the step is looked at, but no farther than a diameter.
	const Real margin = std::min(2 * std::sqrt(fastest) * settings.step, 2 * largest);
	const Real reach = 2 * largest + margin;
	grid.SetLattice(reach, box);
	grid.Sort({place[0].Data(), owner.size(), 4}, tasks);
	const std::span<const CellGrid::KeyedPoint> sorted = grid.Sorted();
	sortedPlace.resize(owner.size());
	for (std::size_t k = 0; k < sorted.size(); ++k)
		sortedPlace[k] = place[sorted[k].point];

	ParallelFor(tasks, owner.size(), ContactChunk,
		[&](std::size_t begin, std::size_t end)
		{
			std::vector<Contact>& found = runs[begin / ContactChunk].contacts;
			std::uint32_t ranges[CellGrid::MaxRanges][2];
			for (std::size_t i = begin; i < end; ++i)
			{
				const std::size_t before = found.size();
				const ContactBody& own = bodies[owner[i].body];
				if (normal[i].w == 0)
					continue;
				const Vec3 at = place[i].Xyz(), ownNormal = normal[i].Xyz();
				const int rangeCount = grid.RangesAround(grid.CellKey(at), ranges);
				for (int r = 0; r < rangeCount; ++r)
					for (std::uint32_t k = ranges[r][0]; k < ranges[r][1]; ++k)
					{
						const Vec3 offset = at - sortedPlace[k].Xyz();
						const Real squared = SquaredNorm(offset);
						if (squared > reach * reach)
							continue;
						const std::uint32_t j = sorted[k].point;
						if (j == i || normal[j].w == 0)
							continue;
						const ContactBody& other = bodies[owner[j].body];
						if (own.isFixed && other.isFixed)
							continue;
						const Real touching = place[i].w + place[j].w;
						if (owner[j].body == owner[i].body)
						{
							const auto& rest = own.body->Rest().state.position;
							const Real away = RestNeighbourhood * touching;
							if (!own.selfContact || SquaredNorm(rest[owner[i].particle] - rest[owner[j].particle]) < away * away)
								continue;
						}
						const Real distance = std::sqrt(squared);
						const Vec3 otherNormal = normal[j].Xyz();
						Vec3 direction = distance > Real(1e-9) ? offset / distance : Vec3{0, 0, 1};
						Real gap = distance - touching;
						if (Dot(ownNormal, otherNormal) < FacingProduct)
						{
							const Vec3 facing = NormalizedOr(otherNormal - ownNormal, direction);
							const Real height = Dot(offset, facing);
							// Only what lies opposite: a ball beside another is not under it.
							if (squared - height * height > Real(0.75) * touching * touching)
								continue;
							direction = facing;
							gap = height - touching;
						}
						if (gap > margin)
							continue;
						Contact contact;
						contact.owner = static_cast<std::uint32_t>(i);
						contact.other = j;
						contact.normal = direction;
						contact.leastSpeed =
							gap > 0 ? -gap / settings.step : std::min(-OverlapShare * gap / settings.step, settings.separationSpeed);
						contact.friction = std::sqrt(own.friction * other.friction);
						found.push_back(contact);
					}
				firstContact[i + 1] = static_cast<std::uint32_t>(found.size() - before);
			}
		});
}

void SolidContact::FindSurfaces(
	std::span<ContactBody> bodies, std::span<Obstacle> obstacles, const ContactStepSettings& settings, TaskRunner& tasks)
{
	if (obstacles.empty())
		return;
	ParallelFor(tasks, owner.size(), ContactChunk,
		[&](std::size_t begin, std::size_t end)
		{
			std::vector<Contact>& found = runs[begin / ContactChunk].contacts;
			Box3 box;
			Real fastest = 0, radius = 0;
			for (std::size_t i = begin; i < end; ++i)
			{
				box.Include(place[i].Xyz());
				fastest = std::max(fastest, SquaredNorm(velocity[i].Xyz()));
				radius = std::max(radius, place[i].w);
			}
			const Real extent = Norm(box.Size()) / 2 + radius * 2;
			for (std::uint32_t o = 0; o < obstacles.size(); ++o)
			{
				const Obstacle& obstacle = obstacles[o];
				const Real obstacleSpeed =
					Norm(obstacle.velocity) + Norm(obstacle.angularVelocity) * (extent + Norm(box.Centre() - obstacle.pivot));
				if (obstacle.Distance(box.Centre()).distance > extent + (std::sqrt(fastest) + obstacleSpeed) * settings.step)
					continue;
				for (std::size_t i = begin; i < end; ++i)
				{
					if (velocity[i].w == 0)
						continue;
					const SurfaceHit hit = SweepPoint(obstacle, place[i].Xyz(), velocity[i].Xyz(), settings.step, place[i].w);
					if (!hit.found)
						continue;
					Contact contact;
					contact.owner = static_cast<std::uint32_t>(i);
					contact.other = o | ObstacleBit;
					contact.normal = hit.normal;
					contact.place = hit.place;
					contact.leastSpeed = hit.leastNormalSpeed > 0 ? std::min(OverlapShare * hit.leastNormalSpeed, settings.separationSpeed)
																  : hit.leastNormalSpeed;
					contact.friction = std::sqrt(bodies[owner[i].body].friction * obstacle.friction);
					found.push_back(contact);
					++firstContact[i + 1];
				}
			}
		});
}

void SolidContact::Flatten()
{
	for (std::size_t i = 0; i < owner.size(); ++i)
		firstContact[i + 1] += firstContact[i];
	contacts.resize(firstContact.back());
	filled.assign(owner.size(), 0);
	for (const Run& run : runs)
		for (const Contact& contact : run.contacts)
			contacts[firstContact[contact.owner] + filled[contact.owner]++] = contact;
}

void SolidContact::ShareMasses(std::span<Obstacle> obstacles)
{
	obstacleContacts.assign(obstacles.size(), 0);
	for (const Contact& contact : contacts)
		if ((contact.other & ObstacleBit) != 0)
			++obstacleContacts[contact.other & ~ObstacleBit];
	const auto countOf = [&](std::size_t i) { return static_cast<Real>(firstContact[i + 1] - firstContact[i]); };
	for (std::size_t i = 0; i < owner.size(); ++i)
		for (std::uint32_t c = firstContact[i]; c < firstContact[i + 1]; ++c)
		{
			Contact& contact = contacts[c];
			Real inverse = velocity[i].w * countOf(i);
			if ((contact.other & ObstacleBit) == 0)
				inverse = velocity[i].w * countOf(i) + velocity[contact.other].w * countOf(contact.other);
			else if (const Obstacle& obstacle = obstacles[contact.other & ~ObstacleBit]; obstacle.IsMovable())
			{
				const Vec3 turn = Cross(contact.place - obstacle.pivot, contact.normal);
				inverse += (obstacle.inverseMass + Dot(turn, obstacle.inverseInertia * turn))
					* static_cast<Real>(obstacleContacts[contact.other & ~ObstacleBit]);
			}
			contact.inverseMass = inverse;
		}
}

void SolidContact::Iterate(std::span<Obstacle> obstacles, TaskRunner& tasks)
{
	next.resize(owner.size());
	ParallelFor(tasks, owner.size(), ContactChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				const Vec3 own = velocity[i].Xyz();
				Vec3 change;
				for (std::uint32_t c = firstContact[i]; c < firstContact[i + 1]; ++c)
				{
					Contact& contact = contacts[c];
					if (!(contact.inverseMass > 0))
						continue;
					const bool isObstacle = (contact.other & ObstacleBit) != 0;
					const Vec3 relative = own
						- (isObstacle ? obstacles[contact.other & ~ObstacleBit].VelocityAt(contact.place) : velocity[contact.other].Xyz());
					const Real speed = Dot(relative, contact.normal);
					const Real push = std::max(Real(0), contact.push + (contact.leastSpeed - speed) / contact.inverseMass);
					Vec3 rub = contact.rub - (relative - contact.normal * speed) / contact.inverseMass;
					const Real limit = contact.friction * push, size = Norm(rub);
					if (size > limit)
						rub *= limit / size;
					change += contact.normal * (push - contact.push) + (rub - contact.rub);
					contact.push = push;
					contact.rub = rub;
				}
				next[i] = {own + change * velocity[i].w, velocity[i].w};
			}
		});
	const bool anyMovable = std::any_of(obstacles.begin(), obstacles.end(), [](const Obstacle& o) { return o.IsMovable(); });
	std::swap(velocity, next);
	if (anyMovable)
		ReactOfObstacles(obstacles);
}

void SolidContact::ReactOfObstacles(std::span<Obstacle> obstacles)
{
	// A rigid body gets what its particles got in this iteration: the change of their momentum by it.
	for (std::size_t i = 0; i < owner.size(); ++i)
		for (std::uint32_t c = firstContact[i]; c < firstContact[i + 1]; ++c)
		{
			Contact& contact = contacts[c];
			if ((contact.other & ObstacleBit) == 0)
				continue;
			Obstacle& obstacle = obstacles[contact.other & ~ObstacleBit];
			if (!obstacle.IsMovable())
				continue;
			const Vec3 total = contact.normal * contact.push + contact.rub;
			obstacle.Receive(contact.place, contact.given - total);
			contact.given = total;
		}
}

void SolidContact::StopAtSurfaces(std::span<Obstacle> obstacles, const ContactStepSettings& settings, TaskRunner& tasks)
{
	ParallelFor(tasks, owner.size(), ContactChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				if (velocity[i].w == 0 || firstContact[i] == firstContact[i + 1])
					continue;
				Vec3 own = velocity[i].Xyz();
				for (Obstacle& obstacle : obstacles)
				{
					const SurfaceHit hit = SweepPoint(obstacle, place[i].Xyz(), own, settings.step, place[i].w);
					if (!hit.found)
						continue;
					const Real least = std::min(hit.leastNormalSpeed, settings.separationSpeed);
					const Real missing = least - Dot(own - obstacle.VelocityAt(hit.place), hit.normal);
					if (missing > 0 && hit.leastNormalSpeed <= 0)
						own += hit.normal * missing;
				}
				velocity[i].SetXyz(own);
			}
		});
}

ContactSum& SolidContact::SumOf(std::uint32_t body, ContactSum::Other other, std::uint32_t index)
{
	for (std::size_t k = sums.size(); k-- > 0;)
		if (sums[k].body == body && sums[k].other == other && sums[k].otherIndex == index)
			return sums[k];
	ContactSum sum;
	sum.body = body;
	sum.other = other;
	sum.otherIndex = index;
	sums.push_back(sum);
	return sums.back();
}

void SolidContact::Finish(std::span<ContactBody> bodies, std::span<Obstacle> obstacles)
{
	for (std::size_t i = 0; i < owner.size(); ++i)
	{
		if (firstContact[i] == firstContact[i + 1])
			continue;
		ContactBody& own = bodies[owner[i].body];
		SolidBody& body = *own.body;
		const Vec3 before = own.isFixed ? Vec3{} : body.velocity[owner[i].particle];
		if (velocity[i].w > 0)
		{
			body.velocity[owner[i].particle] = velocity[i].Xyz();
			(*own.contactVelocity)[owner[i].particle] += velocity[i].Xyz() - before;
		}
		for (std::uint32_t c = firstContact[i]; c < firstContact[i + 1]; ++c)
		{
			const Contact& contact = contacts[c];
			if (!(contact.push > 0))
				continue;
			const bool isObstacle = (contact.other & ObstacleBit) != 0;
			const std::uint32_t index = isObstacle ? contact.other & ~ObstacleBit : bodies[owner[contact.other].body].key;
			ContactSum& sum = SumOf(own.key, isObstacle ? ContactSum::Other::Obstacle : ContactSum::Other::Body, index);
			const Vec3 impulse = contact.normal * contact.push + contact.rub;
			if (isObstacle && !obstacles[index].IsMovable())
				obstacles[index].Receive(contact.place, -impulse);
			const double weight = static_cast<double>(contact.push);
			sum.impulse += impulse.Cast<double>();
			sum.place += place[i].Xyz().Cast<double>() * weight;
			sum.weight += weight;
			++sum.particles;
			const Real met = contact.push * (velocity[i].w + (isObstacle ? 0 : velocity[contact.other].w));
			sum.fastest = std::max(sum.fastest, static_cast<double>(met));
			if (!isObstacle)
			{
				ContactBody& other = bodies[owner[contact.other].body];
				other.fastestTouch = std::max(other.fastestTouch, own.speed);
			}
		}
	}
}

}
