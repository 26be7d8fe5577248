#include <SPHSolids/Solid/ElasticRest.h>

#include <SPHSolids/Base/Assert.h>
#include <SPHSolids/Kernel/GradientCorrection.h>
#include <SPHSolids/Kernel/Kernels.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

/// Pair weights below this share of the typical one are dropped: lattices have whole shells on the rim of the support, where the
/// kernel is zero up to rounding.
constexpr double NegligibleWeight = 1e-6;
constexpr float LargestOffset = 32767; // in its unit

/// Pairs of the particles of one chunk, before they are laid out in rows.
struct ChunkPairs
{
	struct Pair
	{
		std::uint32_t other;
		Half weight; // in units of the elastic rest
	};
	std::vector<Pair> pairs;
	std::uint32_t first[ElasticRest::ChunkSize + 1] = {}; // pairs of own particle o: first[o] ... first[o + 1] - 1
	std::vector<std::uint32_t> guests;                    // ascending

	std::span<const Pair> Of(std::size_t own) const { return std::span(pairs).subspan(first[own], first[own + 1] - first[own]); }
	std::uint32_t LongestIn(std::size_t block) const
	{
		std::uint32_t longest = 0;
		for (std::size_t own = block * SimdWidth; own < (block + 1) * SimdWidth; ++own)
			longest = std::max(longest, first[own + 1] - first[own]);
		return longest;
	}
};

/// @param unit k_ij of particles of an ordinary volume one spacing apart.
ChunkPairs CollectChunkPairs(const RestState& rest, const CubicSpline<double>& kernel, double unit, std::size_t chunk)
{
	ChunkPairs result;
	const std::size_t begin = chunk * ElasticRest::ChunkSize, end = std::min(begin + ElasticRest::ChunkSize, rest.ParticleCount());
	for (std::size_t i = begin; i < begin + ElasticRest::ChunkSize; ++i)
	{
		if (i < end)
			for (const std::uint32_t j : rest.neighbours.Of(i))
			{
				const double distance = Norm((rest.position[j] - rest.position[i]).Cast<double>());
				const double weight = static_cast<double>(rest.kernelVolume[i]) * static_cast<double>(rest.kernelVolume[j])
					* -kernel.Derivative(distance) / (distance * unit); // at most 40: volumes are at most 1 / W(0)
				if (!(weight > NegligibleWeight))
					continue;
				result.pairs.push_back({j, ToHalf(static_cast<float>(weight))});
				if (j < begin || j >= end)
					result.guests.push_back(j);
			}
		result.first[i - begin + 1] = static_cast<std::uint32_t>(result.pairs.size());
	}
	std::sort(result.guests.begin(), result.guests.end());
	result.guests.erase(std::unique(result.guests.begin(), result.guests.end()), result.guests.end());
	return result;
}

std::uint32_t LocalPlace(const ChunkPairs& chunk, std::size_t begin, std::uint32_t particle)
{
	if (particle >= begin && particle < begin + ElasticRest::ChunkSize)
		return static_cast<std::uint32_t>(particle - begin);
	const auto guest = std::lower_bound(chunk.guests.begin(), chunk.guests.end(), particle);
	return static_cast<std::uint32_t>(ElasticRest::ChunkSize) + static_cast<std::uint32_t>(guest - chunk.guests.begin());
}

void FillRows(
	const RestState& rest, const ChunkPairs& chunk, std::size_t begin, std::size_t own, ElasticRest::PairRow* rows, std::uint32_t rowCount)
{
	const std::size_t lane = own % SimdWidth;
	const std::span<const ChunkPairs::Pair> pairs = chunk.Of(own);
	for (std::uint32_t r = 0; r < rowCount; ++r)
	{
		ElasticRest::PairRow& row = rows[r];
		row.place[lane] = static_cast<std::uint16_t>(own * ElasticRest::PlaceStep);
		if (r >= pairs.size())
			continue;
		const ChunkPairs::Pair& pair = pairs[(r + lane * pairs.size() / SimdWidth) % pairs.size()];
		row.place[lane] = static_cast<std::uint16_t>(LocalPlace(chunk, begin, pair.other) * ElasticRest::PlaceStep);
		row.weight[lane] = pair.weight;
		const Vec3 offset = (rest.position[begin + own] - rest.position[pair.other]) * (LargestOffset / rest.supportRadius);
		for (int axis = 0; axis < 3; ++axis)
			row.offset[axis][lane] = static_cast<std::int16_t>(std::lround(offset[axis]));
	}
}

void FillBlockLane(const RestState& rest, ElasticRest& elastic, std::size_t i)
{
	const std::size_t lane = i % SimdWidth;
	ElasticRest::Block& block = elastic.blocks[i / SimdWidth];
	// From the rounded weights and offsets that the step will use.
	Mat3d moment;
	for (std::uint32_t r = elastic.firstRow[i / SimdWidth]; r < elastic.firstRow[i / SimdWidth + 1]; ++r)
	{
		const ElasticRest::PairRow& row = elastic.rows[r];
		const Vec3d offset = {
			static_cast<double>(row.offset[0][lane]), static_cast<double>(row.offset[1][lane]), static_cast<double>(row.offset[2][lane])};
		moment += Mat3d::Outer(offset, offset) * static_cast<double>(ToFloat(row.weight[lane]));
	}
	const double offsetUnit = static_cast<double>(elastic.offsetUnit);
	moment *= static_cast<double>(elastic.weightUnit) * offsetUnit * offsetUnit;
	const GradientCorrection correction = InvertMoment(moment, rest.rank[i]);
	elastic.rank[i] = correction.rank;
	const Mat3d& K = correction.inverse;
	const double entries[6] = {K(0, 0), K(0, 1), K(0, 2), K(1, 1), K(1, 2), K(2, 2)};
	for (int e = 0; e < 6; ++e)
		block.correction[e][lane] = static_cast<float>(entries[e]);
	if (elastic.normals.empty())
		return;
	const int rank = correction.rank;
	const Vec3d normal = rank == 2 ? correction.axes.Column(2) : (rank == 1 ? correction.axes.Column(0) : Vec3d{});
	for (int axis = 0; axis < 3; ++axis)
		elastic.normals[i / SimdWidth].normal[axis][lane] = static_cast<float>(normal[axis]);
}

std::size_t RoundedUpToBlock(std::size_t count)
{
	return (count + SimdWidth - 1) / SimdWidth * SimdWidth;
}

/// Lays out the local places of a chunk, whose memory is there.
void FillPlaces(const RestState& rest, const ChunkPairs& chunk, std::size_t chunkIndex, ElasticRest& elastic)
{
	const std::size_t begin = chunkIndex * ElasticRest::ChunkSize, end = std::min(begin + ElasticRest::ChunkSize, rest.ParticleCount());
	const std::span<std::uint32_t> particle(
		&elastic.placeParticle[elastic.firstPlace[chunkIndex]], elastic.firstPlace[chunkIndex + 1] - elastic.firstPlace[chunkIndex]);
	std::fill(particle.begin(), particle.end(), static_cast<std::uint32_t>(begin));
	Box3d box;
	for (std::size_t i = begin; i < end; ++i)
	{
		particle[i - begin] = static_cast<std::uint32_t>(i);
		box.Include(rest.position[i].Cast<double>());
	}
	std::copy(chunk.guests.begin(), chunk.guests.end(), particle.begin() + ElasticRest::ChunkSize);
	ElasticRest::PlaceBlock* blocks = &elastic.placeBlocks[elastic.firstPlace[chunkIndex] / SimdWidth];
	for (std::size_t k = 0; k < particle.size(); ++k)
	{
		const Vec3d position = rest.position[particle[k]].Cast<double>() - box.Centre();
		for (int axis = 0; axis < 3; ++axis)
			blocks[k / SimdWidth].position[axis][k % SimdWidth] = static_cast<float>(position[axis]);
	}
}

/// Lists where the particles of each chunk are guests, host by host.
void ListGuestRuns(ElasticRest& elastic)
{
	constexpr std::size_t size = ElasticRest::ChunkSize;
	const std::size_t chunks = elastic.ChunkCount();
	const auto forEachRun = [&](auto&& action)
	{
		for (std::size_t host = 0; host < chunks; ++host)
			for (std::uint32_t place = elastic.firstPlace[host], end = elastic.firstPlace[host + 1]; place < end;)
			{
				const std::size_t home = elastic.placeParticle[place] / size;
				const std::uint32_t first = place;
				while (place < end && elastic.placeParticle[place] / size == home)
					++place;
				if (home != host)
					action(home, ElasticRest::GuestRun{first, place - first});
			}
	};
	elastic.firstRun.assign(chunks + 1, 0);
	forEachRun([&](std::size_t home, const ElasticRest::GuestRun&) { ++elastic.firstRun[home + 1]; });
	for (std::size_t chunk = 0; chunk < chunks; ++chunk)
		elastic.firstRun[chunk + 1] += elastic.firstRun[chunk];
	elastic.guestRuns.resize(elastic.firstRun.back());
	std::vector<std::uint32_t> next(elastic.firstRun.begin(), elastic.firstRun.end() - 1);
	forEachRun([&](std::size_t home, const ElasticRest::GuestRun& run) { elastic.guestRuns[next[home]++] = run; });
}

}

std::size_t ElasticRest::Bytes() const
{
	return position.size() * sizeof(Vec3) + blocks.size() * sizeof(Block) + normals.size() * sizeof(NormalBlock)
		+ rows.size() * sizeof(PairRow) + placeBlocks.size() * sizeof(PlaceBlock)
		+ (firstRow.size() + firstPlace.size() + placeParticle.size() + firstRun.size()) * sizeof(std::uint32_t)
		+ guestRuns.size() * sizeof(GuestRun) + inverseKernelVolume.size() * sizeof(float) + rank.size();
}

ElasticRest BuildElasticRest(const RestState& rest, TaskRunner& tasks)
{
	const std::size_t count = rest.ParticleCount(), chunkCount = (count + ElasticRest::ChunkSize - 1) / ElasticRest::ChunkSize;
	const CubicSpline<double> kernel(static_cast<double>(rest.supportRadius));
	const double spacing = 2 * static_cast<double>(rest.particleRadius);
	const double weightUnit = std::pow(spacing, 6) * -kernel.Derivative(spacing) / spacing;

	std::vector<ChunkPairs> chunks(chunkCount);
	ParallelFor(
		tasks, chunkCount, 1, [&](std::size_t chunk, std::size_t) { chunks[chunk] = CollectChunkPairs(rest, kernel, weightUnit, chunk); });

	ElasticRest elastic;
	elastic.particleCount = count;
	elastic.position.assign(rest.position.begin(), rest.position.end());
	elastic.weightUnit = static_cast<float>(weightUnit);
	elastic.offsetUnit = rest.supportRadius / LargestOffset;
	elastic.blocks.assign((count + SimdWidth - 1) / SimdWidth, ElasticRest::Block{});
	elastic.normals.assign(elastic.blocks.size(), ElasticRest::NormalBlock{});
	elastic.rank.resize(count);
	elastic.inverseKernelVolume.resize(count);
	elastic.firstPlace.push_back(0);
	elastic.firstRow.push_back(0);
	for (std::size_t c = 0; c < chunkCount; ++c)
	{
		elastic.pairCount += chunks[c].pairs.size();
		elastic.firstPlace.push_back(
			elastic.firstPlace.back() + static_cast<std::uint32_t>(ElasticRest::ChunkSize + RoundedUpToBlock(chunks[c].guests.size())));
		// Bodies are refused long before a chunk has so many neighbours: NeighbourSearch::MaxMeanNeighbours.
		SPHS_ASSERT(elastic.firstPlace[c + 1] - elastic.firstPlace[c] <= ElasticRest::MostPlaces);
		for (std::size_t b = 0; b < ElasticRest::BlocksPerChunk && elastic.firstRow.size() <= elastic.blocks.size(); ++b)
			elastic.firstRow.push_back(elastic.firstRow.back() + chunks[c].LongestIn(b));
	}
	elastic.rows.resize(elastic.firstRow.back());
	elastic.placeParticle.resize(elastic.firstPlace.back());
	elastic.placeBlocks.resize(elastic.firstPlace.back() / SimdWidth);
	ParallelFor(tasks, count, ElasticRest::ChunkSize,
		[&](std::size_t begin, std::size_t end)
		{
			const ChunkPairs& chunk = chunks[begin / ElasticRest::ChunkSize];
			FillPlaces(rest, chunk, begin / ElasticRest::ChunkSize, elastic);
			for (std::size_t i = begin; i < RoundedUpToBlock(end); ++i)
			{
				const std::uint32_t firstRow = elastic.firstRow[i / SimdWidth];
				FillRows(rest, chunk, begin, i - begin, elastic.rows.data() + firstRow, elastic.firstRow[i / SimdWidth + 1] - firstRow);
			}
			for (std::size_t i = begin; i < end; ++i)
			{
				elastic.inverseKernelVolume[i] = 1 / rest.kernelVolume[i];
				elastic.blocks[i / SimdWidth].volume[i % SimdWidth] = rest.volume[i];
				FillBlockLane(rest, elastic, i);
			}
		});
	ListGuestRuns(elastic);
	elastic.hasFlatParticles = std::any_of(elastic.rank.begin(), elastic.rank.end(), [](std::uint8_t rank) { return rank < 3; });
	if (!elastic.hasFlatParticles)
		elastic.normals = {};
	return elastic;
}

void RemoveParticles(
	const RestState& rest, std::span<const std::uint32_t> particles, ElasticRest& elastic, std::vector<std::uint32_t>& touched)
{
	touched.clear();
	for (const std::uint32_t i : particles)
		elastic.ForEachPair(i, [&](std::size_t j, float, const Vec3&) { touched.push_back(static_cast<std::uint32_t>(j)); });
	for (const std::uint32_t i : particles)
	{
		const std::size_t lane = i % SimdWidth;
		for (std::uint32_t r = elastic.firstRow[i / SimdWidth]; r < elastic.firstRow[i / SimdWidth + 1]; ++r)
			elastic.rows[r].weight[lane] = {};
		elastic.blocks[i / SimdWidth].volume[lane] = 0;
		elastic.rank[i] = 0;
	}
	std::sort(touched.begin(), touched.end());
	touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
	std::erase_if(touched, [&](std::uint32_t i) { return elastic.blocks[i / SimdWidth].volume[i % SimdWidth] == 0; });
	for (const std::uint32_t i : touched)
	{
		const std::size_t lane = i % SimdWidth;
		for (std::uint32_t r = elastic.firstRow[i / SimdWidth]; r < elastic.firstRow[i / SimdWidth + 1]; ++r)
		{
			ElasticRest::PairRow& row = elastic.rows[r];
			const std::uint32_t j = elastic.placeParticle[elastic.firstPlace[i / ElasticRest::ChunkSize] + row.Place(lane)];
			if (elastic.blocks[j / SimdWidth].volume[j % SimdWidth] == 0)
				row.weight[lane] = {};
		}
		FillBlockLane(rest, elastic, i);
	}
	for (const std::uint32_t i : particles)
		FillBlockLane(rest, elastic, i); // no pairs: no gradient
}

}
