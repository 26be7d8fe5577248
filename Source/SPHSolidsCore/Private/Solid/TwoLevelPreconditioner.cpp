#include <SPHSolids/Solid/TwoLevelPreconditioner.h>

#include <SPHSolids/Linear/NestedDissection.h>

#include "DenseInverse.h"
#include "LeafAssembly.h"

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

constexpr std::size_t LeafEntries = LeafSize * LeafSize;
constexpr std::size_t LeavesPerTask = 8;

/// Corrections of neighbouring leaves overlap through the couplings between them, so their sum is up to about one and a half times too
/// long. Damped by this, full steps are nearly always accepted.
constexpr double AdditiveDamping = 0.9;

/// inverse -= Z (Z^T A Z)^-1 Z^T: the block then corrects only what its modes cannot express, because the coarse level already does.
/// Counting the modes twice made first steps up to twice too long, and the line search had to shorten them.
void RemoveModes(const std::vector<double>& A, std::span<const float> z, std::size_t size, std::vector<double>& inverse)
{
	// Orthonormalise the modes in the inner product of A, one after the other; modes that vanish or depend on earlier ones drop out.
	std::vector<double> basis;
	std::vector<double> mode(size), image(size);
	const auto applyA = [&]
	{
		for (std::size_t a = 0; a < size; ++a)
		{
			double sum = 0;
			for (std::size_t b = 0; b < size; ++b)
				sum += A[a * size + b] * mode[b];
			image[a] = sum;
		}
	};
	const auto timesImage = [&](const double* u)
	{
		double sum = 0;
		for (std::size_t a = 0; a < size; ++a)
			sum += u[a] * image[a];
		return sum;
	};
	for (std::size_t m = 0; m < ModeCount; ++m)
	{
		for (std::size_t a = 0; a < size; ++a)
			mode[a] = static_cast<double>(z[a * ModeCount + m]);
		applyA();
		const double before = timesImage(mode.data());
		for (std::size_t k = 0; k < basis.size(); k += size)
		{
			const double share = timesImage(&basis[k]);
			for (std::size_t a = 0; a < size; ++a)
				mode[a] -= share * basis[k + a];
		}
		applyA();
		const double after = timesImage(mode.data());
		if (!(after > 1e-10 * before) || !(before > 0))
			continue;
		for (const double value : mode)
			basis.push_back(value / std::sqrt(after));
	}
	for (std::size_t k = 0; k < basis.size(); k += size)
		for (std::size_t a = 0; a < size; ++a)
			for (std::size_t b = 0; b < size; ++b)
				inverse[a * size + b] -= basis[k + a] * basis[k + b];
}

/// Inverts the block of a leaf without its modes and stores it as halves of the largest entry.
/// @return The largest entry, or not a number if the block is not positive definite.
float StoreLeafInverse(std::vector<double> block, std::span<const float> modes, std::size_t size, Half* target)
{
	const std::vector<double> stiffness = block;
	if (!InvertDense(block, size))
		return NAN;
	RemoveModes(stiffness, modes, size, block);
	double largest = 1e-30;
	for (const double entry : block)
		largest = std::max(largest, std::fabs(entry));
	for (std::size_t a = 0; a < size; ++a)
		for (std::size_t b = 0; b < size; ++b)
			target[a * LeafSize + b] = ToHalf(static_cast<float>(block[a * size + b] / largest));
	return static_cast<float>(largest);
}

/// The coarse matrix of all leaves. Modes that were left out, or that all belong to held particles, get a stiffness of their own.
SparseSymmetric CoarseMatrix(std::span<const CoarseRow> rows)
{
	double largest = 0;
	for (std::size_t leaf = 0; leaf < rows.size(); ++leaf)
		if (const auto own = rows[leaf].find(leaf); own != rows[leaf].end())
			for (std::size_t m = 0; m < ModeCount; ++m)
				largest = std::max(largest, own->second[m * ModeCount + m]);
	SparseSymmetric matrix;
	for (std::size_t leaf = 0; leaf < rows.size(); ++leaf)
		for (std::size_t m = 0; m < ModeCount; ++m)
		{
			const std::size_t column = leaf * ModeCount + m;
			double diagonal = 0;
			if (const auto own = rows[leaf].find(leaf); own != rows[leaf].end())
				diagonal = own->second[m * ModeCount + m];
			matrix.row.push_back(static_cast<std::uint32_t>(column));
			matrix.value.push_back(static_cast<Real>(diagonal == 0 ? largest + 1 : diagonal));
			for (auto block = rows[leaf].lower_bound(leaf); block != rows[leaf].end(); ++block)
				for (std::size_t k = 0; k < ModeCount; ++k)
					if (const double entry = block->second[m * ModeCount + k]; block->first * ModeCount + k > column && entry != 0)
					{
						matrix.row.push_back(static_cast<std::uint32_t>(block->first * ModeCount + k));
						matrix.value.push_back(static_cast<Real>(entry));
					}
			matrix.first.push_back(matrix.row.size());
		}
	return matrix;
}

Result<SparseCholesky> FactoriseCoarse(
	const SparseSymmetric& matrix, std::span<const Vec3> leafCentres, TaskRunner& tasks, std::size_t& bytes)
{
	std::vector<Vec3> positions;
	for (const Vec3& centre : leafCentres)
		positions.insert(positions.end(), ModeCount, centre);
	const SparsityGraph graph = MakeSparsityGraph(matrix);
	const CholeskyPlan plan = CholeskyPlan::Make(graph, NestedDissection(graph, positions, tasks));
	const CholeskySettings settings;
	bytes = plan.Size(settings.storage, tasks.WorkerCount()).factorBytes;
	return SparseCholesky::Factorise(matrix, plan, settings, tasks);
}

/// target = inverse source for one leaf, three components at once.
SPHS_FORCE_INLINE void MultiplyLeaf(const Half* inverse, const Vec3* source, std::size_t size, float (&target)[3][LeafSize])
{
	constexpr std::size_t half = LeafSize / 2, parts = half / SimdWidth; // twelve sums fit the registers
	for (std::size_t start = 0; start < LeafSize; start += half)
	{
		Float8 sum[3][parts];
		for (auto& component : sum)
			for (Float8& value : component)
				value = Float8(0.0f);
		for (std::size_t k = 0; k < size; ++k)
		{
			const Float8 x(source[k].x), y(source[k].y), z(source[k].z);
			for (std::size_t part = 0; part < parts; ++part)
			{
				const Float8 entry = LoadStored(inverse + k * LeafSize + start + part * SimdWidth); // row k is column k
				sum[0][part] = MulAdd(entry, x, sum[0][part]);
				sum[1][part] = MulAdd(entry, y, sum[1][part]);
				sum[2][part] = MulAdd(entry, z, sum[2][part]);
			}
		}
		for (std::size_t axis = 0; axis < 3; ++axis)
			for (std::size_t part = 0; part < parts; ++part)
				sum[axis][part].Store(&target[axis][start + part * SimdWidth]);
	}
}

}

Result<std::unique_ptr<TwoLevelPreconditioner>> TwoLevelPreconditioner::Build(const ConstantOperator& source, TaskRunner& tasks)
{
	const Error notPositive = {
		"The stiffness of the body is not positive definite: a particle has no mass, or a modulus or the time step is "
		"not a positive finite number."};
	auto result = std::make_unique<TwoLevelPreconditioner>();
	LeafAssembly leaves(source);
	std::vector<CoarseRow> rows(leaves.leafCount);
	result->particleCount = leaves.particleCount;
	result->leafCount = leaves.leafCount;
	result->inverse.resize(leaves.leafCount * LeafEntries);
	result->scale.resize(leaves.leafCount);
	ParallelFor(tasks, leaves.leafCount, 1,
		[&](std::size_t leaf, std::size_t)
		{
			std::vector<double> block;
			leaves.Assemble(leaf, block, rows[leaf]);
			const std::size_t first = leaves.First(leaf), size = leaves.Size(leaf);
			Half* target = &result->inverse[leaf * LeafEntries];
			const float largest =
				StoreLeafInverse(std::move(block), std::span(&leaves.modes[first * ModeCount], size * ModeCount), size, target);
			result->scale[leaf] = largest * static_cast<float>(AdditiveDamping);
			for (std::size_t a = 0; a < size; ++a)
				if (source.IsHeld(first + a))
					target[a * LeafSize + a] = {};
		});
	if (!std::all_of(result->scale.begin(), result->scale.end(), [](float scale) { return std::isfinite(scale); }))
		return notPositive;
	auto factor = FactoriseCoarse(CoarseMatrix(rows), leaves.centres, tasks, result->coarseBytes);
	if (!factor.IsOk())
		return notPositive;
	result->coarse = factor.TakeValue();
	result->modes = std::move(leaves.modes);
	return result;
}

void TwoLevelPreconditioner::Apply(std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>& scratch, std::span<Vec3> r) const
{
	const std::size_t coarseFloats = 3 * ModeCount * leafCount;
	scratch.resize(coarse.ScratchSize() + coarseFloats);
	Vec3* const c = reinterpret_cast<Vec3*>(scratch.data() + coarse.ScratchSize());
	ParallelFor(tasks, leafCount, 4 * LeavesPerTask,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t leaf = begin; leaf < end; ++leaf)
			{
				Vec3 sums[ModeCount] = {};
				const std::size_t last = std::min((leaf + 1) * LeafSize, particleCount);
				for (std::size_t i = leaf * LeafSize; i < last; ++i)
					for (std::size_t m = 0; m < ModeCount; ++m)
						sums[m] += q[i] * modes[i * ModeCount + m];
				for (std::size_t m = 0; m < ModeCount; ++m)
					c[leaf * ModeCount + m] = sums[m] * static_cast<Real>(AdditiveDamping);
			}
		});
	coarse.Solve(std::span(c, leafCount * ModeCount), std::span(scratch).first(coarse.ScratchSize()), tasks);
	ParallelFor(tasks, leafCount, LeavesPerTask,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t leaf = begin; leaf < end; ++leaf)
			{
				const std::size_t first = leaf * LeafSize, size = std::min(LeafSize, particleCount - first);
				alignas(32) float local[3][LeafSize];
				MultiplyLeaf(&inverse[leaf * LeafEntries], &q[first], size, local);
				const Vec3* d = c + leaf * ModeCount;
				for (std::size_t k = 0; k < size; ++k)
				{
					const float* z = &modes[(first + k) * ModeCount];
					r[first + k] = Vec3{local[0][k], local[1][k], local[2][k]} * scale[leaf]
						+ ((d[0] * z[0] + d[1] * z[1]) + (d[2] * z[2] + d[3] * z[3]));
				}
			}
		});
}

std::size_t TwoLevelPreconditioner::Bytes() const
{
	return inverse.size() * sizeof(Half) + (scale.size() + modes.size()) * sizeof(float) + coarseBytes;
}

}
