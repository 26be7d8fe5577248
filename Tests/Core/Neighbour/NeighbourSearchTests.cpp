#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Neighbour/NeighbourSearch.h>

#include <Scenes/Lattice.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

using namespace SPHSolids;

namespace
{

std::vector<Vec3> ToReal(const std::vector<Vec3d>& points)
{
	std::vector<Vec3> result;
	for (const Vec3d& p : points)
		result.push_back(p.Cast<Real>());
	return result;
}

std::vector<Vec3> RandomPoints(std::size_t count, const Vec3d& low, const Vec3d& high, std::uint64_t seed)
{
	Random random(seed);
	std::vector<Vec3> points;
	for (std::size_t i = 0; i < count; ++i)
		points.push_back(random.NextInBox(low, high).Cast<Real>());
	return points;
}

void ExpectSameAsBruteForce(const std::vector<Vec3>& points, Real radius)
{
	auto tasks = MakeParallelTaskRunner(2);
	NeighbourSearch search;
	NeighbourLists lists;
	ASSERT_TRUE(search.FindAll(points, radius, *tasks, lists).IsOk());
	ASSERT_EQ(lists.PointCount(), points.size());
	for (std::size_t i = 0; i < points.size(); ++i)
	{
		std::vector<std::uint32_t> expected;
		for (std::size_t j = 0; j < points.size(); ++j)
		{
			const Vec3 d = points[j] - points[i];
			if (j != i && (d.x * d.x + d.y * d.y) + d.z * d.z <= radius * radius)
				expected.push_back(static_cast<std::uint32_t>(j));
		}
		const auto found = lists.Of(i);
		std::vector<std::uint32_t> sorted(found.begin(), found.end());
		std::sort(sorted.begin(), sorted.end());
		ASSERT_EQ(sorted, expected) << "point " << i;
	}
}

}

TEST(NeighbourSearch, AgreesWithBruteForceOnRandomPoints)
{
	ExpectSameAsBruteForce(RandomPoints(3000, {0, 0, 0}, {1, 1, 1}, 1), 0.1f);
}

TEST(NeighbourSearch, AgreesWithBruteForceOnClustersFarApart)
{
	std::vector<Vec3> points;
	for (std::uint64_t cluster = 0; cluster < 8; ++cluster)
	{
		const Vec3d centre = Random(cluster).NextInBox({-5000, -5000, -5000}, {5000, 5000, 5000});
		for (const Vec3& p : RandomPoints(200, centre, centre + Vec3d{0.2, 0.2, 0.2}, 100 + cluster))
			points.push_back(p);
	}
	ExpectSameAsBruteForce(points, 0.05f);
}

TEST(NeighbourSearch, AgreesWithBruteForceOnALine)
{
	std::vector<Vec3> points;
	for (int i = 0; i < 1500; ++i)
		points.push_back({Real(0.01) * Real(i), 2, -7});
	ExpectSameAsBruteForce(points, 0.035f);
}

TEST(NeighbourSearch, AgreesWithBruteForceOnCoincidentPoints)
{
	std::vector<Vec3> points(500, Vec3{1, 2, 3});
	points.push_back({1.2f, 2, 3});
	ExpectSameAsBruteForce(points, 0.25f);
}

TEST(NeighbourSearch, AgreesWithBruteForceAtHugeCoordinates)
{
	ExpectSameAsBruteForce(RandomPoints(1500, {1e6, -1e6, 1e6}, {1e6 + 20, -1e6 + 20, 1e6 + 20}, 5), 1.0f);
	ExpectSameAsBruteForce(RandomPoints(1000, {-1e17, -1e17, -1e17}, {1e17, 1e17, 1e17}, 6), 2e16f);
}

TEST(NeighbourSearch, AgreesWithBruteForceWhereTheGridRunsOutOfBits)
{
	// 2^21 cells a side are not enough here: the outer points share clamped cells and must still find their neighbours.
	std::vector<Vec3> points = RandomPoints(400, {9000, 9000, 9000}, {9000.05, 9000.05, 9000.05}, 7);
	points.push_back({-9000, -9000, -9000});
	ExpectSameAsBruteForce(points, 0.005f);
}

TEST(NeighbourSearch, AgreesWithBruteForceOnALatticeWhosePairsLieOnTheRadius)
{
	ExpectSameAsBruteForce(ToReal(Scenes::BlockLattice(12, 12, 12, 0.25)), 0.5f);
}

TEST(NeighbourSearch, EmptyAndSingleSetsHaveNoPairs)
{
	auto tasks = MakeSerialTaskRunner();
	NeighbourSearch search;
	NeighbourLists lists;
	ASSERT_TRUE(search.FindAll({}, 1, *tasks, lists).IsOk());
	EXPECT_EQ(lists.PointCount(), 0u);
	const std::vector<Vec3> one = {{1, 1, 1}};
	ASSERT_TRUE(search.FindAll(one, 1, *tasks, lists).IsOk());
	EXPECT_EQ(lists.PointCount(), 1u);
	EXPECT_TRUE(lists.index.empty());
}

TEST(NeighbourSearch, PointsThatAreNotFiniteHaveNoNeighboursAndHarmNobody)
{
	std::vector<Vec3> points = RandomPoints(500, {0, 0, 0}, {1, 1, 1}, 3);
	points[17].y = std::numeric_limits<Real>::quiet_NaN();
	points[400].z = std::numeric_limits<Real>::infinity();
	auto tasks = MakeSerialTaskRunner();
	NeighbourSearch search;
	NeighbourLists lists;
	ASSERT_TRUE(search.FindAll(points, 0.2f, *tasks, lists).IsOk());
	EXPECT_TRUE(lists.Of(17).empty());
	EXPECT_TRUE(lists.Of(400).empty());
	for (const std::uint32_t j : lists.index)
		EXPECT_TRUE(j != 17 && j != 400);
	EXPECT_FALSE(lists.Of(0).empty());
}

TEST(NeighbourSearch, ListsAreTheSameForAnyNumberOfWorkers)
{
	const std::vector<Vec3> points = RandomPoints(20000, {0, 0, 0}, {1, 1, 1}, 9);
	NeighbourLists expected;
	NeighbourSearch serialSearch;
	auto serial = MakeSerialTaskRunner();
	ASSERT_TRUE(serialSearch.FindAll(points, 0.05f, *serial, expected).IsOk());
	for (const int workers : {2, 3, 8})
	{
		auto tasks = MakeParallelTaskRunner(workers);
		NeighbourSearch search;
		NeighbourLists lists;
		ASSERT_TRUE(search.FindAll(points, 0.05f, *tasks, lists).IsOk());
		EXPECT_EQ(lists.first, expected.first);
		EXPECT_EQ(lists.index, expected.index);
	}
}

TEST(NeighbourSearch, AMillionPointsInOnePlaceAreRefusedWithACure)
{
	const std::vector<Vec3> points(1'000'000, Vec3{1, 1, 1});
	auto tasks = MakeParallelTaskRunner();
	NeighbourSearch search;
	NeighbourLists lists;
	const Status status = search.FindAll(points, 0.1f, *tasks, lists);
	ASSERT_FALSE(status.IsOk());
	EXPECT_NE(status.Message().find("duplicates"), std::string::npos);
	EXPECT_EQ(lists.PointCount(), points.size());
	EXPECT_TRUE(lists.index.empty());
}

TEST(NeighbourSearch, QueriesFindThePointsAroundThem)
{
	const std::vector<Vec3> points = RandomPoints(2000, {0, 0, 0}, {1, 1, 1}, 21);
	const std::vector<Vec3> queries = RandomPoints(300, {-0.2, -0.2, -0.2}, {1.2, 1.2, 1.2}, 22);
	auto tasks = MakeParallelTaskRunner(2);
	NeighbourSearch search;
	NeighbourLists lists;
	ASSERT_TRUE(search.FindAround(queries, points, 0.15f, *tasks, lists).IsOk());
	for (std::size_t q = 0; q < queries.size(); ++q)
	{
		std::set<std::uint32_t> expected;
		for (std::size_t j = 0; j < points.size(); ++j)
		{
			const Vec3 d = points[j] - queries[q];
			if ((d.x * d.x + d.y * d.y) + d.z * d.z <= 0.15f * 0.15f)
				expected.insert(static_cast<std::uint32_t>(j));
		}
		const auto found = lists.Of(q);
		EXPECT_EQ(std::set<std::uint32_t>(found.begin(), found.end()), expected);
	}
}
