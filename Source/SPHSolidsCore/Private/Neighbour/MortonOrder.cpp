#include <SPHSolids/Neighbour/MortonOrder.h>

#include <algorithm>

namespace SPHSolids
{

std::vector<std::uint32_t> MortonOrder(std::span<const Vec3d> points, double cellSize)
{
	Box3d box;
	for (const Vec3d& point : points)
		box.Include(point);
	const auto coordinate = [&](double value, double low)
	{ return static_cast<std::uint64_t>(std::clamp((value - low) / cellSize, 0.0, static_cast<double>(MaxMortonCoordinate))); };

	struct Keyed
	{
		std::uint64_t key;
		std::uint32_t index;
	};
	std::vector<Keyed> keyed(points.size());
	for (std::size_t i = 0; i < points.size(); ++i)
	{
		const Vec3d& p = points[i];
		keyed[i] = {
			MortonCode(coordinate(p.x, box.min.x), coordinate(p.y, box.min.y), coordinate(p.z, box.min.z)), static_cast<std::uint32_t>(i)};
	}
	std::sort(
		keyed.begin(), keyed.end(), [](const Keyed& a, const Keyed& b) { return a.key != b.key ? a.key < b.key : a.index < b.index; });

	std::vector<std::uint32_t> order(points.size());
	for (std::size_t k = 0; k < order.size(); ++k)
		order[k] = keyed[k].index;
	return order;
}

}
