#include "FluidListMemory.h"

#include <algorithm>
#include <new>

namespace SPHSolids
{

void FluidListMemory::Free::operator()(std::byte* block) const
{
	::operator delete(block, std::align_val_t(BlockBytes));
}

void FluidListMemory::Grow(std::size_t runs)
{
	if (runs <= slots)
		return;
	const std::size_t wasFull = slots / RunsPerBlock, full = runs / RunsPerBlock;
	while (blocks.size() * RunsPerBlock < runs)
		blocks.emplace_back(static_cast<std::byte*>(::operator new(BlockBytes, std::align_val_t(BlockBytes))));
	slots = runs;
	// Of a block that is used in part, pages that are not touched cost nothing; so it waits.
	for (std::size_t k = wasFull; k < full; ++k)
		AdviseHugePages(blocks[k].get(), BlockBytes);
}

}
