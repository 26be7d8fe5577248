#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/HalfFloat.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Linear/SparseCholesky.h>
#include <SPHSolids/Solid/ConstantOperator.h>
#include <SPHSolids/Solid/Preconditioner.h>

#include <memory>

namespace SPHSolids
{

/// Additive preconditioner of A0: the inverses of its diagonal blocks over the kd-leaves (64 particles each) plus a coarse correction by
/// the four affine modes (1, x, y, z) of every leaf,
///   r = sum_l R_l^T B_l R_l q + Z A_c^-1 Z^T q,   A_c = Z^T A0 Z,   B_l = A_ll^-1 - Z_l (Z_l^T A_ll Z_l)^-1 Z_l^T.
/// The leaf inverses B_l are stored in half precision where that keeps them positive, A_c is factored by our sparse Cholesky: it has a sixteenth of A0's unknowns, so
/// that memory, set-up and application stay close to linear, at nearly the number of iterations of A0's own factor
/// (Docs/decisions/0011-two-level.md).
class TwoLevelPreconditioner final : public Preconditioner
{
public:
	/// Bodies of more leaves than this keep only the upper halves of their inverses: they are read from memory in every iteration, and
	/// reading is what takes the time. Smaller ones are in the cache, where the whole is quicker.
	static constexpr std::size_t MostWholeLeaves = 512;

	SPHSOLIDSCORE_API static Result<std::unique_ptr<TwoLevelPreconditioner>> Build(
		const ConstantOperator& source, TaskRunner& tasks, std::size_t mostWholeLeaves = MostWholeLeaves);

	SPHSOLIDSCORE_API void Apply(
		std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>& scratch, std::span<Vec3> r) const override;
	SPHSOLIDSCORE_API std::size_t Bytes() const override;

private:
	std::size_t particleCount = 0, leafCount = 0;
	// 64 x 64 per leaf, symmetric, in units of scale; of large bodies packed. One of the two is empty.
	AlignedArray<Half> halfInverse;
	AlignedArray<float> inverse;
	bool isPacked = false;
	AlignedArray<float> scale; // per leaf
	AlignedArray<Half> modes;  // per leaf 64 values of each of its four modes
	SparseCholesky coarse;     // four unknowns a leaf
	std::size_t coarseBytes = 0;
};

}
