#pragma once

#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Linear/SparseCholesky.h>
#include <SPHSolids/Solid/ConstantOperator.h>
#include <SPHSolids/Solid/Preconditioner.h>

namespace SPHSolids
{

/// A sparse matrix solved directly by our own Cholesky factor in half precision.
class FactoredPreconditioner final : public Preconditioner
{
public:
	/// A0 itself, as in [KEE23]: every neighbour of a neighbour is coupled.
	SPHSOLIDSCORE_API static Result<std::unique_ptr<FactoredPreconditioner>> BuildFull(const ConstantOperator& source, TaskRunner& tasks);
	/// A Laplacian over the neighbours alone that costs affine motion what A0 does: a fifth of the entries.
	SPHSOLIDSCORE_API static Result<std::unique_ptr<FactoredPreconditioner>> BuildOneRing(
		const ConstantOperator& source, TaskRunner& tasks);

	SPHSOLIDSCORE_API void Apply(
		std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>& scratch, std::span<Vec3> r) const override;
	std::size_t Bytes() const override { return bytes; }

private:
	static Result<std::unique_ptr<FactoredPreconditioner>> Build(
		const SparseSymmetric& matrix, const ConstantOperator& source, TaskRunner& tasks);

	SparseCholesky factor;
	std::vector<std::uint8_t> held;
	std::size_t bytes = 0;
};

}
