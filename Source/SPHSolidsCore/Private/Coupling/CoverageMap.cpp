#include "CoverageMap.h"

#include "CoverageKernel.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace SPHSolids
{
namespace
{

constexpr std::uint32_t TileSide = 8; // values
/// How far, in supports of the small kernel, distances at the end of its lines may be from a plane for a mesh to be flat there, and from a
/// paraboloid for it to have no edge; and how far a paraboloid itself may depart from a plane: its curvature counts in first order only.
constexpr Real Flatness = Real(0.03);
constexpr Real Smoothness = Real(0.06);
constexpr Real MostBend = Real(0.2);
/// Coverages nearer to none and to all than this say nothing about a distance.
constexpr Real LeastCoverage = Real(1e-3);

/// Lines to the faces and the corners of a cube; the first three are the axes.
constexpr std::array<Vec3, 7> Lines()
{
	constexpr Real c = Real(0.57735027);
	return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {c, c, c}, {-c, c, c}, {c, -c, c}, {c, c, -c}}};
}

/// How distances go in the reach of the small kernel, in its supports.
struct Surroundings
{
	Real bend = 0;     // half the Laplacian: one by the radius of a ball
	Real departed = 0; // most from the plane
	bool isSmooth = true;
};
Surroundings LookAround(const Shape& mesh, const Vec3& place, Real distance, Real kernel)
{
	constexpr auto lines = Lines();
	Surroundings found;
	Vec3 slope;
	for (std::size_t k = 0; k < lines.size(); ++k)
	{
		const Vec3 offset = lines[k] * kernel;
		const Real ahead = (mesh.Distance(place + offset).distance - distance) / kernel;
		const Real behind = (mesh.Distance(place - offset).distance - distance) / kernel;
		const Real odd = (ahead - behind) / 2, even = (ahead + behind) / 2;
		if (k < 3)
			slope[static_cast<int>(k)] = odd;
		else if (std::abs(odd - Dot(slope, lines[k])) > Smoothness)
			found.isSmooth = false;
		found.departed = std::max(found.departed, std::abs(even));
		found.bend += even * Real(3.0 / 7.0); // the even parts of all lines add up to 7/6 of the Laplacian
	}
	found.isSmooth = found.isSmooth && found.departed <= MostBend;
	return found;
}

/// The distance at which a flat wall covers so much.
Real WallDistanceFor(Real coverage, Real support)
{
	Real nearest = -support, farthest = CoverageReach * support;
	for (int k = 0; k < 30; ++k)
	{
		const Real middle = (nearest + farthest) / 2;
		(CoverByWall(middle, support).coverage > coverage ? nearest : farthest) = middle;
	}
	return (nearest + farthest) / 2;
}

}

CoverageMap::CoverageMap(const Shape& newMesh, Real newSupport)
	: mesh(newMesh)
	, support(newSupport)
	, map(mesh.GetGrid()->GetLayout(), AlignedArray<float>(mesh.GetGrid()->Values().size()))
{
	std::size_t count = 1;
	for (std::size_t axis = 0; axis < 3; ++axis)
	{
		tileCount[axis] = (map.GetLayout().size[axis] + TileSide - 1) / TileSide;
		count *= tileCount[axis];
	}
	isMade = std::make_unique<std::once_flag[]>(count);
}

DistanceSample CoverageMap::Sample(const Vec3& local) const
{
	// Cubics read values from one before the cell to two behind it.
	const Size cell = map.CellOf(local);
	Size first, last;
	for (std::size_t axis = 0; axis < 3; ++axis)
	{
		first[axis] = (cell[axis] - 1) / TileSide;
		last[axis] = (cell[axis] + 2) / TileSide;
	}
	for (std::uint32_t k = first[2]; k <= last[2]; ++k)
		for (std::uint32_t j = first[1]; j <= last[1]; ++j)
			for (std::uint32_t i = first[0]; i <= last[0]; ++i)
				std::call_once(isMade[(std::size_t(k) * tileCount[1] + j) * tileCount[0] + i], [&] { MakeTile({i, j, k}); });
	return map.SampleCubic(local);
}

void CoverageMap::MakeTile(const Size& tile) const
{
	const DistanceGrid::Layout& layout = map.GetLayout();
	Size begin, end;
	for (std::size_t axis = 0; axis < 3; ++axis)
	{
		begin[axis] = tile[axis] * TileSide;
		end[axis] = std::min(begin[axis] + TileSide, layout.size[axis]);
	}
	const std::span<float> values = map.Values();
	for (std::size_t k = begin[2]; k < end[2]; ++k)
		for (std::size_t j = begin[1]; j < end[1]; ++j)
			for (std::size_t i = begin[0]; i < end[0]; ++i)
				values[(k * layout.size[1] + j) * layout.size[0] + i] = ValueAt(layout.PlaceOf(i, j, k).Cast<Real>());
}

Real CoverageMap::ValueAt(const Vec3& place) const
{
	const auto [distance, slope] = mesh.Distance(place);
	const Real kernel = CoverageKernel::SupportShare * support, growth = CoverageKernel::GrowthShare * support;
	const Real fromGrown = (distance - growth) / kernel;
	if (std::abs(fromGrown) >= CoverageKernel::Reach) // all or none, whatever its shape
		return distance;
	const Surroundings around = LookAround(mesh, place, distance, kernel);
	if (around.isSmooth && around.departed <= Flatness)
		return distance;
	// The difference to a plane is summed, so that what the sum does not know of a plane is not in it.
	Real coverage = CoverByWall(distance, support).coverage;
	if (around.isSmooth)
		coverage -= BendingAt(fromGrown).value * around.bend / 2;
	else
		for (const CoverageKernel::Eight& eight : CoverageKernel::Points())
		{
			float x[SimdWidth], y[SimdWidth], z[SimdWidth], u[SimdWidth];
			eight.offset.x.Store(x);
			eight.offset.y.Store(y);
			eight.offset.z.Store(z);
			for (int lane = 0; lane < SimdWidth; ++lane)
				u[lane] = (mesh.Distance(place + Vec3{x[lane], y[lane], z[lane]} * kernel).distance - growth) / kernel;
			const Float8 plane = MulAdd(eight.offset.x, Float8(slope.x),
				MulAdd(eight.offset.y, Float8(slope.y), MulAdd(eight.offset.z, Float8(slope.z), Float8(fromGrown))));
			coverage += Sum(eight.weight * (CoverageKernel::Inside(Float8::Load(u)) - CoverageKernel::Inside(plane)));
		}
	if (coverage <= LeastCoverage)
		return std::max(distance, WallDistanceFor(LeastCoverage, support));
	if (coverage >= 1 - LeastCoverage)
		return std::min(distance, WallDistanceFor(1 - LeastCoverage, support));
	return WallDistanceFor(coverage, support);
}

void CoverageMaps::Prepare(std::span<const Obstacle> obstacles, const Box3& fluid, Real support)
{
	if (support != madeFor)
		entries.clear();
	madeFor = support;
	for (Entry& entry : entries)
		entry.isUsed = false;
	ofObstacle.assign(obstacles.size(), nullptr);
	const Real reach = Norm(fluid.Size()) / 2 + support;
	for (std::size_t k = 0; k < obstacles.size(); ++k)
		if (const Obstacle& obstacle = obstacles[k]; obstacle.shape->Kind() == ShapeKind::Grid)
			ofObstacle[k] = Find(*obstacle.shape, obstacle.LeastDistance(fluid.Centre()) < reach);
	std::erase_if(entries, [](const Entry& entry) { return !entry.isUsed; });
}

const CoverageMap* CoverageMaps::Find(const Shape& shape, bool isNear)
{
	auto entry = std::find_if(entries.begin(), entries.end(), [&](const Entry& each) { return each.map->IsOf(shape); });
	if (entry == entries.end())
	{
		if (!isNear)
			return nullptr;
		entry = entries.insert(entry, {std::make_unique<CoverageMap>(shape, madeFor), true});
	}
	entry->isUsed = true;
	return entry->map.get();
}

}
