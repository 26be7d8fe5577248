#include "FluidNeighbours.h"

#include "FluidKernel.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>

namespace SPHSolids
{
namespace
{

constexpr std::size_t ParticlesPerPermuteChunk = 4096;
constexpr std::uint32_t NeighbourCapacity = 1024; // beyond any limit a world may set

/// Neighbours of one particle while they are looked for.
struct FoundNeighbours
{
	std::uint32_t count = 0;
	std::uint32_t solidsFrom = 0; // those behind are particles of soft bodies
	alignas(32) std::int32_t index[NeighbourCapacity + SimdWidth];
	alignas(32) float squared[NeighbourCapacity + SimdWidth];
};

struct SortedPlaces
{
	const float* x;
	const float* y;
	const float* z;
};

/// Appends the particles of a range of indices that are within the support. False: the list is full.
bool CollectNear(const SortedPlaces& places, std::uint32_t begin, std::uint32_t end, std::uint32_t self, const Vec3& at,
	float supportSquared, std::uint32_t limit, FoundNeighbours& found)
{
	const Float8 x(at.x), y(at.y), z(at.z), reach(supportSquared);
	alignas(32) float squared[SimdWidth];
	for (std::uint32_t p = begin; p < end; p += SimdWidth)
	{
		const Float8 dx = Float8::Load(places.x + p) - x;
		const Float8 dy = Float8::Load(places.y + p) - y;
		const Float8 dz = Float8::Load(places.z + p) - z;
		const Float8 r2 = (dx * dx + dy * dy) + dz * dz;
		unsigned hits = static_cast<unsigned>(Bits(r2 < reach));
		const std::uint32_t left = end - p;
		if (left < SimdWidth)
			hits &= (1u << left) - 1;
		if (hits == 0)
			continue;
		r2.Store(squared);
		for (; hits != 0; hits &= hits - 1)
		{
			const unsigned lane = static_cast<unsigned>(std::countr_zero(hits));
			found.index[found.count] = static_cast<std::int32_t>(p + lane);
			found.squared[found.count] = squared[lane];
			found.count += p + lane != self; // written anyway, kept only if it is another particle
		}
		if (found.count > limit)
		{
			found.count = limit;
			return false;
		}
	}
	return true;
}

struct NeighbourSums
{
	Real density = 0; // sum_j V_j W_ij, j != i
	Real squares = 0; // sum_j V_i V_j |gradW|^2 / rho_j
};

/// Weights of the found neighbours, written into couples; and the sums that need distances only.
NeighbourSums WeighNeighbours(
	const FluidSystem& system, const FluidKernel& kernel, std::uint32_t self, FoundNeighbours& found, FluidCouple* couples)
{
	const std::uint32_t padded = (found.count + SimdWidth - 1) & ~(SimdWidth - 1u);
	const float beyond = system.support * system.support;
	for (std::uint32_t k = found.count; k < padded; ++k)
	{
		found.index[k] = static_cast<std::int32_t>(self);
		found.squared[k] = beyond;
	}
	Float8 density(0.0f), squares(0.0f);
	alignas(32) float weight[SimdWidth];
	const float* inverseDensity = system.inverseDensity.data();
	for (std::uint32_t k = 0; k < padded; k += SimdWidth)
	{
		const Float8 r2 = Float8::Load(found.squared + k);
		const FluidKernel::Values at = kernel.At(r2);
		Float8 volume(system.volume);
		if (k + SimdWidth > found.solidsFrom && found.solidsFrom < found.count)
		{
			alignas(32) float volumes[SimdWidth];
			for (std::uint32_t lane = 0; lane < SimdWidth; ++lane)
			{
				const bool isSolid = k + lane >= found.solidsFrom && k + lane < found.count;
				volumes[lane] =
					isSolid ? system.solidVolume[static_cast<std::size_t>(found.index[k + lane]) - system.fluidCount] : system.volume;
			}
			volume = Float8::Load(volumes);
		}
		density += volume * at.value;
		const Float8 slope = at.slopeOverR;
		squares += volume * slope * slope * r2 * Float8::Gather(inverseDensity, found.index + k);
		(volume * slope).Store(weight);
		for (std::uint32_t lane = 0; lane < SimdWidth && k + lane < ((found.count + 1) & ~1u); ++lane)
		{
			FluidCouple& couple = couples[(k + lane) / 2];
			couple.offset[lane & 1] = static_cast<std::uint32_t>(found.index[k + lane]) * 4;
			couple.weight[lane & 1] = weight[lane];
		}
	}
	return {Sum(density), Sum(squares) * system.volume};
}

/// sum_j weight_j (x_i - x_j) over couples.
Vec3 SumWeightedOffsets(const PaddedVec3* position, std::uint32_t self, const FluidCouple* begin, const FluidCouple* end)
{
	const float* places = position->Data();
	const Float8 own = LoadHalves(position[self].Data(), position[self].Data());
	Float8 sum(0.0f);
	for (const FluidCouple* c = begin; c != end; ++c)
		sum = MulAdd(SplatTwo(c->weight), own - LoadHalves(places + c->offset[0], places + c->offset[1]), sum);
	float total[4];
	StoreSumOfHalves(sum, total);
	return {total[0], total[1], total[2]};
}

}

std::size_t FluidSystem::Bytes() const
{
	std::size_t bytes = (pressurePlace.capacity() + pull.capacity() + wall.capacity()) * sizeof(PaddedVec3)
		+ (inverseDensity.capacity() + coverage.capacity() + solidVolume.capacity()) * sizeof(float);
	for (const FluidRun& run : runs)
		bytes += run.couples.capacity() * sizeof(FluidCouple) + run.first.capacity() * sizeof(std::uint32_t);
	return bytes + fluidGrid.Bytes() + solidGrid.Bytes();
}

template <class T>
void FluidNeighbours::Permute(AlignedArray<T>& array, std::span<const CellGrid::KeyedPoint> order, std::size_t first, TaskRunner& tasks)
{
	static_assert(sizeof(T) <= sizeof(PaddedVec3));
	T* sorted = reinterpret_cast<T*>(scratch.data());
	ParallelFor(tasks, order.size(), ParticlesPerPermuteChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
				sorted[k] = array[first + order[k].point];
		});
	ParallelFor(tasks, order.size(), ParticlesPerPermuteChunk, [&](std::size_t begin, std::size_t end)
		{ std::copy(sorted + begin, sorted + end, array.begin() + static_cast<std::ptrdiff_t>(first + begin)); });
}

void FluidNeighbours::Sort(FluidSystem& system, TaskRunner& tasks)
{
	FluidParticles& particles = *system.particles;
	const std::size_t fluidCount = system.fluidCount, count = system.Count();
	Box3 box;
	for (std::size_t i = 0; i < count; ++i)
		box.Include(particles.position[i].Xyz());
	system.fluidGrid.SetLattice(system.support, box);
	system.solidGrid.SetLattice(system.support, box);
	const float* places = count == 0 ? nullptr : particles.position[0].Data();
	system.fluidGrid.Sort({places, fluidCount, 4}, tasks);
	system.solidGrid.Sort({places + 4 * fluidCount, system.solidCount, 4}, tasks);

	scratch.resize(std::max(fluidCount, system.solidCount));
	// All arrays but position and velocity hold fluid particles only; those two have the solids behind.
	particles.ForEachArray([&](auto& array) { Permute(array, system.fluidGrid.Sorted(), 0, tasks); });
	Permute(particles.position, system.solidGrid.Sorted(), fluidCount, tasks);
	Permute(particles.velocity, system.solidGrid.Sorted(), fluidCount, tasks);
	Permute(system.solidVolume, system.solidGrid.Sorted(), 0, tasks);
	Permute(system.inverseDensity, system.fluidGrid.Sorted(), 0, tasks);
	Permute(system.inverseDensity, system.solidGrid.Sorted(), fluidCount, tasks);

	const std::size_t padded = count + SimdWidth;
	sortedX.resize(padded);
	sortedY.resize(padded);
	sortedZ.resize(padded);
	ParallelFor(tasks, count, ParticlesPerPermuteChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
			{
				sortedX[k] = particles.position[k].x;
				sortedY[k] = particles.position[k].y;
				sortedZ[k] = particles.position[k].z;
			}
		});
}

void FluidNeighbours::Find(FluidSystem& system, std::uint32_t maxNeighbours, TaskRunner& tasks)
{
	FluidParticles& particles = *system.particles;
	const FluidKernel kernel(system.support);
	const SortedPlaces places = {sortedX.data(), sortedY.data(), sortedZ.data()};
	const std::uint32_t limit = std::min(maxNeighbours, NeighbourCapacity - 2 * SimdWidth);
	const std::uint32_t fluidCount = static_cast<std::uint32_t>(system.fluidCount);
	if (system.runs.size() < system.RunCount())
		system.runs.resize(system.RunCount());
	std::atomic<bool> full = false;

	auto findRun = [&](std::size_t runIndex)
	{
		FluidRun& run = system.runs[runIndex];
		const FluidSystem::Range range = system.RunRange(runIndex);
		run.first.resize(FluidSystem::ParticlesPerRun + 1);
		const bool isFluid = range.begin < fluidCount;
		const std::span<const CellGrid::KeyedPoint> keys = isFluid ? system.fluidGrid.Sorted() : system.solidGrid.Sorted();
		FoundNeighbours found;
		std::uint32_t fluidRanges[CellGrid::MaxRanges][2], solidRanges[CellGrid::MaxRanges][2];
		int fluidRangeCount = 0, solidRangeCount = 0;
		std::uint64_t rangesKey = CellGrid::NoCell;
		std::uint32_t used = 0;
		for (std::size_t i = range.begin; i < range.end; ++i)
		{
			const std::uint32_t self = static_cast<std::uint32_t>(i);
			const std::uint64_t key = keys[isFluid ? i : i - fluidCount].key;
			if (key != rangesKey)
			{
				fluidRangeCount = system.fluidGrid.RangesAround(key, fluidRanges);
				solidRangeCount = isFluid && system.solidCount > 0 ? system.solidGrid.RangesAround(key, solidRanges) : 0;
				rangesKey = key;
			}
			const Vec3 at = particles.position[i].Xyz();
			const float reach = system.support * system.support;
			found.count = 0;
			bool complete = true;
			for (int r = 0; r < fluidRangeCount && complete; ++r)
				complete = CollectNear(places, fluidRanges[r][0], fluidRanges[r][1], self, at, reach, limit, found);
			found.solidsFrom = found.count;
			for (int r = 0; r < solidRangeCount && complete; ++r)
				complete =
					CollectNear(places, fluidCount + solidRanges[r][0], fluidCount + solidRanges[r][1], self, at, reach, limit, found);
			if (!complete)
				full.store(true, std::memory_order_relaxed);

			const std::uint32_t couples = (found.count + 1) / 2;
			if (run.couples.size() < used + couples)
			{
				// Some room beyond what is needed, not twice as much: lists are most of a fluid's memory.
				run.couples.reserve(std::max<std::size_t>(used + couples, run.couples.capacity() + run.couples.capacity() / 8 + 512));
				run.couples.resize(run.couples.capacity());
			}
			FluidCouple* own = run.couples.data() + used;
			run.first[i - range.begin] = used;
			used += couples;
			const NeighbourSums sums = WeighNeighbours(system, kernel, self, found, own);
			if (!isFluid)
				continue;
			const Vec3 pull = SumWeightedOffsets(particles.position.data(), self, own, own + couples) + system.wall[i].Xyz();
			particles.density[i] = system.volume * kernel.AtZero() + sums.density + system.coverage[i];
			// Change of d delta_i/dt by p_i, per unit of time and pressure.
			const Real diagonal = SquaredNorm(pull) * system.inverseDensity[i] + sums.squares;
			const Real smallest = Real(1e-3) / (system.support * system.support) * system.inverseDensity[i];
			system.pull[i] = {pull, 1 / std::max(diagonal, smallest)};
		}
		run.first[range.end - range.begin] = used;
	};
	tasks.Run(system.RunCount(), findRun);
	system.listsFull = full;
	system.pairCount = 0;
	for (std::size_t run = 0; run < system.RunCount(); ++run)
		system.pairCount += 2 * system.runs[run].first[system.RunRange(run).end - system.RunRange(run).begin];
}

}
