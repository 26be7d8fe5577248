#pragma once

#include "FluidLists.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace SPHSolids
{

/// Memory for the lists of runs: a slot for each, in blocks as large as a huge page. Lists are most of what a pressure solve streams, and
/// half as much again comes from memory a second where the processor has one page to find instead of five hundred (Docs/decisions/0067).
class FluidListMemory
{
public:
	/// Makes sure of slots for so many runs; those there are stay where they are.
	void Grow(std::size_t runs);
	FluidOctet* SlotOf(std::size_t run) const
	{
		return reinterpret_cast<FluidOctet*>(blocks[run / RunsPerBlock].get()) + run % RunsPerBlock * FluidRun::SlotOctets;
	}
	std::size_t Bytes() const { return slots * SlotBytes; }

private:
	static constexpr std::size_t BlockBytes = std::size_t(2) << 20;
	static constexpr std::size_t SlotBytes = FluidRun::SlotOctets * sizeof(FluidOctet);
	static constexpr std::size_t RunsPerBlock = BlockBytes / SlotBytes;

	struct Free
	{
		void operator()(std::byte* block) const;
	};
	std::vector<std::unique_ptr<std::byte, Free>> blocks;
	std::size_t slots = 0;
};

}
