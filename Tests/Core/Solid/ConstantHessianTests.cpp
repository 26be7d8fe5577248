#include "Linear/BeamHessian.h"

#include <SPHSolids/Kernel/GradientCorrection.h>
#include <SPHSolids/Solid/ConstantHessian.h>

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <cmath>

using namespace SPHSolids;

namespace
{

/// A body with values of its own for every particle.
struct VariedBody
{
	RestState rest;
	ElasticRest elastic;
	ElasticStiffness stiffness;
	std::vector<float> massOverStepSquared;
	std::vector<std::uint8_t> held;

	VariedBody(int countX, int countY, int countZ, double alpha, TaskRunner& tasks)
	{
		const double spacing = 0.1, reach = 0.015, reachZ = countZ > 1 ? reach : 0;
		std::vector<Vec3d> points = Scenes::BlockLattice(countX, countY, countZ, spacing);
		Random random(5);
		for (Vec3d& point : points)
			point += random.NextInBox({-reach, -reach, -reachZ}, {reach, reach, reachZ});
		Scenes::SnapToOffsets(points, spacing);
		rest = BuildRestState({points, spacing / 2, {}}, tasks).TakeValue();
		elastic = BuildElasticRest(rest, tasks);
		std::vector<float> scale;
		for (std::size_t i = 0; i < points.size(); ++i)
		{
			scale.push_back(static_cast<float>(random.NextIn(0.3, 3)));
			massOverStepSquared.push_back(static_cast<float>(random.NextIn(5e3, 2e4)));
		}
		Material material;
		material.alpha = alpha;
		stiffness = MakeElasticStiffness(elastic, material, scale);
	}
	ConstantOperator Operator() const { return {&elastic, &stiffness, massOverStepSquared, held}; }
};

/// Twice the energy, in double and from the rest state and the weights k_ij alone, of a field x of one component, which stands for any of
/// the three axes:
///   sum_i m_i x_i^2 / h^2 + vol_i w_i |F_i|^2 + epsilon_i sum_j k_ij (F_i X_ij - x_ij)^2,   F_i = sum_j k_ij x_ij (K_i X_ij)^T
double QuadraticForm(const VariedBody& body, std::span<const double> x)
{
	const RestState& rest = body.rest;
	double twice = 0;
	for (std::size_t i = 0; i < rest.ParticleCount(); ++i)
	{
		const auto forEachPair = [&](auto&& visit)
		{
			body.elastic.ForEachPair(i, [&](std::size_t j, float weight, const Vec3&)
				{ visit(static_cast<double>(weight), (rest.position[i] - rest.position[j]).Cast<double>(), x[i] - x[j]); });
		};
		Mat3d moment;
		forEachPair([&](double k, const Vec3d& X, double) { moment += Mat3d::Outer(X, X) * k; });
		const Mat3d K = InvertMoment(moment, rest.rank[i]).inverse;
		Vec3d f; // the row of F_i for this component
		forEachPair([&](double k, const Vec3d& X, double difference) { f += K * X * (k * difference); });
		const ElasticStiffness::Block& moduli = body.stiffness.blocks[i / SimdWidth];
		const double w = 2 * static_cast<double>(moduli.mu[i % SimdWidth]) + static_cast<double>(moduli.lambda[i % SimdWidth]);
		twice += static_cast<double>(body.massOverStepSquared[i]) * x[i] * x[i];
		twice += static_cast<double>(rest.volume[i]) * w * Dot(f, f);
		const double penalty = static_cast<double>(body.stiffness.penalty[i]);
		forEachPair([&](double k, const Vec3d& X, double difference) { twice += penalty * k * std::pow(Dot(f, X) - difference, 2); });
	}
	return twice;
}

/// A_ij from the quadratic form alone: Q(e_i + e_j) = A_ii + A_jj + 2 A_ij.
Eigen::MatrixXd DenseFromEnergy(const VariedBody& body)
{
	const std::size_t count = body.rest.ParticleCount();
	std::vector<double> x(count, 0);
	Eigen::MatrixXd matrix(count, count);
	const auto at = [](std::size_t i) { return static_cast<Eigen::Index>(i); };
	for (std::size_t i = 0; i < count; ++i)
	{
		x[i] = 1;
		matrix(at(i), at(i)) = QuadraticForm(body, x);
		x[i] = 0;
	}
	for (std::size_t i = 0; i < count; ++i)
		for (std::size_t j = 0; j < i; ++j)
		{
			x[i] = x[j] = 1;
			const double sum = QuadraticForm(body, x);
			x[i] = x[j] = 0;
			matrix(at(i), at(j)) = matrix(at(j), at(i)) = (sum - matrix(at(i), at(i)) - matrix(at(j), at(j))) / 2;
		}
	return matrix;
}

Eigen::MatrixXd DenseOf(const SparseSymmetric& matrix)
{
	const auto size = static_cast<Eigen::Index>(matrix.Size());
	Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(size, size);
	for (std::size_t c = 0; c < matrix.Size(); ++c)
		for (std::size_t e = matrix.first[c]; e < matrix.first[c + 1]; ++e)
		{
			const auto row = static_cast<Eigen::Index>(matrix.row[e]), column = static_cast<Eigen::Index>(c);
			dense(row, column) = dense(column, row) = static_cast<double>(matrix.value[e]);
		}
	return dense;
}

}

TEST(ConstantHessian, IsTheHessianOfTheQuadraticEnergyEntryByEntry)
{
	const std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	for (const int countZ : {1, 3}) // a sheet, whose corrections have rank two, and a block
		for (const double alpha : {0.0, 1.0, 10.0})
		{
			const VariedBody body(5, 4, countZ, alpha, *tasks);
			const Eigen::MatrixXd expected = DenseFromEnergy(body);
			const Eigen::MatrixXd matrix = DenseOf(AssembleConstantHessian(body.Operator(), *tasks));
			EXPECT_LT((matrix - expected).cwiseAbs().maxCoeff(), 2e-6 * expected.cwiseAbs().maxCoeff()) << "alpha " << alpha;
		}
}

TEST(ConstantHessian, GivesTwiceTheEnergyOfRandomFields)
{
	const std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner();
	const VariedBody body(12, 9, 8, 1, *tasks);
	const SparseSymmetric matrix = AssembleConstantHessian(body.Operator(), *tasks);
	Random random(6);
	for (int trial = 0; trial < 5; ++trial)
	{
		std::vector<double> x(matrix.Size()), product(matrix.Size());
		double form = 0;
		for (double& value : x)
			value = random.NextIn(-1, 1);
		Multiply<Real, double>(matrix, x, product);
		for (std::size_t i = 0; i < x.size(); ++i)
			form += x[i] * product[i];
		const double expected = QuadraticForm(body, x);
		EXPECT_NEAR(form, expected, 1e-6 * expected);
	}
}

TEST(ConstantHessian, HasTheDiagonalThatTheOperatorTells)
{
	const std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner();
	const VariedBody body(8, 8, 8, 1, *tasks);
	const ConstantOperator source = body.Operator();
	const SparseSymmetric matrix = AssembleConstantHessian(source, *tasks);
	for (std::size_t i = 0; i < matrix.Size(); ++i)
		EXPECT_NEAR(matrix.Diagonal(i), source.DiagonalEntry(i), 1e-6 * source.DiagonalEntry(i));
}

TEST(ConstantHessian, FeelsOnlyInertiaWhenAllMoveAlike)
{
	const std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner();
	const VariedBody body(8, 8, 8, 1, *tasks);
	const SparseSymmetric matrix = AssembleConstantHessian(body.Operator(), *tasks);
	const std::vector<double> ones(matrix.Size(), 1);
	std::vector<double> product(matrix.Size());
	Multiply<Real, double>(matrix, ones, product);
	for (std::size_t i = 0; i < matrix.Size(); ++i)
		EXPECT_NEAR(product[i], static_cast<double>(body.massOverStepSquared[i]), 1e-6 * static_cast<double>(matrix.Diagonal(i)));
}

TEST(ConstantHessian, HasRowsOfTheIdentityForHeldParticles)
{
	const std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	VariedBody body(6, 5, 4, 1, *tasks);
	const Eigen::MatrixXd free = DenseOf(AssembleConstantHessian(body.Operator(), *tasks));
	Random random(7);
	for (std::size_t i = 0; i < body.rest.ParticleCount(); ++i)
		body.held.push_back(random.NextUnit() < 0.3);
	const Eigen::MatrixXd held = DenseOf(AssembleConstantHessian(body.Operator(), *tasks));
	for (Eigen::Index i = 0; i < held.rows(); ++i)
		for (Eigen::Index j = 0; j < held.cols(); ++j)
		{
			const bool touchesHeld = body.held[static_cast<std::size_t>(i)] != 0 || body.held[static_cast<std::size_t>(j)] != 0;
			EXPECT_EQ(held(i, j), touchesHeld ? (i == j ? 1 : 0) : free(i, j));
		}
}

TEST(ConstantHessian, GivesTheSameBitsForAnyNumberOfWorkers)
{
	const VariedBody body(14, 13, 12, 1, *MakeSerialTaskRunner());
	const SparseSymmetric expected = AssembleConstantHessian(body.Operator(), *MakeSerialTaskRunner());
	for (const int workers : {2, 3, 8})
	{
		const SparseSymmetric matrix = AssembleConstantHessian(body.Operator(), *MakeParallelTaskRunner(workers));
		EXPECT_TRUE(matrix.first == expected.first && matrix.row == expected.row && matrix.value == expected.value);
	}
}

TEST(ConstantHessian, IsTheDiagonalOfInertiaForLoneParticles)
{
	const std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	const std::vector<Vec3d> apart = {{0, 0, 0}, {5, 0, 0}};
	const RestState rest = BuildRestState({apart, 0.1, {}}, *tasks).TakeValue();
	const ElasticRest elastic = BuildElasticRest(rest, *tasks);
	const ElasticStiffness stiffness = MakeElasticStiffness(elastic, Material{});
	const std::vector<float> massOverStepSquared = {2, 3};
	const SparseSymmetric matrix = AssembleConstantHessian({&elastic, &stiffness, massOverStepSquared, {}}, *tasks);
	ASSERT_EQ(matrix.EntryCount(), 2u);
	EXPECT_EQ(matrix.Diagonal(0), 2);
	EXPECT_EQ(matrix.Diagonal(1), 3);
}
