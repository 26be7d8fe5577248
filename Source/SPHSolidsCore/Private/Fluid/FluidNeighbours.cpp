#include "FluidNeighbours.h"

#include "FluidKernel.h"

#include <SPHSolids/Base/SimdCompress.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <iterator>
#include <limits>

namespace SPHSolids
{
namespace
{

constexpr std::size_t ParticlesPerPermuteChunk = 4096;
constexpr std::uint32_t NeighbourCapacity = 1024; // beyond any limit a world may set
constexpr std::uint32_t OctetsOfGrowth = FluidRun::SlotOctets / 16;

/// For each place in a window the float that becomes the bits of FluidOctet::place as a half.
constexpr std::array<float, LargestWindow> PlaceCodes = []
{
	std::array<float, LargestWindow> codes{};
	for (std::uint32_t place = 0; place < LargestWindow; ++place)
		codes[place] = ToFloat(Half{static_cast<std::uint16_t>(2 * place)});
	return codes;
}();

/// Neighbours of one particle while they are looked for, one array per quantity.
struct FoundNeighbours
{
	static constexpr std::size_t Room = NeighbourCapacity + 2 * SimdWidth;
	std::uint32_t count = 0;
	alignas(32) float x[Room], y[Room], z[Room]; // x_i - x_j
	alignas(32) float squared[Room];
	alignas(32) float code[Room];
	alignas(32) float volume[Room], inverseDensity[Room]; // of mixed systems only
};

/// What may be near the particles of one cell, one array per quantity.
struct Candidates
{
	static constexpr std::uint32_t Room = 2048; // 27 cells at rest hold some 220
	std::uint32_t count = 0;
	alignas(32) float x[Room + SimdWidth], y[Room + SimdWidth], z[Room + SimdWidth];
	alignas(32) float code[Room + SimdWidth];
	alignas(32) float volume[Room + SimdWidth], inverseDensity[Room + SimdWidth]; // of mixed systems only
};

/// Ranges that overlap or follow each other become one.
void MergeSegments(std::vector<FluidSegment>& segments)
{
	std::sort(segments.begin(), segments.end(), [](const FluidSegment& a, const FluidSegment& b) { return a.first < b.first; });
	std::size_t kept = 0;
	for (const FluidSegment& segment : segments)
	{
		if (kept > 0 && segment.first <= segments[kept - 1].first + segments[kept - 1].count)
		{
			FluidSegment& last = segments[kept - 1];
			last.count = std::max(last.count, segment.first + segment.count - last.first);
		}
		else
			segments[kept++] = segment;
	}
	segments.resize(kept);
}

/// Appends candidates that are within the support. False: the list is full.
template <bool IsMixed>
bool CollectNear(const Candidates& candidates, const Vec3& at, float supportSquared, std::uint32_t limit, FoundNeighbours& found)
{
	const Float8 x(at.x), y(at.y), z(at.z), reach(supportSquared), zero(0.0f);
	std::uint32_t count = 0;
	for (std::uint32_t p = 0; p < candidates.count && count <= limit; p += SimdWidth)
	{
		const Float8 dx = x - Float8::Load(candidates.x + p);
		const Float8 dy = y - Float8::Load(candidates.y + p);
		const Float8 dz = z - Float8::Load(candidates.z + p);
		const Float8 r2 = (dx * dx + dy * dy) + dz * dz;
		// The particle itself, and one in the very same place, have no direction to push.
		const unsigned hits = static_cast<unsigned>(Bits((r2 < reach) & (r2 > zero)));
		const SetLanes lanes(hits);
		CompressStore(dx, lanes, found.x + count);
		CompressStore(dy, lanes, found.y + count);
		CompressStore(dz, lanes, found.z + count);
		CompressStore(r2, lanes, found.squared + count);
		CompressStore(Float8::Load(candidates.code + p), lanes, found.code + count);
		if constexpr (IsMixed)
		{
			CompressStore(Float8::Load(candidates.volume + p), lanes, found.volume + count);
			CompressStore(Float8::Load(candidates.inverseDensity + p), lanes, found.inverseDensity + count);
		}
		count += static_cast<std::uint32_t>(std::popcount(hits));
	}
	found.count = std::min(count, limit);
	return count <= limit;
}

struct NeighbourSums
{
	Real density = 0; // sum_j V_j W_ij, j != i
	Real squares = 0; // sum_j V_i V_j |gradW|^2 / rho_j
	Vec3 gradients;   // sum_j V_j gradW_ij, of the rounded ones
	std::uint32_t octets = 0;
};

/// Writes the octets of the found neighbours, and sums over them.
template <bool IsMixed>
NeighbourSums WeighNeighbours(const FluidSystem& system, const FluidKernel& kernel, Real inverseDensity, float missingCode,
	FoundNeighbours& found, FluidOctet* octets)
{
	const std::uint32_t padded = (found.count + SimdWidth - 1) & ~(SimdWidth - 1u);
	const float beyond = system.support * system.support;
	for (std::uint32_t k = found.count; k < padded; ++k)
	{
		found.x[k] = found.y[k] = found.z[k] = found.volume[k] = found.inverseDensity[k] = 0;
		found.code[k] = missingCode;
		found.squared[k] = beyond;
	}
	Float8 density(0.0f), squares(0.0f), x(0.0f), y(0.0f), z(0.0f);
	for (std::uint32_t k = 0; k < padded; k += SimdWidth, ++octets)
	{
		const Float8 r2 = Float8::Load(found.squared + k);
		const FluidKernel::Values at = kernel.At(r2);
		const Float8 volume = IsMixed ? Float8::Load(found.volume + k) : Float8(system.volume);
		const Float8 lightness = IsMixed ? Float8::Load(found.inverseDensity + k) : Float8(inverseDensity);
		density = MulAdd(volume, at.value, density);
		const Float8 slope = volume * at.slopeOverR;
		squares = MulAdd(slope * at.slopeOverR, r2 * lightness, squares);
		StoreStored(slope * Float8(beyond), octets->weight);
		StoreStored(Float8::Load(found.code + k), octets->place);
		const Float8 weight = LoadStored(octets->weight);
		x = MulAdd(weight, Float8::Load(found.x + k), x);
		y = MulAdd(weight, Float8::Load(found.y + k), y);
		z = MulAdd(weight, Float8::Load(found.z + k), z);
	}
	NeighbourSums sums;
	sums.density = Sum(density);
	sums.squares = Sum(squares) * system.volume;
	sums.gradients = Vec3{Sum(x), Sum(y), Sum(z)} / beyond;
	sums.octets = padded / SimdWidth;
	return sums;
}

/// Looks for the neighbours of one run of particles.
class RunSearch
{
public:
	RunSearch(FluidSystem& fluidSystem, std::size_t runIndex, std::uint32_t maxNeighbours)
		: system(fluidSystem)
		, run(fluidSystem.runs[runIndex])
		, range(fluidSystem.RunRange(runIndex))
		, isFluid(range.begin < fluidSystem.fluidCount)
		, keys(isFluid ? fluidSystem.fluidGrid.Sorted() : fluidSystem.solidGrid.Sorted())
		, limit(maxNeighbours)
	{
	}

	/// False: neighbours were left out.
	bool Find()
	{
		run.first.resize(FluidSystem::ParticlesPerRun + 1);
		run.pairCount = 0;
		Box3 box;
		for (std::size_t i = range.begin; i < range.end; ++i)
			box.Include(system.Position()[i].Xyz());
		run.origin = {box.Centre(), -1};
		OpenWindow();
		return system.isMixed ? FindAll<true>() : FindAll<false>();
	}

private:
	/// Cells of solids count on behind those of fluids.
	using CellList = std::uint32_t[2 * CellGrid::MaxRanges];
	/// A cell that was met, and its place in the window once that is known.
	struct MetCell
	{
		std::uint32_t cell = NotMet;
		std::uint32_t place = NotMet;
	};
	static constexpr std::uint32_t NotMet = std::numeric_limits<std::uint32_t>::max();
	static constexpr std::size_t MetRoom = 1024;    // cells told apart by their last bits
	static constexpr std::size_t AroundRoom = 4096; // cells around cells that are kept

	std::uint64_t KeyOf(std::size_t particle) const { return keys[isFluid ? particle : particle - system.fluidCount].key; }

	std::uint32_t CellsAround(std::uint64_t key, CellList& list)
	{
		const bool seesSolids = isFluid && system.solidCount > 0;
		if (const std::uint64_t block = key >> 3; block != fluidBlock.block)
		{
			fluidBlock = system.fluidGrid.CellsAroundBlock(block);
			if (seesSolids)
				solidBlock = system.solidGrid.CellsAroundBlock(block);
		}
		std::uint32_t count = 0;
		fluidBlock.VisitAround(key, [&](std::uint32_t cell) { list[count++] = cell; });
		if (seesSolids)
		{
			const auto firstSolid = static_cast<std::uint32_t>(system.fluidGrid.Cells().size());
			solidBlock.VisitAround(key, [&](std::uint32_t cell) { list[count++] = firstSolid + cell; });
		}
		return count;
	}
	FluidSegment ParticlesOf(std::uint32_t cell) const
	{
		const std::size_t fluidCells = system.fluidGrid.Cells().size();
		if (cell < fluidCells)
			return {system.fluidGrid.Cells()[cell].begin, system.fluidGrid.Cells()[cell].end - system.fluidGrid.Cells()[cell].begin, 0};
		const CellGrid::Cell& solid = system.solidGrid.Cells()[cell - fluidCells];
		return {static_cast<std::uint32_t>(system.fluidCount) + solid.begin, solid.end - solid.begin, 0};
	}

	/// Finds which particles the run may need.
	void OpenWindow()
	{
		run.segments.clear();
		std::size_t kept = 0;
		bool keeps = true;
		std::uint64_t last = CellGrid::NoCell;
		CellList list;
		for (std::size_t i = range.begin; i < range.end; ++i)
		{
			const std::uint64_t key = KeyOf(i);
			if (key == last)
				continue;
			last = key;
			const std::uint32_t count = CellsAround(key, list);
			for (std::uint32_t k = 0; k < count; ++k)
				if (MetCell& slot = met[list[k] % MetRoom]; slot.cell != list[k])
				{
					slot.cell = list[k];
					run.segments.push_back(ParticlesOf(list[k]));
				}
			keeps = keeps && kept + count <= AroundRoom;
			if (!keeps)
				continue;
			firstAround[keptCells++] = static_cast<std::uint32_t>(kept);
			std::copy(list, list + count, around.begin() + static_cast<std::ptrdiff_t>(kept));
			kept += count;
		}
		firstAround[keptCells] = static_cast<std::uint32_t>(kept);
		MergeSegments(run.segments);
		run.windowSize = 0;
		for (FluidSegment& segment : run.segments)
		{
			segment.place = run.windowSize;
			if (const std::uint32_t room = LargestWindow - 2 * SimdWidth - run.windowSize; segment.count > room)
			{
				segment.count = room;
				isComplete = false;
			}
			run.windowSize += segment.count;
		}
		if (run.windowSize >= FluidWindow::Room)
			run.wideWindow.resize(std::max(run.wideWindow.size(), WideWindowFloats(run.windowSize)));
	}

	/// Particles of a cell and where they stand in the window, which may have been cut.
	FluidSegment InWindow(std::uint32_t cell)
	{
		FluidSegment particles = ParticlesOf(cell);
		MetCell& slot = met[cell % MetRoom];
		if (slot.cell == cell && slot.place != NotMet)
		{
			particles.place = slot.place;
			return particles;
		}
		const auto after = std::upper_bound(run.segments.begin(), run.segments.end(), particles.first,
			[](std::uint32_t value, const FluidSegment& segment) { return value < segment.first; });
		const FluidSegment& segment = *(after - 1);
		const std::uint32_t within = particles.first - segment.first;
		particles.place = segment.place + within;
		particles.count = std::min(particles.count, segment.count - std::min(within, segment.count));
		if (isComplete)
			slot = {cell, particles.place};
		return particles;
	}

	/// Gathers what is within the support of the box around a cell's particles.
	template <bool IsMixed>
	void GatherCandidates(std::size_t cellOfRun, std::size_t begin, std::size_t end)
	{
		CellList asked;
		const std::uint32_t* list = asked;
		std::uint32_t listCount;
		if (cellOfRun < keptCells)
		{
			list = around.data() + firstAround[cellOfRun];
			listCount = firstAround[cellOfRun + 1] - firstAround[cellOfRun];
		}
		else
			listCount = CellsAround(KeyOf(begin), asked);
		Box3 box;
		for (std::size_t i = begin; i < end; ++i)
			box.Include(system.Position()[i].Xyz());
		candidates.count = 0;
		for (std::uint32_t k = 0; k < listCount; ++k)
		{
			const FluidSegment particles = InWindow(list[k]);
			if (candidates.count + particles.count > Candidates::Room)
			{
				isComplete = false;
				break;
			}
			KeepNearBox<IsMixed>(particles, box);
		}
		for (float* axis : {candidates.x, candidates.y, candidates.z})
			Float8(FarAway).Store(axis + candidates.count); // what a vector reads behind the last is nowhere near
	}

	template <bool IsMixed>
	void KeepNearBox(const FluidSegment& particles, const Box3& box)
	{
		const Float8 reach(system.support * system.support), zero(0.0f);
		const auto outside = [&](Float8 value, Real low, Real high) { return Max(Max(Float8(low) - value, value - Float8(high)), zero); };
		for (std::uint32_t k = 0; k < particles.count; k += SimdWidth)
		{
			const std::size_t first = particles.first + k;
			const Float8 x = Float8::Load(system.coordinate[0].data() + first), y = Float8::Load(system.coordinate[1].data() + first),
						 z = Float8::Load(system.coordinate[2].data() + first);
			const Float8 ox = outside(x, box.min.x, box.max.x), oy = outside(y, box.min.y, box.max.y),
						 oz = outside(z, box.min.z, box.max.z);
			unsigned hits = static_cast<unsigned>(Bits(MulAdd(ox, ox, MulAdd(oy, oy, oz * oz)) < reach));
			const std::uint32_t left = particles.count - k;
			if (left < SimdWidth) // entries of other cells fill the vector
				hits &= (1u << left) - 1;
			const SetLanes lanes(hits);
			CompressStore(x, lanes, candidates.x + candidates.count);
			CompressStore(y, lanes, candidates.y + candidates.count);
			CompressStore(z, lanes, candidates.z + candidates.count);
			CompressStore(Float8::Load(PlaceCodes.data() + particles.place + k), lanes, candidates.code + candidates.count);
			if constexpr (IsMixed)
			{
				const bool areFluid = first < system.fluidCount;
				const Float8 volume =
					areFluid ? Float8(system.volume) : Float8::Load(system.solidVolume.data() + (first - system.fluidCount));
				CompressStore(volume, lanes, candidates.volume + candidates.count);
				CompressStore(Float8::Load(system.inverseDensity.data() + first), lanes, candidates.inverseDensity + candidates.count);
			}
			candidates.count += static_cast<std::uint32_t>(std::popcount(hits));
		}
	}

	template <bool IsMixed>
	bool FindAll()
	{
		const FluidKernel kernel(system.support);
		const float reach = system.support * system.support;
		const float missingCode = PlaceCodes[run.windowSize];
		std::uint32_t used = 0;
		FoundNeighbours found;
		for (std::size_t begin = range.begin, end, cell = 0; begin < range.end; begin = end, ++cell)
		{
			for (end = begin + 1; end < range.end && KeyOf(end) == KeyOf(begin); ++end)
				;
			GatherCandidates<IsMixed>(cell, begin, end);
			for (std::size_t i = begin; i < end; ++i)
			{
				if (!CollectNear<IsMixed>(candidates, system.Position()[i].Xyz(), reach, limit, found))
					isComplete = false;
				FluidOctet* list = MakeRoom(used, (found.count + SimdWidth - 1) / SimdWidth, missingCode);
				run.first[i - range.begin] = used;
				const NeighbourSums sums = WeighNeighbours<IsMixed>(system, kernel, system.inverseDensity[i], missingCode, found, list);
				used += sums.octets;
				run.pairCount += found.count;
				if (isFluid)
					Describe(i, sums, kernel);
			}
		}
		run.first[range.end - range.begin] = used;
		return isComplete;
	}

	/// Where the next octets go. A list that would stand astride the end of the slot begins behind it.
	FluidOctet* MakeRoom(std::uint32_t& used, std::uint32_t octets, float missingCode)
	{
		if (used + octets <= FluidRun::SlotOctets)
			return run.slot + used;
		for (; used < FluidRun::SlotOctets; ++used) // the list before it ends with neighbours that are missing
		{
			StoreStored(Float8(0.0f), run.slot[used].weight);
			StoreStored(Float8(missingCode), run.slot[used].place);
		}
		const std::uint32_t behind = used - FluidRun::SlotOctets;
		if (run.more.size() < behind + octets)
			run.more.resize(behind + octets + OctetsOfGrowth);
		return run.more.data() + behind;
	}

	void Describe(std::size_t i, const NeighbourSums& sums, const FluidKernel& kernel) const
	{
		const Vec3 pull = sums.gradients + system.wall[i].Xyz();
		system.particles->density[i] += system.volume * kernel.AtZero() + sums.density;
		// Change of d delta_i/dt by p_i, per unit of time and pressure.
		const Real diagonal = SquaredNorm(pull) * system.inverseDensity[i] + sums.squares;
		const Real smallest = Real(1e-3) / (system.support * system.support) * system.inverseDensity[i];
		system.pull[i] = {pull, system.wall[i].w};
		system.inverseDiagonal[i] = 1 / std::max(diagonal, smallest);
	}

	FluidSystem& system;
	FluidRun& run;
	const FluidSystem::Range range;
	const bool isFluid;
	const std::span<const CellGrid::KeyedPoint> keys;
	const std::uint32_t limit;
	bool isComplete = true;
	std::array<MetCell, MetRoom> met;
	// Cells around those of the run, as many as there is room for; others must be asked for again.
	std::size_t keptCells = 0;
	std::array<std::uint32_t, FluidSystem::ParticlesPerRun + 1> firstAround;
	std::array<std::uint32_t, AroundRoom> around;
	CellGrid::BlockCells fluidBlock, solidBlock; // around the block of cells that was asked for last
	Candidates candidates;
};

}

std::size_t FluidSystem::Bytes() const
{
	std::size_t bytes = (pull.capacity() + wall.capacity()) * sizeof(PaddedVec3)
		+ (inverseDensity.capacity() + inverseDiagonal.capacity() + pressureChange.capacity() + solidVolume.capacity()
			  + 3 * coordinate[0].capacity())
			* sizeof(float);
	for (const FluidRun& run : runs)
		bytes += run.more.capacity() * sizeof(FluidOctet) + run.first.capacity() * sizeof(std::uint32_t)
			+ run.segments.capacity() * sizeof(FluidSegment) + run.wideWindow.capacity() * sizeof(float);
	return bytes + listMemory.Bytes() + fluidGrid.Bytes() + solidGrid.Bytes();
}

template <class T>
void FluidNeighbours::Permute(
	FluidSystem& system, AlignedArray<T>& array, std::span<const CellGrid::KeyedPoint> order, std::size_t first, TaskRunner& tasks)
{
	static_assert(sizeof(T) <= sizeof(PaddedVec3));
	// What `pull` held is of the last substep: its memory is free now.
	T* sorted = reinterpret_cast<T*>(system.pull.data());
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

	system.pull.resize(std::max(fluidCount, system.solidCount));
	// All arrays but position and velocity hold fluid particles only; those two have the solids behind. Density is found anew.
	const std::span<const CellGrid::KeyedPoint> fluidOrder = system.fluidGrid.Sorted(), solidOrder = system.solidGrid.Sorted();
	particles.ForEachArray(
		[&](auto& array)
		{
			if (static_cast<void*>(&array) != &particles.density)
				Permute(system, array, fluidOrder, 0, tasks);
		});
	if (system.isMixed)
		Permute(system, system.inverseDensity, fluidOrder, 0, tasks);
	if (system.solidCount > 0)
	{
		Permute(system, particles.position, solidOrder, fluidCount, tasks);
		Permute(system, particles.velocity, solidOrder, fluidCount, tasks);
		Permute(system, system.solidVolume, solidOrder, 0, tasks);
		Permute(system, system.inverseDensity, solidOrder, fluidCount, tasks);
	}
	for (AlignedArray<float>& coordinate : system.coordinate)
		coordinate.resize(count + SimdWidth);
	ParallelFor(tasks, count, ParticlesPerPermuteChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				for (int axis = 0; axis < 3; ++axis)
					system.coordinate[axis][i] = particles.position[i].Data()[axis];
		});
}

void FluidNeighbours::Find(FluidSystem& system, std::uint32_t maxNeighbours, TaskRunner& tasks)
{
	const std::uint32_t limit = std::min(maxNeighbours, NeighbourCapacity);
	if (system.runs.size() < system.RunCount())
		system.runs.resize(system.RunCount());
	system.listMemory.Grow(system.RunCount());
	for (std::size_t run = 0; run < system.RunCount(); ++run)
		system.runs[run].slot = system.listMemory.SlotOf(run);
	std::atomic<bool> full = false;
	auto findRun = [&](std::size_t runIndex)
	{
		if (!RunSearch(system, runIndex, limit).Find())
			full.store(true, std::memory_order_relaxed);
	};
	tasks.Run(system.RunCount(), findRun);
	system.listsFull = full;
	system.pairCount = 0;
	for (std::size_t run = 0; run < system.RunCount(); ++run)
		system.pairCount += system.runs[run].pairCount;
}

}
