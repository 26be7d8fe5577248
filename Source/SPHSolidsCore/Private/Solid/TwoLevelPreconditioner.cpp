#include <SPHSolids/Solid/TwoLevelPreconditioner.h>

#include <SPHSolids/Linear/NestedDissection.h>

#include "Base/EightPoints.h"
#include "Base/Prefetch.h"
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
/// Column c of a packed inverse holds its rows up to the end of the block of eight that c is in: entries of one leaf.
constexpr std::size_t PackedEntries = LeafSize * (LeafSize + SimdWidth) / 2;
constexpr std::size_t PackedColumn(std::size_t column)
{
	const std::size_t block = column / SimdWidth; // blocks before it hold 1, 2, ... times 64 entries
	return SimdWidth * SimdWidth * block * (block + 1) / 2 + (block + 1) * SimdWidth * (column % SimdWidth);
}

constexpr std::size_t EntriesPerLine = CacheLine / sizeof(Half);

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

/// Inverts the block of a leaf without its modes.
/// @param block In: A_ll. Out: the same.
/// @param target The inverse in units of its largest entry.
/// @return The largest entry, or not a number if the block is not positive definite.
float InvertLeaf(std::vector<double>& block, std::span<const float> modes, std::size_t size, float* target)
{
	std::vector<double> inverse = block;
	if (!InvertDense(inverse, size))
		return NAN;
	RemoveModes(block, modes, size, inverse);
	double largest = 1e-30;
	for (const double entry : inverse)
		largest = std::max(largest, std::fabs(entry));
	for (std::size_t a = 0; a < size; ++a)
		for (std::size_t b = 0; b < size; ++b)
			target[a * LeafSize + b] = static_cast<float>(inverse[a * size + b] / largest);
	return static_cast<float>(largest);
}

/// Half precision must not change B_l A_ll, which has eigenvalues 0 and 1, by more than this. Ordinary steps stay at 0.04 to 0.11; slender
/// bodies whose masses count for nothing (a beam of four particles across, stepped by seconds) reach 3, and B_l is then not positive.
constexpr double MostHalfError = 0.25;

/// |(B_l rounded to half - B_l) A_ll|
double HalfError(const std::vector<double>& stiffness, float scale, std::size_t size, const float* inverse)
{
	double sum = 0;
	std::vector<double> row(size);
	for (std::size_t a = 0; a < size; ++a)
	{
		std::fill(row.begin(), row.end(), 0.0);
		for (std::size_t k = 0; k < size; ++k)
		{
			const float entry = inverse[a * LeafSize + k];
			const double error = static_cast<double>(ToFloat(ToHalf(entry)) - entry) * static_cast<double>(scale);
			for (std::size_t b = 0; b < size; ++b)
				row[b] += error * stiffness[k * size + b];
		}
		for (const double value : row)
			sum += value * value;
	}
	return std::sqrt(sum);
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

/// Values of a leaf's modes, one run of LeafSize for each mode: what the inner loops read.
constexpr std::size_t LeafModeValues = ModeCount * LeafSize;

AlignedArray<Half> LaidOutByMode(std::span<const float> modes, std::size_t leafCount)
{
	AlignedArray<Half> result(leafCount * LeafModeValues, Half{});
	for (std::size_t k = 0; k < modes.size(); ++k)
	{
		const std::size_t particle = k / ModeCount, mode = k % ModeCount;
		result[particle / LeafSize * LeafModeValues + mode * LeafSize + particle % LeafSize] = ToHalf(modes[k]);
	}
	return result;
}

/// Z^T source for one leaf.
SPHS_FORCE_INLINE void RestrictLeaf(const Half* modes, const Vec3* source, std::size_t size, Vec3* target)
{
	Float8 sum[ModeCount][3];
	for (auto& mode : sum)
		for (Float8& value : mode)
			value = Float8(0.0f);
	for (std::size_t k = 0; k < size; k += SimdWidth)
	{
		const Vector3<Float8> q = LoadEight(source + k, size - k);
		for (std::size_t m = 0; m < ModeCount; ++m)
		{
			const Float8 z = LoadStored(modes + m * LeafSize + k);
			sum[m][0] = MulAdd(z, q.x, sum[m][0]);
			sum[m][1] = MulAdd(z, q.y, sum[m][1]);
			sum[m][2] = MulAdd(z, q.z, sum[m][2]);
		}
	}
	for (std::size_t m = 0; m < ModeCount; ++m)
		target[m] = {Sum(sum[m][0]), Sum(sum[m][1]), Sum(sum[m][2])};
}

/// target = inverse source scale + Z coarse for one leaf, three components at once.
template <class Stored>
SPHS_FORCE_INLINE void MultiplyLeaf(const Stored* inverse, float scale, const Half* modes, const Vec3* coarse, const Vec3* source,
	std::size_t size, float (&target)[3][LeafSize])
{
	constexpr std::size_t half = LeafSize / 2, parts = half / SimdWidth; // twelve sums fit the registers
	for (std::size_t start = 0; start < LeafSize; start += half)
	{
		Float8 sum[3][parts];
		for (auto& component : sum)
			for (Float8& value : component)
				value = Float8(0.0f);
		const auto addTimes = [&](const auto* entries, const Vec3& factor)
		{
			const Float8 x(factor.x), y(factor.y), z(factor.z);
			for (std::size_t part = 0; part < parts; ++part)
			{
				const Float8 entry = LoadStored(entries + start + part * SimdWidth);
				sum[0][part] = MulAdd(entry, x, sum[0][part]);
				sum[1][part] = MulAdd(entry, y, sum[1][part]);
				sum[2][part] = MulAdd(entry, z, sum[2][part]);
			}
		};
		for (std::size_t k = 0; k < size; ++k)
			addTimes(inverse + k * LeafSize, source[k] * scale); // row k is column k
		for (std::size_t m = 0; m < ModeCount; ++m)
			addTimes(modes + m * LeafSize, coarse[m]);
		for (std::size_t axis = 0; axis < 3; ++axis)
			for (std::size_t part = 0; part < parts; ++part)
				sum[axis][part].Store(&target[axis][start + part * SimdWidth]);
	}
}

/// Sum(v[k]) of eight vectors, in the order that Sum adds in.
SPHS_FORCE_INLINE Float8 SumEach(const float (&v)[SimdWidth][SimdWidth])
{
	constexpr std::size_t half = SimdWidth / 2;
	Float8 halves[half]; // of vector k in the lower half, of vector k + 4 in the upper
	for (std::size_t k = 0; k < half; ++k)
		halves[k] = LoadHalves(v[k], v[k + half]) + LoadHalves(v[k] + half, v[k + half] + half);
	TransposeInHalves(halves);
	return (halves[0] + halves[2]) + (halves[1] + halves[3]);
}

/// The same with a packed inverse: an entry above the diagonal counts for its mirror image too.
SPHS_FORCE_INLINE void MultiplyPackedLeaf(const Half* packed, float scale, const Half* modes, const Vec3* coarse, const Vec3* source,
	std::size_t size, float (&target)[3][LeafSize])
{
	constexpr std::size_t blocks = LeafSize / SimdWidth;
	Vector3<Float8> q[blocks], r[blocks];
	for (std::size_t block = 0; block < blocks; ++block)
	{
		const std::size_t first = block * SimdWidth;
		q[block] = first < size ? LoadEight(source + first, size - first) : Vector3<Float8>{};
		r[block] = {};
	}
	for (std::size_t block = 0; block < blocks && block * SimdWidth < size; ++block)
	{
		float factor[3][SimdWidth];
		q[block].x.Store(factor[0]);
		q[block].y.Store(factor[1]);
		q[block].z.Store(factor[2]);
		alignas(32) float mirrored[3][SimdWidth][SimdWidth];
		for (std::size_t k = 0; k < SimdWidth; k += 2) // two columns share what they load and store of the result
		{
			const Half *column = packed + PackedColumn(block * SimdWidth + k), *next = packed + PackedColumn(block * SimdWidth + k + 1);
			const Vector3<Float8> f = {Float8(factor[0][k]), Float8(factor[1][k]), Float8(factor[2][k])};
			const Vector3<Float8> g = {Float8(factor[0][k + 1]), Float8(factor[1][k + 1]), Float8(factor[2][k + 1])};
			const auto addTimes = [&](Float8 entry, Float8 nextEntry, Vector3<Float8>& sum)
			{
				sum.x = MulAdd(nextEntry, g.x, MulAdd(entry, f.x, sum.x));
				sum.y = MulAdd(nextEntry, g.y, MulAdd(entry, f.y, sum.y));
				sum.z = MulAdd(nextEntry, g.z, MulAdd(entry, f.z, sum.z));
			};
			Vector3<Float8> sum = {}, nextSum = {};
			for (std::size_t row = 0; row < block; ++row)
			{
				const Float8 entry = LoadStored(column + row * SimdWidth), nextEntry = LoadStored(next + row * SimdWidth);
				addTimes(entry, nextEntry, r[row]);
				sum.x = MulAdd(entry, q[row].x, sum.x);
				sum.y = MulAdd(entry, q[row].y, sum.y);
				sum.z = MulAdd(entry, q[row].z, sum.z);
				nextSum.x = MulAdd(nextEntry, q[row].x, nextSum.x);
				nextSum.y = MulAdd(nextEntry, q[row].y, nextSum.y);
				nextSum.z = MulAdd(nextEntry, q[row].z, nextSum.z);
			}
			addTimes(LoadStored(column + block * SimdWidth), LoadStored(next + block * SimdWidth), r[block]);
			for (int axis = 0; axis < 3; ++axis)
			{
				sum[axis].Store(mirrored[axis][k]);
				nextSum[axis].Store(mirrored[axis][k + 1]);
			}
		}
		if (block > 0)
			r[block] += {SumEach(mirrored[0]), SumEach(mirrored[1]), SumEach(mirrored[2])};
	}
	for (std::size_t block = 0; block < blocks; ++block)
	{
		Vector3<Float8> sum = r[block] * Float8(scale);
		for (std::size_t m = 0; m < ModeCount; ++m)
		{
			const Float8 mode = LoadStored(modes + m * LeafSize + block * SimdWidth);
			sum.x = MulAdd(mode, Float8(coarse[m].x), sum.x);
			sum.y = MulAdd(mode, Float8(coarse[m].y), sum.y);
			sum.z = MulAdd(mode, Float8(coarse[m].z), sum.z);
		}
		sum.x.Store(&target[0][block * SimdWidth]);
		sum.y.Store(&target[1][block * SimdWidth]);
		sum.z.Store(&target[2][block * SimdWidth]);
	}
}

/// The upper halves of all inverses in half precision.
AlignedArray<Half> PackInverses(std::span<const float> inverse, std::size_t leafCount)
{
	AlignedArray<Half> packed(leafCount * PackedEntries);
	for (std::size_t leaf = 0; leaf < leafCount; ++leaf)
		for (std::size_t column = 0; column < LeafSize; ++column)
			for (std::size_t row = 0; row < (column / SimdWidth + 1) * SimdWidth; ++row)
				packed[leaf * PackedEntries + PackedColumn(column) + row] = ToHalf(inverse[leaf * LeafEntries + row * LeafSize + column]);
	return packed;
}

}

Result<std::unique_ptr<TwoLevelPreconditioner>> TwoLevelPreconditioner::Build(
	const ConstantOperator& source, TaskRunner& tasks, std::size_t mostWholeLeaves)
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
	std::vector<double> halfError(leaves.leafCount);
	ParallelFor(tasks, leaves.leafCount, 1,
		[&](std::size_t leaf, std::size_t)
		{
			std::vector<double> block;
			leaves.Assemble(leaf, block, rows[leaf]);
			const std::size_t first = leaves.First(leaf), size = leaves.Size(leaf);
			float* target = &result->inverse[leaf * LeafEntries];
			const float largest = InvertLeaf(block, std::span(&leaves.modes[first * ModeCount], size * ModeCount), size, target);
			result->scale[leaf] = largest * static_cast<float>(AdditiveDamping);
			halfError[leaf] = HalfError(block, largest, size, target);
			for (std::size_t a = 0; a < size; ++a)
				if (source.IsHeld(first + a))
					target[a * LeafSize + a] = 0;
		});
	if (!std::all_of(result->scale.begin(), result->scale.end(), [](float scale) { return std::isfinite(scale); }))
		return notPositive;
	if (std::all_of(halfError.begin(), halfError.end(), [](double error) { return error <= MostHalfError; }))
	{
		result->isPacked = leaves.leafCount > mostWholeLeaves;
		if (result->isPacked)
			result->halfInverse = PackInverses(result->inverse, leaves.leafCount);
		else
		{
			result->halfInverse.resize(result->inverse.size());
			std::transform(result->inverse.begin(), result->inverse.end(), result->halfInverse.begin(), ToHalf);
		}
		result->inverse = {};
	}
	auto factor = FactoriseCoarse(CoarseMatrix(rows), leaves.centres, tasks, result->coarseBytes);
	if (!factor.IsOk())
		return notPositive;
	result->coarse = factor.TakeValue();
	result->modes = LaidOutByMode(leaves.modes, leaves.leafCount);
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
				const std::size_t first = leaf * LeafSize, size = std::min(LeafSize, particleCount - first);
				RestrictLeaf(&modes[leaf * LeafModeValues], &q[first], size, c + leaf * ModeCount);
				for (std::size_t m = 0; m < ModeCount; ++m)
					c[leaf * ModeCount + m] *= static_cast<Real>(AdditiveDamping);
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
				const auto multiply = [&](const auto& entries)
				{
					MultiplyLeaf(&entries[leaf * LeafEntries], scale[leaf], &modes[leaf * LeafModeValues], c + leaf * ModeCount, &q[first],
						size, local);
				};
				if (isPacked)
				{
					const Half* const packed = &halfInverse[leaf * PackedEntries];
					for (std::size_t k = 0; k < PackedEntries; k += EntriesPerLine)
						Prefetch(packed + PackedEntries + k);
					MultiplyPackedLeaf(packed, scale[leaf], &modes[leaf * LeafModeValues], c + leaf * ModeCount, &q[first], size, local);
				}
				else
					halfInverse.empty() ? multiply(inverse) : multiply(halfInverse);
				for (std::size_t k = 0; k < size; ++k)
					r[first + k] = {local[0][k], local[1][k], local[2][k]};
			}
		});
}

std::size_t TwoLevelPreconditioner::Bytes() const
{
	return (halfInverse.size() + modes.size()) * sizeof(Half) + (inverse.size() + scale.size()) * sizeof(float) + coarseBytes;
}

}
