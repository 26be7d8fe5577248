#include "Linear/BeamHessian.h"

#include <SPHSolids/Kernel/Kernels.h>
#include <SPHSolids/Solid/ConstantHessian.h>

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <cmath>
#include <limits>

using namespace SPHSolids;

namespace
{

/// A rest state with values of its own for every particle.
struct VariedBody
{
	RestState rest;
	std::vector<Real> stiffness, zeroEnergyStiffness, mass;
	std::vector<std::uint8_t> pinned;

	ConstantHessianInput Input(Real alpha, Real step) const
	{
		ConstantHessianInput input;
		input.stiffness = stiffness;
		input.zeroEnergyStiffness = zeroEnergyStiffness;
		input.mass = mass;
		input.alpha = alpha;
		input.step = step;
		input.pinned = pinned;
		return input;
	}
};

VariedBody MakeVariedBody(int countX, int countY, int countZ, TaskRunner& tasks)
{
	const double spacing = 0.1;
	std::vector<Vec3d> points = Scenes::BlockLattice(countX, countY, countZ, spacing);
	Random random(5);
	for (Vec3d& point : points)
		point += random.NextInBox({-0.015, -0.015, countZ > 1 ? -0.015 : 0}, {0.015, 0.015, countZ > 1 ? 0.015 : 0});
	RestStateInput input;
	input.positions = points;
	input.particleRadius = spacing / 2;
	VariedBody body;
	body.rest = BuildRestState(input, tasks).TakeValue();
	for (std::size_t i = 0; i < body.rest.ParticleCount(); ++i)
	{
		body.stiffness.push_back(static_cast<Real>(random.NextIn(1e5, 2e6)));
		body.zeroEnergyStiffness.push_back(static_cast<Real>(random.NextIn(1e5, 2e6)));
		body.mass.push_back(static_cast<Real>(random.NextIn(0.5, 2)));
	}
	return body;
}

/// The energy as the papers write it, in double, of a field x of one component: x stands for any of the three axes.
double QuadraticForm(const RestState& rest, const ConstantHessianInput& input, std::span<const double> x)
{
	const CubicSpline<double> kernel(static_cast<double>(rest.supportRadius));
	double twice = 0;
	for (std::size_t i = 0; i < rest.ParticleCount(); ++i)
	{
		const Mat3d correction = rest.correction[i].Cast<double>();
		const auto separationTo = [&](std::uint32_t j) { return (rest.position[i] - rest.position[j]).Cast<double>(); };
		Vec3d f; // the row of F_i for this component
		for (const std::uint32_t j : rest.neighbours.Of(i))
		{
			const Vec3d separation = separationTo(j);
			const double distance = Norm(separation);
			const Vec3d gradient = separation * (kernel.Derivative(distance) / distance);
			f += correction * gradient * (static_cast<double>(rest.kernelVolume[j]) * (x[j] - x[i]));
		}
		const double volume = static_cast<double>(rest.volume[i]);
		twice += static_cast<double>(input.mass[i]) * x[i] * x[i] / std::pow(static_cast<double>(input.step), 2);
		twice += volume * static_cast<double>(input.stiffness[i]) * Dot(f, f);
		for (const std::uint32_t j : rest.neighbours.Of(i))
		{
			const Vec3d separation = separationTo(j);
			const double error = Dot(f, separation) - (x[i] - x[j]);
			twice += static_cast<double>(input.alpha) * volume * static_cast<double>(input.zeroEnergyStiffness[i])
				* static_cast<double>(rest.kernelVolume[j]) * kernel.Value(Norm(separation)) * error * error / Dot(separation, separation);
		}
	}
	return twice;
}

/// A_ij from the quadratic form alone: Q(e_i + e_j) = A_ii + A_jj + 2 A_ij.
Eigen::MatrixXd DenseFromEnergy(const RestState& rest, const ConstantHessianInput& input)
{
	const std::size_t count = rest.ParticleCount();
	std::vector<double> x(count, 0);
	Eigen::MatrixXd matrix(count, count);
	const auto at = [](std::size_t i) { return static_cast<Eigen::Index>(i); };
	for (std::size_t i = 0; i < count; ++i)
	{
		x[i] = 1;
		matrix(at(i), at(i)) = QuadraticForm(rest, input, x);
		x[i] = 0;
	}
	for (std::size_t i = 0; i < count; ++i)
		for (std::size_t j = 0; j < i; ++j)
		{
			x[i] = x[j] = 1;
			const double sum = QuadraticForm(rest, input, x);
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
	{
		const VariedBody body = MakeVariedBody(5, 4, countZ, *tasks);
		for (const Real alpha : {Real(0), Real(1), Real(10)})
		{
			const ConstantHessianInput input = body.Input(alpha, Real(0.01));
			const Eigen::MatrixXd expected = DenseFromEnergy(body.rest, input);
			const Eigen::MatrixXd matrix = DenseOf(AssembleConstantHessian(body.rest, input, *tasks));
			EXPECT_LT((matrix - expected).cwiseAbs().maxCoeff(), 2e-6 * expected.cwiseAbs().maxCoeff()) << "alpha " << alpha;
		}
	}
}

TEST(ConstantHessian, GivesTwiceTheEnergyOfRandomFields)
{
	const std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner();
	const VariedBody body = MakeVariedBody(12, 9, 8, *tasks);
	const ConstantHessianInput input = body.Input(1, Real(0.004));
	const SparseSymmetric matrix = AssembleConstantHessian(body.rest, input, *tasks);
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
		const double expected = QuadraticForm(body.rest, input, x);
		EXPECT_NEAR(form, expected, 1e-6 * expected);
	}
}

TEST(ConstantHessian, FeelsOnlyInertiaWhenAllMoveAlike)
{
	const std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner();
	const VariedBody body = MakeVariedBody(8, 8, 8, *tasks);
	const Real step = Real(0.01);
	const SparseSymmetric matrix = AssembleConstantHessian(body.rest, body.Input(1, step), *tasks);
	const std::vector<double> ones(matrix.Size(), 1);
	std::vector<double> product(matrix.Size());
	Multiply<Real, double>(matrix, ones, product);
	for (std::size_t i = 0; i < matrix.Size(); ++i)
	{
		const double inertia = static_cast<double>(body.mass[i]) / (static_cast<double>(step) * static_cast<double>(step));
		EXPECT_NEAR(product[i], inertia, 1e-6 * static_cast<double>(matrix.Diagonal(i)));
	}
}

TEST(ConstantHessian, KeepsOnlyTheDiagonalOfHeldParticles)
{
	const std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	VariedBody body = MakeVariedBody(6, 5, 4, *tasks);
	const Eigen::MatrixXd free = DenseOf(AssembleConstantHessian(body.rest, body.Input(1, Real(0.01)), *tasks));
	Random random(7);
	for (std::size_t i = 0; i < body.rest.ParticleCount(); ++i)
		body.pinned.push_back(random.NextUnit() < 0.3);
	const Eigen::MatrixXd held = DenseOf(AssembleConstantHessian(body.rest, body.Input(1, Real(0.01)), *tasks));
	for (Eigen::Index i = 0; i < held.rows(); ++i)
		for (Eigen::Index j = 0; j < held.cols(); ++j)
		{
			const bool touchesHeld = body.pinned[static_cast<std::size_t>(i)] != 0 || body.pinned[static_cast<std::size_t>(j)] != 0;
			EXPECT_EQ(held(i, j), i != j && touchesHeld ? 0 : free(i, j));
		}
}

TEST(ConstantHessian, GivesTheSameBitsForAnyNumberOfWorkers)
{
	const VariedBody body = MakeVariedBody(14, 13, 12, *MakeSerialTaskRunner());
	const SparseSymmetric expected = AssembleConstantHessian(body.rest, body.Input(1, Real(0.01)), *MakeSerialTaskRunner());
	for (const int workers : {2, 3, 8})
	{
		const SparseSymmetric matrix = AssembleConstantHessian(body.rest, body.Input(1, Real(0.01)), *MakeParallelTaskRunner(workers));
		EXPECT_TRUE(matrix.first == expected.first && matrix.row == expected.row && matrix.value == expected.value);
	}
}

TEST(ConstantHessian, LeavesInertiaOutForAnEndlessStepAndTakesLoneParticles)
{
	const std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	const std::vector<Vec3d> apart = {{0, 0, 0}, {5, 0, 0}};
	RestStateInput input;
	input.positions = apart;
	input.particleRadius = 0.1;
	VariedBody body;
	body.rest = BuildRestState(input, *tasks).TakeValue();
	body.stiffness = body.zeroEnergyStiffness = {1e6f, 1e6f};
	body.mass = {2, 3};
	const SparseSymmetric moving = AssembleConstantHessian(body.rest, body.Input(1, Real(0.5)), *tasks);
	ASSERT_EQ(moving.EntryCount(), 2u);
	EXPECT_FLOAT_EQ(moving.Diagonal(0) + moving.Diagonal(1), 20);
	const SparseSymmetric still = AssembleConstantHessian(body.rest, body.Input(1, std::numeric_limits<Real>::infinity()), *tasks);
	EXPECT_EQ(still.Diagonal(0), 0);
}
