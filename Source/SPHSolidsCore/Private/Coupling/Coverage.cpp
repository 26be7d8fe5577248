#include "Coverage.h"

#include "CoverageKernel.h"
#include "CoverageMap.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace SPHSolids
{
namespace
{

struct SlabCoverage
{
	Real coverage;
	Real slope; // by the coordinate
};

/// Share of the kernel in |coordinate| <= half.
SlabCoverage CoverSlab(Real coordinate, Real half, Real support)
{
	const HalfSpaceCoverage above = CoverByWall(coordinate - half, support);
	const HalfSpaceCoverage below = CoverByWall(-coordinate - half, support);
	return {above.coverage + below.coverage - 1, above.slope - below.slope};
}

/// The same seen from inside a container.
SlabCoverage CoverRoom(Real coordinate, Real half, Real support)
{
	const HalfSpaceCoverage above = CoverByWall(half - coordinate, support);
	const HalfSpaceCoverage below = CoverByWall(half + coordinate, support);
	return {1 - above.coverage - below.coverage, above.slope - below.slope};
}

CoverageSample CoverByBox(const Shape& shape, const Vec3& local, Real support)
{
	const Vec3 half = shape.halfSize.Cast<Real>();
	SlabCoverage slab[3];
	for (int axis = 0; axis < 3; ++axis)
		slab[axis] = shape.IsInverted() ? CoverRoom(local[axis], half[axis], support) : CoverSlab(local[axis], half[axis], support);
	const Real product = slab[0].coverage * slab[1].coverage * slab[2].coverage;
	const Vec3 gradient = {slab[0].slope * slab[1].coverage * slab[2].coverage, slab[0].coverage * slab[1].slope * slab[2].coverage,
		slab[0].coverage * slab[1].coverage * slab[2].slope};
	if (shape.IsInverted())
		return {1 - product, -gradient};
	return {product, gradient};
}

/// Coverage by what is curved like a ball, or like a cylinder, as a function of the distance from its surface and from its centre or axis.
struct CurvedCoverage
{
	Real coverage;
	Real slope;   // by the distance, which falls where that from the centre grows in a hollow
	Real bending; // what one whole curvature takes
};
CurvedCoverage CoverByCurved(Real distance, Real fromCentre, bool isHollow, Real curvatures, Real support)
{
	const HalfSpaceCoverage wall = CoverByWall(distance, support);
	const Real kernel = CoverageKernel::SupportShare * support, growth = CoverageKernel::GrowthShare * support;
	const Bending bending = BendingAt((distance - growth) / kernel);
	const Real sign = isHollow ? Real(-1) : Real(1), across = 2 * std::max(fromCentre, kernel);
	const Real taken = sign * kernel * bending.value / across;
	// fromCentre = constant + sign * distance
	const Real slope = sign * bending.slope / across - (fromCentre > kernel ? 2 * sign * taken / across : Real(0));
	return {wall.coverage - curvatures * taken, wall.slope - curvatures * slope, taken};
}

CoverageSample CoverByBall(const Shape& shape, const Vec3& local, Real support)
{
	const DistanceSample at = shape.Distance(local);
	const CurvedCoverage cover = CoverByCurved(at.distance, Norm(local), shape.IsInverted(), 1, support);
	return {cover.coverage, at.gradient * cover.slope};
}

CoverageSample CoverByCapsule(const Shape& shape, const Vec3& local, Real support)
{
	const DistanceSample at = shape.Distance(local);
	const Real half = static_cast<Real>(shape.halfLength), beyond = std::abs(local.z) - half;
	const Vec3 fromAxis = local - Vec3{0, 0, std::clamp(local.z, -half, half)};
	// A ball beyond the end of the axis, a cylinder before it, and so much of both where the kernel lies in both.
	const Real kernel = CoverageKernel::SupportShare * support;
	const HalfSpaceCoverage cylinder = CoverHalfSpace(beyond, kernel);
	const CurvedCoverage cover = CoverByCurved(at.distance, Norm(fromAxis), shape.IsInverted(), 1 - cylinder.coverage / 2, support);
	const Vec3 along = {0, 0, local.z < 0 ? Real(-1) : Real(1)};
	return {cover.coverage, at.gradient * cover.slope + along * (cover.bending * cylinder.slope / 2)};
}

/// Faces of a convex shape that its kernel may see, at most.
constexpr std::size_t MostFaces = 32;
/// Over so many supports of the small kernel one face takes the place of another.
constexpr Real Sharpness = Real(0.3);

CoverageSample CoverByConvex(const Shape& shape, const Vec3& local, Real support)
{
	const Real sign = shape.IsInverted() ? Real(-1) : Real(1);
	const Real kernel = CoverageKernel::SupportShare * support, growth = CoverageKernel::GrowthShare / CoverageKernel::SupportShare;
	const auto heightOver = [&](const Shape::Face& face) { return (Dot(face.normal, local) - face.offset) / kernel; };
	const std::vector<Shape::Face>& faces = *shape.Faces();
	const Shape::Face* first = &faces.front();
	for (const Shape::Face& face : faces)
		if (heightOver(face) > heightOver(*first))
			first = &face;
	struct Seen
	{
		Vec3 normal;
		Real height;         // in supports of the small kernel
		Real share = 0;      // in the place: one where it is far above the others
		Float8 sum = 0;      // coverage by this face alone, by the same points
		Float8 sumSlope = 0; // by its height
	};
	Seen seen[MostFaces];
	std::size_t count = 0;
	seen[count++] = {first->normal, heightOver(*first)};
	if (std::abs(sign * seen[0].height - growth) < CoverageKernel::Reach)
		for (const Shape::Face& face : faces)
			if (&face != first && seen[0].height - heightOver(face) < Norm(face.normal - first->normal) && count < MostFaces)
				seen[count++] = {face.normal, heightOver(face)};
	CoverageSample sample;
	if (count > 1)
	{
		Float8 coverage = 0;
		Vector3<Float8> gradient = {};
		for (const CoverageKernel::Eight& eight : CoverageKernel::Points())
		{
			Float8 topHeight = std::numeric_limits<Real>::lowest(), topSlope = 0;
			Vector3<Float8> topNormal = {};
			Float8 inside = 0;
			for (std::size_t k = 0; k < count; ++k)
			{
				Seen& face = seen[k];
				const Float8 height = MulAdd(eight.offset.x, Float8(face.normal.x),
					MulAdd(eight.offset.y, Float8(face.normal.y), MulAdd(eight.offset.z, Float8(face.normal.z), Float8(face.height))));
				const Float8 distance = height * Float8(sign) - Float8(growth);
				const Float8 byFace = eight.weight * CoverageKernel::Inside(distance);
				const Float8 slope = eight.weight * CoverageKernel::InsideSlope(distance);
				face.sum = face.sum + byFace;
				face.sumSlope = face.sumSlope + slope;
				const Mask8 isTop = height > topHeight;
				topHeight = Max(height, topHeight);
				inside = Select(isTop, byFace, inside);
				topSlope = Select(isTop, slope, topSlope);
				topNormal.x = Select(isTop, Float8(face.normal.x), topNormal.x);
				topNormal.y = Select(isTop, Float8(face.normal.y), topNormal.y);
				topNormal.z = Select(isTop, Float8(face.normal.z), topNormal.z);
			}
			coverage = coverage + inside;
			gradient = MulAdd(topNormal, topSlope, gradient);
		}
		sample = {Sum(coverage), Sum(gradient) * (sign / kernel)};
	}
	// What the points do not know of flat walls, from one face to the next without a jump.
	Real all = 0;
	Vec3 meanNormal;
	for (std::size_t k = 0; k < count; ++k)
		all += seen[k].share = std::exp((seen[k].height - seen[0].height) / Sharpness);
	for (std::size_t k = 0; k < count; ++k)
		meanNormal += seen[k].normal * (seen[k].share /= all);
	for (std::size_t k = 0; k < count; ++k)
	{
		const HalfSpaceCoverage wall = CoverByWall(sign * seen[k].height * kernel, support);
		const Real missing = wall.coverage - Sum(seen[k].sum), missingSlope = sign * (wall.slope - Sum(seen[k].sumSlope) / kernel);
		sample.coverage += seen[k].share * missing;
		sample.gradient += seen[k].normal * (seen[k].share * missingSlope)
			+ (seen[k].normal - meanNormal) * (seen[k].share * missing / (Sharpness * kernel));
	}
	return sample;
}

CoverageSample CoverByMap(const Shape& shape, const CoverageMap& map, const Vec3& local, Real support)
{
	const Real cell = static_cast<Real>(shape.GetGrid()->GetLayout().cellSize);
	if (shape.Distance(local).distance > CoverageReach * support + 2 * cell) // what lies beyond is not made
		return {};
	const DistanceSample at = map.Sample(local);
	const HalfSpaceCoverage cover = CoverByWall(at.distance, support);
	return {cover.coverage, at.gradient * cover.slope};
}

CoverageSample CoverByFlat(const Shape& shape, const Vec3& local, Real support)
{
	const DistanceSample at = shape.Distance(local);
	const HalfSpaceCoverage cover = CoverByWall(at.distance, support);
	return {cover.coverage, at.gradient * cover.slope};
}

CoverageSample CoverLocally(const Shape& shape, const CoverageMap* map, const Vec3& local, Real support)
{
	switch (shape.Kind())
	{
	case ShapeKind::Plane: return CoverByFlat(shape, local, support);
	case ShapeKind::Box: return CoverByBox(shape, local, support);
	case ShapeKind::Sphere: return CoverByBall(shape, local, support);
	case ShapeKind::Capsule: return CoverByCapsule(shape, local, support);
	case ShapeKind::Convex: return CoverByConvex(shape, local, support);
	case ShapeKind::Grid: return map != nullptr ? CoverByMap(shape, *map, local, support) : CoverByFlat(shape, local, support);
	}
	return {};
}

}

Bending BendingAt(Real s)
{
	const Real a = std::abs(s);
	Bending sum = {0, 0};
	for (const Real end : {Real(1), Real(0.5)}) // of one cubic each
	{
		const Real t = end - a;
		if (t <= 0)
			continue;
		const Real factor = end == 1 ? Real(32) : Real(-128), t4 = t * t * t * t;
		const Real product = end * end - a * a;
		sum.value += factor * t4 * (end * product / 4 - (product + 2 * end * end) * t / 5 + end * t * t / 2 - t * t * t / 7);
		sum.slope -= 2 * a * factor * t4 * (end / 4 - t / 5);
	}
	return {sum.value, s < 0 ? -sum.slope : sum.slope};
}

HalfSpaceCoverage CoverHalfSpace(Real distance, Real support)
{
	const Real q = std::min(std::fabs(distance) / support, Real(1));
	const Real p = 1 - q, o = std::max(Real(0.5) - q, Real(0));
	const Real p4 = p * p * p * p, o4 = o * o * o * o;
	const Real beyond = 16 * (p4 * p * (Real(0.1) - p / 15) - o4 * o * (Real(0.2) - 4 * o / 15));
	const Real slope = -16 * (p4 * (Real(0.5) - Real(0.4) * p) - o4 * (1 - Real(1.6) * o)) / support;
	return {distance >= 0 ? beyond : 1 - beyond, slope};
}

HalfSpaceCoverage CoverByWall(Real distance, Real support)
{
	const HalfSpaceCoverage cover = CoverHalfSpace(WallSteepness * distance + WallOffset * support, support);
	return {cover.coverage, WallSteepness * cover.slope};
}

CoverageSample CoverBy(const Obstacle& obstacle, const CoverageMap* map, const Vec3& place, Real support)
{
	CoverageSample sample = CoverLocally(*obstacle.shape, map, Transpose(obstacle.rotation) * (place - obstacle.position), support);
	sample.gradient = obstacle.rotation * sample.gradient;
	return sample;
}

}
