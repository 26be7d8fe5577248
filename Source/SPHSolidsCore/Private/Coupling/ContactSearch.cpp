#include "ContactSearch.h"

#include "Sweep.h"

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

constexpr std::size_t SearchChunk = 256;
/// Particles of one body closer than this in the rest shape never touch each other, in touching distances or reaches of the search.
constexpr Real RestNeighbourhood = Real(2.5), RestReaches = Real(1.1);
/// Surfaces that have passed each other by more than this, in touching distances, do not know each other any more, else the two sides of
/// a thin part would; they begin to forget at the second.
constexpr Real DeepestPass = Real(0.5), SafePass = Real(0.25);
/// A surface is smoothed over this many touching distances.
constexpr Real SmoothingReach = Real(1.7);
/// How much more the links of a particle weigh, one against the other, to have their mean opposite it: 1 over a face, 1.3 over its very
/// edge. From the first to the second of these the edge gives way under a particle that hangs over it.
constexpr Real OverhangBegins = Real(1.5), OverhangEnds = Real(2.5);
/// Two surfaces face each other if the mean of one normal and the other reversed is longer than this. Faces: 1; edges of two blocks, one
/// upon the other: 0.71; corners: 0.58; surfaces that look the same way: 0. From the first to the second they begin to.
constexpr Real FacingBegins = Real(0.4), FacingFully = Real(0.55);

/// Outward direction at a particle of the shell: away from its rest neighbours. w: how far to trust it, high where the surface is flat:
/// a particle on an edge points askew, and where it meets a face the face shall rule.
PaddedVec3 SurfaceNormal(const SolidBody& body, std::uint32_t particle)
{
	const AlignedArray<Vec3>& x = body.position;
	Vec3 sum;
	Real lengths = 0;
	for (const std::uint32_t other : body.Rest().state.neighbours.Of(particle))
	{
		const Vec3 offset = x[particle] - x[other];
		sum += offset;
		lengths += Norm(offset);
	}
	const Real length = Norm(sum);
	// A particle amid its neighbours has no outside to speak of.
	const Real least = Real(0.5) * body.Rest().state.particleRadius;
	if (!(length > least))
		return {Vec3{}, 1};
	// On a lattice of support 2 d: 0.39 on a face, 0.59 on an edge, 0.75 at a corner.
	const Real sharpness = length / lengths, square = sharpness * sharpness;
	return {sum / length, 1 / (square * square * square)};
}

bool IsLeftOut(const ContactBody& body, const ContactSearchSettings& settings)
{
	return settings.onlyJoined && !body.isJoined && !body.isFixed;
}

/// 0 below the first, 1 above the second, a line between.
Real RampBetween(Real value, Real first, Real second)
{
	return std::clamp((value - first) / (second - first), Real(0), Real(1));
}

}

std::size_t ContactSearch::Bytes() const
{
	return owner.capacity() * sizeof(Owner) + (place.capacity() + velocity.capacity() + normal.capacity()) * sizeof(PaddedVec3)
		+ (shellPlace.capacity() + sortedPlace.capacity()) * sizeof(PaddedVec3)
		+ (firstContact.capacity() + filled.capacity() + firstBacklink.capacity()) * sizeof(std::uint32_t)
		+ contacts.capacity() * sizeof(Contact) + (links.capacity() + backlinks.capacity()) * sizeof(ContactLink) + grid.Bytes();
}

void ContactSearch::Run(
	std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles, const ContactSearchSettings& settings, TaskRunner& tasks)
{
	Gather(bodies, settings, tasks);
	runs.resize(std::max(runs.size(), (owner.size() + SearchChunk - 1) / SearchChunk));
	for (ChunkFinds& run : runs)
	{
		run.contacts.clear();
		run.links.clear();
	}
	firstContact.assign(owner.size() + 1, 0);
	if (!settings.onlyObstacles)
		FindPairs(bodies, settings, tasks);
	FindSurfaces(bodies, obstacles, settings, tasks);
	Flatten();
	LinkBack();
}

void ContactSearch::Gather(std::span<const ContactBody> bodies, const ContactSearchSettings& settings, TaskRunner& tasks)
{
	firstOfBody.assign(1, 0);
	for (const ContactBody& entry : bodies)
		firstOfBody.push_back(firstOfBody.back() + static_cast<std::uint32_t>(entry.body->ParticleCount()));
	const std::size_t count = firstOfBody.back();
	owner.resize(count);
	for (AlignedArray<PaddedVec3>* array : {&place, &velocity, &normal})
		array->resize(count);
	ParallelFor(tasks, bodies.size(), 1,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t b = begin; b < end; ++b)
			{
				const ContactBody& entry = bodies[b];
				const SolidBody& body = *entry.body;
				const Vec3 shift = (body.origin - settings.frame).Cast<Real>();
				const Real radius =
					body.Rest().state.particleRadius * (entry.isJoined || entry.isFixed ? settings.touchShareJoined : settings.touchShare);
				const std::size_t first = firstOfBody[b];
				for (std::uint32_t i = 0; i < body.ParticleCount(); ++i)
				{
					owner[first + i] = {static_cast<std::uint32_t>(b), i};
					place[first + i] = {body.position[i] + shift, radius};
					const bool isMovable = !entry.isFixed && body.held[i] == 0;
					Vec3 expected = entry.isFixed ? Vec3{} : body.velocity[i];
					if (isMovable && entry.acceleration != nullptr)
						expected += (*entry.acceleration)[i] * settings.step;
					velocity[first + i] = {expected, isMovable ? 1 / body.mass[i] : 0};
					normal[first + i] = {};
				}
				if (settings.onlyObstacles)
					continue;
				for (const std::uint32_t i : entry.shell->particles)
					normal[first + i] = entry.shell->isSheet ? PaddedVec3{Vec3{}, 1} : SurfaceNormal(body, i);
			}
		});
}

void ContactSearch::FindPairs(std::span<const ContactBody> bodies, const ContactSearchSettings& settings, TaskRunner& tasks)
{
	const bool anySelf = std::any_of(bodies.begin(), bodies.end(), [](const ContactBody& b) { return b.selfContact; });
	if (bodies.size() < 2 && !anySelf)
		return;
	shell.clear();
	shellPlace.clear();
	Real largest = 0, fastest = 0;
	Box3 box;
	for (std::uint32_t i = 0; i < owner.size(); ++i)
	{
		if (normal[i].w == 0 || IsLeftOut(bodies[owner[i].body], settings))
			continue;
		shell.push_back(i);
		shellPlace.push_back(place[i]);
		largest = std::max(largest, place[i].w);
		fastest = std::max(fastest, SquaredNorm(velocity[i].Xyz()));
		box.Include(place[i].Xyz());
	}
	if (shell.empty())
		return;
	// Speculative: whoever could meet within the step is looked at, but no farther than a diameter.
	const Real margin = std::min(2 * std::sqrt(fastest) * settings.step, 2 * largest);
	const Real touching = 2 * largest, across = SmoothingReach * touching, reach = std::hypot(across, touching + margin);
	grid.SetLattice(reach, box);
	grid.Sort({shellPlace[0].Data(), shell.size(), 4}, tasks);
	const std::span<const CellGrid::KeyedPoint> sorted = grid.Sorted();
	sortedPlace.resize(shell.size());
	sortedOwner.resize(shell.size());
	for (std::size_t k = 0; k < sorted.size(); ++k)
	{
		sortedPlace[k] = shellPlace[sorted[k].point];
		sortedOwner[k] = shell[sorted[k].point];
	}
	ParallelFor(tasks, owner.size(), SearchChunk,
		[&](std::size_t begin, std::size_t end)
		{
			ChunkFinds& found = runs[begin / SearchChunk];
			Candidate candidates[MaxCandidates];
			for (std::uint32_t i = static_cast<std::uint32_t>(begin); i < end; ++i)
			{
				const ContactBody& own = bodies[owner[i].body];
				if (normal[i].w == 0 || velocity[i].w == 0 || IsLeftOut(own, settings))
					continue;
				const std::size_t count = FindCandidates(i, bodies, reach, candidates);
				for (std::size_t first = 0, last = 0; first < count; first = last)
				{
					while (last < count && candidates[last].body == candidates[first].body)
						++last;
					Contact contact;
					contact.owner = i;
					contact.other = candidates[first].body;
					contact.firstLink = static_cast<std::uint32_t>(found.links.size());
					const std::span<const Candidate> ofBody(candidates + first, last - first);
					const bool isFound = Facing(i, ofBody, margin, contact.normal) ? MeetSurface(i, ofBody, margin, contact, found.links)
																				   : MeetBall(i, ofBody, margin, contact, found.links);
					if (!isFound)
						continue;
					contact.linkCount = static_cast<std::uint32_t>(found.links.size()) - contact.firstLink;
					contact.friction = std::sqrt(own.friction * bodies[contact.other].friction);
					found.contacts.push_back(contact);
					++firstContact[i + 1];
				}
			}
		});
}

std::size_t ContactSearch::FindCandidates(std::uint32_t i, std::span<const ContactBody> bodies, Real reach, Candidate* found) const
{
	const ContactBody& own = bodies[owner[i].body];
	const auto& rest = own.body->Rest().state.position;
	const Real away = std::max(RestNeighbourhood * 2 * own.body->Rest().state.particleRadius, RestReaches * reach);
	const Vec3 at = place[i].Xyz();
	std::uint32_t ranges[CellGrid::MaxRanges][2];
	const int rangeCount = grid.RangesAround(grid.CellKey(at), ranges);
	std::size_t count = 0;
	for (int r = 0; r < rangeCount; ++r)
		for (std::uint32_t k = ranges[r][0]; k < ranges[r][1] && count < MaxCandidates; ++k)
		{
			const Vec3 offset = at - sortedPlace[k].Xyz();
			if (SquaredNorm(offset) > reach * reach)
				continue;
			const std::uint32_t j = sortedOwner[k];
			if (owner[j].body == owner[i].body)
			{
				if (!own.selfContact || SquaredNorm(rest[owner[i].particle] - rest[owner[j].particle]) < away * away)
					continue;
			}
			found[count++] = {j, owner[j].body, offset};
		}
	if (bodies.size() > 1)
		std::stable_sort(found, found + count, [](const Candidate& a, const Candidate& b) { return a.body < b.body; });
	return count;
}

PaddedVec3 ContactSearch::FacingOf(std::uint32_t i, const Candidate& candidate) const
{
	const PaddedVec3 &own = normal[i], &other = normal[candidate.particle];
	if (own.Xyz() == Vec3{} && other.Xyz() == Vec3{})
		return {NormalizedOr(candidate.offset, Vec3{}), 1};
	const Vec3 mean = (other.Xyz() * other.w - own.Xyz() * own.w) / (other.w + own.w);
	const Real touching = place[i].w + place[candidate.particle].w;
	const Real share = RampBetween(Norm(mean), FacingBegins, FacingFully)
		* RampBetween(Dot(candidate.offset, mean), -DeepestPass * touching, -SafePass * touching);
	return {mean * share, share};
}

bool ContactSearch::Facing(std::uint32_t i, std::span<const Candidate> candidates, Real margin, Vec3& direction) const
{
	const Real touching = place[i].w + place[candidates.front().particle].w;
	const Real reachSquared = SmoothingReach * SmoothingReach * touching * touching + (touching + margin) * (touching + margin);
	Vec3 sum;
	for (const Candidate& candidate : candidates)
	{
		const Real falloff = std::max(Real(0), 1 - SquaredNorm(candidate.offset) / reachSquared);
		sum += FacingOf(i, candidate).Xyz() * (falloff * falloff);
	}
	const Real length = Norm(sum);
	if (!(length > 0))
		return false;
	direction = sum / length;
	return true;
}

bool ContactSearch::MeetSurface(
	std::uint32_t i, std::span<const Candidate> candidates, Real margin, Contact& contact, std::vector<ContactLink>& linked) const
{
	const Real touching = place[i].w + place[candidates.front().particle].w, across = SmoothingReach * touching;
	// Weights W (alpha + b . l) over the offsets l across the normal, such that they sum to one and their mean offset is zero.
	const auto acrossNormal = [&](const Vec3& offset) { return offset - contact.normal * Dot(offset, contact.normal); };
	const auto weightOf = [&](const Candidate& candidate, const Vec3& lateral)
	{
		const Real falloff = std::max(Real(0), 1 - SquaredNorm(lateral) / (across * across));
		return falloff > 0 ? falloff * falloff * FacingOf(i, candidate).w : Real(0);
	};
	Real total = 0;
	Vec3 first;
	// Along the normal nothing needs balance; elsewhere a little stiffness keeps lone candidates apart from zero.
	Mat3 second = Mat3::Outer(contact.normal, contact.normal) * (touching * touching);
	for (const Candidate& candidate : candidates)
	{
		const Vec3 lateral = acrossNormal(candidate.offset);
		const Real weight = weightOf(candidate, lateral);
		total += weight;
		first += lateral * weight;
		second += Mat3::Outer(lateral, lateral) * weight;
	}
	if (!(total > Real(1e-3)))
		return false;
	const Real stiffness = Real(0.05) * total * touching * touching;
	for (int axis = 0; axis < 3; ++axis)
		second(axis, axis) += stiffness;
	const Vec3 tilt = Transpose(Cofactor(second)) * first / Determinant(second); // second is symmetric
	const Real left = total - Dot(first, tilt);
	if (!(left * OverhangEnds > total))
		return false;
	contact.share = std::min(Real(1), (OverhangEnds - total / left) / (OverhangEnds - OverhangBegins));
	const Real alpha = 1 / left;
	Real height = 0, sumOfWeights = 0;
	const std::size_t begin = linked.size();
	for (const Candidate& candidate : candidates)
	{
		const Vec3 lateral = acrossNormal(candidate.offset);
		const Real weight = weightOf(candidate, lateral) * alpha * (1 - Dot(tilt, lateral));
		if (weight == 0)
			continue;
		linked.push_back({candidate.particle, weight});
		sumOfWeights += weight;
		height += weight * Dot(candidate.offset, contact.normal);
	}
	for (std::size_t k = begin; k < linked.size(); ++k)
		linked[k].weight /= sumOfWeights;
	contact.gap = height / sumOfWeights - touching;
	if (contact.gap <= margin)
		return true;
	linked.resize(begin);
	return false;
}

bool ContactSearch::MeetBall(
	std::uint32_t i, std::span<const Candidate> candidates, Real margin, Contact& contact, std::vector<ContactLink>& linked) const
{
	const Candidate& nearest = *std::min_element(candidates.begin(), candidates.end(),
		[](const Candidate& a, const Candidate& b) { return SquaredNorm(a.offset) < SquaredNorm(b.offset); });
	const Real distance = Norm(nearest.offset);
	contact.gap = distance - (place[i].w + place[nearest.particle].w);
	if (contact.gap > margin)
		return false;
	contact.normal = distance > Real(1e-9) ? nearest.offset / distance : Vec3{0, 0, i < nearest.particle ? Real(1) : Real(-1)};
	linked.push_back({nearest.particle, 1});
	return true;
}

void ContactSearch::FindSurfaces(
	std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles, const ContactSearchSettings& settings, TaskRunner& tasks)
{
	if (obstacles.empty())
		return;
	ParallelFor(tasks, owner.size(), SearchChunk,
		[&](std::size_t begin, std::size_t end)
		{
			std::vector<Contact>& found = runs[begin / SearchChunk].contacts;
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
					if (velocity[i].w == 0 || IsLeftOut(bodies[owner[i].body], settings))
						continue;
					const SurfaceHit hit = SweepPoint(obstacle, place[i].Xyz(), velocity[i].Xyz(), settings.step, place[i].w);
					if (!hit.found)
						continue;
					Contact contact;
					contact.owner = static_cast<std::uint32_t>(i);
					contact.other = o | Contact::ObstacleBit;
					contact.normal = hit.normal;
					contact.place = hit.place;
					contact.gap = -hit.leastNormalSpeed * settings.step;
					contact.friction = std::sqrt(bodies[owner[i].body].friction * obstacle.friction);
					found.push_back(contact);
					++firstContact[i + 1];
				}
			}
		});
}

void ContactSearch::Flatten()
{
	for (std::size_t i = 0; i < owner.size(); ++i)
		firstContact[i + 1] += firstContact[i];
	contacts.resize(firstContact.back());
	links.clear();
	filled.assign(owner.size(), 0);
	for (const ChunkFinds& run : runs)
	{
		const std::uint32_t shift = static_cast<std::uint32_t>(links.size());
		links.insert(links.end(), run.links.begin(), run.links.end());
		for (const Contact& contact : run.contacts)
		{
			Contact& placed = contacts[firstContact[contact.owner] + filled[contact.owner]++];
			placed = contact;
			placed.firstLink += shift;
		}
	}
}

void ContactSearch::LinkBack()
{
	firstBacklink.assign(owner.size() + 1, 0);
	for (const ContactLink& link : links)
		++firstBacklink[link.point + 1];
	for (std::size_t i = 0; i < owner.size(); ++i)
		firstBacklink[i + 1] += firstBacklink[i];
	backlinks.resize(links.size());
	filled.assign(owner.size(), 0);
	for (std::uint32_t c = 0; c < contacts.size(); ++c)
		for (const ContactLink& link : LinksOf(contacts[c]))
			backlinks[firstBacklink[link.point] + filled[link.point]++] = {c, link.weight};
}

}
