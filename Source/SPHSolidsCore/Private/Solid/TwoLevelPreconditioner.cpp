#include <SPHSolids/Solid/TwoLevelPreconditioner.h>

#include <SPHSolids/Neighbour/KdOrder.h>

#include "DenseInverse.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace SPHSolids
{
namespace
{

constexpr std::size_t BlockSize = KdLeafSize;
constexpr std::size_t BlockEntries = BlockSize * BlockSize;
constexpr std::size_t ModeCount = 4;
constexpr std::size_t NodesPerBlock = BlockSize / ModeCount; // leaves, or blocks of the level below, that form a coarse block
constexpr std::size_t BlocksPerTask = 8;

/// The coarsest problem is inverted densely up to this many unknowns.
constexpr std::size_t MaxDenseUnknowns = 256;

/// Corrections of neighbouring leaves overlap through the couplings between them, so their sum is up to about one and a half times too
/// long. Damped by this, full steps are nearly always accepted: backtracks in 40 steps of the 8.8k reference beam 53 -> 8, at the same
/// number of iterations to 1e-3 of the gap.
constexpr double AdditiveDamping = 0.65;

/// Where a block of unknowns lies: the frame of its affine modes (1, (X - centre) scale).
struct ModeFrame
{
	Vec3d centre;
	double scale = 1;
};

/// 4 x 4 blocks of one row of the coarse matrix, by column.
using CoarseRow = std::map<std::size_t, std::array<double, ModeCount * ModeCount>>;

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

/// Inverts a block without its modes and stores it as floats, damped. False if it is not positive definite.
bool StoreBlockInverse(std::vector<double> block, std::span<const float> modes, std::size_t size, float* target)
{
	const std::vector<double> stiffness = block;
	if (!InvertDense(block, size))
		return false;
	RemoveModes(stiffness, modes, size, block);
	for (std::size_t a = 0; a < size; ++a)
		for (std::size_t b = 0; b < size; ++b)
			target[a * BlockSize + b] = static_cast<float>(AdditiveDamping * block[a * size + b]);
	return true;
}

/// The finest level, built from A0 leaf by leaf.
class LeafAssembly
{
public:
	explicit LeafAssembly(const ConstantOperator& constantOperator)
		: source(constantOperator)
		, particleCount(source.rest->particleCount)
		, leafCount((particleCount + BlockSize - 1) / BlockSize)
	{
		frames.resize(leafCount);
		modes.assign(particleCount * ModeCount, 0.0f);
		for (std::size_t leaf = 0; leaf < leafCount; ++leaf)
			BuildLeafModes(leaf);
	}

	/// Dense block of a leaf, and its row of the coarse matrix.
	void Assemble(std::size_t leaf, std::vector<double>& block, CoarseRow& row) const
	{
		const std::size_t first = First(leaf), size = Size(leaf);
		block.assign(size * size, 0.0);
		row.clear();
		for (const std::size_t i : ReachingInto(leaf))
			AddNeighbourhood(i, leaf, block, row);
		for (std::size_t a = 0; a < size; ++a)
		{
			const bool held = source.IsHeld(first + a);
			const double mass = static_cast<double>(source.massOverStepSquared[first + a]);
			block[a * size + a] += held ? 1 : mass;
			if (!held)
				AddOuter(first + a, first + a, mass, row);
		}
	}

	std::size_t First(std::size_t leaf) const { return leaf * BlockSize; }
	std::size_t Size(std::size_t leaf) const { return std::min(BlockSize, particleCount - First(leaf)); }

	const ConstantOperator& source;
	std::size_t particleCount, leafCount;
	std::vector<ModeFrame> frames;
	AlignedArray<float> modes;

private:
	struct Touched
	{
		std::size_t leaf;
		Vec3d u[ModeCount]; // sum over the members in this leaf of u_a z_a^T
	};

	void BuildLeafModes(std::size_t leaf)
	{
		Box3d box;
		for (std::size_t i = First(leaf); i < First(leaf) + Size(leaf); ++i)
			box.Include(source.rest->position[i].Cast<double>());
		const Vec3d size = box.Size();
		const ModeFrame frame = {box.Centre(), 2 / std::max({size.x, size.y, size.z, 1e-30})};
		frames[leaf] = frame;
		for (std::size_t i = First(leaf); i < First(leaf) + Size(leaf); ++i)
		{
			if (source.IsHeld(i))
				continue;
			const Vec3d p = (source.rest->position[i].Cast<double>() - frame.centre) * frame.scale;
			const double values[ModeCount] = {1, p.x, p.y, p.z};
			for (std::size_t m = 0; m < ModeCount; ++m)
				modes[i * ModeCount + m] = static_cast<float>(values[m]);
		}
	}

	double Mode(std::size_t i, std::size_t m) const { return static_cast<double>(modes[i * ModeCount + m]); }

	void AddOuter(std::size_t i, std::size_t j, double value, CoarseRow& row) const
	{
		auto& target = row[j / BlockSize];
		for (std::size_t a = 0; a < ModeCount; ++a)
			for (std::size_t b = 0; b < ModeCount; ++b)
				target[a * ModeCount + b] += value * Mode(i, a) * Mode(j, b);
	}

	/// Every particle whose neighbourhood has a member in the leaf.
	std::vector<std::size_t> ReachingInto(std::size_t leaf) const
	{
		std::vector<std::size_t> reaching;
		for (std::size_t i = First(leaf); i < First(leaf) + Size(leaf); ++i)
		{
			reaching.push_back(i);
			source.ForEachNeighbour(i, [&](std::size_t j, const Vec3d&, double) { reaching.push_back(j); });
		}
		std::sort(reaching.begin(), reaching.end());
		reaching.erase(std::unique(reaching.begin(), reaching.end()), reaching.end());
		return reaching;
	}

	/// U_i^T B_i U_i and the Laplacian of particle i, as far as they concern the leaf.
	void AddNeighbourhood(std::size_t i, std::size_t leaf, std::vector<double>& block, CoarseRow& row) const
	{
		const std::size_t first = First(leaf), size = Size(leaf);
		const auto isFreeInLeaf = [&](std::size_t p) { return p - first < size && !source.IsHeld(p); };
		struct Member
		{
			std::size_t local;
			Vec3d u;
		};
		std::vector<Member> members;
		std::vector<Touched> touched;
		const auto visitMember = [&](std::size_t particle, const Vec3d& u)
		{
			if (isFreeInLeaf(particle))
				members.push_back({particle - first, u});
			auto place = std::find_if(touched.begin(), touched.end(), [&](const Touched& t) { return t.leaf == particle / BlockSize; });
			if (place == touched.end())
				place = touched.insert(touched.end(), Touched{particle / BlockSize, {}});
			for (std::size_t m = 0; m < ModeCount; ++m)
				place->u[m] += u * Mode(particle, m);
		};
		const bool own = isFreeInLeaf(i);
		visitMember(i, source.OwnOffset(i));
		source.ForEachNeighbour(i,
			[&](std::size_t j, const Vec3d& u, double laplacian)
			{
				visitMember(j, u);
				if (!own)
					return;
				block[(i - first) * size + (i - first)] += laplacian;
				AddOuter(i, i, laplacian, row);
				AddOuter(i, j, -laplacian, row);
				if (isFreeInLeaf(j))
					block[(i - first) * size + (j - first)] -= laplacian;
			});

		const Mat3d inner = source.InnerMatrix(i);
		for (const Member& a : members)
		{
			const Vec3d innerU = inner * a.u;
			for (const Member& b : members)
				block[a.local * size + b.local] += Dot(innerU, b.u);
		}
		const auto ownLeaf = std::find_if(touched.begin(), touched.end(), [&](const Touched& t) { return t.leaf == leaf; });
		for (std::size_t ma = 0; ma < ModeCount; ++ma)
		{
			const Vec3d innerU = inner * ownLeaf->u[ma];
			for (const Touched& b : touched)
			{
				auto& target = row[b.leaf];
				for (std::size_t mb = 0; mb < ModeCount; ++mb)
					target[ma * ModeCount + mb] += Dot(innerU, b.u[mb]);
			}
		}
	}
};

/// Modes without stiffness (all particles of a leaf held, or in one plane) get some, so that they stay out of the way.
void StiffenEmptyModes(std::vector<CoarseRow>& rows)
{
	double largest = 0;
	for (std::size_t k = 0; k < rows.size(); ++k)
		for (std::size_t m = 0; m < ModeCount; ++m)
			largest = std::max(largest, rows[k][k][m * ModeCount + m]);
	for (std::size_t k = 0; k < rows.size(); ++k)
		for (std::size_t m = 0; m < ModeCount; ++m)
		{
			double& entry = rows[k][k][m * ModeCount + m];
			entry += largest * 1e-9 + (entry == 0 ? largest + 1 : 0);
		}
}

/// An affine function in the frame of a block, written in the modes of one of the nodes it consists of: row m of the result holds the
/// node's coefficient m of the block's four modes.
std::array<double, ModeCount * ModeCount> ProlongAffine(const ModeFrame& node, const ModeFrame& block)
{
	std::array<double, ModeCount * ModeCount> p{};
	const Vec3d offset = (node.centre - block.centre) * block.scale;
	p[0] = 1;
	for (int axis = 0; axis < 3; ++axis)
	{
		const std::size_t mode = static_cast<std::size_t>(axis) + 1;
		p[mode] = offset[axis];
		p[mode * ModeCount + mode] = block.scale / node.scale;
	}
	return p;
}

ModeFrame FrameAround(std::span<const ModeFrame> nodes)
{
	Box3d box;
	for (const ModeFrame& node : nodes)
	{
		box.Include(node.centre - Vec3d{1, 1, 1} * (1 / node.scale));
		box.Include(node.centre + Vec3d{1, 1, 1} * (1 / node.scale));
	}
	const Vec3d size = box.Size();
	return {box.Centre(), 2 / std::max({size.x, size.y, size.z, 1e-30})};
}

/// The coarse matrix of the next level: P^T A P.
std::vector<CoarseRow> CoarsenRows(const std::vector<CoarseRow>& rows, std::span<const std::array<double, ModeCount * ModeCount>> prolong)
{
	std::vector<CoarseRow> coarse((rows.size() + NodesPerBlock - 1) / NodesPerBlock);
	for (std::size_t a = 0; a < rows.size(); ++a)
		for (const auto& [b, entry] : rows[a])
		{
			std::array<double, ModeCount * ModeCount> right{}; // A_ab P_b
			for (std::size_t r = 0; r < ModeCount; ++r)
				for (std::size_t k = 0; k < ModeCount; ++k)
					for (std::size_t c = 0; c < ModeCount; ++c)
						right[r * ModeCount + c] += entry[r * ModeCount + k] * prolong[b][k * ModeCount + c];
			auto& target = coarse[a / NodesPerBlock][b / NodesPerBlock];
			for (std::size_t r = 0; r < ModeCount; ++r)
				for (std::size_t k = 0; k < ModeCount; ++k)
					for (std::size_t c = 0; c < ModeCount; ++c)
						target[r * ModeCount + c] += prolong[a][k * ModeCount + r] * right[k * ModeCount + c];
		}
	return coarse;
}

/// Dense matrix of the nodes [first, last) of a coarse matrix.
std::vector<double> DenseOfRows(std::vector<CoarseRow>& rows, std::size_t first, std::size_t last)
{
	const std::size_t size = (last - first) * ModeCount;
	std::vector<double> dense(size * size, 0.0);
	for (std::size_t a = first; a < last; ++a)
		for (const auto& [b, entry] : rows[a])
			if (b >= first && b < last)
				for (std::size_t r = 0; r < ModeCount; ++r)
					for (std::size_t c = 0; c < ModeCount; ++c)
						dense[((a - first) * ModeCount + r) * size + (b - first) * ModeCount + c] = entry[r * ModeCount + c];
	return dense;
}

/// target = inverse source for one block, three components at once.
SPHS_FORCE_INLINE void MultiplyBlock(const float* inverse, const Vec3* source, std::size_t size, float (&target)[3][BlockSize])
{
	constexpr std::size_t half = BlockSize / 2, parts = half / SimdWidth; // twelve sums fit the registers
	for (std::size_t start = 0; start < BlockSize; start += half)
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
				const Float8 entry = Float8::Load(inverse + k * BlockSize + start + part * SimdWidth); // row k is column k
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
	std::vector<std::uint8_t> failed(leaves.leafCount, 0);
	Level& finest = result->levels.emplace_back();
	finest.unknownCount = leaves.particleCount;
	finest.blockCount = leaves.leafCount;
	finest.inverse.assign(finest.blockCount * BlockEntries, 0.0f);
	ParallelFor(tasks, leaves.leafCount, 1,
		[&](std::size_t leaf, std::size_t)
		{
			std::vector<double> block;
			leaves.Assemble(leaf, block, rows[leaf]);
			const std::size_t first = leaves.First(leaf), size = leaves.Size(leaf);
			float* target = &finest.inverse[leaf * BlockEntries];
			failed[leaf] =
				!StoreBlockInverse(std::move(block), std::span(&leaves.modes[first * ModeCount], size * ModeCount), size, target);
			for (std::size_t a = 0; a < size; ++a)
				if (source.IsHeld(first + a))
					target[a * BlockSize + a] = 0;
		});
	if (std::any_of(failed.begin(), failed.end(), [](std::uint8_t f) { return f != 0; }))
		return notPositive;
	finest.modes = std::move(leaves.modes);

	std::vector<ModeFrame> frames = std::move(leaves.frames);
	StiffenEmptyModes(rows);
	while (rows.size() * ModeCount > MaxDenseUnknowns)
	{
		Level& level = result->levels.emplace_back();
		level.unknownCount = rows.size() * ModeCount;
		level.blockCount = (rows.size() + NodesPerBlock - 1) / NodesPerBlock;
		level.inverse.assign(level.blockCount * BlockEntries, 0.0f);
		level.modes.resize(level.unknownCount * ModeCount);
		std::vector<ModeFrame> blockFrames(level.blockCount);
		std::vector<std::array<double, ModeCount * ModeCount>> prolong(rows.size());
		for (std::size_t block = 0; block < level.blockCount; ++block)
		{
			const std::size_t first = block * NodesPerBlock, last = std::min(first + NodesPerBlock, rows.size());
			blockFrames[block] = FrameAround(std::span(frames).subspan(first, last - first));
			for (std::size_t node = first; node < last; ++node)
			{
				prolong[node] = ProlongAffine(frames[node], blockFrames[block]);
				for (std::size_t k = 0; k < ModeCount * ModeCount; ++k)
					level.modes[node * ModeCount * ModeCount + k] = static_cast<float>(prolong[node][k]);
			}
			const std::size_t size = (last - first) * ModeCount;
			const std::span<const float> modes(&level.modes[first * ModeCount * ModeCount], size * ModeCount);
			if (!StoreBlockInverse(DenseOfRows(rows, first, last), modes, size, &level.inverse[block * BlockEntries]))
				return notPositive;
		}
		rows = CoarsenRows(rows, prolong);
		frames = std::move(blockFrames);
	}

	result->topCount = rows.size() * ModeCount;
	std::vector<double> top = DenseOfRows(rows, 0, rows.size());
	if (!InvertDense(top, result->topCount))
		return notPositive;
	result->topInverse.resize(top.size());
	for (std::size_t k = 0; k < top.size(); ++k)
		result->topInverse[k] = static_cast<float>(AdditiveDamping * top[k]);
	return result;
}

void TwoLevelPreconditioner::ApplyTop(const Vec3* q, Vec3* r) const
{
	for (std::size_t row = 0; row < topCount; ++row)
	{
		Vec3 sum;
		for (std::size_t k = 0; k < topCount; ++k)
			sum += q[k] * topInverse[row * topCount + k];
		r[row] = sum;
	}
}

void TwoLevelPreconditioner::Apply(std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>& scratch, std::span<Vec3> r) const
{
	// Right-hand sides and solutions of all levels above the finest, one behind the other.
	std::size_t coarseUnknowns = topCount;
	for (std::size_t l = 1; l < levels.size(); ++l)
		coarseUnknowns += levels[l].unknownCount;
	scratch.resize(2 * 3 * coarseUnknowns);
	Vec3* const coarseQ = reinterpret_cast<Vec3*>(scratch.data());
	Vec3* const coarseR = coarseQ + coarseUnknowns;
	const auto offsetOf = [&](std::size_t level)
	{
		std::size_t offset = 0;
		for (std::size_t l = 1; l < level; ++l)
			offset += levels[l].unknownCount;
		return offset;
	};

	for (std::size_t l = 0; l < levels.size(); ++l)
	{
		const Level& level = levels[l];
		const Vec3* source = l == 0 ? q.data() : coarseQ + offsetOf(l);
		Vec3* target = coarseQ + offsetOf(l + 1);
		ParallelFor(tasks, level.blockCount, 4 * BlocksPerTask,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t block = begin; block < end; ++block)
				{
					Vec3 sums[ModeCount] = {};
					const std::size_t last = std::min((block + 1) * BlockSize, level.unknownCount);
					for (std::size_t a = block * BlockSize; a < last; ++a)
						for (std::size_t m = 0; m < ModeCount; ++m)
							sums[m] += source[a] * level.modes[a * ModeCount + m];
					std::copy(sums, sums + ModeCount, target + block * ModeCount);
				}
			});
	}

	ApplyTop(coarseQ + offsetOf(levels.size()), coarseR + offsetOf(levels.size()));

	for (std::size_t l = levels.size(); l-- > 0;)
	{
		const Level& level = levels[l];
		const Vec3* source = l == 0 ? q.data() : coarseQ + offsetOf(l);
		const Vec3* coarse = coarseR + offsetOf(l + 1);
		Vec3* target = l == 0 ? r.data() : coarseR + offsetOf(l);
		ParallelFor(tasks, level.blockCount, BlocksPerTask,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t block = begin; block < end; ++block)
				{
					const std::size_t first = block * BlockSize, size = std::min(BlockSize, level.unknownCount - first);
					alignas(32) float local[3][BlockSize];
					MultiplyBlock(&level.inverse[block * BlockEntries], source + first, size, local);
					const Vec3* c = coarse + block * ModeCount;
					for (std::size_t k = 0; k < size; ++k)
					{
						const float* z = &level.modes[(first + k) * ModeCount];
						target[first + k] =
							Vec3{local[0][k], local[1][k], local[2][k]} + ((c[0] * z[0] + c[1] * z[1]) + (c[2] * z[2] + c[3] * z[3]));
					}
				}
			});
	}
}

std::size_t TwoLevelPreconditioner::Bytes() const
{
	std::size_t floats = topInverse.size();
	for (const Level& level : levels)
		floats += level.inverse.size() + level.modes.size();
	return floats * sizeof(float);
}

}
