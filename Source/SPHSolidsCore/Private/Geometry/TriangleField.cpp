#include "TriangleField.h"

#include "BoxMath.h"
#include "TriangleMath.h"

#include <SPHSolids/Base/Simd.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace SPHSolids
{
namespace
{

constexpr int MaxPendingNodes = 1024;
constexpr float FarCoordinate = 1e15f; // its square is still a float
// Error of a float distance within a block, as a share of the largest length that enters it: some 10 roundings of 6e-8.
constexpr double BlockErrorShare = 2e-6;
// A triangle whose height is below this share of its length has no normal that survives in floats.
constexpr double NeedleShare = 1e-6;
// Inside or not is decided at first glance, wrong by 0.1 at most, and looked at again where that is not enough.
constexpr double GlanceFarRatio = 1.7;
constexpr double GlanceDoubt = 0.2;
constexpr double CarefulFarRatio = 4;
constexpr std::size_t LeafBlocksPerChunk = 512;

struct PendingNode
{
	std::uint32_t child;
	float distanceSquared;
};

struct Float8x3
{
	Float8 x, y, z;

	static SPHS_FORCE_INLINE Float8x3 Load(const float (&source)[3][TreeWidth])
	{
		return {Float8::Load(source[0]), Float8::Load(source[1]), Float8::Load(source[2])};
	}
};
SPHS_FORCE_INLINE Float8x3 ToFloats(const Vec3d& a)
{
	return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)};
}
SPHS_FORCE_INLINE Float8x3 operator-(const Float8x3& a, const Float8x3& b)
{
	return {a.x - b.x, a.y - b.y, a.z - b.z};
}
SPHS_FORCE_INLINE Float8 Dot(const Float8x3& a, const Float8x3& b)
{
	return MulAdd(a.x, b.x, MulAdd(a.y, b.y, a.z * b.z));
}
SPHS_FORCE_INLINE Float8x3 Cross(const Float8x3& a, const Float8x3& b)
{
	return {NegMulAdd(a.z, b.y, a.y * b.z), NegMulAdd(a.x, b.z, a.z * b.x), NegMulAdd(a.y, b.x, a.x * b.y)};
}

/// atan2 within 3e-7 rad; 0 where both arguments are 0.
SPHS_FORCE_INLINE Float8 ArcTangent2(Float8 y, Float8 x)
{
	const Float8 ax = Abs(x), ay = Abs(y);
	const Float8 greater = Max(Max(ax, ay), Float8(std::numeric_limits<float>::min())), lesser = Min(ax, ay);
	const Float8 t = lesser / greater, s = t * t;
	// Minimax polynomial of atan(t) / t on [0, 1] in t^2.
	Float8 p(0.00282363896258175373077393f);
	p = MulAdd(p, s, Float8(-0.0159569028764963150024414f));
	p = MulAdd(p, s, Float8(0.0425049886107444763183594f));
	p = MulAdd(p, s, Float8(-0.0748900920152664184570312f));
	p = MulAdd(p, s, Float8(0.106347933411598205566406f));
	p = MulAdd(p, s, Float8(-0.142027363181114196777344f));
	p = MulAdd(p, s, Float8(0.199926957488059997558594f));
	p = MulAdd(p, s, Float8(-0.333331018686294555664062f));
	Float8 angle = MulAdd(p * s, t, t);
	angle = Select(ay > ax, Float8(static_cast<float>(Pi / 2)) - angle, angle);
	angle = Select(x < Float8(0.0f), Float8(static_cast<float>(Pi)) - angle, angle);
	return Select(y < Float8(0.0f), -angle, angle);
}

/// Squared distance to the boxes of a node, too small by rounding at most; not a number where there is no child.
SPHS_FORCE_INLINE Float8 BoxDistanceSquared(const TriangleTree::Node& node, const Vec3d& query)
{
	Float8 distance(0.0f);
	for (int axis = 0; axis < 3; ++axis)
	{
		const float nearest = static_cast<float>(query[axis] - node.origin[axis]);
		const float rounding = std::fabs(nearest) * std::numeric_limits<float>::epsilon() + std::numeric_limits<float>::min();
		const Float8 below = Float8::Load(node.low[axis]) - Float8(nearest + rounding);
		const Float8 above = Float8(nearest - rounding) - Float8::Load(node.high[axis]);
		const Float8 gap = Max(Float8(0.0f), Max(below, above)); // in this order Max hands a NaN on
		distance = MulAdd(gap, gap, distance);
	}
	return distance;
}

/// Float that a float distance squared must stay below to be as near as the best, rounding included.
float ReachOf(double bestSquared)
{
	return static_cast<float>(std::min(bestSquared * (1 + 4e-6), 1e38)) + std::numeric_limits<float>::min();
}

}

TriangleField::TriangleField(std::span<const TriangleCorners> triangles, TaskRunner& tasks)
	: tree(triangles, tasks)
{
	ordered.reserve(triangles.size());
	for (const std::uint32_t t : tree.Order())
		ordered.push_back(triangles[t]);
	blocks.resize(tree.Leaves().size());
	ParallelFor(tasks, blocks.size(), LeafBlocksPerChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
				FillBlock(blocks[k], tree.Leaves()[k]);
		});
}

void TriangleField::FillBlock(Block& block, const TriangleTree::Leaf& leaf) const
{
	block.first = leaf.first;
	block.count = leaf.count;
	Box3d box;
	for (std::uint32_t k = leaf.first; k < leaf.first + leaf.count; ++k)
		IncludeBox(box, BoxOf(ordered[k]));
	block.origin = box.Centre();
	block.radius = static_cast<float>(Norm(box.Size()) * 0.5 * (1 + 1e-6));
	block.largestAreaNorm = 0;
	for (std::uint32_t lane = 0; lane < TreeWidth; ++lane)
	{
		// Empty lanes hold a point, which adds nothing to the winding number.
		const Vec3d& some = ordered[leaf.first][0];
		const TriangleCorners c = lane < leaf.count ? ordered[leaf.first + lane] : TriangleCorners{some, some, some};
		const Vec3d areaVector = Cross(c[1] - c[0], c[2] - c[0]);
		const double areaNorm = Norm(areaVector);
		double longest = 0;
		for (std::size_t k = 0; k < 3; ++k)
		{
			const double edge = SquaredNorm(c[(k + 1) % 3] - c[k]);
			longest = std::max(longest, edge);
			block.inverseEdgeSquared[k][lane] = static_cast<float>(1 / std::max(edge, 1e-30));
		}
		block.inverseAreaNorm[lane] = areaNorm > NeedleShare * longest ? static_cast<float>(std::min(1 / areaNorm, 1e30)) : 0.0f;
		for (int axis = 0; axis < 3; ++axis)
		{
			for (std::size_t k = 0; k < 3; ++k)
				block.corner[k][axis][lane] = static_cast<float>(c[k][axis] - block.origin[axis]);
			block.areaVector[axis][lane] = static_cast<float>(areaVector[axis]);
		}
		block.largestAreaNorm = std::max(block.largestAreaNorm, static_cast<float>(areaNorm));
	}
}

void TriangleField::SearchBlock(const Block& block, const Vec3d& query, Closest& best) const
{
	const Vec3d local = query - block.origin;
	const double reach = Norm(local) + static_cast<double>(block.radius); // no length below exceeds it
	if (!(reach < static_cast<double>(FarCoordinate)))
	{
		for (std::uint32_t k = block.first; k < block.first + block.count; ++k)
			TestTriangle(k, query, best);
		return;
	}
	const Float8x3 p = ToFloats(local);
	const Float8x3 corners[3] = {Float8x3::Load(block.corner[0]), Float8x3::Load(block.corner[1]), Float8x3::Load(block.corner[2])};
	const Float8x3 areaVector = Float8x3::Load(block.areaVector);
	const Float8 inverseAreaNorm = Float8::Load(block.inverseAreaNorm);
	const Float8x3 fromCorner[3] = {p - corners[0], p - corners[1], p - corners[2]};

	// Above the face, with some leeway, the distance to the plane is a lower bound; elsewhere the distance to the edges is.
	const float leeway = static_cast<float>(-BlockErrorShare * 2 * static_cast<double>(block.radius) * reach);
	Float8 lowestInside(std::numeric_limits<float>::max()), lower(std::numeric_limits<float>::max());
	for (int k = 0; k < 3; ++k)
	{
		const Float8x3 edge = corners[(k + 1) % 3] - corners[k];
		const Float8x3& from = fromCorner[k];
		const Float8 share = Min(Max(Dot(from, edge) * Float8::Load(block.inverseEdgeSquared[k]), Float8(0.0f)), Float8(1.0f));
		const Float8x3 off{NegMulAdd(share, edge.x, from.x), NegMulAdd(share, edge.y, from.y), NegMulAdd(share, edge.z, from.z)};
		lower = Min(lower, Dot(off, off));
		lowestInside = Min(lowestInside, Dot(Cross(edge, from), areaVector));
	}
	const Float8 height = Dot(fromCorner[0], areaVector) * inverseAreaNorm;
	lower = Select(lowestInside * inverseAreaNorm < Float8(leeway), lower, height * height);

	alignas(64) float bounds[TreeWidth];
	lower.Store(bounds);
	const double error = BlockErrorShare * reach;
	const auto thresholdOf = [&]
	{
		const double limit = std::sqrt(best.distanceSquared) + error;
		return ReachOf(limit * limit);
	};
	float threshold = thresholdOf();
	unsigned lanes = static_cast<unsigned>(Bits(lower < Float8(threshold))) & ((1u << block.count) - 1);
	while (lanes != 0)
	{
		int nearest = std::countr_zero(lanes);
		for (unsigned rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1)
			if (bounds[std::countr_zero(rest)] < bounds[nearest])
				nearest = std::countr_zero(rest);
		if (!(bounds[nearest] < threshold))
			return;
		lanes &= ~(1u << nearest);
		if (TestTriangle(block.first + static_cast<std::uint32_t>(nearest), query, best))
			threshold = thresholdOf();
	}
}

bool TriangleField::TestTriangle(std::uint32_t place, const Vec3d& query, Closest& best) const
{
	const Vec3d point = ClosestOnTriangle(query, ordered[place]);
	const double distanceSquared = SquaredNorm(point - query);
	const std::uint32_t triangle = tree.Order()[place];
	if (distanceSquared > best.distanceSquared || (distanceSquared == best.distanceSquared && best.found && triangle > best.triangle))
		return false;
	best = {point, distanceSquared, triangle, true};
	return true;
}

TriangleField::Closest TriangleField::FindClosest(const Vec3d& query, double maxDistanceSquared) const
{
	Closest best;
	best.distanceSquared = maxDistanceSquared;
	// Clamping a coordinate can only bring the query nearer to every box.
	constexpr Vec3d farCorner{FarCoordinate, FarCoordinate, FarCoordinate};
	const Vec3d boxQuery = Max(-farCorner, Min(farCorner, query));
	float reach = ReachOf(best.distanceSquared);
	PendingNode pending[MaxPendingNodes];
	int count = 0;
	pending[count++] = {0, 0};
	while (count > 0)
	{
		const PendingNode next = pending[--count];
		if (!(next.distanceSquared < reach))
			continue;
		if ((next.child & TriangleTree::LeafMark) != 0)
		{
			SearchBlock(blocks[next.child & ~TriangleTree::LeafMark], query, best);
			reach = ReachOf(best.distanceSquared);
			continue;
		}
		const TriangleTree::Node& node = tree.Nodes()[next.child];
		const Float8 distance = BoxDistanceSquared(node, boxQuery);
		alignas(64) float distances[TreeWidth];
		distance.Store(distances);
		const int begin = count;
		for (unsigned hits = static_cast<unsigned>(Bits(distance < Float8(reach))); hits != 0; hits &= hits - 1)
		{
			// Kept sorted, the nearest last, so that it is searched first.
			const int lane = std::countr_zero(hits);
			int at = count++;
			for (; at > begin && pending[at - 1].distanceSquared < distances[lane]; --at)
				pending[at] = pending[at - 1];
			pending[at] = {node.child[lane], distances[lane]};
		}
	}
	return best;
}

double TriangleField::SolidAngleOfBlock(const Block& block, const Vec3d& query) const
{
	const Vec3d local = query - block.origin;
	const Float8x3 p = ToFloats(local);
	const Float8x3 a = Float8x3::Load(block.corner[0]) - p;
	const Float8x3 b = Float8x3::Load(block.corner[1]) - p;
	const Float8x3 c = Float8x3::Load(block.corner[2]) - p;
	const Float8 la = Sqrt(Dot(a, a)), lb = Sqrt(Dot(b, b)), lc = Sqrt(Dot(c, c));
	const Float8 numerator = Dot(a, Float8x3::Load(block.areaVector)); // a . (b x c), without its cancellation
	const Float8 denominator = MulAdd(la * lb, lc, MulAdd(Dot(a, b), lc, MulAdd(Dot(b, c), la, Dot(c, a) * lb)));
	Float8 angle = ArcTangent2(numerator, denominator);

	// Within rounding of a face the angle jumps by 4 pi with the sign of the numerator: doubles decide there.
	const float error = static_cast<float>(BlockErrorShare * (Norm(local) + static_cast<double>(block.radius))) * block.largestAreaNorm;
	const Mask8 onFace = (Abs(numerator) < Float8(error)) & (denominator < Float8(0.0f));
	double exact = 0;
	if (unsigned lanes = static_cast<unsigned>(Bits(onFace)) & ((1u << block.count) - 1); lanes != 0)
	{
		angle = Select(onFace, Float8(0.0f), angle);
		for (; lanes != 0; lanes &= lanes - 1)
			exact += SolidAngle(query, ordered[block.first + static_cast<std::uint32_t>(std::countr_zero(lanes))]);
	}
	return exact + 2 * static_cast<double>(Sum(angle));
}

double TriangleField::WindingNumber(const Vec3d& query, double farRatio) const
{
	const double farthest = std::max({std::fabs(query.x), std::fabs(query.y), std::fabs(query.z)});
	if (!(farthest < 1e6)) // less than 1e-12 of the sphere is covered from there, and cubes of floats run out of range
		return 0;
	const Float8 ratioSquared(static_cast<float>(farRatio * farRatio));
	Float8 farSum(0.0f);
	double nearSum = 0;
	std::uint32_t pending[MaxPendingNodes];
	int count = 0;
	pending[count++] = 0;
	while (count > 0)
	{
		const std::uint32_t next = pending[--count];
		if ((next & TriangleTree::LeafMark) != 0)
		{
			nearSum += SolidAngleOfBlock(blocks[next & ~TriangleTree::LeafMark], query);
			continue;
		}
		const TriangleTree::NodeMoments& node = tree.Moments()[next];
		const Float8x3 away = Float8x3::Load(node.centre) - ToFloats(query - node.origin);
		const Float8 distanceSquared = Dot(away, away);
		const Mask8 isFar = ratioSquared * Float8::Load(node.radiusSquared) < distanceSquared;
		// (N . r + tr C - 3 r . C r / r^2) / r^3 with r from the query to the centre
		const Float8 xx = Float8::Load(node.spread[0]), yy = Float8::Load(node.spread[1]), zz = Float8::Load(node.spread[2]);
		const Float8 mixed = MulAdd(Float8::Load(node.spread[3]), away.x * away.y,
			MulAdd(Float8::Load(node.spread[4]), away.y * away.z, Float8::Load(node.spread[5]) * (away.z * away.x)));
		const Float8 quadratic = MulAdd(xx, away.x * away.x, MulAdd(yy, away.y * away.y, MulAdd(zz, away.z * away.z, mixed)));
		const Float8 first = Dot(away, Float8x3::Load(node.areaVector)) + (xx + yy + zz);
		const Float8 flux = NegMulAdd(Float8(3.0f), quadratic / distanceSquared, first) / (distanceSquared * Sqrt(distanceSquared));
		farSum += Select(isFar, flux, Float8(0.0f));
		for (unsigned lanes = static_cast<unsigned>(Bits(isFar)) ^ 0xFFu; lanes != 0; lanes &= lanes - 1)
			if (const std::uint32_t link = node.child[std::countr_zero(lanes)]; link != TriangleTree::NoChild)
				pending[count++] = link;
	}
	return (nearSum + static_cast<double>(Sum(farSum))) / (4 * Pi);
}

bool TriangleField::IsInside(const Vec3d& query) const
{
	const double glance = WindingNumber(query, GlanceFarRatio);
	return (std::fabs(glance - 0.5) > GlanceDoubt ? glance : WindingNumber(query, CarefulFarRatio)) > 0.5;
}

}
