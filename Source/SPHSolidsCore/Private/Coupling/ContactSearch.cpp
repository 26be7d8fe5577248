#include "ContactSearch.h"

#include "Sweep.h"

#include <SPHSolids/Base/Simd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

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
constexpr Real SmoothingReach = Real(1.4);
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

/// Surfaces nearer than this, in radii, are contacts whether they approach or not.
constexpr Real NearShare = Real(0.1);

bool Overlap(const Box3& a, const Box3& b)
{
	return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y && a.min.z <= b.max.z && b.min.z <= a.max.z;
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
		+ (2 * shellPlace.capacity() + sortedNormal.capacity()) * sizeof(PaddedVec3)
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
	bounds.resize(bodies.size());
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
				bounds[b].velocitySum = {};
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
					bounds[b].velocitySum += expected.Cast<double>();
				}
				if (settings.onlyObstacles)
					continue;
				BoundBody(static_cast<std::uint32_t>(b), entry);
			}
		});
}

void ContactSearch::BoundBody(std::uint32_t b, const ContactBody& entry)
{
	BodyBounds& bound = bounds[b];
	bound.box = {};
	bound.farthestBent = 0;
	const SolidBody& body = *entry.body;
	const auto& rest = body.Rest().state.position;
	const std::vector<std::uint32_t>& particles = entry.shell->particles;
	Vec3d centre, restCentre;
	for (const std::uint32_t i : particles)
	{
		bound.box.Include(place[firstOfBody[b] + i].Xyz());
		centre += body.position[i].Cast<double>();
		restCentre += rest[i].Cast<double>();
	}
	if (!entry.selfContact || particles.empty())
		return;
	const double share = 1 / static_cast<double>(particles.size());
	centre *= share;
	restCentre *= share;
	Mat3d covariance;
	for (const std::uint32_t i : particles)
		covariance += Mat3d::Outer(body.position[i].Cast<double>() - centre, rest[i].Cast<double>() - restCentre);
	const SignedSvd svd = DecomposeSigned(covariance);
	const Mat3 R = (svd.u * Transpose(svd.v)).Cast<Real>();
	const Vec3 middle = centre.Cast<Real>(), restMiddle = restCentre.Cast<Real>();
	Real farthest = 0;
	for (const std::uint32_t i : particles)
		farthest = std::max(farthest, SquaredNorm(body.position[i] - middle - R * (rest[i] - restMiddle)));
	bound.farthestBent = std::sqrt(farthest);
}

void ContactSearch::MeasureSpeeds(std::span<const ContactBody> bodies, TaskRunner& tasks)
{
	Vec3d mean;
	for (std::size_t b = 0; b < bodies.size(); ++b)
		mean += bounds[b].velocitySum;
	const Vec3 drift = (mean / std::max(1.0, static_cast<double>(owner.size()))).Cast<Real>(); // what all share brings none together
	ParallelFor(tasks, bodies.size(), 1,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t b = begin; b < end; ++b)
			{
				Real fastest = 0, fastestOwn = 0;
				const double count = static_cast<double>(firstOfBody[b + 1] - firstOfBody[b]);
				const Vec3 middle = bounds[b].velocity = (bounds[b].velocitySum / std::max(1.0, count)).Cast<Real>();
				for (std::uint32_t i = firstOfBody[b]; i < firstOfBody[b + 1]; ++i)
				{
					fastest = std::max(fastest, SquaredNorm(velocity[i].Xyz() - drift));
					fastestOwn = std::max(fastestOwn, SquaredNorm(velocity[i].Xyz() - middle));
				}
				bounds[b].speed = std::sqrt(fastest);
				bounds[b].ownSpeed = std::sqrt(fastestOwn);
			}
		});
}

void ContactSearch::SortBounds()
{
	byStart.resize(bounds.size());
	std::iota(byStart.begin(), byStart.end(), 0u);
	std::sort(byStart.begin(), byStart.end(),
		[&](std::uint32_t a, std::uint32_t b) { return std::pair(bounds[a].box.min.x, a) < std::pair(bounds[b].box.min.x, b); });
	endSoFar.clear();
	for (const std::uint32_t b : byStart)
		endSoFar.push_back(std::max(bounds[b].box.max.x, endSoFar.empty() ? bounds[b].box.max.x : endSoFar.back()));
}

template <class Visit>
void ContactSearch::VisitBodiesIn(const Box3& box, Visit&& visit) const
{
	const auto last =
		std::upper_bound(byStart.begin(), byStart.end(), box.max.x, [&](Real x, std::uint32_t b) { return x < bounds[b].box.min.x; });
	for (auto k = static_cast<std::size_t>(last - byStart.begin()); k > 0 && endSoFar[k - 1] >= box.min.x; --k)
		if (const std::uint32_t b = byStart[k - 1]; Overlap(bounds[b].box, box))
			visit(b);
}

void ContactSearch::ChooseShell(std::span<const ContactBody> bodies, const ContactSearchSettings& settings, TaskRunner& tasks)
{
	MeasureSpeeds(bodies, tasks);
	SortBounds();
	Real largest = 0, fastest = 0;
	for (std::size_t b = 0; b < bodies.size(); ++b)
	{
		fastest = std::max(fastest, bounds[b].speed);
		if (firstOfBody[b] != firstOfBody[b + 1])
			largest = std::max(largest, place[firstOfBody[b]].w);
	}
	const Real touching = 2 * largest;
	const auto marginOf = [&](Real approach) { return std::min(approach * settings.step, touching); };
	const auto reachOf = [&](Real margin) { return Norm(Vec3{SmoothingReach * touching, touching + margin, 0}); };
	const auto widened = [](const Box3& box, Real by) { return Box3{box.min - Vec3{by, by, by}, box.max + Vec3{by, by, by}}; };
	isChosen.assign(owner.size(), 0);
	ParallelFor(tasks, bodies.size(), 1,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t b = begin; b < end; ++b)
			{
				BodyBounds& own = bounds[b];
				own.nearby.clear();
				own.margin = marginOf(2 * own.ownSpeed);
				own.mayFold = false;
				if (IsLeftOut(bodies[b], settings))
					continue;
				VisitBodiesIn(widened(own.box, reachOf(marginOf(own.speed + fastest))),
					[&](std::uint32_t other)
					{
						const Real approach = Norm(own.velocity - bounds[other].velocity) + own.ownSpeed + bounds[other].ownSpeed;
						const Real margin = marginOf(approach);
						if (other == b || IsLeftOut(bodies[other], settings) || (bodies[b].isFixed && bodies[other].isFixed)
							|| approach < settings.leastApproach)
							return;
						const Box3 box = widened(bounds[other].box, reachOf(margin));
						if (!Overlap(box, own.box))
							return;
						own.nearby.push_back(box);
						own.margin = std::max(own.margin, margin);
					});
				own.reach = reachOf(own.margin);
				// Particles that are at least this far apart at rest can have come within reach only if the body is bent.
				const Real away = std::max(RestNeighbourhood * 2 * bodies[b].body->Rest().state.particleRadius, RestReaches * own.reach);
				own.mayFold = bodies[b].selfContact && !(2 * own.ownSpeed < settings.leastApproach)
					&& !(away - 2 * own.farthestBent > touching + own.margin);
				for (const std::uint32_t i : bodies[b].shell->particles)
				{
					const std::size_t k = firstOfBody[b] + i;
					const Vec3 at = place[k].Xyz();
					isChosen[k] =
						own.mayFold || std::any_of(own.nearby.begin(), own.nearby.end(), [&](const Box3& box) { return box.Contains(at); });
					if (isChosen[k] != 0)
						normal[k] = bodies[b].shell->isSheet ? PaddedVec3{Vec3{}, 1} : SurfaceNormal(*bodies[b].body, i);
				}
			}
		});
	reach = reachOf(0);
	for (const BodyBounds& body : bounds)
		reach = std::max(reach, body.reach);
}

void ContactSearch::SortShell(TaskRunner& tasks)
{
	shell.clear();
	shellPlace.clear();
	Box3 box;
	for (std::uint32_t i = 0; i < owner.size(); ++i)
	{
		if (isChosen[i] == 0)
			continue;
		shell.push_back(i);
		shellPlace.push_back(place[i]);
		box.Include(place[i].Xyz());
	}
	if (shell.empty())
		return;
	grid.SetLattice(reach, box);
	grid.Sort({shellPlace[0].Data(), shell.size(), 4}, tasks);
	const std::span<const CellGrid::KeyedPoint> sorted = grid.Sorted();
	for (AlignedArray<float>& coordinate : sortedCoordinates)
		coordinate.resize(shell.size() + SimdWidth);
	sortedBody.resize(shell.size() + SimdWidth);
	sortedRadius.resize(shell.size());
	sortedNormal.resize(shell.size());
	sortedOwner.resize(shell.size());
	sortedIndex.resize(shell.size());
	ParallelFor(tasks, sorted.size(), 4 * SearchChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
			{
				sortedIndex[k] = shell[sorted[k].point];
				const PaddedVec3& at = shellPlace[sorted[k].point];
				for (int axis = 0; axis < 3; ++axis)
					sortedCoordinates[axis][k] = at.Xyz()[axis];
				sortedRadius[k] = at.w;
				sortedNormal[k] = normal[sortedIndex[k]];
				sortedOwner[k] = owner[sortedIndex[k]];
				sortedBody[k] = static_cast<float>(sortedOwner[k].body);
			}
		});
}

void ContactSearch::FindPairs(std::span<const ContactBody> bodies, const ContactSearchSettings& settings, TaskRunner& tasks)
{
	ChooseShell(bodies, settings, tasks);
	SortShell(tasks);
	if (shell.empty())
		return;
	ParallelFor(tasks, shell.size(), SearchChunk,
		[&](std::size_t begin, std::size_t end)
		{
			ChunkFinds& found = runs[begin / SearchChunk];
			Candidate candidates[MaxCandidates];
			CellRanges cells;
			for (std::size_t k = begin; k < end; ++k)
			{
				const std::uint32_t i = sortedIndex[k];
				if (velocity[i].w == 0)
					continue;
				if (const std::uint64_t key = grid.CellKey(place[i].Xyz()); key != cells.key)
				{
					cells.key = key;
					cells.count = grid.RangesAround(key, cells.ranges);
				}
				const std::size_t count = FindCandidates(i, bodies, cells, candidates);
				for (std::size_t first = 0, last = 0; first < count; first = last)
				{
					while (last < count && candidates[last].body == candidates[first].body)
						++last;
					Contact contact;
					contact.owner = i;
					contact.other = candidates[first].body;
					contact.firstLink = static_cast<std::uint32_t>(found.links.size());
					const std::span<const Candidate> ofBody(candidates + first, last - first);
					const bool isFound = Facing(i, ofBody, contact.normal) ? MeetSurface(i, ofBody, contact, found.links)
																		   : MeetBall(i, ofBody, contact, found.links);
					if (!isFound || !MayMeet(contact, std::span(found.links).subspan(contact.firstLink), settings.step))
					{
						found.links.resize(contact.firstLink);
						continue;
					}
					contact.linkCount = static_cast<std::uint32_t>(found.links.size()) - contact.firstLink;
					contact.friction = std::sqrt(bodies[owner[i].body].friction * bodies[contact.other].friction);
					found.contacts.push_back(contact);
					++firstContact[i + 1];
				}
			}
		});
}

std::size_t ContactSearch::FindCandidates(
	std::uint32_t i, std::span<const ContactBody> bodies, const CellRanges& cells, Candidate* found) const
{
	const std::uint32_t ownBody = owner[i].body;
	const ContactBody& own = bodies[ownBody];
	const auto& rest = own.body->Rest().state.position;
	const BodyBounds& bound = bounds[ownBody];
	const Real away = std::max(RestNeighbourhood * 2 * own.body->Rest().state.particleRadius, RestReaches * bound.reach);
	const Vec3 at = place[i].Xyz();
	const Float8 x(at.x), y(at.y), z(at.z), farthest(bound.reach * bound.reach);
	// Its own body is left out by a number that no body has, if it may meet itself.
	const Float8 leftOut(bound.mayFold ? -1.0f : static_cast<float>(ownBody));
	std::size_t count = 0;
	bool isOrdered = true;
	const auto consider = [&](std::uint32_t k)
	{
		const Owner& other = sortedOwner[k];
		if (other.body == ownBody && SquaredNorm(rest[owner[i].particle] - rest[other.particle]) < away * away)
			return;
		isOrdered = isOrdered && (count == 0 || found[count - 1].body <= other.body);
		const Vec3 offset = at - Vec3{sortedCoordinates[0][k], sortedCoordinates[1][k], sortedCoordinates[2][k]};
		found[count++] = {sortedIndex[k], other.body, offset, sortedNormal[k], place[i].w + sortedRadius[k]};
	};
	for (int r = 0; r < cells.count; ++r)
		for (std::uint32_t first = cells.ranges[r][0], last = cells.ranges[r][1]; first < last; first += SimdWidth)
		{
			const Float8 dx = x - Float8::Load(&sortedCoordinates[0][first]);
			const Float8 dy = y - Float8::Load(&sortedCoordinates[1][first]);
			const Float8 dz = z - Float8::Load(&sortedCoordinates[2][first]);
			const Float8 body = Float8::Load(&sortedBody[first]);
			const Mask8 isOther = (body < leftOut) | (leftOut < body);
			unsigned hits = static_cast<unsigned>(Bits((dx * dx + dy * dy + dz * dz < farthest) & isOther));
			if (last - first < SimdWidth)
				hits &= (1u << (last - first)) - 1;
			for (; hits != 0 && count < MaxCandidates; hits &= hits - 1)
				consider(first + static_cast<std::uint32_t>(std::countr_zero(hits)));
		}
	if (!isOrdered)
		std::sort(found, found + count,
			[](const Candidate& a, const Candidate& b) { return a.body != b.body ? a.body < b.body : a.particle < b.particle; });
	return count;
}

bool ContactSearch::MayMeet(const Contact& contact, std::span<const ContactLink> linked, Real step) const
{
	if (contact.gap <= NearShare * place[contact.owner].w)
		return true;
	Vec3 other;
	for (const ContactLink& link : linked)
		other += velocity[link.point].Xyz() * link.weight;
	const Real closing = -Dot(velocity[contact.owner].Xyz() - other, contact.normal) * step;
	return contact.gap < 2 * closing;
}

PaddedVec3 ContactSearch::FacingOf(std::uint32_t i, const Candidate& candidate) const
{
	const PaddedVec3 &own = normal[i], &other = candidate.normal;
	if (own.Xyz() == Vec3{} && other.Xyz() == Vec3{})
		return {NormalizedOr(candidate.offset, Vec3{}), 1};
	const Vec3 mean = (other.Xyz() * other.w - own.Xyz() * own.w) / (other.w + own.w);
	const Real touching = candidate.touching;
	const Real share = RampBetween(Norm(mean), FacingBegins, FacingFully)
		* RampBetween(Dot(candidate.offset, mean), -DeepestPass * touching, -SafePass * touching);
	return {mean * share, share};
}

bool ContactSearch::Facing(std::uint32_t i, std::span<const Candidate> candidates, Vec3& direction) const
{
	const Real touching = candidates.front().touching;
	const Real within = touching + bounds[owner[i].body].margin;
	const Real reachSquared = SmoothingReach * SmoothingReach * touching * touching + within * within;
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
	std::uint32_t i, std::span<const Candidate> candidates, Contact& contact, std::vector<ContactLink>& linked) const
{
	const Real touching = candidates.front().touching, across = SmoothingReach * touching;
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
	Real weights[MaxCandidates];
	for (std::size_t k = 0; k < candidates.size(); ++k)
	{
		const Vec3 lateral = acrossNormal(candidates[k].offset);
		const Real weight = weights[k] = weightOf(candidates[k], lateral);
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
	for (std::size_t k = 0; k < candidates.size(); ++k)
	{
		const Candidate& candidate = candidates[k];
		const Vec3 lateral = acrossNormal(candidate.offset);
		const Real weight = weights[k] * alpha * (1 - Dot(tilt, lateral));
		if (weight == 0)
			continue;
		linked.push_back({candidate.particle, weight});
		sumOfWeights += weight;
		height += weight * Dot(candidate.offset, contact.normal);
	}
	for (std::size_t k = begin; k < linked.size(); ++k)
		linked[k].weight /= sumOfWeights;
	contact.gap = height / sumOfWeights - touching;
	return contact.gap <= bounds[owner[i].body].margin;
}

bool ContactSearch::MeetBall(
	std::uint32_t i, std::span<const Candidate> candidates, Contact& contact, std::vector<ContactLink>& linked) const
{
	const Candidate& nearest = *std::min_element(candidates.begin(), candidates.end(),
		[](const Candidate& a, const Candidate& b) { return SquaredNorm(a.offset) < SquaredNorm(b.offset); });
	const Real distance = Norm(nearest.offset);
	contact.gap = distance - nearest.touching;
	if (contact.gap > bounds[owner[i].body].margin)
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
