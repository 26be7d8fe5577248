#include "EigenFactor.h"

#include <SPHSolids/Solid/ConstantHessian.h>

#include <Eigen/Sparse>

#include <limits>

namespace SPHSolids
{

struct EigenFactor::Data
{
	Eigen::SimplicialLLT<Eigen::SparseMatrix<float>> factor;
	std::vector<std::uint8_t> held;
};

EigenFactor::EigenFactor()
	: data(std::make_unique<Data>())
{
}

EigenFactor::~EigenFactor() = default;

Result<std::unique_ptr<EigenFactor>> EigenFactor::Build(const ConstantOperator& source, TaskRunner& tasks)
{
	const SparseSymmetric matrix = AssembleConstantHessian(source, tasks);
	if (matrix.EntryCount() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
		return Error{"The body has too many particles for Eigen's factorisation; use the preconditioner 'twolevel'."};
	const std::vector<int> first(matrix.first.begin(), matrix.first.end());
	const std::vector<int> row(matrix.row.begin(), matrix.row.end());
	const Eigen::Index size = static_cast<Eigen::Index>(matrix.Size());
	const Eigen::Map<const Eigen::SparseMatrix<float>> lower(
		size, size, static_cast<Eigen::Index>(row.size()), first.data(), row.data(), matrix.value.data());

	auto result = std::make_unique<EigenFactor>();
	result->data->held.assign(source.held.begin(), source.held.end());
	result->data->held.resize(matrix.Size());
	result->data->factor.compute(lower);
	if (result->data->factor.info() != Eigen::Success)
		return Error{"The stiffness of the body is not positive definite; check masses, moduli and the time step."};
	return result;
}

void EigenFactor::Apply(std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>& scratch, std::span<Vec3> r) const
{
	const std::size_t count = q.size();
	scratch.resize(3 * count);
	ParallelFor(tasks, 3, 1,
		[&](std::size_t axis, std::size_t)
		{
			const int k = static_cast<int>(axis);
			Eigen::Map<Eigen::VectorXf> solution(&scratch[axis * count], static_cast<Eigen::Index>(count));
			for (std::size_t i = 0; i < count; ++i)
				solution[static_cast<Eigen::Index>(i)] = data->held[i] != 0 ? 0.0f : q[i][k];
			solution = data->factor.solve(solution);
		});
	for (std::size_t i = 0; i < count; ++i)
		r[i] = {scratch[i], scratch[count + i], scratch[2 * count + i]};
}

std::size_t EigenFactor::Bytes() const
{
	const auto entries = static_cast<std::size_t>(data->factor.matrixL().nestedExpression().nonZeros());
	return entries * (sizeof(float) + sizeof(int)) + data->held.size() * (3 * sizeof(int) + 1);
}

}
