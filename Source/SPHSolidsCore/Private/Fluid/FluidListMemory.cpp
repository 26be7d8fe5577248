#include "FluidListMemory.h"

#include <algorithm>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

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
#if defined(__linux__)
	// Of a block that is used in part, pages that are not touched cost nothing; so it waits. Where there are no huge pages, nothing happens.
	for (std::size_t k = wasFull; k < full; ++k)
		(void)madvise(blocks[k].get(), BlockBytes, MADV_HUGEPAGE);
#else
	(void)wasFull;
	(void)full;
#endif
}

}
