#include <SPHSolids/Solid/ConstantHessian.h>

#include <SPHSolids/Base/Simd.h>
#include <SPHSolids/Kernel/Kernels.h>

#include <algorithm>

namespace SPHSolids
{
namespace
{

// The energy of particle i sees its neighbourhood, the members a of {i} and N_i, through F_i = sum_a x_a g_a^T. With
//   c_j = alpha vol_i w'_i V_j W_ij / |X_ij|^2,   S = vol_i w_i I + sum_j c_j X_ij X_ij^T,   b_j = -c_j X_ij,   b_i = -sum_j b_j
// its Hessian is  K_ab = g_a.S g_b - g_a.b_b - b_a.g_b  plus the graph Laplacian of the c_j. Splitting S evenly gives the form used
// here, with two vectors per member:
//   K_ab = g_a.t_b + t_a.g_b,   t_a = S g_a / 2 - b_a

constexpr std::size_t NeighbourhoodChunk = 256;
/// Each chunk of columns marks rows in an array as long as the matrix, so there are few of them, whatever the size.
constexpr std::size_t MinColumnsPerChunk = 512;
constexpr std::size_t MaxColumnChunks = 32;

/// Members and vectors of all neighbourhoods. Those of particle i start at first[i] and ascend; per particle six runs of its
/// member count follow each other in vectors: g.x g.y g.z t.x t.y t.z.
struct Neighbourhoods
{
	std::vector<std::size_t> first;
	std::vector<std::uint32_t> member;
	AlignedArray<Real> vectors;

	std::span<const std::uint32_t> Members(std::size_t i) const { return {member.data() + first[i], member.data() + first[i + 1]}; }
	const Real* Vectors(std::size_t i) const { return vectors.data() + 6 * first[i]; }
	Real* Vectors(std::size_t i) { return vectors.data() + 6 * first[i]; }
};

/// alpha vol_i w'_i V_j W_ij / |X_ij|^2
double PenaltyWeight(
	const RestState& rest, const ConstantHessianInput& input, const CubicSpline<double>& kernel, std::size_t i, std::size_t j)
{
	const double squaredDistance = SquaredNorm((rest.position[i] - rest.position[j]).Cast<double>());
	return static_cast<double>(input.alpha) * static_cast<double>(rest.volume[i]) * static_cast<double>(input.zeroEnergyStiffness[i])
		* static_cast<double>(rest.kernelVolume[j]) * kernel.Value(std::sqrt(squaredDistance)) / squaredDistance;
}

void ComputeNeighbourhood(const RestState& rest, const ConstantHessianInput& input, const CubicSpline<double>& kernel, std::size_t i,
	std::span<const std::uint32_t> members, Real* vectors, std::vector<Vec3d>& g, std::vector<Vec3d>& b)
{
	const std::size_t count = members.size();
	const Mat3d correction = rest.correction[i].Cast<double>();
	Mat3d s = Mat3d::Identity() * (static_cast<double>(rest.volume[i]) * static_cast<double>(input.stiffness[i]));
	g.assign(count, {});
	b.assign(count, {});
	Vec3d sumG, sumB;
	std::size_t self = 0;
	for (std::size_t k = 0; k < count; ++k)
	{
		const std::uint32_t j = members[k];
		if (j == i)
		{
			self = k;
			continue;
		}
		const Vec3d separation = (rest.position[i] - rest.position[j]).Cast<double>();
		const double distance = Norm(separation);
		const double c = PenaltyWeight(rest, input, kernel, i, j);
		g[k] = correction * separation * (static_cast<double>(rest.kernelVolume[j]) * kernel.Derivative(distance) / distance);
		b[k] = separation * -c;
		s += Mat3d::Outer(separation, separation) * c;
		sumG += g[k];
		sumB += b[k];
	}
	g[self] = -sumG;
	b[self] = -sumB;
	for (std::size_t k = 0; k < count; ++k)
	{
		const Vec3d t = s * g[k] * 0.5 - b[k];
		for (std::size_t axis = 0; axis < 3; ++axis)
		{
			vectors[axis * count + k] = static_cast<Real>(g[k][static_cast<int>(axis)]);
			vectors[(3 + axis) * count + k] = static_cast<Real>(t[static_cast<int>(axis)]);
		}
	}
}

Neighbourhoods ComputeNeighbourhoods(const RestState& rest, const ConstantHessianInput& input, TaskRunner& tasks)
{
	const std::size_t size = rest.ParticleCount();
	Neighbourhoods all;
	all.first.resize(size + 1);
	for (std::size_t i = 0; i <= size; ++i)
		all.first[i] = rest.neighbours.first[i] + i;
	all.member.resize(all.first[size]);
	all.vectors.resize(6 * all.first[size] + SimdWidth); // whole vectors may be read past the end

	const CubicSpline<double> kernel(static_cast<double>(rest.supportRadius));
	ParallelFor(tasks, size, NeighbourhoodChunk,
		[&](std::size_t begin, std::size_t end)
		{
			std::vector<Vec3d> g, b;
			for (std::size_t i = begin; i < end; ++i)
			{
				const auto members = all.member.begin() + static_cast<std::ptrdiff_t>(all.first[i]);
				const auto membersEnd = std::copy(rest.neighbours.Of(i).begin(), rest.neighbours.Of(i).end(), members);
				*membersEnd = static_cast<std::uint32_t>(i);
				std::sort(members, membersEnd + 1);
				ComputeNeighbourhood(rest, input, kernel, i, all.Members(i), all.Vectors(i), g, b);
			}
		});
	return all;
}

/// Columns [begin, end) of the lower triangle, as one chunk makes them.
struct HessianColumns
{
	std::vector<std::uint32_t> entryCount, row;
	std::vector<Real> value;
};

/// Gathers columns: an array as long as the matrix tells at which place of the column a row is summed.
class ColumnGatherer
{
public:
	ColumnGatherer(const RestState& restState, const ConstantHessianInput& hessianInput, const Neighbourhoods& allNeighbourhoods)
		: rest(restState)
		, input(hessianInput)
		, neighbourhoods(allNeighbourhoods)
		, kernel(static_cast<double>(restState.supportRadius))
		, place(restState.ParticleCount(), Nowhere)
	{
	}

	void AppendColumn(std::size_t a, HessianColumns& columns)
	{
		rows.clear();
		sums.clear();
		Add(static_cast<std::uint32_t>(a), InverseStepSquared() * static_cast<double>(input.mass[a]));
		for (const std::uint32_t i : neighbourhoods.Members(a))
			AddNeighbourhood(a, i);
		AddLaplacian(a);

		std::sort(rows.begin(), rows.end());
		std::uint32_t count = 0;
		for (const std::uint32_t b : rows)
		{
			const bool kept = b == a || !(IsPinned(a) || IsPinned(b));
			if (kept)
			{
				columns.row.push_back(b);
				columns.value.push_back(static_cast<Real>(sums[place[b]]));
				++count;
			}
			place[b] = Nowhere;
		}
		columns.entryCount.push_back(count);
	}

private:
	static constexpr std::uint32_t Nowhere = 0xFFFFFFFF;

	bool IsPinned(std::size_t i) const { return !input.pinned.empty() && input.pinned[i] != 0; }
	double InverseStepSquared() const { return 1 / (static_cast<double>(input.step) * static_cast<double>(input.step)); }

	void Add(std::uint32_t b, double value)
	{
		if (place[b] == Nowhere)
		{
			place[b] = static_cast<std::uint32_t>(rows.size());
			rows.push_back(b);
			sums.push_back(0);
		}
		sums[place[b]] += value;
	}

	/// K_ab of particle i for its members b >= a, which are those from a on.
	void AddNeighbourhood(std::size_t a, std::uint32_t i)
	{
		const std::span<const std::uint32_t> members = neighbourhoods.Members(i);
		const std::size_t count = members.size();
		const auto start = static_cast<std::size_t>(std::lower_bound(members.begin(), members.end(), a) - members.begin());
		const Real* v = neighbourhoods.Vectors(i);
		const Float8 gx = v[start], gy = v[count + start], gz = v[2 * count + start];
		const Float8 tx = v[3 * count + start], ty = v[4 * count + start], tz = v[5 * count + start];
		for (std::size_t k = start; k < count; k += SimdWidth)
		{
			Float8 sum = gx * Float8::Load(v + 3 * count + k);
			sum = MulAdd(gy, Float8::Load(v + 4 * count + k), sum);
			sum = MulAdd(gz, Float8::Load(v + 5 * count + k), sum);
			sum = MulAdd(tx, Float8::Load(v + k), sum);
			sum = MulAdd(ty, Float8::Load(v + count + k), sum);
			sum = MulAdd(tz, Float8::Load(v + 2 * count + k), sum);
			Real lanes[SimdWidth];
			sum.Store(lanes);
			for (std::size_t lane = 0; lane < std::min<std::size_t>(SimdWidth, count - k); ++lane)
				Add(members[k + lane], static_cast<double>(lanes[lane]));
		}
	}

	void AddLaplacian(std::size_t a)
	{
		for (const std::uint32_t j : rest.neighbours.Of(a))
		{
			const double weight = PenaltyWeight(rest, input, kernel, a, j) + PenaltyWeight(rest, input, kernel, j, a);
			Add(static_cast<std::uint32_t>(a), weight);
			if (j > a)
				Add(j, -weight);
		}
	}

	const RestState& rest;
	const ConstantHessianInput& input;
	const Neighbourhoods& neighbourhoods;
	CubicSpline<double> kernel;
	std::vector<std::uint32_t> place, rows;
	std::vector<double> sums;
};

SparseSymmetric JoinColumns(std::size_t size, std::span<const HessianColumns> chunks, std::size_t chunkSize, TaskRunner& tasks)
{
	SparseSymmetric matrix;
	matrix.first.reserve(size + 1);
	for (const HessianColumns& chunk : chunks)
		for (const std::uint32_t count : chunk.entryCount)
			matrix.first.push_back(matrix.first.back() + count);
	matrix.row.resize(matrix.first.back());
	matrix.value.resize(matrix.first.back());
	ParallelFor(tasks, chunks.size(), 1,
		[&](std::size_t c, std::size_t)
		{
			const auto start = static_cast<std::ptrdiff_t>(matrix.first[c * chunkSize]);
			std::copy(chunks[c].row.begin(), chunks[c].row.end(), matrix.row.begin() + start);
			std::copy(chunks[c].value.begin(), chunks[c].value.end(), matrix.value.begin() + start);
		});
	return matrix;
}

}

SparseSymmetric AssembleConstantHessian(const RestState& rest, const ConstantHessianInput& input, TaskRunner& tasks)
{
	const std::size_t size = rest.ParticleCount();
	SPHS_ASSERT(input.stiffness.size() == size && input.zeroEnergyStiffness.size() == size && input.mass.size() == size);
	SPHS_ASSERT(input.pinned.empty() || input.pinned.size() == size);
	SPHS_ASSERT(input.step > 0);
	if (size == 0)
		return {};

	const Neighbourhoods neighbourhoods = ComputeNeighbourhoods(rest, input, tasks);
	const std::size_t chunkSize = std::max(MinColumnsPerChunk, (size + MaxColumnChunks - 1) / MaxColumnChunks);
	std::vector<HessianColumns> chunks((size + chunkSize - 1) / chunkSize);
	ParallelFor(tasks, size, chunkSize,
		[&](std::size_t begin, std::size_t end)
		{
			ColumnGatherer gatherer(rest, input, neighbourhoods);
			for (std::size_t a = begin; a < end; ++a)
				gatherer.AppendColumn(a, chunks[begin / chunkSize]);
		});
	return JoinColumns(size, chunks, chunkSize, tasks);
}

}
