#include "FluidNeighbours.h"

#include "FluidKernel.h"

#include <SPHSolids/Base/SimdCompress.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>

namespace SPHSolids
{
namespace
{

constexpr std::size_t ParticlesPerPermuteChunk = 4096;
constexpr std::uint32_t NeighbourCapacity = 1024; // beyond any limit a world may set

/// For each place in a window the float that becomes the bits of FluidCouple as a half.
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

/// The window of a run while neighbours are looked for, one array per quantity.
class SearchWindow
{
public:
	explicit SearchWindow(FluidRun& run)
	{
		const std::size_t stride = std::max<std::size_t>(run.windowSize, FluidWindow::Room) + SimdWidth;
		float* values = room;
		if (run.windowSize >= FluidWindow::Room)
		{
			run.wideWindow.resize(std::max(run.wideWindow.size(), WideWindowFloats(run.windowSize)));
			values = run.wideWindow.data();
		}
		x = values;
		y = values + stride;
		z = values + 2 * stride;
		volume = values + 3 * stride;
		inverseDensity = values + 4 * stride;
	}
	float *x, *y, *z;
	float *volume, *inverseDensity; // of mixed systems only

private:
	alignas(32) float room[5 * (FluidWindow::Room + SimdWidth)];
};

/// Where the cells around those of a run begin and end.
struct RunCells
{
	static constexpr std::size_t Room = 2048;
	std::size_t count = 0; // of cells of which the ranges are kept; others must be asked for again
	std::array<std::uint32_t, FluidSystem::ParticlesPerRun + 1> firstRange;
	std::array<FluidSegment, Room> ranges;
};

/// Cells of solids count on behind those of fluids.
std::size_t RangesAroundCell(const FluidSystem& system, std::uint64_t key, bool isFluid, FluidSegment (&ranges)[2 * CellGrid::MaxRanges])
{
	std::uint32_t found[CellGrid::MaxRanges][2];
	std::size_t count = 0;
	const int fluidRanges = system.fluidGrid.RangesAround(key, found);
	for (int r = 0; r < fluidRanges; ++r)
		ranges[count++] = {found[r][0], found[r][1] - found[r][0], 0};
	if (!isFluid || system.solidCount == 0)
		return count;
	const int solidRanges = system.solidGrid.RangesAround(key, found);
	for (int r = 0; r < solidRanges; ++r)
		ranges[count++] = {static_cast<std::uint32_t>(system.fluidCount) + found[r][0], found[r][1] - found[r][0], 0};
	return count;
}

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

/// The part of the window that a range of particles takes; it may have been cut.
struct WindowPart
{
	std::uint32_t begin, end;
};
WindowPart PartOfWindow(const FluidRun& run, const FluidSegment& range)
{
	const auto after = std::upper_bound(run.segments.begin(), run.segments.end(), range.first,
		[](std::uint32_t value, const FluidSegment& segment) { return value < segment.first; });
	const FluidSegment& segment = *(after - 1);
	const std::uint32_t within = range.first - segment.first;
	if (within >= segment.count)
		return {0, 0};
	return {segment.place + within, segment.place + std::min(segment.count, within + range.count)};
}

/// Appends the particles of a part of the window that are within the support. False: the list is full.
template <bool IsMixed>
bool CollectNear(const SearchWindow& window, std::uint32_t begin, std::uint32_t end, const Vec3& at, float supportSquared,
	std::uint32_t limit, FoundNeighbours& found)
{
	const Float8 x(at.x), y(at.y), z(at.z), reach(supportSquared), zero(0.0f);
	std::uint32_t count = found.count;
	for (std::uint32_t p = begin; p < end; p += SimdWidth)
	{
		const Float8 dx = x - Float8::Load(window.x + p);
		const Float8 dy = y - Float8::Load(window.y + p);
		const Float8 dz = z - Float8::Load(window.z + p);
		const Float8 r2 = (dx * dx + dy * dy) + dz * dz;
		// The particle itself, and one in the very same place, have no direction to push.
		unsigned hits = static_cast<unsigned>(Bits((r2 < reach) & (r2 > zero)));
		if (const std::uint32_t left = end - p; left < SimdWidth)
			hits &= (1u << left) - 1;
		const SetLanes lanes(hits);
		CompressStore(dx, lanes, found.x + count);
		CompressStore(dy, lanes, found.y + count);
		CompressStore(dz, lanes, found.z + count);
		CompressStore(r2, lanes, found.squared + count);
		CompressStore(Float8::Load(PlaceCodes.data() + p), lanes, found.code + count);
		if constexpr (IsMixed)
		{
			CompressStore(Float8::Load(window.volume + p), lanes, found.volume + count);
			CompressStore(Float8::Load(window.inverseDensity + p), lanes, found.inverseDensity + count);
		}
		count += static_cast<std::uint32_t>(std::popcount(hits));
		if (count > limit)
		{
			found.count = limit;
			return false;
		}
	}
	found.count = count;
	return true;
}

struct NeighbourSums
{
	Real density = 0; // sum_j V_j W_ij, j != i
	Real squares = 0; // sum_j V_i V_j |gradW|^2 / rho_j
	Vec3 gradients;   // h sum_j V_j gradW_ij, of the rounded ones
	std::uint32_t couples = 0;
};

/// Writes the couples of the found neighbours, and sums over them.
template <bool IsMixed>
NeighbourSums WeighNeighbours(const FluidSystem& system, const FluidKernel& kernel, Real inverseDensity, float missingCode,
	FoundNeighbours& found, FluidCouple* couples)
{
	const std::uint32_t padded = (found.count + SimdWidth - 1) & ~(SimdWidth - 1u);
	const float beyond = system.support * system.support;
	for (std::uint32_t k = found.count; k < padded; ++k)
	{
		found.x[k] = found.y[k] = found.z[k] = found.volume[k] = found.inverseDensity[k] = 0;
		found.code[k] = missingCode;
		found.squared[k] = beyond;
	}
	Float8 density(0.0f), squares(0.0f), gradients(0.0f);
	NeighbourSums sums;
	for (std::uint32_t k = 0; k < padded; k += SimdWidth)
	{
		const Float8 r2 = Float8::Load(found.squared + k);
		const FluidKernel::Values at = kernel.At(r2);
		const Float8 volume = IsMixed ? Float8::Load(found.volume + k) : Float8(system.volume);
		const Float8 lightness = IsMixed ? Float8::Load(found.inverseDensity + k) : Float8(inverseDensity);
		density = MulAdd(volume, at.value, density);
		const Float8 slope = volume * at.slopeOverR;
		squares = MulAdd(slope * at.slopeOverR, r2 * lightness, squares);
		const Float8 scaled = slope * Float8(system.support);
		Float8 rows[4] = {scaled * Float8::Load(found.x + k), scaled * Float8::Load(found.y + k), scaled * Float8::Load(found.z + k),
			Float8::Load(found.code + k)};
		TransposeInHalves(rows); // row r now holds neighbours r and r + 4
		const std::uint32_t used = std::min(found.count - k, 4u);
		for (std::uint32_t r = 0; r < used; ++r)
		{
			StoreStored(rows[r], couples->lane);
			gradients += LoadStored(couples->lane);
			++couples;
		}
		sums.couples += used;
	}
	float total[4];
	StoreSumOfHalves(gradients, total);
	sums.density = Sum(density);
	sums.squares = Sum(squares) * system.volume;
	sums.gradients = {total[0], total[1], total[2]};
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
		OpenWindow();
		return system.isMixed ? FindAll<true>() : FindAll<false>();
	}

private:
	std::uint64_t KeyOf(std::size_t particle) const { return keys[isFluid ? particle : particle - system.fluidCount].key; }

	/// Finds which particles the run may need.
	void OpenWindow()
	{
		run.segments.clear();
		std::size_t kept = 0;
		bool keeps = true;
		std::uint64_t last = CellGrid::NoCell;
		FluidSegment ranges[2 * CellGrid::MaxRanges];
		for (std::size_t i = range.begin; i < range.end; ++i)
		{
			const std::uint64_t key = KeyOf(i);
			if (key == last)
				continue;
			last = key;
			const std::size_t count = RangesAroundCell(system, key, isFluid, ranges);
			run.segments.insert(run.segments.end(), ranges, ranges + count);
			keeps = keeps && kept + count <= RunCells::Room;
			if (!keeps)
				continue;
			cells.firstRange[cells.count++] = static_cast<std::uint32_t>(kept);
			std::copy(ranges, ranges + count, cells.ranges.begin() + static_cast<std::ptrdiff_t>(kept));
			kept += count;
		}
		cells.firstRange[cells.count] = static_cast<std::uint32_t>(kept);
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
	}

	template <bool IsMixed>
	void FillWindow(SearchWindow& window) const
	{
		const PaddedVec3* position = system.Position();
		std::uint32_t place = 0;
		for (const FluidSegment& segment : run.segments)
			for (std::size_t j = segment.first; j < segment.first + segment.count; ++j, ++place)
			{
				window.x[place] = position[j].x;
				window.y[place] = position[j].y;
				window.z[place] = position[j].z;
				if constexpr (IsMixed)
				{
					window.volume[place] = j < system.fluidCount ? system.volume : system.solidVolume[j - system.fluidCount];
					window.inverseDensity[place] = system.inverseDensity[j];
				}
			}
		// What a vector reads behind the last is nowhere near.
		for (std::uint32_t k = 0; k < SimdWidth; ++k)
		{
			window.x[place + k] = window.y[place + k] = window.z[place + k] = FarAway;
			window.volume[place + k] = window.inverseDensity[place + k] = 0;
		}
	}

	/// Parts of the window around a cell, the first of which are counted up by the run's own order of cells.
	std::size_t PartsAround(std::size_t cell, std::uint64_t key, WindowPart (&parts)[2 * CellGrid::MaxRanges]) const
	{
		FluidSegment asked[2 * CellGrid::MaxRanges];
		const FluidSegment* ranges = asked;
		std::size_t count;
		if (cell < cells.count)
		{
			ranges = cells.ranges.data() + cells.firstRange[cell];
			count = cells.firstRange[cell + 1] - cells.firstRange[cell];
		}
		else
			count = RangesAroundCell(system, key, isFluid, asked);
		std::size_t kept = 0;
		for (std::size_t r = 0; r < count; ++r)
		{
			const WindowPart part = PartOfWindow(run, ranges[r]);
			if (kept > 0 && parts[kept - 1].end == part.begin)
				parts[kept - 1].end = part.end;
			else if (part.end > part.begin)
				parts[kept++] = part;
		}
		return kept;
	}

	template <bool IsMixed>
	bool FindAll()
	{
		SearchWindow window(run);
		FillWindow<IsMixed>(window);
		const FluidKernel kernel(system.support);
		const float reach = system.support * system.support;
		WindowPart parts[2 * CellGrid::MaxRanges];
		std::size_t partCount = 0, cell = 0;
		std::uint64_t last = CellGrid::NoCell;
		std::uint32_t used = 0;
		FoundNeighbours found;
		for (std::size_t i = range.begin; i < range.end; ++i)
		{
			if (const std::uint64_t key = KeyOf(i); key != last)
			{
				partCount = PartsAround(cell++, key, parts);
				last = key;
			}
			found.count = 0;
			const Vec3 at = system.Position()[i].Xyz();
			for (std::size_t p = 0; p < partCount; ++p)
				if (!CollectNear<IsMixed>(window, parts[p].begin, parts[p].end, at, reach, limit, found))
				{
					isComplete = false;
					break;
				}
			MakeRoom(used + (found.count + SimdWidth) / 2);
			run.first[i - range.begin] = used;
			const NeighbourSums sums = WeighNeighbours<IsMixed>(
				system, kernel, system.inverseDensity[i], PlaceCodes[run.windowSize], found, run.couples.data() + used);
			used += sums.couples;
			if (isFluid)
				Describe(i, sums, kernel);
		}
		run.first[range.end - range.begin] = used;
		return isComplete;
	}

	void MakeRoom(std::size_t couples)
	{
		if (run.couples.size() >= couples)
			return;
		// Some room beyond what is needed, not twice as much: lists are most of a fluid's memory.
		run.couples.reserve(std::max(couples, run.couples.capacity() + run.couples.capacity() / 8 + 512));
		run.couples.resize(run.couples.capacity());
	}

	void Describe(std::size_t i, const NeighbourSums& sums, const FluidKernel& kernel) const
	{
		const Vec3 pull = sums.gradients * (1 / system.support) + system.wall[i].Xyz();
		system.particles->density[i] += system.volume * kernel.AtZero() + sums.density;
		// Change of d delta_i/dt by p_i, per unit of time and pressure.
		const Real diagonal = SquaredNorm(pull) * system.inverseDensity[i] + sums.squares;
		const Real smallest = Real(1e-3) / (system.support * system.support) * system.inverseDensity[i];
		system.pull[i] = {pull, 1 / std::max(diagonal, smallest)};
	}

	FluidSystem& system;
	FluidRun& run;
	const FluidSystem::Range range;
	const bool isFluid;
	const std::span<const CellGrid::KeyedPoint> keys;
	const std::uint32_t limit;
	bool isComplete = true;
	RunCells cells;
};

}

std::size_t FluidSystem::Bytes() const
{
	std::size_t bytes = (pull.capacity() + wall.capacity()) * sizeof(PaddedVec3)
		+ (inverseDensity.capacity() + pressureChange.capacity() + solidVolume.capacity()) * sizeof(float);
	for (const FluidRun& run : runs)
		bytes += run.couples.capacity() * sizeof(FluidCouple) + run.first.capacity() * sizeof(std::uint32_t)
			+ run.segments.capacity() * sizeof(FluidSegment) + run.wideWindow.capacity() * sizeof(float);
	return bytes + fluidGrid.Bytes() + solidGrid.Bytes();
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
	if (system.solidCount == 0)
		return;
	Permute(system, particles.position, solidOrder, fluidCount, tasks);
	Permute(system, particles.velocity, solidOrder, fluidCount, tasks);
	Permute(system, system.solidVolume, solidOrder, 0, tasks);
	Permute(system, system.inverseDensity, solidOrder, fluidCount, tasks);
}

void FluidNeighbours::Find(FluidSystem& system, std::uint32_t maxNeighbours, TaskRunner& tasks)
{
	const std::uint32_t limit = std::min(maxNeighbours, NeighbourCapacity);
	if (system.runs.size() < system.RunCount())
		system.runs.resize(system.RunCount());
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
		system.pairCount += 2 * system.runs[run].first[system.RunRange(run).end - system.RunRange(run).begin];
}

}
