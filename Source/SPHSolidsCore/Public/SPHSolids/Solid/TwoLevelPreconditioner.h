#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Solid/ConstantOperator.h>
#include <SPHSolids/Solid/Preconditioner.h>

#include <memory>

namespace SPHSolids
{

/// Additive two-level preconditioner of A0: the inverses of its diagonal blocks over the kd-leaves (64 particles each) plus a coarse
/// correction by the four affine modes (1, x, y, z) of every leaf,
///   r = sum_l R_l^T A_ll^-1 R_l q + Z (Z^T A0 Z)^-1 Z^T q.
/// Memory and set-up grow linearly with the particles, and an application is two streams of small dense products: nothing of the
/// fill of a sparse factor, at nearly its number of iterations (Docs/decisions/0011-two-level.md).
class TwoLevelPreconditioner final : public Preconditioner
{
public:
	SPHSOLIDSCORE_API static Result<std::unique_ptr<TwoLevelPreconditioner>> Build(const ConstantOperator& source, TaskRunner& tasks);

	SPHSOLIDSCORE_API void Apply(
		std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>& scratch, std::span<Vec3> r) const override;
	SPHSOLIDSCORE_API std::size_t Bytes() const override;

private:
	static constexpr std::size_t Modes = 4;

	void BuildModes(const ConstantOperator& source);
	bool BuildLeaves(const ConstantOperator& source, TaskRunner& tasks);
	bool BuildCoarse(const ConstantOperator& source, TaskRunner& tasks);

	std::size_t particleCount = 0, leafCount = 0;
	AlignedArray<float> leafInverse; // 64 x 64 per leaf
	AlignedArray<float> modes;       // 1, x, y, z of each particle in its leaf's frame; zero where held
	AlignedArray<float> coarseInverse;
	std::size_t coarseStride = 0; // row length, whole vectors
};

}
