#pragma once

#include "Base/Prefetch.h"

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/HalfFloat.h>
#include <SPHSolids/Base/PaddedVec3.h>
#include <SPHSolids/Base/Simd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace SPHSolids
{

/// Eight neighbours of one particle in 32 bytes, so that one load fetches all their weights. A list that ends within an octet is filled up
/// with the neighbour that is missing: weight zero, nowhere.
///
///   V_j gradW_ij = w_ij (x_i - x_j) / h^2,   w_ij = h^2 V_j W'(|x_ij|) / |x_ij|
///
/// The weight (about one, whatever the size of particles) suits half floats. Its rounding is the same seen from both ends of a pair and in
/// both sweeps of the pressure solve, so momentum is kept and the solve stays a projection.
struct FluidOctet
{
	Half weight[8];
	Half place[8]; // its bits: twice the neighbour's place in the window of its run

	/// Floats to the neighbour's entry in an array of PaddedVec3 over the window.
	std::size_t Offset(int neighbour) const { return std::size_t(2) * place[neighbour].bits; }
	/// Entries of the neighbours `first` and `first` + 4.
	SPHS_FORCE_INLINE Float8 LoadTwo(const float* window, int first) const
	{
		return LoadHalves(window + Offset(first), window + Offset(first + 4));
	}
};
/// How far ahead of a sweep its list is asked for.
inline constexpr std::ptrdiff_t OctetsAhead = 64;
/// Places are converted as floats are, so their bits must be those of a finite half.
inline constexpr std::uint32_t LargestWindow = 0x7C00 / 2;

/// Consecutive particles, and where they stand in a window.
struct FluidSegment
{
	std::uint32_t first;
	std::uint32_t count;
	std::uint32_t place;
};

/// Who is near whom among a fixed run of particles. Each has its own memory, so that lists need no second copy to become flat.
struct FluidRun
{
	static constexpr std::uint32_t Particles = 512; // or fewer, of the last
	/// Five for each: fluid at rest has some 33 neighbours.
	static constexpr std::uint32_t SlotOctets = 5 * Particles;

	FluidOctet* slot = nullptr;         // of FluidListMemory: the first SlotOctets
	AlignedArray<FluidOctet> more;      // those that do not fit; no list is in both
	std::vector<std::uint32_t> first;   // octet of each particle of the run, and one past the last
	std::vector<FluidSegment> segments; // the window: all particles that the octets may name, in the order of their places
	std::uint32_t windowSize = 0;
	std::uint32_t pairCount = 0;
	PaddedVec3 origin;              // amid its particles: places in sums are relative to it; fourth: -1
	AlignedArray<float> wideWindow; // room for a window that is too large for the stack; usually empty

	/// Octets of the particle with this number within the run.
	SPHS_FORCE_INLINE std::span<const FluidOctet> ListOf(std::size_t particle) const
	{
		const std::uint32_t begin = first[particle];
		const FluidOctet* list = begin < SlotOctets ? slot + begin : more.data() + (begin - SlotOctets);
		return {list, first[particle + 1] - begin};
	}
	/// Neighbours of a particle, two at a time: visit(a, b, weights) gets their offsets in a window and
	/// a vector of their weights, each in all lanes of its half.
	template <class Visit>
	SPHS_FORCE_INLINE void VisitCouples(std::size_t particle, Visit&& visit) const
	{
		for (const FluidOctet& octet : ListOf(particle))
		{
			const Float8 weights = LoadStored(octet.weight);
			visit(octet.Offset(0), octet.Offset(4), SplatInHalves<0>(weights));
			visit(octet.Offset(1), octet.Offset(5), SplatInHalves<1>(weights));
			visit(octet.Offset(2), octet.Offset(6), SplatInHalves<2>(weights));
			visit(octet.Offset(3), octet.Offset(7), SplatInHalves<3>(weights));
		}
	}
	/// The same one at a time: visit(offset, weight).
	template <class Visit>
	void VisitNeighbours(std::size_t particle, Visit&& visit) const
	{
		for (const FluidOctet& octet : ListOf(particle))
		{
			float weights[8];
			LoadStored(octet.weight).Store(weights);
			for (int k = 0; k < 8; ++k)
				visit(octet.Offset(k), weights[k]);
		}
	}
	/// sum_j w_ij entry_j, in two halves.
	SPHS_FORCE_INLINE Float8 WeighedSum(std::size_t particle, const float* window) const
	{
		Float8 even(0.0f), odd(0.0f);
		for (const FluidOctet& octet : ListOf(particle))
		{
			Prefetch(&octet + OctetsAhead);
			const Float8 weights = LoadStored(octet.weight);
			even = MulAdd(SplatInHalves<0>(weights), octet.LoadTwo(window, 0), even);
			odd = MulAdd(SplatInHalves<1>(weights), octet.LoadTwo(window, 1), odd);
			even = MulAdd(SplatInHalves<2>(weights), octet.LoadTwo(window, 2), even);
			odd = MulAdd(SplatInHalves<3>(weights), octet.LoadTwo(window, 3), odd);
		}
		return even + odd;
	}
};

/// What a sweep reads of the neighbours of a run, copied next to each other: small enough for the first caches, named by two bytes.
/// The last entry stands for the neighbour that is missing where a list ends: nothing, nowhere.
class FluidWindow
{
public:
	/// @param slot Tells apart windows that a sweep uses at once, 0 to 2.
	explicit FluidWindow(FluidRun& run, int slot = 0)
		: owner(run)
		, values(run.windowSize < Room ? room : run.wideWindow.data() + static_cast<std::size_t>(slot) * 4 * (run.windowSize + 2))
	{
	}
	void Copy(const PaddedVec3* source)
	{
		float* target = values;
		for (const FluidSegment& segment : owner.segments)
		{
			std::memcpy(target, source + segment.first, segment.count * sizeof(PaddedVec3));
			target += 4 * segment.count;
		}
		Float8(0.0f).Store(target);
	}
	/// @param entryOf Entry of a particle by its index.
	template <class EntryOf>
	void Fill(EntryOf&& entryOf, const PaddedVec3& missing)
	{
		PaddedVec3* target = reinterpret_cast<PaddedVec3*>(values);
		for (const FluidSegment& segment : owner.segments)
			for (std::size_t j = segment.first; j < segment.first + segment.count; ++j)
				*target++ = entryOf(j);
		*target = missing;
	}
	/// The same for two particles at once: twoOf(a, b) gives the vector of both, where b is the next, or a itself where a segment ends.
	/// @param askFor Asks for what will be read of a particle; called once for each cache line of segments to come.
	template <class TwoOf, class AskFor>
	SPHS_FORCE_INLINE void FillTwoByTwo(TwoOf&& twoOf, AskFor&& askFor)
	{
		float* target = values;
		const std::size_t count = owner.segments.size();
		for (std::size_t s = 0; s < count; ++s)
		{
			const FluidSegment segment = owner.segments[s];
			const FluidSegment& next = owner.segments[std::min(s + SegmentsAhead, count - 1)];
			for (std::size_t j = next.first; j < next.first + next.count; j += ParticlesPerLine)
				askFor(j);
			const std::size_t end = segment.first + segment.count;
			std::size_t j = segment.first;
			for (; j + 1 < end; j += 2, target += 8)
				twoOf(j, j + 1).Store(target);
			if (j < end)
			{
				twoOf(j, j).Store(target);
				target += 4;
			}
		}
		Float8(0.0f).Store(target);
	}
	const float* Values() const { return values; }

	static constexpr std::size_t ParticlesPerLine = 64 / sizeof(PaddedVec3);
	static constexpr std::size_t SegmentsAhead = 6; // processors foresee rows, but not where the next one begins

	static constexpr std::uint32_t Room = 3072; // particles; a run of a fluid at rest sees some 1800

private:
	FluidRun& owner;
	float* values;
	alignas(64) float room[4 * (Room + 2)];
};
/// Floats that runs with a wide window keep for it: three windows.
inline std::size_t WideWindowFloats(std::uint32_t windowSize)
{
	return 12 * (std::size_t(windowSize) + 2);
}

}
