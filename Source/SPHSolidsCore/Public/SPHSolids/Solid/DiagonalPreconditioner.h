#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Solid/ConstantOperator.h>
#include <SPHSolids/Solid/Preconditioner.h>

namespace SPHSolids
{

/// Inverse of the diagonal of A0: no memory, no set-up, many iterations. For comparison, for bodies of a few particles, and for new
/// ones that wait for a better one.
class DiagonalPreconditioner final : public Preconditioner
{
public:
	SPHSOLIDSCORE_API explicit DiagonalPreconditioner(const ConstantOperator& source);

	SPHSOLIDSCORE_API void Apply(
		std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>& scratch, std::span<Vec3> r) const override;
	std::size_t Bytes() const override { return inverse.size() * sizeof(float); }

private:
	AlignedArray<float> inverse;
};

}
