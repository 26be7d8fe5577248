#include "Linear/BeamHessian.h"

#include <SPHSolids/Linear/NestedDissection.h>
#include <SPHSolids/Linear/SparseCholesky.h>

#include <gtest/gtest.h>

#include <Eigen/Sparse>

#include <cmath>
#include <limits>
#include <numeric>
#include <thread>

using namespace SPHSolids;

namespace
{

using EigenMatrix = Eigen::SparseMatrix<double>;

EigenMatrix ToEigen(const SparseSymmetric& matrix)
{
	std::vector<Eigen::Triplet<double>> triplets;
	for (std::size_t c = 0; c < matrix.Size(); ++c)
		for (std::size_t e = matrix.first[c]; e < matrix.first[c + 1]; ++e)
		{
			const auto row = static_cast<int>(matrix.row[e]), column = static_cast<int>(c);
			triplets.emplace_back(row, column, matrix.value[e]);
			if (row != column)
				triplets.emplace_back(column, row, matrix.value[e]);
		}
	const auto size = static_cast<Eigen::Index>(matrix.Size());
	EigenMatrix result(size, size);
	result.setFromTriplets(triplets.begin(), triplets.end());
	return result;
}

/// Adds to the diagonal until every row outweighs its couplings: positive definite, and far from singular.
SparseSymmetric MakeDominant(std::uint32_t size, std::vector<SymmetricTriplet> triplets)
{
	std::vector<double> weight(size, 0.1);
	for (const SymmetricTriplet& t : triplets)
		if (t.row != t.column)
		{
			weight[t.row] += std::fabs(t.value);
			weight[t.column] += std::fabs(t.value);
		}
	for (std::uint32_t i = 0; i < size; ++i)
		triplets.push_back({i, i, weight[i]});
	return MakeSparseSymmetric<Real>(size, triplets).TakeValue();
}

SparseSymmetric GridLaplacian(std::uint32_t nx, std::uint32_t ny, std::uint32_t nz, double ground)
{
	std::vector<SymmetricTriplet> triplets;
	const auto index = [&](std::uint32_t i, std::uint32_t j, std::uint32_t k) { return (i * ny + j) * nz + k; };
	const auto couple = [&](std::uint32_t a, std::uint32_t b)
	{
		triplets.push_back({a, b, -1});
		triplets.push_back({a, a, 1});
		triplets.push_back({b, b, 1});
	};
	for (std::uint32_t i = 0; i < nx; ++i)
		for (std::uint32_t j = 0; j < ny; ++j)
			for (std::uint32_t k = 0; k < nz; ++k)
			{
				triplets.push_back({index(i, j, k), index(i, j, k), ground});
				if (i + 1 < nx)
					couple(index(i, j, k), index(i + 1, j, k));
				if (j + 1 < ny)
					couple(index(i, j, k), index(i, j + 1, k));
				if (k + 1 < nz)
					couple(index(i, j, k), index(i, j, k + 1));
			}
	return MakeSparseSymmetric<Real>(nx * ny * nz, triplets).TakeValue();
}

SparseSymmetric RandomMatrix(std::uint32_t size, double couplingsPerRow, std::uint64_t seed)
{
	Random random(seed);
	std::vector<SymmetricTriplet> triplets;
	for (int k = 0; k < static_cast<int>(couplingsPerRow * size); ++k)
	{
		const auto row = static_cast<std::uint32_t>(random.NextBits() % size),
				   column = static_cast<std::uint32_t>(random.NextBits() % size);
		if (row != column)
			triplets.push_back({row, column, random.NextIn(-1, 1)});
	}
	return MakeDominant(size, triplets);
}

struct NamedMatrix
{
	std::string name;
	SparseSymmetric matrix;
};

std::vector<NamedMatrix> ManyShapes()
{
	std::vector<NamedMatrix> shapes;
	std::vector<SymmetricTriplet> diagonal, dense, arrowDown, arrowUp, chain, blocks;
	Random random(11);
	for (std::uint32_t i = 0; i < 50; ++i)
		diagonal.push_back({i, i, random.NextIn(1e-6, 1e6)});
	for (std::uint32_t i = 0; i < 150; ++i)
		for (std::uint32_t j = 0; j < i; ++j)
			dense.push_back({i, j, random.NextIn(-1, 1)});
	for (std::uint32_t i = 0; i < 300; ++i)
	{
		arrowDown.push_back({300, i, random.NextIn(-1, 1)});
		arrowUp.push_back({0, i + 1, random.NextIn(-1, 1)});
		chain.push_back({i, i + 1, -1});
	}
	for (std::uint32_t b = 0; b < 12; ++b)
		for (std::uint32_t i = 0; i < 3 * b; ++i)
			for (std::uint32_t j = 0; j < i; ++j)
				blocks.push_back({40 * b + i, 40 * b + j, random.NextIn(-1, 1)});

	shapes.push_back({"empty", {}});
	shapes.push_back({"one", MakeDominant(1, {{0, 0, 3}})});
	shapes.push_back({"two apart", MakeDominant(2, {{1, 1, 3}})});
	shapes.push_back({"two coupled", MakeDominant(2, {{1, 0, -3}})});
	shapes.push_back({"diagonal", MakeSparseSymmetric<Real>(50, diagonal).TakeValue()});
	shapes.push_back({"dense", MakeDominant(150, dense)});
	shapes.push_back({"arrow with its head last", MakeDominant(301, arrowDown)});
	shapes.push_back({"arrow with its head first", MakeDominant(301, arrowUp)});
	shapes.push_back({"tridiagonal", MakeDominant(301, chain)});
	shapes.push_back({"separate dense blocks", MakeDominant(480, blocks)});
	shapes.push_back({"grid 2D", GridLaplacian(40, 33, 1, 0.01)});
	shapes.push_back({"grid 3D", GridLaplacian(11, 13, 12, 0.01)});
	shapes.push_back({"random, sparse", RandomMatrix(900, 1.2, 1)});
	shapes.push_back({"random, denser", RandomMatrix(700, 6, 2)});
	for (std::uint32_t size = 3; size < 40; size += 3)
		shapes.push_back({"random of " + std::to_string(size), RandomMatrix(size, 2, size)});
	return shapes;
}

std::vector<Vec3> RandomVectors(std::size_t count, std::uint64_t seed)
{
	Random random(seed);
	std::vector<Vec3> vectors(count);
	for (Vec3& v : vectors)
		v = random.NextInBox({-1, -1, -1}, {1, 1, 1}).Cast<Real>();
	return vectors;
}

std::vector<std::uint32_t> RandomOrder(std::size_t size, std::uint64_t seed)
{
	Random random(seed);
	std::vector<std::uint32_t> order(size);
	std::iota(order.begin(), order.end(), 0u);
	for (std::size_t k = size; k > 1; --k)
		std::swap(order[k - 1], order[random.NextBits() % k]);
	return order;
}

Result<SparseCholesky> FactoriseWith(
	const SparseSymmetric& matrix, std::span<const std::uint32_t> order, FactorStorage storage, TaskRunner& tasks)
{
	CholeskySettings settings;
	settings.storage = storage;
	return SparseCholesky::Factorise(matrix, CholeskyPlan::Make(MakeSparsityGraph(matrix), order), settings, tasks);
}

Result<SparseCholesky> FactoriseDissected(
	const SparseSymmetric& matrix, std::span<const Vec3> positions, FactorStorage storage, TaskRunner& tasks)
{
	return FactoriseWith(matrix, NestedDissection(MakeSparsityGraph(matrix), positions, tasks), storage, tasks);
}

std::vector<Vec3> SolveOnce(const SparseCholesky& factor, std::vector<Vec3> x, TaskRunner& tasks)
{
	AlignedArray<Real> scratch(factor.ScratchSize());
	factor.Solve(x, scratch, tasks);
	return x;
}

Eigen::MatrixXd ToEigen(std::span<const Vec3> vectors)
{
	Eigen::MatrixXd result(static_cast<Eigen::Index>(vectors.size()), 3);
	for (std::size_t i = 0; i < vectors.size(); ++i)
		for (int axis = 0; axis < 3; ++axis)
			result(static_cast<Eigen::Index>(i), axis) = static_cast<double>(vectors[i][axis]);
	return result;
}

/// |x - A^-1 b| / |A^-1 b|, the inverse by Eigen in double.
double RelativeError(const SparseSymmetric& matrix, std::span<const Vec3> b, std::span<const Vec3> x)
{
	if (matrix.Size() == 0)
		return 0;
	const Eigen::SimplicialLLT<EigenMatrix> reference(ToEigen(matrix));
	const Eigen::MatrixXd expected = reference.solve(ToEigen(b));
	return (ToEigen(x) - expected).norm() / expected.norm();
}

double Dot(std::span<const Vec3> a, std::span<const Vec3> b)
{
	double sum = 0;
	for (std::size_t i = 0; i < a.size(); ++i)
		sum += SPHSolids::Dot(a[i].Cast<double>(), b[i].Cast<double>());
	return sum;
}

}

TEST(SparseCholesky, SolvesEveryShapeInEveryOrderAsEigenDoes)
{
	const std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	for (const NamedMatrix& shape : ManyShapes())
	{
		const std::size_t size = shape.matrix.Size();
		std::vector<std::uint32_t> asGiven(size);
		std::iota(asGiven.begin(), asGiven.end(), 0u);
		const std::vector<Vec3> b = RandomVectors(size, 5);
		for (const std::vector<std::uint32_t>& order :
			{asGiven, RandomOrder(size, 6), NestedDissection(MakeSparsityGraph(shape.matrix), {}, *tasks)})
			for (const FactorStorage storage : {FactorStorage::Float, FactorStorage::Half})
			{
				const Result<SparseCholesky> factor = FactoriseWith(shape.matrix, order, storage, *tasks);
				ASSERT_TRUE(factor.IsOk()) << shape.name << ": " << factor.Message();
				const double error = RelativeError(shape.matrix, b, SolveOnce(factor.Value(), b, *tasks));
				EXPECT_LT(error, storage == FactorStorage::Float ? 3e-5 : 3e-3) << shape.name;
			}
	}
}

TEST(SparseCholesky, CountsTheEntriesOfTheFactorExactly)
{
	const std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	for (const NamedMatrix& shape : ManyShapes())
	{
		const std::vector<std::uint32_t> order = RandomOrder(shape.matrix.Size(), 3);
		std::size_t expected = 0;
		if (shape.matrix.Size() > 0)
		{
			Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> toPlace(static_cast<Eigen::Index>(order.size()));
			for (std::size_t k = 0; k < order.size(); ++k)
				toPlace.indices()[static_cast<Eigen::Index>(order[k])] = static_cast<int>(k);
			const EigenMatrix full = ToEigen(shape.matrix);
			EigenMatrix permuted;
			permuted = full.twistedBy(toPlace);
			const Eigen::SimplicialLLT<EigenMatrix, Eigen::Lower, Eigen::NaturalOrdering<int>> reference(permuted);
			const EigenMatrix lower = reference.matrixL();
			expected = static_cast<std::size_t>(lower.nonZeros());
		}
		const CholeskySize size = CholeskyPlan::Make(MakeSparsityGraph(shape.matrix), order).Size(FactorStorage::Half, 1);
		EXPECT_EQ(size.factorEntries, expected) << shape.name;
		EXPECT_GE(size.peakBytes, size.factorBytes);
	}
}

TEST(SparseCholesky, SolvesTheHessianOfABeamAsEigenDoes)
{
	const std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner();
	for (const double jitter : {0.0, 0.1})
		for (const double step : {0.002, 0.03})
		{
			Scenes::BlockHessianSettings settings = Scenes::ReferenceBeam(8);
			settings.jitter = jitter;
			settings.step = step;
			const Scenes::BlockHessian block = Scenes::MakeBlockHessian(settings, *tasks);
			const std::vector<Vec3> b = RandomVectors(block.matrix.Size(), 9);
			for (const FactorStorage storage : {FactorStorage::Float, FactorStorage::Half})
			{
				const SparseCholesky factor = FactoriseDissected(block.matrix, block.rest.position, storage, *tasks).TakeValue();
				const double error = RelativeError(block.matrix, b, SolveOnce(factor, b, *tasks));
				EXPECT_LT(error, storage == FactorStorage::Float ? 1e-5 : 1e-3) << "jitter " << jitter << ", step " << step;
			}
		}
}

TEST(SparseCholesky, MovesAFreeBodyRigidlyEvenInHalfPrecision)
{
	// M/h^2 pushes all particles by the same distance: the softest mode, which rounding of the factor would stiffen first.
	const std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner();
	Scenes::BlockHessianSettings settings = Scenes::ReferenceBeam(8);
	settings.step = 0.03;
	settings.heldLayers = 0;
	const Scenes::BlockHessian block = Scenes::MakeBlockHessian(settings, *tasks);
	const Vec3 distance{1, -2, 0.5f};
	std::vector<Vec3> push(block.matrix.Size());
	for (std::size_t i = 0; i < push.size(); ++i)
		push[i] =
			distance * static_cast<Real>(settings.density * static_cast<double>(block.rest.volume[i]) / (settings.step * settings.step));
	const SparseCholesky factor = FactoriseDissected(block.matrix, block.rest.position, FactorStorage::Half, *tasks).TakeValue();
	for (const Vec3& moved : SolveOnce(factor, push, *tasks))
		EXPECT_LT(Norm(moved - distance), 2e-3f * Norm(distance));
}

TEST(SparseCholesky, IsSymmetricAndPositiveInHalfPrecision)
{
	const std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner();
	const Scenes::BlockHessian block = Scenes::MakeBlockHessian(Scenes::ReferenceBeam(6), *tasks);
	const SparseCholesky factor = FactoriseDissected(block.matrix, block.rest.position, FactorStorage::Half, *tasks).TakeValue();
	for (std::uint64_t trial = 0; trial < 20; ++trial)
	{
		const std::vector<Vec3> a = RandomVectors(block.matrix.Size(), 2 * trial), b = RandomVectors(block.matrix.Size(), 2 * trial + 1);
		const std::vector<Vec3> solvedA = SolveOnce(factor, a, *tasks), solvedB = SolveOnce(factor, b, *tasks);
		EXPECT_GT(Dot(a, solvedA), 0);
		// Rounding of the sums alone: the same three digits lost in half precision would be 1e-3.
		EXPECT_NEAR(Dot(a, solvedB), Dot(solvedA, b), 2e-6 * std::sqrt(Dot(a, solvedA) * Dot(b, solvedB)));
	}
}

TEST(SparseCholesky, GivesTheSameBitsForAnyNumberOfWorkers)
{
	const std::unique_ptr<TaskRunner> serial = MakeSerialTaskRunner();
	const Scenes::BlockHessian block = Scenes::MakeBlockHessian(Scenes::ReferenceBeam(10), *serial);
	const std::vector<Vec3> b = RandomVectors(block.matrix.Size(), 1);
	for (const FactorStorage storage : {FactorStorage::Float, FactorStorage::Half})
	{
		const std::vector<Vec3> expected =
			SolveOnce(FactoriseDissected(block.matrix, block.rest.position, storage, *serial).Value(), b, *serial);
		for (const int workers : {2, 3, 8})
		{
			const std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner(workers);
			const SparseCholesky factor = FactoriseDissected(block.matrix, block.rest.position, storage, *tasks).TakeValue();
			for (int repeat = 0; repeat < 5; ++repeat)
				EXPECT_TRUE(SolveOnce(factor, b, *tasks) == expected) << workers << " workers";
		}
	}
}

TEST(SparseCholesky, ServesSeveralSolvesAtOnceAndTheSameScratchAgain)
{
	const std::unique_ptr<TaskRunner> serial = MakeSerialTaskRunner();
	const Scenes::BlockHessian block = Scenes::MakeBlockHessian(Scenes::ReferenceBeam(6), *serial);
	const SparseCholesky factor = FactoriseDissected(block.matrix, block.rest.position, FactorStorage::Half, *serial).TakeValue();
	const auto solveMany = [&](std::uint64_t seed, bool& allEqual)
	{
		const std::unique_ptr<TaskRunner> own = MakeSerialTaskRunner();
		AlignedArray<Real> scratch(factor.ScratchSize());
		allEqual = true;
		for (std::uint64_t k = 0; k < 5; ++k)
		{
			std::vector<Vec3> x = RandomVectors(block.matrix.Size(), seed + k);
			if (k == 2)
				x[100].y = std::numeric_limits<Real>::quiet_NaN(); // must not outlive its own solve
			const std::vector<Vec3> fresh = SolveOnce(factor, x, *own);
			factor.Solve(x, scratch, *own);
			allEqual = allEqual && (k == 2 || x == fresh);
		}
	};
	bool first = false, second = false;
	std::thread other([&] { solveMany(10, first); });
	solveMany(20, second);
	other.join();
	EXPECT_TRUE(first);
	EXPECT_TRUE(second);
}

TEST(SparseCholesky, TakesNewNumbersWithAnOldPlan)
{
	const std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner();
	Scenes::BlockHessianSettings settings = Scenes::ReferenceBeam(6);
	settings.dropBelow = -1; // the pattern must not depend on the numbers
	const Scenes::BlockHessian slow = Scenes::MakeBlockHessian(settings, *tasks);
	settings.step = 0.01;
	const Scenes::BlockHessian fast = Scenes::MakeBlockHessian(settings, *tasks);
	const SparsityGraph graph = MakeSparsityGraph(slow.matrix);
	const CholeskyPlan plan = CholeskyPlan::Make(graph, NestedDissection(graph, slow.rest.position, *tasks));
	CholeskySettings choleskySettings;
	choleskySettings.storage = FactorStorage::Float;
	const std::vector<Vec3> b = RandomVectors(graph.Size(), 4);
	for (const SparseSymmetric* matrix : {&slow.matrix, &fast.matrix})
	{
		const SparseCholesky factor = SparseCholesky::Factorise(*matrix, plan, choleskySettings, *tasks).TakeValue();
		EXPECT_LT(RelativeError(*matrix, b, SolveOnce(factor, b, *tasks)), 1e-5);
	}
}

TEST(SparseCholesky, RefusesWhatIsNotPositiveDefiniteAndNamesTheRow)
{
	const auto reasonFor = [](const SparseSymmetric& matrix, int workers)
	{
		const std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner(workers);
		const Result<SparseCholesky> factor = FactoriseDissected(matrix, {}, FactorStorage::Half, *tasks);
		return factor.IsOk() ? std::string("accepted") : factor.Message();
	};
	const auto expectRefused = [&](const SparseSymmetric& matrix, const std::string& words)
	{
		const std::string reason = reasonFor(matrix, 1);
		EXPECT_NE(reason.find(words), std::string::npos) << reason;
		EXPECT_EQ(reasonFor(matrix, 3), reason);
	};
	const SparseSymmetric good = GridLaplacian(9, 9, 9, 0.1);
	const std::size_t row = 400;

	SparseSymmetric matrix = good;
	matrix.Diagonal(row) = 0;
	expectRefused(matrix, "row 400");
	matrix.Diagonal(row) = -3;
	expectRefused(matrix, "row 400");
	matrix.Diagonal(row) = std::numeric_limits<Real>::quiet_NaN();
	expectRefused(matrix, "row 400");
	matrix.Diagonal(row) = std::numeric_limits<Real>::infinity();
	expectRefused(matrix, "row 400");

	matrix = good;
	const std::size_t coupling = matrix.first[row] + 1;
	matrix.value[coupling] = std::numeric_limits<Real>::quiet_NaN();
	expectRefused(matrix, "column 400");
	matrix.value[coupling] = 50; // its 2 x 2 minor is negative
	expectRefused(matrix, "not positive definite");

	// Singular: a pure Laplacian leaves a constant free. Sizes on both sides of where rounding hides the zero pivot.
	for (const std::uint32_t n : {2u, 5u, 12u, 25u})
		expectRefused(GridLaplacian(n, n, n, 0), "row ");
	expectRefused(MakeSparseSymmetric<Real>(2, std::vector<SymmetricTriplet>{{0, 0, 1}, {1, 1, 1}, {0, 1, -1}}).Value(), "row ");
}

TEST(SparseCholesky, RefusesAFreeBodyWithoutInertia)
{
	const std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner();
	Scenes::BlockHessianSettings settings = Scenes::ReferenceBeam(8);
	settings.step = std::numeric_limits<double>::infinity();
	settings.heldLayers = 0;
	const Scenes::BlockHessian block = Scenes::MakeBlockHessian(settings, *tasks);
	const Result<SparseCholesky> factor = FactoriseDissected(block.matrix, block.rest.position, FactorStorage::Float, *tasks);
	ASSERT_FALSE(factor.IsOk());
	EXPECT_NE(factor.Message().find("hold some particles"), std::string::npos);
}

TEST(SparseCholesky, RefusesToBreakTheMemoryLimitAndSaysWhatItWouldTake)
{
	const std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	const SparseSymmetric matrix = GridLaplacian(20, 20, 20, 0.1);
	const SparsityGraph graph = MakeSparsityGraph(matrix);
	const CholeskyPlan plan = CholeskyPlan::Make(graph, NestedDissection(graph, {}, *tasks));
	CholeskySettings settings;
	settings.memoryLimit = plan.Size(settings.storage, 1).peakBytes;
	EXPECT_TRUE(SparseCholesky::Factorise(matrix, plan, settings, *tasks).IsOk());
	--settings.memoryLimit;
	const Result<SparseCholesky> factor = SparseCholesky::Factorise(matrix, plan, settings, *tasks);
	ASSERT_FALSE(factor.IsOk());
	EXPECT_NE(factor.Message().find("8000 particles"), std::string::npos);
	EXPECT_NE(factor.Message().find("MB"), std::string::npos);
}

TEST(SparseCholesky, LeavesHeldParticlesToTheirDiagonal)
{
	const std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	const Scenes::BlockHessian block = Scenes::MakeBlockHessian(Scenes::ReferenceBeam(6), *tasks);
	const SparseCholesky factor = FactoriseDissected(block.matrix, block.rest.position, FactorStorage::Half, *tasks).TakeValue();
	const std::vector<Vec3> b = RandomVectors(block.matrix.Size(), 8);
	const std::vector<Vec3> x = SolveOnce(factor, b, *tasks);
	std::size_t held = 0;
	for (std::size_t i = 0; i < x.size(); ++i)
		if (block.rest.position[i].x < Real(2 * 0.5 / 6))
		{
			++held;
			EXPECT_LT(Norm(x[i] - b[i] / block.matrix.Diagonal(i)), 1e-6f * Norm(x[i])); // a division
		}
	EXPECT_EQ(held, 2u * 6 * 6);
}
