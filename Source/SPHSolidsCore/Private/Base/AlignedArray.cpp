#include <SPHSolids/Base/AlignedArray.h>

#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace SPHSolids
{

void AdviseHugePages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
	// From whole page to whole page: what an array shares with its neighbours may be advised for both.
	constexpr std::uintptr_t page = 4096;
	const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(memory) & ~(page - 1);
	const std::uintptr_t end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) & ~(page - 1);
	madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE); // refused where there are none, or where pages are larger
#endif
}

}
