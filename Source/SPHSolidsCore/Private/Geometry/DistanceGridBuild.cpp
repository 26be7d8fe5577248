#include <SPHSolids/Geometry/DistanceGrid.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

namespace SPHSolids
{
namespace
{

constexpr std::size_t BrickSide = 16; // cells; a power of two
constexpr std::size_t BrickPoints = BrickSide + 1;
// A block is interpolated if the surface is farther than this many of its sides, so that at least five cells are exact.
constexpr double FarBlockSides = 3;
constexpr double FarErrorShare = 0.02; // of the distance, allowed at the middle of an interpolated block
constexpr std::size_t BricksPerReport = 64;

using BrickIndex = std::array<std::size_t, 3>;

/// Fills the values of one brick of the grid: exact at the corners of its blocks; a block far from the surface is interpolated
/// between them, any other is halved.
class BrickFiller
{
public:
	BrickFiller(const DistanceGrid::Layout& gridLayout, const std::function<double(const Vec3d&)>& distance, const BrickIndex& firstPoint)
		: layout(gridLayout)
		, signedDistance(distance)
		, first(firstPoint)
		, local(BrickPoints * BrickPoints * BrickPoints)
		, isKnown(local.size(), false)
	{
	}
	void FillInto(AlignedArray<float>& values)
	{
		FillBlock({0, 0, 0}, BrickSide);
		for (std::size_t k = 0; k < BrickSide && first[2] + k < layout.size[2]; ++k)
			for (std::size_t j = 0; j < BrickSide && first[1] + j < layout.size[1]; ++j)
				for (std::size_t i = 0; i < BrickSide && first[0] + i < layout.size[0]; ++i)
					values[((first[2] + k) * layout.size[1] + first[1] + j) * layout.size[0] + first[0] + i] =
						static_cast<float>(local[LocalIndex(i, j, k)]);
	}

private:
	static std::size_t LocalIndex(std::size_t i, std::size_t j, std::size_t k) { return (k * BrickPoints + j) * BrickPoints + i; }
	double Exact(std::size_t i, std::size_t j, std::size_t k)
	{
		const std::size_t at = LocalIndex(i, j, k);
		if (!isKnown[at])
		{
			local[at] = signedDistance(layout.PlaceOf(first[0] + i, first[1] + j, first[2] + k));
			isKnown[at] = true;
		}
		return local[at];
	}
	void FillBlock(const BrickIndex& low, std::size_t side);
	void InterpolateBlock(const BrickIndex& low, std::size_t side, const double (&corner)[8]);

	const DistanceGrid::Layout& layout;
	const std::function<double(const Vec3d&)>& signedDistance;
	BrickIndex first;
	std::vector<double> local;
	std::vector<bool> isKnown;
};

void BrickFiller::FillBlock(const BrickIndex& low, std::size_t side)
{
	if (first[0] + low[0] >= layout.size[0] || first[1] + low[1] >= layout.size[1] || first[2] + low[2] >= layout.size[2])
		return;
	double corner[8];
	double nearest = std::numeric_limits<double>::infinity(), mean = 0;
	for (std::size_t c = 0; c < 8; ++c)
	{
		// A block of one cell owns its lowest corner only.
		if (side == 1 && c > 0)
			return;
		corner[c] = Exact(low[0] + (c & 1) * side, low[1] + (c >> 1 & 1) * side, low[2] + (c >> 2) * side);
		nearest = std::min(nearest, std::fabs(corner[c]));
		mean += corner[c] / 8;
	}
	const std::size_t half = side / 2;
	if (nearest > FarBlockSides * static_cast<double>(side) * layout.cellSize)
	{
		const double middle = Exact(low[0] + half, low[1] + half, low[2] + half);
		if (std::fabs(middle - mean) < FarErrorShare * std::fabs(middle))
			return InterpolateBlock(low, side, corner);
	}
	for (std::size_t c = 0; c < 8; ++c)
		FillBlock({low[0] + (c & 1) * half, low[1] + (c >> 1 & 1) * half, low[2] + (c >> 2) * half}, half);
}

void BrickFiller::InterpolateBlock(const BrickIndex& low, std::size_t side, const double (&corner)[8])
{
	const double perSide = 1 / static_cast<double>(side);
	for (std::size_t k = 0; k < side; ++k)
		for (std::size_t j = 0; j < side; ++j)
		{
			const double z = static_cast<double>(k) * perSide, y = static_cast<double>(j) * perSide;
			const auto across = [&](std::size_t c)
			{ return std::lerp(std::lerp(corner[c], corner[c + 2], y), std::lerp(corner[c + 4], corner[c + 6], y), z); };
			const double begin = across(0), end = across(1);
			for (std::size_t i = 0; i < side; ++i)
			{
				const std::size_t at = LocalIndex(low[0] + i, low[1] + j, low[2] + k);
				if (!isKnown[at])
					local[at] = begin + (end - begin) * static_cast<double>(i) * perSide;
			}
		}
}

std::string GridNumberText(double value)
{
	char text[32];
	std::snprintf(text, sizeof text, "%.4g", value);
	return text;
}

/// Cells along one axis; as a double, because they may be too many for any integer.
double CellsAlong(double length, double margin, double cellSize)
{
	return std::max(1.0, std::ceil((length + 2 * margin) / cellSize));
}

double CountGridValues(const Vec3d& boxSize, double margin, double cellSize)
{
	double count = 1;
	for (int axis = 0; axis < 3; ++axis)
		count *= CellsAlong(boxSize[axis], margin, cellSize) + 3;
	return count;
}

Result<DistanceGrid::Layout> LayOutGrid(const Box3d& box, const DistanceGridSettings& settings)
{
	if (!(settings.cellSize > 0) || !std::isfinite(settings.cellSize) || !(settings.margin >= 0) || !std::isfinite(settings.margin))
		return Error{"The distance grid has a cell size of " + GridNumberText(settings.cellSize) + " m and a margin of "
			+ GridNumberText(settings.margin) + " m; the size must be above 0 and the margin not below it."};
	if (box.IsEmpty() || !IsFinite(box.min) || !IsFinite(box.max))
		return Error{"The distance grid has no box to cover; give it the bounds of the mesh."};
	const double allowed = static_cast<double>(std::max<std::uint64_t>(settings.maxValues, 64)); // no grid has less
	if (const double count = CountGridValues(box.Size(), settings.margin, settings.cellSize); !(count <= allowed))
	{
		double fitting = settings.cellSize;
		while (!(CountGridValues(box.Size(), settings.margin, fitting) <= allowed))
			fitting *= 1.02;
		return Error{"The distance grid would have " + GridNumberText(count) + " values where " + GridNumberText(allowed)
			+ " are allowed; use cells of " + GridNumberText(fitting * 1.001) + " m or larger, or a smaller margin."};
	}
	DistanceGrid::Layout layout;
	layout.cellSize = settings.cellSize;
	for (int axis = 0; axis < 3; ++axis)
	{
		const double cells = CellsAlong(box.Size()[axis], settings.margin, settings.cellSize);
		layout.origin[axis] = box.Centre()[axis] - (0.5 * cells + 1) * settings.cellSize;
		layout.size[static_cast<std::size_t>(axis)] = static_cast<std::uint32_t>(cells + 3);
	}
	return layout;
}

}

Result<DistanceGrid> BuildDistanceGrid(const Box3d& box, const std::function<double(const Vec3d&)>& signedDistance,
	const DistanceGridSettings& settings, TaskRunner& tasks, Progress* progress)
{
	Result<DistanceGrid::Layout> laidOut = LayOutGrid(box, settings);
	if (!laidOut.IsOk())
		return laidOut.TakeError();
	const DistanceGrid::Layout layout = laidOut.Value();
	AlignedArray<float> values(layout.ValueCount());
	BrickIndex bricks;
	for (std::size_t axis = 0; axis < 3; ++axis)
		bricks[axis] = (layout.size[axis] + BrickSide - 1) / BrickSide;
	const std::size_t brickCount = bricks[0] * bricks[1] * bricks[2];
	for (std::size_t done = 0; done < brickCount; done += BricksPerReport)
	{
		if (progress != nullptr && !progress->Report("Building the distance grid", double(done) / double(brickCount)))
			return Error{CancelledMessage};
		ParallelFor(tasks, std::min(BricksPerReport, brickCount - done), 1,
			[&](std::size_t begin, std::size_t)
			{
				const std::size_t brick = done + begin;
				const BrickIndex first = {
					brick % bricks[0] * BrickSide, brick / bricks[0] % bricks[1] * BrickSide, brick / (bricks[0] * bricks[1]) * BrickSide};
				BrickFiller(layout, signedDistance, first).FillInto(values);
			});
	}
	if (!std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); }))
		return Error{"The distance grid got distances that are not finite; check the surface it is built from."};
	return DistanceGrid(layout, std::move(values));
}

Result<DistanceGrid> BuildDistanceGrid(
	const MeshDistance& mesh, const DistanceGridSettings& settings, TaskRunner& tasks, Progress* progress)
{
	return BuildDistanceGrid(mesh.Bounds(), [&](const Vec3d& place) { return mesh.SignedDistance(place); }, settings, tasks, progress);
}

}
