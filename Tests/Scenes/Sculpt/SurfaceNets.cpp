#include <Scenes/Sculpt/SurfaceNets.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace SPHSolids::Scenes
{

namespace
{

constexpr int TopBlock = 16; // grid points per side of the blocks that are skipped or opened
constexpr int LeafBlock = 4; // blocks of this side are sampled point by point
/// A block is skipped when the distance at its centre exceeds its half diagonal by this factor: ellipsoids and bends overstate
/// distances somewhat.
constexpr double SkipSafety = 1.6;

/// Edge e of a cell runs along axis e / 4; bits 0 and 1 of e % 4 give its place along the next two axes (cyclic).
int EdgeCorner(int edge, int end)
{
	const int axis = edge / 4, b = (axis + 1) % 3, c = (axis + 2) % 3;
	return (end << axis) | ((edge & 1) << b) | (((edge >> 1) & 1) << c);
}

/// Which sheet of surface each crossed edge of a cell belongs to.
struct CellSheets
{
	std::array<std::int8_t, 12> sheetOfEdge; // -1: not crossed
	int sheets = 0;
};

int EdgeBetween(int cornerA, int cornerB)
{
	for (int e = 0; e < 12; ++e)
		if ((EdgeCorner(e, 0) == cornerA && EdgeCorner(e, 1) == cornerB) || (EdgeCorner(e, 0) == cornerB && EdgeCorner(e, 1) == cornerA))
			return e;
	return -1;
}

/// Sheets continue from edge to edge across the cell's faces. On a face with four crossings each sheet passes around one inside
/// corner; the cell on the other side of the face decides alike, so the surface closes.
CellSheets SheetsOf(unsigned inside)
{
	std::array<int, 12> group;
	for (int e = 0; e < 12; ++e)
		group[static_cast<std::size_t>(e)] = e;
	const auto join = [&](int e, int f)
	{
		const int from = group[static_cast<std::size_t>(e)], to = group[static_cast<std::size_t>(f)];
		for (int& g : group)
			g = g == from ? to : g;
	};
	const auto isInside = [&](int corner) { return ((inside >> corner) & 1u) != 0; };
	for (int axis = 0; axis < 3; ++axis)
		for (int side = 0; side < 2; ++side)
		{
			const int b = 1 << ((axis + 1) % 3), c = 1 << ((axis + 2) % 3), base = side << axis;
			const int ring[4] = {base, base | b, base | b | c, base | c};
			std::vector<int> crossed;
			for (int n = 0; n < 4; ++n)
				if (isInside(ring[n]) != isInside(ring[(n + 1) % 4]))
					crossed.push_back(EdgeBetween(ring[n], ring[(n + 1) % 4]));
			if (crossed.size() == 2)
				join(crossed[0], crossed[1]);
			else if (crossed.size() == 4)
				for (int n = 0; n < 4; ++n)
					if (isInside(ring[n]))
						join(EdgeBetween(ring[(n + 3) % 4], ring[n]), EdgeBetween(ring[n], ring[(n + 1) % 4]));
		}
	CellSheets result;
	result.sheetOfEdge.fill(-1);
	std::array<int, 12> sheetOfGroup;
	sheetOfGroup.fill(-1);
	for (int e = 0; e < 12; ++e)
		if (isInside(EdgeCorner(e, 0)) != isInside(EdgeCorner(e, 1)))
		{
			int& sheet = sheetOfGroup[static_cast<std::size_t>(group[static_cast<std::size_t>(e)])];
			if (sheet < 0)
				sheet = result.sheets++;
			result.sheetOfEdge[static_cast<std::size_t>(e)] = static_cast<std::int8_t>(sheet);
		}
	return result;
}

}

SignGrid::SignGrid(const Shape& shape, double cellSize, const Vec3d& shift, TaskRunner& tasks)
	: cell(cellSize)
{
	const Box3d& box = shape.Bounds();
	origin = box.min - (Vec3d{1, 1, 1} + shift) * cell;
	std::size_t total = 1;
	std::size_t blocks[3];
	for (int axis = 0; axis < 3; ++axis)
	{
		count[axis] = static_cast<int>(std::ceil(box.Size()[axis] / cell)) + 4;
		total *= static_cast<std::size_t>(count[axis]);
		blocks[axis] = static_cast<std::size_t>((count[axis] + TopBlock - 1) / TopBlock);
	}
	values.resize(total);
	ParallelFor(tasks, blocks[0] * blocks[1] * blocks[2], 1,
		[&](std::size_t begin, std::size_t)
		{
			const int low[3] = {static_cast<int>(begin % blocks[0]) * TopBlock, static_cast<int>(begin / blocks[0] % blocks[1]) * TopBlock,
				static_cast<int>(begin / (blocks[0] * blocks[1])) * TopBlock};
			FillBlock(shape, low, TopBlock);
		});
}

void SignGrid::FillBlock(const Shape& shape, const int (&low)[3], int size)
{
	if (low[0] >= count[0] || low[1] >= count[1] || low[2] >= count[2])
		return;
	const int high[3] = {std::min(low[0] + size, count[0]), std::min(low[1] + size, count[1]), std::min(low[2] + size, count[2])};
	const Vec3d centre = (Place(low[0], low[1], low[2]) + Place(high[0] - 1, high[1] - 1, high[2] - 1)) * 0.5;
	const double halfDiagonal = Norm(Place(high[0] - 1, high[1] - 1, high[2] - 1) - centre);
	const double distance = shape(centre);
	const bool far = std::abs(distance) > SkipSafety * halfDiagonal;
	if (!far && size > LeafBlock)
	{
		const int half = size / 2;
		for (int child = 0; child < 8; ++child)
			FillBlock(shape, {low[0] + (child & 1) * half, low[1] + (child >> 1 & 1) * half, low[2] + (child >> 2) * half}, half);
		return;
	}
	for (int k = low[2]; k < high[2]; ++k)
		for (int j = low[1]; j < high[1]; ++j)
			for (int i = low[0]; i < high[0]; ++i)
				values[Index(i, j, k)] = static_cast<float>(far ? distance : shape(Place(i, j, k)));
}

unsigned SignGrid::InsideCorners(int i, int j, int k) const
{
	unsigned inside = 0;
	for (int corner = 0; corner < 8; ++corner)
		if (values[Index(i + (corner & 1), j + (corner >> 1 & 1), k + (corner >> 2))] < 0)
			inside |= 1u << corner;
	return inside;
}

std::size_t SignGrid::TriangleCount() const
{
	std::size_t crossed = 0;
	for (int k = 0; k + 1 < count[2]; ++k)
		for (int j = 0; j + 1 < count[1]; ++j)
			for (int i = 0; i + 1 < count[0]; ++i)
			{
				const bool inside = values[Index(i, j, k)] < 0;
				crossed += inside != (values[Index(i + 1, j, k)] < 0);
				crossed += inside != (values[Index(i, j + 1, k)] < 0);
				crossed += inside != (values[Index(i, j, k + 1)] < 0);
			}
	return 2 * crossed;
}

TriangleMesh SignGrid::ExtractSurface() const
{
	std::array<CellSheets, 256> table;
	for (unsigned inside = 0; inside < 256; ++inside)
		table[inside] = SheetsOf(inside);

	TriangleMesh mesh;
	std::vector<std::uint32_t> firstVertex(values.size());
	for (int k = 0; k + 1 < count[2]; ++k)
		for (int j = 0; j + 1 < count[1]; ++j)
			for (int i = 0; i + 1 < count[0]; ++i)
			{
				const CellSheets& sheets = table[InsideCorners(i, j, k)];
				firstVertex[Index(i, j, k)] = static_cast<std::uint32_t>(mesh.vertices.size());
				for (int sheet = 0; sheet < sheets.sheets; ++sheet)
				{
					Vec3d sum;
					int crossings = 0;
					for (int e = 0; e < 12; ++e)
						if (sheets.sheetOfEdge[static_cast<std::size_t>(e)] == sheet)
						{
							const int a = EdgeCorner(e, 0), b = EdgeCorner(e, 1);
							const Vec3d placeA = Place(i + (a & 1), j + (a >> 1 & 1), k + (a >> 2));
							const Vec3d placeB = Place(i + (b & 1), j + (b >> 1 & 1), k + (b >> 2));
							const double valueA = values[Index(i + (a & 1), j + (a >> 1 & 1), k + (a >> 2))];
							const double valueB = values[Index(i + (b & 1), j + (b >> 1 & 1), k + (b >> 2))];
							sum += placeA + (placeB - placeA) * (valueA / (valueA - valueB));
							++crossings;
						}
					mesh.vertices.push_back(sum / crossings);
				}
			}

	const auto vertexAt = [&](int i, int j, int k, int edge)
	{
		const std::int8_t sheet = table[InsideCorners(i, j, k)].sheetOfEdge[static_cast<std::size_t>(edge)];
		return firstVertex[Index(i, j, k)] + static_cast<std::uint32_t>(sheet);
	};
	for (int k = 1; k + 1 < count[2]; ++k)
		for (int j = 1; j + 1 < count[1]; ++j)
			for (int i = 1; i + 1 < count[0]; ++i)
				for (int axis = 0; axis < 3; ++axis)
				{
					const bool inside = values[Index(i, j, k)] < 0;
					const bool endInside = values[Index(i + (axis == 0), j + (axis == 1), k + (axis == 2))] < 0;
					if (inside == endInside)
						continue;
					// The four cells around the edge, counter-clockwise seen from its end.
					std::array<std::uint32_t, 4> quad;
					constexpr int back[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
					for (std::size_t n = 0; n < 4; ++n)
					{
						int at[3] = {i, j, k};
						at[(axis + 1) % 3] -= back[n][0];
						at[(axis + 2) % 3] -= back[n][1];
						quad[n] = vertexAt(at[0], at[1], at[2], axis * 4 + back[n][0] + 2 * back[n][1]);
					}
					if (!inside)
						std::swap(quad[1], quad[3]);
					const double diagonal02 = SquaredNorm(mesh.vertices[quad[0]] - mesh.vertices[quad[2]]);
					const double diagonal13 = SquaredNorm(mesh.vertices[quad[1]] - mesh.vertices[quad[3]]);
					const std::size_t first = diagonal02 <= diagonal13 ? 0 : 1;
					mesh.triangles.push_back({quad[first], quad[first + 1], quad[first + 2]});
					mesh.triangles.push_back({quad[first], quad[first + 2], quad[(first + 3) % 4]});
				}
	return mesh;
}

}
