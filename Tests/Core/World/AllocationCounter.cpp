#include "AllocationCounter.h"

#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>

namespace
{

std::atomic<long> allocations = 0;
thread_local long allocationsOfThread = 0;
std::atomic<std::ptrdiff_t> held = 0, peak = 0;

[[maybe_unused]] void Count(void* memory)
{
	++allocations;
	++allocationsOfThread;
	const std::ptrdiff_t now = held += static_cast<std::ptrdiff_t>(malloc_usable_size(memory));
	std::ptrdiff_t most = peak;
	while (now > most && !peak.compare_exchange_weak(most, now))
		;
}

[[maybe_unused]] void Release(void* memory)
{
	held -= static_cast<std::ptrdiff_t>(malloc_usable_size(memory));
	std::free(memory);
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

std::ptrdiff_t HeldBytes()
{
	return held;
}

std::ptrdiff_t PeakBytes()
{
	return peak;
}

void StartPeak()
{
	peak = held.load();
}

}

// The thread sanitizer has operators of its own that cannot be replaced; under it nothing is counted.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SPHSOLIDS_TESTS_UNCOUNTED
#endif
#endif

bool SPHSolids::Tests::CountsMemory()
{
#ifdef SPHSOLIDS_TESTS_UNCOUNTED
	return false;
#else
	return true;
#endif
}

#ifndef SPHSOLIDS_TESTS_UNCOUNTED
void* operator new(std::size_t size)
{
	if (void* memory = std::malloc(size == 0 ? 1 : size))
	{
		Count(memory);
		return memory;
	}
	std::abort();
}
void* operator new(std::size_t size, std::align_val_t alignment)
{
	const std::size_t step = static_cast<std::size_t>(alignment);
	if (void* memory = std::aligned_alloc(step, (size + step - 1) / step * step))
	{
		Count(memory);
		return memory;
	}
	std::abort();
}
void operator delete(void* memory) noexcept
{
	Release(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
	Release(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept
{
	Release(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
	Release(memory);
}
#endif
