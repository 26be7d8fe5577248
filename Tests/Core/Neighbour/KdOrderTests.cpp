#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Neighbour/KdOrder.h>
#include <SPHSolids/Neighbour/MortonCode.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

using namespace SPHSolids;

TEST(KdOrder, IsAPermutationWhoseLeavesAreCompact)
{
	Random random(1);
	std::vector<Vec3d> points;
	for (int k = 0; k < 5000; ++k)
		points.push_back(random.NextInBox({0, 0, 0}, {4, 1, 1}));
	const std::vector<std::uint32_t> order = KdOrder(points);
	std::vector<std::uint32_t> sorted = order;
	std::sort(sorted.begin(), sorted.end());
	for (std::uint32_t k = 0; k < sorted.size(); ++k)
		ASSERT_EQ(sorted[k], k);

	double leafVolume = 0;
	for (std::size_t first = 0; first < order.size(); first += KdLeafSize)
	{
		Box3d box;
		for (std::size_t k = first; k < std::min(first + KdLeafSize, order.size()); ++k)
			box.Include(points[order[k]]);
		leafVolume += box.Size().x * box.Size().y * box.Size().z;
	}
	EXPECT_LT(leafVolume, 4.0) << "boxes of leaves do not overlap, so together they fit the block";
}

TEST(KdOrder, CoincidentPointsKeepTheirOrder)
{
	const std::vector<Vec3d> points(200, Vec3d{1, 2, 3});
	std::vector<std::uint32_t> expected(200);
	std::iota(expected.begin(), expected.end(), 0u);
	EXPECT_EQ(KdOrder(points), expected);
	EXPECT_TRUE(KdOrder({}).empty());
}

TEST(MortonCodes, SpreadAndGatherAreInverse)
{
	for (std::uint64_t value : {0ull, 1ull, 2ull, 12345ull, 0x1FFFFFull})
	{
		EXPECT_EQ(GatherBits(SpreadBits(value)), value);
		EXPECT_EQ(GatherBits(MortonCode(value, 7, 9)), value);
		EXPECT_EQ(GatherBits(MortonCode(3, value, 9) >> 1), value);
		EXPECT_EQ(GatherBits(MortonCode(3, 7, value) >> 2), value);
	}
}
