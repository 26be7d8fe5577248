#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/Progress.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Geometry/MeshDistance.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace SPHSolids
{

struct DistanceSample
{
	Real distance = 0; // m, negative inside
	Vec3 gradient;     // of the interpolated distance; about a unit vector away from the surface
};

/// Signed distances on a regular grid, read by a running simulation. Immutable once made; reads may run in parallel.
class DistanceGrid
{
public:
	using Size = std::array<std::uint32_t, 3>;

	/// The lattice that a grid needs around a box: cells of the given size, one more all around for the cubic.
	struct Layout
	{
		Vec3d origin;        // m, place of the first value
		double cellSize = 0; // m
		Size size = {};      // values along x, y and z, at least 4 each

		std::size_t ValueCount() const { return std::size_t(size[0]) * size[1] * size[2]; }
		Vec3d PlaceOf(std::size_t i, std::size_t j, std::size_t k) const
		{
			return origin + cellSize * Vec3d{static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)};
		}
	};

	/// @param newValues Signed distances, x fastest, as many as the layout says, all finite.
	SPHSOLIDSCORE_API DistanceGrid(const Layout& newLayout, AlignedArray<float> newValues);

	/// Linear in each direction: continuous, with a gradient that jumps between cells.
	SPHSOLIDSCORE_API DistanceSample SampleLinear(const Vec3& place) const;
	/// Catmull-Rom in each direction: continuous with its gradient, exact for quadratics. Some three times the cost.
	SPHSOLIDSCORE_API DistanceSample SampleCubic(const Vec3& place) const;

	/// A distance that no surface within the bounds is nearer than. What is sampled beyond them may be too much, because the nearest surface
	/// need not lie behind the nearest point of the border. @param sampled The distance there.
	SPHSOLIDSCORE_API Real LeastDistance(const Vec3& place, Real sampled) const;

	/// Where values are interpolated. Beyond it the distance from it is added to the value at its border.
	const Box3d& Bounds() const { return bounds; }
	const Layout& GetLayout() const { return layout; }
	std::span<const float> Values() const { return values; }
	/// For an owner who fills them by and by; nobody may read the same ones meanwhile.
	std::span<float> Values() { return values; }
	/// Lowest corner of the cell that a place is read in, at least 1: cubics read values from one before it to two behind it.
	SPHSOLIDSCORE_API Size CellOf(const Vec3& place) const;

	/// Little-endian, with magic, version and checksum.
	SPHSOLIDSCORE_API std::vector<std::byte> ToBytes() const;
	/// Anything but what ToBytes wrote is refused before memory is taken for it.
	SPHSOLIDSCORE_API static Result<DistanceGrid> FromBytes(std::span<const std::byte> bytes);

private:
	struct CellPlace;
	CellPlace Locate(const Vec3& place) const;
	DistanceSample Extend(DistanceSample atBorder, const CellPlace& cell) const;

	Layout layout;
	Box3d bounds;
	AlignedArray<float> values;
};

struct DistanceGridSettings
{
	double cellSize = 0; ///< m
	double margin = 0;   ///< m around the box that values are wanted for
	/// Refused above this; 16 million take 64 MB.
	std::uint64_t maxValues = 16'000'000;
};

/// Grid of any signed distance, which is called from several threads at once. Exact for some cells around the surface; farther out
/// values are interpolated between exact ones where that is off by less than 2 % of the distance.
SPHSOLIDSCORE_API Result<DistanceGrid> BuildDistanceGrid(const Box3d& box, const std::function<double(const Vec3d&)>& signedDistance,
	const DistanceGridSettings& settings, TaskRunner& tasks, Progress* progress);

SPHSOLIDSCORE_API Result<DistanceGrid> BuildDistanceGrid(
	const MeshDistance& mesh, const DistanceGridSettings& settings, TaskRunner& tasks, Progress* progress);

}
