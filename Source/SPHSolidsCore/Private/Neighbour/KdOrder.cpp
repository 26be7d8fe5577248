#include <SPHSolids/Neighbour/KdOrder.h>

#include <SPHSolids/Neighbour/MortonCode.h>

#include <algorithm>
#include <numeric>

namespace SPHSolids
{
namespace
{

/// Inside a leaf: along a Morton curve, so that neighbours in space share cache lines.
void OrderKdLeaf(std::span<const Vec3d> points, std::span<std::uint32_t> order, const Box3d& box)
{
	const Vec3d size = box.Size();
	const double cell = std::max({size.x, size.y, size.z, 1e-300}) / 16;
	const auto key = [&](std::uint32_t index)
	{
		const Vec3d q = (points[index] - box.min) / cell;
		return MortonCode(static_cast<std::uint64_t>(q.x), static_cast<std::uint64_t>(q.y), static_cast<std::uint64_t>(q.z));
	};
	std::sort(order.begin(), order.end(),
		[&](std::uint32_t a, std::uint32_t b)
		{
			const std::uint64_t keyA = key(a), keyB = key(b);
			return keyA != keyB ? keyA < keyB : a < b;
		});
}

void SplitKdRange(std::span<const Vec3d> points, std::span<std::uint32_t> order, std::size_t leafSize)
{
	Box3d box;
	for (const std::uint32_t index : order)
		box.Include(points[index]);
	if (order.size() <= leafSize)
	{
		OrderKdLeaf(points, order, box);
		return;
	}
	const Vec3d size = box.Size();
	const int axis = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
	const std::size_t leaves = (order.size() + leafSize - 1) / leafSize;
	const std::size_t middle = (leaves + 1) / 2 * leafSize; // whole leaves in front
	std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(middle), order.end(),
		[&](std::uint32_t a, std::uint32_t b)
		{
			const double valueA = points[a][axis], valueB = points[b][axis];
			return valueA != valueB ? valueA < valueB : a < b;
		});
	SplitKdRange(points, order.first(middle), leafSize);
	SplitKdRange(points, order.subspan(middle), leafSize);
}

}

std::vector<std::uint32_t> KdOrder(std::span<const Vec3d> points, std::size_t leafSize)
{
	std::vector<std::uint32_t> order(points.size());
	std::iota(order.begin(), order.end(), 0u);
	SplitKdRange(points, order, leafSize);
	return order;
}

}
