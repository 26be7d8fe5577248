#include <SPHSolids/Skin/SkinEvaluator.h>

#include <SPHSolids/Base/Assert.h>
#include <SPHSolids/Base/Simd.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

constexpr std::size_t ParticleMapChunk = 2048;
constexpr std::size_t SkinVertexChunk = 1024;

/// Blended maps of eight vertices, one after the other.
struct alignas(ArrayAlignment) MapBlock
{
	Real maps[SimdWidth][16];
};

void BlendMap(const SkinBinding& binding, std::uint32_t point, const SkinEvaluator::ParticleMap* maps, Real (&blended)[16])
{
	// Two sums of every kind, so that an addition need not wait for the one before it.
	Float8 evenLow(0), evenHigh(0), oddLow(0), oddHigh(0);
	const std::uint32_t end = binding.first[point + 1];
	std::uint32_t k = binding.first[point];
	for (; k + 1 < end; k += 2)
	{
		const Real* even = &maps[binding.particle[k]].columns[0][0];
		const Real* odd = &maps[binding.particle[k + 1]].columns[0][0];
		const Float8 evenWeight(binding.weight[k]), oddWeight(binding.weight[k + 1]);
		evenLow = MulAdd(evenWeight, Float8::Load(even), evenLow);
		evenHigh = MulAdd(evenWeight, Float8::Load(even + 8), evenHigh);
		oddLow = MulAdd(oddWeight, Float8::Load(odd), oddLow);
		oddHigh = MulAdd(oddWeight, Float8::Load(odd + 8), oddHigh);
	}
	if (k < end)
	{
		const Real* last = &maps[binding.particle[k]].columns[0][0];
		const Float8 weight(binding.weight[k]);
		evenLow = MulAdd(weight, Float8::Load(last), evenLow);
		evenHigh = MulAdd(weight, Float8::Load(last + 8), evenHigh);
	}
	(evenLow + oddLow).Store(&blended[0]);
	(evenHigh + oddHigh).Store(&blended[8]);
}

/// Eight vertices. Idle lanes of the last block repeat its last vertex, which is then written several times, always alike.
using VertexLanes = std::uint32_t[SimdWidth];

struct Lanes3
{
	Float8 x, y, z;

	/// The vectors of eight vertices. Turned by shuffles: gathers, and copies one by one that are read back wide, take longer.
	static SPHS_FORCE_INLINE Lanes3 Gather(const Vec3* vectors, const VertexLanes& vertex)
	{
		Float8 rows[4];
		for (int k = 0; k < 4; ++k)
			rows[k] = LoadTriples(&vectors[vertex[k]].x, &vectors[vertex[k + 4]].x);
		TransposeInHalves(rows);
		return {rows[0], rows[1], rows[2]};
	}
	SPHS_FORCE_INLINE void Scatter(Vec3* vectors, const VertexLanes& vertex) const
	{
		Float8 rows[4] = {x, y, z, z};
		TransposeInHalves(rows);
		Real values[SimdWidth][4];
		for (int k = 0; k < 4; ++k)
			StoreHalves(rows[k], values[k], values[k + 4]);
		for (int lane = 0; lane < SimdWidth; ++lane)
			vectors[vertex[lane]] = {values[lane][0], values[lane][1], values[lane][2]};
	}
};

SPHS_FORCE_INLINE Lanes3 CrossLanes(const Lanes3& a, const Lanes3& b)
{
	return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
SPHS_FORCE_INLINE Float8 DotLanes(const Lanes3& a, const Lanes3& b)
{
	return MulAdd(a.x, b.x, MulAdd(a.y, b.y, a.z * b.z));
}
/// c0 v.x + c1 v.y + c2 v.z
SPHS_FORCE_INLINE Lanes3 CombineLanes(const Lanes3& c0, const Lanes3& c1, const Lanes3& c2, const Lanes3& v)
{
	return {MulAdd(c0.x, v.x, MulAdd(c1.x, v.y, c2.x * v.z)), MulAdd(c0.y, v.x, MulAdd(c1.y, v.y, c2.y * v.z)),
		MulAdd(c0.z, v.x, MulAdd(c1.z, v.y, c2.z * v.z))};
}
SPHS_FORCE_INLINE Lanes3 SelectLanes(Mask8 mask, const Lanes3& a, const Lanes3& b)
{
	return {Select(mask, a.x, b.x), Select(mask, a.y, b.y), Select(mask, a.z, b.z)};
}
/// Unit vectors along a, or the fallback where a has no direction. Lengths here are at most MaxStretch squared, so squares are safe.
SPHS_FORCE_INLINE Lanes3 NormalizeLanes(const Lanes3& a, const Lanes3& fallback)
{
	const Float8 squared = DotLanes(a, a);
	const Mask8 hasDirection = squared > Float8(1e-24f);
	const Float8 scale = Float8(1) / Sqrt(Select(hasDirection, squared, Float8(1)));
	return SelectLanes(hasDirection, {a.x * scale, a.y * scale, a.z * scale}, fallback);
}

/// The blended maps of eight vertices, a lane for each: columns of F and the shift.
struct MapLanes
{
	Lanes3 f0, f1, f2, shift;

	static SPHS_FORCE_INLINE MapLanes From(const MapBlock& block, const Vec3& fallbackShift)
	{
		Float8 columns[4][4];
		for (int column = 0; column < 4; ++column)
		{
			for (int k = 0; k < 4; ++k)
				columns[column][k] = LoadHalves(&block.maps[k][4 * column], &block.maps[k + 4][4 * column]);
			TransposeInHalves(columns[column]);
		}
		// The sum of the weights of all sound particles: 1 but for rounding where all are, 0 where none is.
		const Float8 weightSum = columns[3][3];
		const Mask8 isHeld = weightSum > Float8(1e-6f);
		const Float8 scale = Float8(1) / Select(isHeld, weightSum, Float8(1));
		const auto scaled = [&](int column, const Vec3& fallback) -> Lanes3
		{
			const Float8(&c)[4] = columns[column];
			return SelectLanes(
				isHeld, {c[0] * scale, c[1] * scale, c[2] * scale}, {Float8(fallback.x), Float8(fallback.y), Float8(fallback.z)});
		};
		return {scaled(0, {1, 0, 0}), scaled(1, {0, 1, 0}), scaled(2, {0, 0, 1}), scaled(3, fallbackShift)};
	}
};

void WritePositions(const SkinBinding& binding, const VertexLanes& vertex, const MapLanes& map, std::span<Vec3> target)
{
	const Lanes3 atRest = Lanes3::Gather(binding.positions.data(), vertex);
	const Lanes3 turned = CombineLanes(map.f0, map.f1, map.f2, atRest);
	Lanes3{turned.x + map.shift.x, turned.y + map.shift.y, turned.z + map.shift.z}.Scatter(target.data(), vertex);
}

/// Columns of the cofactor matrix are the cross products of the columns of F.
Lanes3 DeformedNormals(const SkinBinding& binding, const VertexLanes& vertex, const MapLanes& map)
{
	const Lanes3 atRest = Lanes3::Gather(binding.normals.data(), vertex);
	const Lanes3 normal = CombineLanes(CrossLanes(map.f1, map.f2), CrossLanes(map.f2, map.f0), CrossLanes(map.f0, map.f1), atRest);
	return NormalizeLanes(normal, atRest);
}

void WriteTangents(
	const SkinBinding& binding, const VertexLanes& vertex, const MapLanes& map, const Lanes3& normal, std::span<RenderTangent> target)
{
	static_assert(sizeof(RenderTangent) == 4 * sizeof(Real)); // direction and sign
	Float8 rows[4];
	for (int k = 0; k < 4; ++k)
		rows[k] = LoadHalves(&binding.tangents[vertex[k]].direction.x, &binding.tangents[vertex[k + 4]].direction.x);
	TransposeInHalves(rows);
	const Lanes3 atRest = {rows[0], rows[1], rows[2]};
	const Lanes3 along = CombineLanes(map.f0, map.f1, map.f2, atRest);
	const Float8 across = DotLanes(along, normal);
	const Lanes3 level = {NegMulAdd(across, normal.x, along.x), NegMulAdd(across, normal.y, along.y), NegMulAdd(across, normal.z, along.z)};
	const Lanes3 unit = NormalizeLanes(level, atRest);
	rows[0] = unit.x;
	rows[1] = unit.y;
	rows[2] = unit.z; // the sign stays
	TransposeInHalves(rows);
	for (int k = 0; k < 4; ++k)
		StoreHalves(rows[k], &target[vertex[k]].direction.x, &target[vertex[k + 4]].direction.x);
}

}

SkinEvaluator::SkinEvaluator(const RestState& restState, const SkinBinding& skinBinding)
	: rest(restState)
	, binding(skinBinding)
	, vertexOrder(skinBinding.VertexCount())
{
	// A counting sort by point keeps vertices of a point in their order.
	std::vector<std::uint32_t> next(binding.PointCount() + 1, 0);
	for (const std::uint32_t point : binding.point)
		++next[point + 1];
	for (std::size_t point = 0; point < binding.PointCount(); ++point)
		next[point + 1] += next[point];
	for (std::uint32_t vertex = 0; vertex < binding.VertexCount(); ++vertex)
		vertexOrder[next[binding.point[vertex]]++] = vertex;
}

void SkinEvaluator::MapParticles(
	std::span<const Vec3> positions, std::span<const Mat3> gradients, TaskRunner& tasks, Scratch& scratch) const
{
	scratch.resize(rest.ParticleCount());
	ParallelFor(tasks, rest.ParticleCount(), ParticleMapChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t j = begin; j < end; ++j)
			{
				const Real stretch = FrobeniusNorm(gradients[j]);
				const Mat3 f = stretch > MaxStretch ? gradients[j] * (MaxStretch / stretch) : gradients[j];
				const Vec3 shift = positions[j] - f * rest.position[j];
				// The norm of a sound F is finite; one infinite or undefined entry makes the norm so.
				const bool sound = std::isfinite(stretch) && IsFinite(shift);
				ParticleMap& map = scratch[j];
				for (int column = 0; column < 3; ++column)
					for (int row = 0; row < 3; ++row)
						map.columns[column][row] = sound ? f(row, column) : 0;
				for (int row = 0; row < 3; ++row)
					map.columns[3][row] = sound ? shift[row] : 0;
				map.columns[0][3] = map.columns[1][3] = map.columns[2][3] = 0;
				map.columns[3][3] = sound ? Real(1) : Real(0);
			}
		});
}

Vec3 SkinEvaluator::MeanDisplacement(std::span<const Vec3> positions, const Scratch& scratch) const
{
	Vec3d sum;
	double count = 0;
	for (std::size_t j = 0; j < scratch.size(); ++j)
		if (scratch[j].columns[3][3] > 0)
		{
			sum += positions[j].Cast<double>() - rest.position[j].Cast<double>();
			++count;
		}
	return count > 0 ? (sum / count).Cast<Real>() : Vec3{};
}

void SkinEvaluator::Evaluate(
	std::span<const Vec3> positions, std::span<const Mat3> gradients, TaskRunner& tasks, Scratch& scratch, SkinVertices vertices) const
{
	SPHS_ASSERT(positions.size() == rest.ParticleCount() && gradients.size() == rest.ParticleCount());
	SPHS_ASSERT(vertices.normals.empty() || binding.normals.size() == vertices.normals.size());
	SPHS_ASSERT(vertices.tangents.empty() || (binding.tangents.size() == vertices.tangents.size() && !binding.normals.empty()));
	MapParticles(positions, gradients, tasks, scratch);
	const bool allSound = std::all_of(scratch.begin(), scratch.end(), [](const ParticleMap& map) { return map.columns[3][3] > 0; });
	const Vec3 fallbackShift = allSound ? Vec3{} : MeanDisplacement(positions, scratch);

	ParallelFor(tasks, binding.VertexCount(), SkinVertexChunk,
		[&](std::size_t begin, std::size_t end)
		{
			MapBlock maps;
			for (std::size_t k = begin; k < end; k += SimdWidth)
			{
				VertexLanes vertex;
				for (int lane = 0; lane < SimdWidth; ++lane)
				{
					vertex[lane] = vertexOrder[std::min(k + static_cast<std::size_t>(lane), end - 1)];
					const bool sharesPoint = lane > 0 && binding.point[vertex[lane]] == binding.point[vertex[lane - 1]];
					if (sharesPoint)
						std::copy_n(maps.maps[lane - 1], 16, maps.maps[lane]);
					else
						BlendMap(binding, binding.point[vertex[lane]], scratch.data(), maps.maps[lane]);
				}
				const MapLanes map = MapLanes::From(maps, fallbackShift);
				if (!vertices.positions.empty())
					WritePositions(binding, vertex, map, vertices.positions);
				if (vertices.normals.empty() && vertices.tangents.empty())
					continue;
				const Lanes3 normal = DeformedNormals(binding, vertex, map);
				if (!vertices.normals.empty())
					normal.Scatter(vertices.normals.data(), vertex);
				if (!vertices.tangents.empty())
					WriteTangents(binding, vertex, map, normal, vertices.tangents);
			}
		});
}

}
