#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Linear/SparseSymmetric.h>
#include <SPHSolids/Linear/SparsityGraph.h>

#include <cstdint>
#include <memory>
#include <span>

namespace SPHSolids
{

struct CholeskySymbolic;
struct CholeskyPanels;

/// What the entries of a factor are kept as. Sums are taken in float either way.
enum class FactorStorage : std::uint8_t
{
	Half, ///< 2 bytes; a solve is right to about three digits: what a preconditioner needs, in half the memory and time
	Float ///< 4 bytes; a solve is right to what float gives
};

/// What a factor takes, known before it is made.
struct CholeskySize
{
	std::size_t rows = 0;
	std::size_t supernodes = 0;
	std::size_t factorEntries = 0; ///< of the exact factor, diagonal included
	std::size_t storedEntries = 0; ///< with the zeros that merging and padding add
	std::size_t factorBytes = 0;   ///< as long as the factor lives: its entries and their places
	std::size_t scratchBytes = 0;  ///< of a solve, besides
	std::size_t peakBytes = 0;     ///< while factorising, the factor included: an upper bound
	double operations = 0;         ///< floating-point operations of the exact factorisation
};

/// The shape of a factor and the schedule of its work, for one pattern and one order of elimination. Made once; serves every matrix
/// of that pattern, so a change of step, stiffness or mass costs the numbers only. Copies share it.
class CholeskyPlan
{
public:
	/// @param order order[k] is the row eliminated k-th, each row once; see NestedDissection.
	static SPHSOLIDSCORE_API CholeskyPlan Make(const SparsityGraph& graph, std::span<const std::uint32_t> order);

	/// @param workers Those that will factorise: each subtree at work needs memory of its own.
	SPHSOLIDSCORE_API CholeskySize Size(FactorStorage storage, int workers) const;

private:
	friend class SparseCholesky;
	std::shared_ptr<const CholeskySymbolic> symbolic;
};

struct CholeskySettings
{
	FactorStorage storage = FactorStorage::Half;
	/// Most that factorising may take, in bytes, the factor included.
	std::size_t memoryLimit = std::size_t(2) << 30;
};

/// A = L L^T of a sparse symmetric positive definite matrix, and the solution of A x = b for three right-hand sides that lie
/// together as x, y and z.
///
/// The matrix is scaled to a unit diagonal, D^-1/2 A D^-1/2, so that its entries suit half precision. Supernodes are factorised
/// from the leaves of their tree up (multifrontal), independent subtrees side by side and the nodes above them with parallel dense
/// kernels. Everything is cut into the same pieces and summed in the same order for any number of workers: so are the bits.
///
/// Solving with the factor is a symmetric positive definite operation in exact arithmetic whatever the storage rounds away, which
/// is what a preconditioner must be. Theory and figures: Docs/theory/linear.md.
class SparseCholesky
{
public:
	SPHSOLIDSCORE_API SparseCholesky();
	SPHSOLIDSCORE_API ~SparseCholesky();
	SPHSOLIDSCORE_API SparseCholesky(SparseCholesky&&) noexcept;
	SPHSOLIDSCORE_API SparseCholesky& operator=(SparseCholesky&&) noexcept;

	/// Refused with a reason that names the row: an entry that is not finite, a matrix that is not positive definite or too near to
	/// singular for float. Refused before any allocation: a factor that would break the memory limit.
	/// @param matrix Of the pattern the plan was made for.
	static SPHSOLIDSCORE_API Result<SparseCholesky> Factorise(
		const SparseSymmetric& matrix, const CholeskyPlan& plan, const CholeskySettings& settings, TaskRunner& tasks);

	/// Floats of scratch that a solve needs. As many solves of one factor may run side by side as there are scratches.
	SPHSOLIDSCORE_API std::size_t ScratchSize() const;
	/// x: the right-hand sides going in, the solutions coming out. Allocates nothing.
	/// @param scratch At least ScratchSize floats of any content, best aligned to a cache line.
	SPHSOLIDSCORE_API void Solve(std::span<Vec3> x, std::span<Real> scratch, TaskRunner& tasks) const;

	std::size_t Rows() const { return scale.size(); }
	FactorStorage Storage() const { return storage; }

private:
	Status CheckInverse(TaskRunner& tasks) const;
	void SolveScaled(std::span<Vec3> x, std::span<const Real> rowScale, std::span<Real> scratch, TaskRunner& tasks) const;

	std::shared_ptr<const CholeskySymbolic> symbolic;
	FactorStorage storage = FactorStorage::Half;
	std::unique_ptr<CholeskyPanels> panels;
	AlignedArray<Real> scale; ///< 1 / sqrt(A_ii), in the order of elimination
};

}
