#include "ParticleCloud.h"

#include <SPHSolids/Base/Random.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace SPHSolids
{
namespace
{

constexpr float NeighbourSkin = 0.3f; // d
// The wall counts as flat for a particle that has moved less than this since it looked, d.
constexpr float WallMemory = 0.1f;
constexpr double PartingJitter = 0.02; // d
constexpr Vec3 NobodyPlace{1e6f, 1e6f, 1e6f};

}

ParticleCloud::ParticleCloud(const SolidBoundary& solidBoundary, const FillField& fillField)
	: boundary(solidBoundary)
	, field(fillField)
{
}

bool ParticleCloud::PlaceSeed(std::size_t i, const Vec3d& seed)
{
	const Vec3d place = field.ToMesh(seed);
	const ClosestPoint closest = boundary.FindClosest(place);
	const bool isInside = boundary.IsInside(place, closest);
	const RestingPlace rest = boundary.FindRest(place, closest, isInside, double(Radius) * field.Diameter());
	TakeRest(i, rest);
	return rest.isFound;
}

void ParticleCloud::TakeRest(std::size_t i, const RestingPlace& rest)
{
	position[i] = field.ToField(rest.place).Cast<float>();
	wall[i] = {position[i], rest.inward.Cast<float>(), static_cast<float>(rest.depth / field.Diameter()),
		static_cast<float>(rest.leastDepth / field.Diameter()), rest.isConfined};
}

void ParticleCloud::SetSeeds(std::span<const Vec3d> seeds, double jitter, std::uint64_t randomSeed, TaskRunner& tasks)
{
	position.assign(seeds.size(), {});
	wall.assign(seeds.size(), {});
	std::vector<std::uint8_t> isPlaced(seeds.size());
	ParallelFor(tasks, seeds.size(), ParticlesPerChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				Random random(randomSeed + i);
				const Vec3d direction = random.NextInBox({-1, -1, -1}, {1, 1, 1});
				isPlaced[i] = PlaceSeed(i, seeds[i] + jitter * direction);
				if (jitter < PartingJitter && Norm(position[i].Cast<double>() - seeds[i]) > PartingJitter)
					isPlaced[i] = PlaceSeed(i, seeds[i] + PartingJitter * direction);
			}
		});
	count = 0;
	for (std::size_t i = 0; i < seeds.size(); ++i)
		if (isPlaced[i] != 0)
		{
			position[count] = position[i];
			wall[count++] = wall[i];
		}
	position.resize(count);
	position.push_back(NobodyPlace);
	wall.resize(count);
	positionAtSearch.clear();
}

Status ParticleCloud::UpdateNeighbours(TaskRunner& tasks)
{
	constexpr double limit = 0.25 * double(NeighbourSkin) * double(NeighbourSkin);
	if (positionAtSearch.size() == count && greatestSinceSearch < limit)
		return {};
	positionAtSearch.assign(position.begin(), position.end() - 1);
	greatestSinceSearch = 0;
	++searchCount;
	if (Status status = search.FindAll(positionAtSearch, Support + NeighbourSkin, tasks, lists); !status.IsOk())
		return status;
	PadNeighbours(lists, tasks);
	return {};
}

void ParticleCloud::PadNeighbours(const NeighbourLists& found, TaskRunner& tasks)
{
	firstNeighbour.resize(count + 1);
	std::uint32_t total = 0;
	for (std::size_t i = 0; i < count; ++i)
	{
		firstNeighbour[i] = total;
		total += static_cast<std::uint32_t>((found.Of(i).size() + SimdWidth - 1) / SimdWidth * SimdWidth);
	}
	firstNeighbour[count] = total;
	neighbour.resize(total);
	neighbourCoordinate.resize(total);
	ParallelFor(tasks, count, ParticlesPerChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				std::size_t k = firstNeighbour[i];
				for (const std::uint32_t j : found.Of(i))
					neighbour[k++] = static_cast<std::int32_t>(j);
				for (; k < firstNeighbour[i + 1]; ++k)
					neighbour[k] = static_cast<std::int32_t>(count);
				for (k = firstNeighbour[i]; k < firstNeighbour[i + 1]; ++k)
					neighbourCoordinate[k] = 3 * neighbour[k];
			}
		});
}

float ParticleCloud::DepthOf(std::size_t i) const
{
	const Wall& seen = wall[i];
	const Vec3 moved = position[i] - seen.seenFrom;
	return seen.depth - Norm(moved) > Support ? 2 * Support : seen.depth + Dot(seen.inward, moved);
}

ParticleCloud::Motion ParticleCloud::Move(std::span<Vec3> step, TaskRunner& tasks)
{
	struct ChunkMotion
	{
		double sum = 0, greatest = 0, sinceSearch = 0; // squares
	};
	std::vector<ChunkMotion> chunks((count + ParticlesPerChunk - 1) / ParticlesPerChunk);
	ParallelFor(tasks, count, ParticlesPerChunk,
		[&](std::size_t begin, std::size_t end)
		{
			ChunkMotion& chunk = chunks[begin / ParticlesPerChunk];
			for (std::size_t i = begin; i < end; ++i)
			{
				const Vec3 previous = position[i];
				position[i] += step[i];
				Contain(i);
				step[i] = position[i] - previous;
				const auto moved = static_cast<double>(SquaredNorm(step[i]));
				chunk.sum += moved;
				chunk.greatest = std::max(chunk.greatest, moved);
				chunk.sinceSearch = std::max(chunk.sinceSearch, static_cast<double>(SquaredNorm(position[i] - positionAtSearch[i])));
			}
		});
	Motion motion;
	for (const ChunkMotion& chunk : chunks)
	{
		motion.rms += chunk.sum;
		motion.greatest = std::max(motion.greatest, chunk.greatest);
		greatestSinceSearch = std::max(greatestSinceSearch, chunk.sinceSearch);
	}
	motion.rms = std::sqrt(motion.rms / static_cast<double>(std::max<std::size_t>(count, 1)));
	motion.greatest = std::sqrt(motion.greatest);
	return motion;
}

void ParticleCloud::Contain(std::size_t i)
{
	const Wall& seen = wall[i];
	const Vec3 moved = position[i] - seen.seenFrom;
	const float distance = Norm(moved);
	if (distance >= WallMemory)
	{
		// Far from the wall it need not be looked at, unless there are holes to slip through.
		if (boundary.IsLeaky() || seen.depth - distance <= Support)
			LookAtWall(i);
		return;
	}
	const float towardsWall = -Dot(seen.inward, moved);
	if (seen.isConfined)
		position[i] += seen.inward * towardsWall;
	else if (seen.depth - towardsWall < seen.leastDepth)
		position[i] += seen.inward * (seen.leastDepth - (seen.depth - towardsWall));
}

void ParticleCloud::LookAtWall(std::size_t i)
{
	const double diameter = field.Diameter();
	const Vec3d place = field.ToMesh(position[i].Cast<double>());
	const ClosestPoint closest = boundary.FindClosest(place);
	const bool isSurelyInside = !boundary.IsSheet() && !boundary.IsLeaky() && Norm(position[i] - wall[i].seenFrom) < wall[i].depth;
	const bool isInside = isSurelyInside || boundary.IsInside(place, closest);
	const RestingPlace rest = boundary.FindRest(place, closest, isInside, double(Radius) * diameter);
	if (!rest.isFound)
	{
		position[i] = wall[i].seenFrom;
		return;
	}
	TakeRest(i, rest);
}

void ParticleCloud::Settle(TaskRunner& tasks)
{
	ParallelFor(tasks, count, ParticlesPerChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				if (DepthOf(i) < Support)
					LookAtWall(i);
		});
}

double ParticleCloud::ConfinedShare() const
{
	const auto confined = std::count_if(wall.begin(), wall.end(), [](const Wall& w) { return w.isConfined; });
	return static_cast<double>(confined) / static_cast<double>(std::max<std::size_t>(count, 1));
}

std::size_t ParticleCloud::MemoryBytes() const
{
	return (position.capacity() + positionAtSearch.capacity()) * sizeof(Vec3) + wall.capacity() * sizeof(Wall)
		+ (neighbour.capacity() + neighbourCoordinate.capacity()) * sizeof(std::int32_t)
		+ (lists.index.capacity() + lists.first.capacity() + firstNeighbour.capacity()) * sizeof(std::uint32_t);
}

}
