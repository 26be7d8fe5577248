#include "AllocationCounter.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace
{

std::atomic<long> allocations = 0;
thread_local long allocationsOfThread = 0;

[[maybe_unused]] void Count()
{
	++allocations;
	++allocationsOfThread;
}

}

namespace SPHSolids::Tests
{

long CountedAllocations()
{
	return allocations;
}

long CountedAllocationsOfThread()
{
	return allocationsOfThread;
}

}

// The thread sanitizer has operators of its own that cannot be replaced; under it nothing is counted.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SPHSOLIDS_TESTS_UNCOUNTED
#endif
#endif

#ifndef SPHSOLIDS_TESTS_UNCOUNTED
void* operator new(std::size_t size)
{
	Count();
	if (void* memory = std::malloc(size == 0 ? 1 : size))
		return memory;
	std::abort();
}
void* operator new(std::size_t size, std::align_val_t alignment)
{
	Count();
	const std::size_t step = static_cast<std::size_t>(alignment);
	if (void* memory = std::aligned_alloc(step, (size + step - 1) / step * step))
		return memory;
	std::abort();
}
void operator delete(void* memory) noexcept
{
	std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
	std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept
{
	std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
	std::free(memory);
}
#endif
