#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Linear/SparseSymmetric.h>
#include <SPHSolids/Linear/SparsityGraph.h>

#include <gtest/gtest.h>

#include <Eigen/Dense>

using namespace SPHSolids;

namespace
{

Eigen::MatrixXd DenseOf(const SparseSymmetricd& matrix)
{
	const auto size = static_cast<Eigen::Index>(matrix.Size());
	Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(size, size);
	for (std::size_t c = 0; c < matrix.Size(); ++c)
		for (std::size_t e = matrix.first[c]; e < matrix.first[c + 1]; ++e)
		{
			dense(static_cast<Eigen::Index>(matrix.row[e]), static_cast<Eigen::Index>(c)) = matrix.value[e];
			dense(static_cast<Eigen::Index>(c), static_cast<Eigen::Index>(matrix.row[e])) = matrix.value[e];
		}
	return dense;
}

std::vector<SymmetricTriplet> RandomTriplets(std::uint32_t size, int count, std::uint64_t seed)
{
	Random random(seed);
	std::vector<SymmetricTriplet> triplets;
	for (int k = 0; k < count; ++k)
		triplets.push_back({static_cast<std::uint32_t>(random.NextBits() % size), static_cast<std::uint32_t>(random.NextBits() % size),
			random.NextIn(-1, 1)});
	return triplets;
}

}

TEST(SparseSymmetric, SumsTripletsOfEitherTriangleIntoAscendingColumns)
{
	const std::uint32_t size = 40;
	const std::vector<SymmetricTriplet> triplets = RandomTriplets(size, 600, 1);
	Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(size, size);
	for (const SymmetricTriplet& t : triplets)
	{
		expected(t.row, t.column) += t.value;
		if (t.row != t.column)
			expected(t.column, t.row) += t.value;
	}
	const SparseSymmetricd matrix = MakeSparseSymmetric<double>(size, triplets).TakeValue();
	EXPECT_LT((DenseOf(matrix) - expected).cwiseAbs().maxCoeff(), 1e-14);
	for (std::size_t c = 0; c < size; ++c)
	{
		EXPECT_EQ(matrix.row[matrix.first[c]], c);
		for (std::size_t e = matrix.first[c] + 1; e < matrix.first[c + 1]; ++e)
			EXPECT_LT(matrix.row[e - 1], matrix.row[e]);
	}
}

TEST(SparseSymmetric, StoresTheDiagonalEvenWhereNoTripletNamesIt)
{
	const SymmetricTriplet only{2, 0, 5};
	const SparseSymmetric matrix = MakeSparseSymmetric<Real>(3, {&only, 1}).TakeValue();
	ASSERT_EQ(matrix.EntryCount(), 4u);
	for (std::size_t c = 0; c < 3; ++c)
		EXPECT_EQ(matrix.Diagonal(c), 0);
	EXPECT_EQ(MakeSparseSymmetric<Real>(0, {}).TakeValue().Size(), 0u);
}

TEST(SparseSymmetric, RefusesAnIndexOutsideAndNamesIt)
{
	const SymmetricTriplet outside{1, 7, 1};
	const Result<SparseSymmetric> result = MakeSparseSymmetric<Real>(7, {&outside, 1});
	ASSERT_FALSE(result.IsOk());
	EXPECT_NE(result.Message().find("column 7"), std::string::npos);
}

TEST(SparseSymmetric, MultipliesLikeTheDenseMatrix)
{
	const std::uint32_t size = 55;
	const SparseSymmetricd matrix = MakeSparseSymmetric<double>(size, RandomTriplets(size, 300, 2)).TakeValue();
	Random random(3);
	std::vector<Vec3d> x(size), product(size);
	Eigen::MatrixXd dense(size, 3);
	for (std::uint32_t i = 0; i < size; ++i)
	{
		x[i] = random.NextInBox({-1, -1, -1}, {1, 1, 1});
		dense.row(i) << x[i].x, x[i].y, x[i].z;
	}
	Multiply<double, Vec3d>(matrix, x, product);
	const Eigen::MatrixXd expected = DenseOf(matrix) * dense;
	for (std::uint32_t i = 0; i < size; ++i)
		for (int axis = 0; axis < 3; ++axis)
			EXPECT_NEAR(product[i][axis], expected(i, axis), 1e-13);
}

TEST(SparseSymmetric, DroppingKeepsLargeEntriesAndTheProductWithAConstant)
{
	const std::uint32_t size = 60;
	std::vector<SymmetricTriplet> triplets = RandomTriplets(size, 500, 4);
	for (SymmetricTriplet& t : triplets)
		t.value = t.row == t.column ? std::fabs(t.value) : std::pow(t.value, 9);
	for (std::uint32_t i = 0; i < size; ++i)
		triplets.push_back({i, i, 1.0 + i});
	const SparseSymmetricd matrix = MakeSparseSymmetric<double>(size, triplets).TakeValue();
	const double tolerance = 1e-3;
	const SparseSymmetricd kept = DropSmallEntries(matrix, tolerance);
	EXPECT_LT(kept.EntryCount(), matrix.EntryCount() - 50);

	const Eigen::MatrixXd before = DenseOf(matrix), after = DenseOf(kept);
	for (std::uint32_t i = 0; i < size; ++i)
	{
		EXPECT_NEAR(before.row(i).sum(), after.row(i).sum(), 1e-12);
		for (std::uint32_t j = 0; j < i; ++j)
		{
			const bool isLarge = std::fabs(before(i, j)) > tolerance * std::sqrt(before(i, i) * before(j, j));
			EXPECT_EQ(after(i, j), isLarge ? before(i, j) : 0);
		}
	}
}

TEST(SparsityGraph, ListsExactlyTheCoupledRowsInAscendingOrder)
{
	const std::uint32_t size = 50;
	const SparseSymmetricd matrix = MakeSparseSymmetric<double>(size, RandomTriplets(size, 200, 5)).TakeValue();
	const SparsityGraph graph = MakeSparsityGraph(matrix);
	const Eigen::MatrixXd dense = DenseOf(matrix);
	ASSERT_EQ(graph.Size(), size);
	for (std::uint32_t i = 0; i < size; ++i)
	{
		std::vector<std::uint32_t> expected;
		for (std::uint32_t j = 0; j < size; ++j)
			if (j != i && dense(i, j) != 0)
				expected.push_back(j);
		EXPECT_EQ(std::vector<std::uint32_t>(graph.Of(i).begin(), graph.Of(i).end()), expected);
	}
}
