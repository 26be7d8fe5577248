#include "ContactSearch.h"

#include "ContactMeeting.h"
#include "FoldBound.h"

#include <SPHSolids/Base/Simd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace SPHSolids
{
namespace
{

/// Particles of one body closer than this in the rest shape never touch each other, in touching distances or reaches of the search.
constexpr Real RestNeighbourhood = Real(2.5), RestReaches = Real(1.1);
/// Clusters that are worked on at a time.
constexpr std::uint32_t ClustersPerUnit = 16;

/// Surfaces nearer than this, in radii, are contacts whether they approach or not.
constexpr Real NearShare = Real(0.1);
/// ... and those that would meet within this many steps as they move.
constexpr Real FarSight = 2;
/// The nearest particle of a surface lies no farther across the normal than this, in touching distances; else the surface has ended, and
/// given way under the overhang, at about a third of one (ContactMeeting).
constexpr Real FarthestAcross = 1;

bool Overlap(const Box3& a, const Box3& b)
{
	return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y && a.min.z <= b.max.z && b.min.z <= a.max.z;
}

Box3 Widened(const Box3& box, Real by)
{
	return {box.min - Vec3{by, by, by}, box.max + Vec3{by, by, by}};
}

/// Particles of a body closer than this in its rest shape never touch each other.
Real RestDistance(const SolidBody& body, Real reach)
{
	return std::max(RestNeighbourhood * 2 * body.Rest().state.particleRadius, RestReaches * reach);
}

}

std::size_t ContactSearch::Bytes() const
{
	return ListBytes() + bodyOf.capacity() * sizeof(std::uint32_t) + (place.capacity() + velocity.capacity()) * sizeof(PaddedVec3)
		+ shells.Bytes();
}

void ContactSearch::Run(
	std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles, const ContactSearchSettings& settings, TaskRunner& tasks)
{
	Gather(bodies, settings, tasks);
	unitCount = 0;
	for (Finds& chunk : surfaceFinds)
		chunk.Clear();
	if (!settings.onlyObstacles)
		FindPairs(bodies, settings, tasks);
	FindSurfaces(bodies, obstacles, settings, tasks);
	const auto forEachFinds = [&](auto&& visit)
	{
		for (const Unit& unit : std::span(units).first(unitCount))
			visit(unit);
		for (const Finds& chunk : surfaceFinds)
			visit(chunk);
	};
	Arrange(forEachFinds, firstOfBody, bodyOf, tasks);
}

void ContactSearch::Gather(std::span<const ContactBody> bodies, const ContactSearchSettings& settings, TaskRunner& tasks)
{
	firstOfBody.assign(1, 0);
	for (const ContactBody& entry : bodies)
		firstOfBody.push_back(firstOfBody.back() + static_cast<std::uint32_t>(entry.body->ParticleCount()));
	const std::size_t count = firstOfBody.back();
	bodyOf.resize(count);
	bounds.resize(bodies.size());
	place.resize(count);
	velocity.resize(count);
	if (!settings.onlyObstacles)
		shells.Resize(bodies);
	ParallelFor(tasks, bodies.size(), 1,
		[&](std::size_t b, std::size_t)
		{
			const ContactBody& entry = bodies[b];
			const SolidBody& body = *entry.body;
			const Vec3 shift = (body.origin - settings.frame).Cast<Real>();
			const Real radius =
				body.Rest().state.particleRadius * (entry.isJoined || entry.isFixed ? settings.touchShareJoined : settings.touchShare);
			const std::size_t first = firstOfBody[b];
			for (std::uint32_t i = 0; i < body.ParticleCount(); ++i)
			{
				bodyOf[first + i] = static_cast<std::uint32_t>(b);
				place[first + i] = {body.position[i] + shift, radius};
				const bool isMovable = !entry.isFixed && body.held[i] == 0;
				Vec3 expected = entry.isFixed ? Vec3{} : body.velocity[i];
				if (isMovable && entry.acceleration != nullptr)
					expected += (*entry.acceleration)[i] * settings.step;
				else if (entry.isFixed && body.held[i] == 0)
					expected = settings.fixedVelocity;
				velocity[first + i] = {expected, isMovable ? 1 / body.mass[i] : 0};
			}
			if (!settings.onlyObstacles)
				BoundBody(static_cast<std::uint32_t>(b), entry);
		});
}

void ContactSearch::BoundBody(std::uint32_t b, const ContactBody& entry)
{
	BodyBounds& bound = bounds[b];
	shells.Fill(b, *entry.shell, place, firstOfBody[b]);
	bound.box = {};
	bound.velocitySum = {};
	for (const std::uint32_t i : entry.shell->particles)
	{
		bound.box.Include(place[firstOfBody[b] + i].Xyz());
		bound.velocitySum += velocity[firstOfBody[b] + i].Xyz().Cast<double>();
	}
}

void ContactSearch::MeasureSpeeds(std::span<const ContactBody> bodies, TaskRunner& tasks)
{
	Vec3d mean;
	double count = 0;
	for (std::size_t b = 0; b < bodies.size(); ++b)
	{
		mean += bounds[b].velocitySum;
		count += static_cast<double>(bodies[b].shell->particles.size());
	}
	const Vec3 drift = (mean / std::max(1.0, count)).Cast<Real>(); // what all share brings none together
	ParallelFor(tasks, bodies.size(), 1,
		[&](std::size_t b, std::size_t)
		{
			const std::vector<std::uint32_t>& particles = bodies[b].shell->particles;
			Real fastest = 0, fastestOwn = 0;
			const Vec3 middle = bounds[b].velocity =
				(bounds[b].velocitySum / std::max(1.0, static_cast<double>(particles.size()))).Cast<Real>();
			for (const std::uint32_t i : particles)
			{
				const Vec3 own = velocity[firstOfBody[b] + i].Xyz();
				fastest = std::max(fastest, SquaredNorm(own - drift));
				fastestOwn = std::max(fastestOwn, SquaredNorm(own - middle));
			}
			bounds[b].speed = std::sqrt(fastest);
			bounds[b].ownSpeed = std::sqrt(fastestOwn);
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

void ContactSearch::FindNeighbours(std::span<const ContactBody> bodies, const ContactSearchSettings& settings, TaskRunner& tasks)
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
	const Real diameter = 2 * largest;
	const auto marginOf = [&](Real approach) { return std::min(approach * settings.step, diameter); };
	const auto reachOf = [&](Real margin) { return Norm(Vec3{ContactMeeting::SmoothingReach * diameter, diameter + margin, 0}); };
	ParallelFor(tasks, bodies.size(), 1,
		[&](std::size_t begin, std::size_t)
		{
			const std::uint32_t b = static_cast<std::uint32_t>(begin);
			BodyBounds& own = bounds[b];
			own.nearby.clear();
			if (!settings.Meets(bodies[b]) || bodies[b].shell->particles.empty())
				return;
			VisitBodiesIn(Widened(own.box, reachOf(marginOf(own.speed + fastest))),
				[&](std::uint32_t other)
				{
					const Real approach = Norm(own.velocity - bounds[other].velocity) + own.ownSpeed + bounds[other].ownSpeed;
					if (other == b || settings.LeavesOut(bodies[other]) || (bodies[b].isFixed && bodies[other].isFixed)
						|| approach < settings.leastApproach)
						return;
					const Real margin = marginOf(approach), reach = reachOf(margin);
					if (Overlap(Widened(bounds[other].box, reach), own.box))
						own.nearby.push_back({other, margin, reach});
				});
			if (bodies[b].selfContact && !bodies[b].isFixed && !(2 * own.ownSpeed < settings.leastApproach))
				FindFolds(b, bodies[b], {b, marginOf(2 * own.ownSpeed), reachOf(marginOf(2 * own.ownSpeed))}, diameter, settings.step);
		});
}

void ContactSearch::FindFolds(std::uint32_t b, const ContactBody& entry, Neighbour self, Real diameter, Real step)
{
	const std::size_t first = firstOfBody[b], count = firstOfBody[b + 1] - first;
	const std::span<Real> looseness =
		std::span(shells.looseness).subspan(shells.firstOfBody[b], shells.firstOfBody[b + 1] - shells.firstOfBody[b]);
	self.slack = BoundFolds(entry, std::span(place).subspan(first, count), std::span(velocity).subspan(first, count),
		RestDistance(*entry.body, self.reach), diameter * (1 + NearShare / 2), FarSight * step, looseness);
	if (!(2 * *std::max_element(looseness.begin(), looseness.end()) < self.slack))
		bounds[b].nearby.push_back(self);
}

void ContactSearch::FormUnits()
{
	unitCount = 0;
	for (std::uint32_t b = 0; b < bounds.size(); ++b)
		if (!bounds[b].nearby.empty())
			for (std::uint32_t first = shells.firstOfBody[b]; first < shells.firstOfBody[b + 1]; first += ClustersPerUnit)
			{
				if (unitCount == units.size())
					units.emplace_back();
				Unit& unit = units[unitCount++];
				unit.Clear();
				unit.approaches.clear();
				unit.nearClusters.clear();
				unit.body = b;
				unit.firstCluster = first;
				unit.lastCluster = std::min(first + ClustersPerUnit, shells.firstOfBody[b + 1]);
			}
}

void ContactSearch::FindPairs(std::span<const ContactBody> bodies, const ContactSearchSettings& settings, TaskRunner& tasks)
{
	FindNeighbours(bodies, settings, tasks);
	FormUnits();
	ParallelFor(tasks, unitCount, 1,
		[&](std::size_t u, std::size_t)
		{
			Unit& unit = units[u];
			for (std::uint32_t n = 0; n < bounds[unit.body].nearby.size(); ++n)
				FindApproaches(unit, bodies[unit.body], n, settings);
		});
	ParallelFor(tasks, bodies.size(), 1, [&](std::size_t b, std::size_t) { shells.FindNormals(b, bodies[b], firstOfBody[b]); });
	ParallelFor(tasks, unitCount, 1,
		[&](std::size_t u, std::size_t)
		{
			ContactMeeting meeting;
			for (const Approach& approach : units[u].approaches)
				Meet(approach, bodies, settings, meeting, units[u]);
		});
}

void ContactSearch::FindApproaches(Unit& unit, const ContactBody& own, std::uint32_t neighbour, const ContactSearchSettings& settings)
{
	const Neighbour& other = bounds[unit.body].nearby[neighbour];
	const Box3& otherBox = bounds[other.body].box;
	const bool isSelf = other.body == unit.body;
	Box3 unitBox;
	for (std::uint32_t cluster = unit.firstCluster; cluster < unit.lastCluster; ++cluster)
	{
		unitBox.Include(shells.box[cluster].min);
		unitBox.Include(shells.box[cluster].max);
	}
	// Clusters of the other body near any of the unit, behind those that earlier approaches keep; then, behind them, those near each.
	const std::size_t firstOfUnit = unit.nearClusters.size();
	for (std::uint32_t c = shells.firstOfBody[other.body]; c < shells.firstOfBody[other.body + 1]; ++c)
		if (Overlap(Widened(unitBox, other.reach), shells.box[c]))
			unit.nearClusters.push_back({c, 0});
	const std::size_t lastOfUnit = unit.nearClusters.size();
	std::size_t kept = firstOfUnit;
	for (std::uint32_t cluster = unit.firstCluster; cluster < unit.lastCluster && lastOfUnit > firstOfUnit; ++cluster)
	{
		const Box3 around = Widened(shells.box[cluster], other.reach);
		if (!Overlap(around, otherBox))
			continue;
		const std::size_t firstNear = unit.nearClusters.size();
		for (std::size_t k = firstOfUnit; k < lastOfUnit; ++k)
			if (const std::uint32_t c = unit.nearClusters[k].cluster;
				Overlap(around, shells.box[c]) && (!isSelf || !(shells.looseness[cluster] + shells.looseness[c] < other.slack)))
				unit.nearClusters.push_back({c, 0});
		float nearest[ShellClusters::Size];
		const std::span<ShellClusters::Near> nearby = std::span(unit.nearClusters).subspan(firstNear);
		if (isSelf)
			shells.FindNearestFolds(cluster, nearby, other.reach, unit.body, *own.shell, RestDistance(*own.body, other.reach), nearest);
		else
			shells.FindNearest(cluster, nearby, other.reach, nearest);
		const std::uint32_t lanes = LanesThatMayMeet(cluster, own, other, nearest, settings);
		if (lanes == 0)
		{
			unit.nearClusters.resize(firstNear);
			continue;
		}
		unit.approaches.push_back(
			{cluster, neighbour, static_cast<std::uint32_t>(firstNear), static_cast<std::uint32_t>(unit.nearClusters.size()), lanes});
		const auto need = [&](std::uint32_t c) { std::atomic_ref(shells.needsNormals[c]).store(1, std::memory_order_relaxed); };
		need(cluster);
		for (const ShellClusters::Near& theirs : nearby)
			if ((theirs.lanes & lanes) != 0)
				need(theirs.cluster);
		kept = unit.nearClusters.size();
	}
	unit.nearClusters.resize(std::max(kept, firstOfUnit));
}

std::uint32_t ContactSearch::LanesThatMayMeet(std::uint32_t cluster, const ContactBody& own, const Neighbour& other,
	const float (&nearest)[ShellClusters::Size], const ContactSearchSettings& settings) const
{
	const auto isHeld = [&](std::uint32_t i) { return velocity[i].w == 0 && (!own.isFixed || own.body->held[ParticleOf(i)] != 0); };
	const BodyBounds& bound = bounds[other.body];
	const bool isFold = shells.firstOfBody[other.body] <= cluster && cluster < shells.firstOfBody[other.body + 1];
	const Real otherRadius = place[firstOfBody[other.body]].w;
	std::uint32_t lanes = 0;
	for (std::uint32_t lane = 0; lane < ShellClusters::Size; ++lane)
	{
		const std::uint32_t i = shells.particle[cluster * ShellClusters::Size + lane];
		if (!(nearest[lane] < other.reach * other.reach) || i == ShellClusters::NoParticle || isHeld(i))
			continue;
		// A surface that is too far away even for the fastest of the other body is no contact; nor is one whose nearest particle lies too far
		// to the side: the particle hangs over its edge.
		const Real touchingDistance = place[i].w + otherRadius, across = FarthestAcross * touchingDistance;
		const Real approach = Norm(velocity[i].Xyz() - bound.velocity) + bound.ownSpeed;
		if (approach < settings.leastApproach)
			continue;
		const Real closing = FarSight * approach * settings.step;
		const Real within = touchingDistance + std::min(std::max(closing, NearShare * place[i].w), other.margin);
		// What is near at rest is left out of a fold, so that the edge of what is left is none of the surface.
		if (isFold || !(nearest[lane] > within * within + across * across))
			lanes |= 1u << lane;
	}
	return lanes;
}

void ContactSearch::Meet(const Approach& approach, std::span<const ContactBody> bodies, const ContactSearchSettings& settings,
	ContactMeeting& meeting, Unit& unit) const
{
	const Neighbour& other = bounds[unit.body].nearby[approach.neighbour];
	const ContactBody* const self = other.body == unit.body ? &bodies[unit.body] : nullptr;
	const std::span<const ShellClusters::Near> clusters =
		std::span(unit.nearClusters).subspan(approach.firstNear, approach.lastNear - approach.firstNear);
	const Real friction = std::sqrt(bodies[unit.body].friction * bodies[other.body].friction);
	meeting.margin = other.margin;
	for (std::uint32_t lanes = approach.lanes; lanes != 0; lanes &= lanes - 1)
	{
		const std::size_t k = approach.cluster * ShellClusters::Size + static_cast<std::size_t>(std::countr_zero(lanes));
		const std::uint32_t i = shells.particle[k];
		meeting.touching = place[i].w + place[firstOfBody[other.body]].w;
		FindCandidates(k, other, self, clusters, meeting);
		if (meeting.count == 0)
			continue;
		Contact contact;
		contact.owner = i;
		contact.other = other.body;
		contact.friction = friction;
		contact.firstLink = static_cast<std::uint32_t>(unit.links.size());
		if (!meeting.Meet(contact, unit.links) || (contact.share == 0 && !settings.alsoFaded)
			|| !MayMeet(contact, std::span(unit.links).subspan(contact.firstLink), settings.step))
		{
			unit.links.resize(contact.firstLink);
			continue;
		}
		contact.linkCount = static_cast<std::uint32_t>(unit.links.size()) - contact.firstLink;
		unit.contacts.push_back(contact);
	}
}

void ContactSearch::FindCandidates(std::size_t k, const Neighbour& other, const ContactBody* self,
	std::span<const ShellClusters::Near> clusters, ContactMeeting& meeting) const
{
	const std::size_t firstOfSelf = shells.firstOfBody[other.body] * ShellClusters::Size;
	const Real away = self == nullptr ? 0 : RestDistance(*self->body, other.reach);
	const Float8 x(shells.x[k]), y(shells.y[k]), z(shells.z[k]), farthest(other.reach * other.reach), nearAtRest(away * away);
	meeting.count = 0;
	meeting.normal = shells.NormalAt(k);
	const std::uint32_t lane = 1u << (k % ShellClusters::Size);
	for (const ShellClusters::Near& nearby : clusters)
	{
		if ((nearby.lanes & lane) == 0)
			continue;
		const std::size_t begin = nearby.cluster * ShellClusters::Size;
		for (std::size_t first = begin; first < begin + ShellClusters::Size; first += SimdWidth)
		{
			const Float8 way[3] = {
				x - Float8::Load(&shells.x[first]), y - Float8::Load(&shells.y[first]), z - Float8::Load(&shells.z[first])};
			unsigned mask = static_cast<unsigned>(Bits(way[0] * way[0] + way[1] * way[1] + way[2] * way[2] < farthest));
			if (mask != 0 && self != nullptr)
				mask &= ~static_cast<unsigned>(Bits(self->shell->RestSquares(first - firstOfSelf, k - firstOfSelf) < nearAtRest));
			if (mask != 0)
				meeting.AddEight(mask, &shells.particle[first], way,
					{&shells.normal[0][first], &shells.normal[1][first], &shells.normal[2][first], &shells.normal[3][first]});
		}
	}
	meeting.Close();
}

bool ContactSearch::MayMeet(const Contact& contact, std::span<const ContactLink> linked, Real step) const
{
	if (contact.gap <= NearShare * place[contact.owner].w)
		return true;
	Vec3 other;
	for (const ContactLink& link : linked)
		other += velocity[link.point].Xyz() * link.weight;
	const Real closing = -Dot(velocity[contact.owner].Xyz() - other, contact.normal) * step;
	return contact.gap < FarSight * closing;
}

}
