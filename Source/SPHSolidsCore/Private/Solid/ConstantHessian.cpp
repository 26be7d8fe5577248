#include <SPHSolids/Solid/ConstantHessian.h>

#include <SPHSolids/Base/Simd.h>

#include <algorithm>

namespace SPHSolids
{
namespace
{

// Particle i contributes u_a.B_i u_b for all pairs a, b of its members: itself and its neighbours, with the columns u of U_i. So
// column a of A0 gathers from the particles that have a as a member, which are a and its neighbours again.

constexpr std::size_t NeighbourhoodChunk = 256;
/// Each chunk of columns marks rows in an array as long as the matrix, so there are few of them, whatever the size.
constexpr std::size_t MinColumnsPerChunk = 512;
constexpr std::size_t MaxColumnChunks = 32;

/// Members of all particles and what they multiply. Those of particle i start at first[i] and ascend; per particle six runs of its
/// member count follow each other in vectors: x, y, z of u_a, then of B_i u_a.
struct Neighbourhoods
{
	std::vector<std::size_t> first = {0};
	std::vector<std::uint32_t> member;
	AlignedArray<float> vectors;

	std::span<const std::uint32_t> Members(std::size_t i) const { return {member.data() + first[i], member.data() + first[i + 1]}; }
	const float* Vectors(std::size_t i) const { return vectors.data() + 6 * first[i]; }
};

struct NeighbourhoodMember
{
	std::uint32_t particle;
	Vec3d u;
};

/// Members of one particle, ascending.
void CollectMembers(const ConstantOperator& source, std::size_t i, std::vector<NeighbourhoodMember>& members)
{
	members.clear();
	members.push_back({static_cast<std::uint32_t>(i), source.OwnOffset(i)});
	source.ForEachNeighbour(i, [&](std::size_t j, const Vec3d& u, double) { members.push_back({static_cast<std::uint32_t>(j), u}); });
	std::sort(
		members.begin(), members.end(), [](const NeighbourhoodMember& a, const NeighbourhoodMember& b) { return a.particle < b.particle; });
}

Neighbourhoods ComputeNeighbourhoods(const ConstantOperator& source, TaskRunner& tasks)
{
	const std::size_t size = source.rest->particleCount;
	Neighbourhoods all;
	all.first.reserve(size + 1);
	for (std::size_t i = 0; i < size; ++i)
	{
		std::size_t count = 1;
		source.ForEachNeighbour(i, [&](std::size_t, const Vec3d&, double) { ++count; });
		all.first.push_back(all.first.back() + count);
	}
	all.member.resize(all.first[size]);
	all.vectors.resize(6 * all.first[size] + SimdWidth); // whole vectors may be read past the end

	ParallelFor(tasks, size, NeighbourhoodChunk,
		[&](std::size_t begin, std::size_t end)
		{
			std::vector<NeighbourhoodMember> members;
			for (std::size_t i = begin; i < end; ++i)
			{
				CollectMembers(source, i, members);
				const Mat3d inner = source.InnerMatrix(i);
				float* vectors = all.vectors.data() + 6 * all.first[i];
				for (std::size_t k = 0; k < members.size(); ++k)
				{
					const Vec3d product = inner * members[k].u;
					all.member[all.first[i] + k] = members[k].particle;
					for (std::size_t axis = 0; axis < 3; ++axis)
					{
						vectors[axis * members.size() + k] = static_cast<float>(members[k].u[static_cast<int>(axis)]);
						vectors[(3 + axis) * members.size() + k] = static_cast<float>(product[static_cast<int>(axis)]);
					}
				}
			}
		});
	return all;
}

/// Columns of the lower triangle, as one chunk makes them.
struct HessianColumns
{
	std::vector<std::uint32_t> entryCount, row;
	std::vector<Real> value;
};

/// Gathers columns one by one: an array as long as the matrix tells at which place of the column a row is summed.
class ColumnGatherer
{
public:
	ColumnGatherer(const ConstantOperator& constantOperator, const Neighbourhoods& allNeighbourhoods)
		: source(constantOperator)
		, neighbourhoods(allNeighbourhoods)
		, place(constantOperator.rest->particleCount, Nowhere)
	{
	}

	void AppendColumn(std::size_t a, HessianColumns& columns)
	{
		if (source.IsHeld(a))
		{
			columns.row.push_back(static_cast<std::uint32_t>(a));
			columns.value.push_back(1);
			columns.entryCount.push_back(1);
			return;
		}
		rows.clear();
		sums.clear();
		Add(static_cast<std::uint32_t>(a), static_cast<double>(source.massOverStepSquared[a]));
		for (const std::uint32_t i : neighbourhoods.Members(a))
			AddNeighbourhood(a, i);
		source.ForEachNeighbour(a,
			[&](std::size_t j, const Vec3d&, double weight)
			{
				Add(static_cast<std::uint32_t>(a), weight);
				if (j > a)
					Add(static_cast<std::uint32_t>(j), -weight);
			});
		MoveColumn(columns);
	}

private:
	static constexpr std::uint32_t Nowhere = 0xFFFFFFFF;

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

	/// u_a.B_i u_b for the members b >= a of particle i, which are those from a on.
	void AddNeighbourhood(std::size_t a, std::uint32_t i)
	{
		const std::span<const std::uint32_t> members = neighbourhoods.Members(i);
		const std::size_t count = members.size();
		const auto start = static_cast<std::size_t>(std::lower_bound(members.begin(), members.end(), a) - members.begin());
		const float* u = neighbourhoods.Vectors(i);
		const float* product = u + 3 * count;
		const Float8 x = u[start], y = u[count + start], z = u[2 * count + start];
		for (std::size_t k = start; k < count; k += SimdWidth)
		{
			Float8 sum = x * Float8::Load(product + k);
			sum = MulAdd(y, Float8::Load(product + count + k), sum);
			sum = MulAdd(z, Float8::Load(product + 2 * count + k), sum);
			float lanes[SimdWidth];
			sum.Store(lanes);
			for (std::size_t lane = 0; lane < std::min<std::size_t>(SimdWidth, count - k); ++lane)
				Add(members[k + lane], static_cast<double>(lanes[lane]));
		}
	}

	/// Appends the gathered column, rows ascending, without the rows of held particles.
	void MoveColumn(HessianColumns& columns)
	{
		std::sort(rows.begin(), rows.end());
		std::uint32_t count = 0;
		for (const std::uint32_t b : rows)
		{
			if (!source.IsHeld(b))
			{
				columns.row.push_back(b);
				columns.value.push_back(static_cast<Real>(sums[place[b]]));
				++count;
			}
			place[b] = Nowhere;
		}
		columns.entryCount.push_back(count);
	}

	const ConstantOperator& source;
	const Neighbourhoods& neighbourhoods;
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

SparseSymmetric AssembleConstantHessian(const ConstantOperator& source, TaskRunner& tasks)
{
	const std::size_t size = source.rest->particleCount;
	SPHS_ASSERT(source.massOverStepSquared.size() == size && (source.held.empty() || source.held.size() == size));
	const Neighbourhoods neighbourhoods = ComputeNeighbourhoods(source, tasks);
	const std::size_t chunkSize = std::max(MinColumnsPerChunk, (size + MaxColumnChunks - 1) / MaxColumnChunks);
	std::vector<HessianColumns> chunks((size + chunkSize - 1) / chunkSize);
	ParallelFor(tasks, size, chunkSize,
		[&](std::size_t begin, std::size_t end)
		{
			ColumnGatherer gatherer(source, neighbourhoods);
			for (std::size_t a = begin; a < end; ++a)
				gatherer.AppendColumn(a, chunks[begin / chunkSize]);
		});
	return JoinColumns(size, chunks, chunkSize, tasks);
}

}
