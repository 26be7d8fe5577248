#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Solid/ConstantOperator.h>
#include <SPHSolids/Solid/Preconditioner.h>

#include <memory>

namespace SPHSolids
{

/// Additive preconditioner of A0: the inverses of its diagonal blocks over the kd-leaves (64 particles each) plus a coarse correction by
/// the four affine modes (1, x, y, z) of every leaf,
///   r = sum_l R_l^T B_l R_l q + Z A_c^-1 Z^T q,   A_c = Z^T A0 Z,   B_l = A_ll^-1 - Z_l (Z_l^T A_ll Z_l)^-1 Z_l^T.
/// A_c is inverted densely while it is small; beyond that it is treated the same way again, sixteen leaves to a block. So memory, set-up
/// and application grow linearly with the particles: nothing of the fill of a sparse factor, at nearly its number of iterations
/// (Docs/decisions/0011-two-level.md).
class TwoLevelPreconditioner final : public Preconditioner
{
public:
	SPHSOLIDSCORE_API static Result<std::unique_ptr<TwoLevelPreconditioner>> Build(const ConstantOperator& source, TaskRunner& tasks);

	SPHSOLIDSCORE_API void Apply(
		std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>& scratch, std::span<Vec3> r) const override;
	SPHSOLIDSCORE_API std::size_t Bytes() const override;

private:
	/// One level: unknowns in blocks of 64 with their inverses, and four modes per block that the next level solves for.
	struct Level
	{
		std::size_t unknownCount = 0, blockCount = 0;
		AlignedArray<float> inverse; // 64 x 64 per block, symmetric
		AlignedArray<float> modes;   // four values per unknown
	};

	void ApplyTop(const Vec3* q, Vec3* r) const;

	std::vector<Level> levels;
	std::size_t topCount = 0; // unknowns of the coarsest problem
	AlignedArray<float> topInverse;
};

}
