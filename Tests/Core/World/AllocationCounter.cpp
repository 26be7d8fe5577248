#include "AllocationCounter.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

namespace
{

std::atomic<long> allocations = 0;
thread_local long allocationsOfThread = 0;
std::atomic<std::ptrdiff_t> held = 0, peak = 0;

/// Memory with room before it, as much as it is aligned by, that ends with its size: what was asked for is counted, not what the system gives.
[[maybe_unused]] void* Allocate(std::size_t size, std::size_t alignment)
{
	++allocations;
	++allocationsOfThread;
	const std::ptrdiff_t now = held += static_cast<std::ptrdiff_t>(size);
	std::ptrdiff_t most = peak;
	while (now > most && !peak.compare_exchange_weak(most, now))
		;
	const std::size_t whole = (size + 2 * alignment - 1) / alignment * alignment;
	auto* const block = static_cast<char*>(std::aligned_alloc(alignment, whole));
	if (block == nullptr)
		std::abort();
	std::memcpy(block + alignment - sizeof size, &size, sizeof size);
	return block + alignment;
}

[[maybe_unused]] void Release(void* memory, std::size_t alignment)
{
	if (memory == nullptr)
		return;
	std::size_t size = 0;
	std::memcpy(&size, static_cast<char*>(memory) - sizeof size, sizeof size);
	held -= static_cast<std::ptrdiff_t>(size);
	std::free(static_cast<char*>(memory) - alignment);
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
	return Allocate(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(std::size_t size, std::align_val_t alignment)
{
	return Allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept
{
	Release(memory, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void operator delete(void* memory, std::size_t) noexcept
{
	Release(memory, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void operator delete(void* memory, std::align_val_t alignment) noexcept
{
	Release(memory, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory, std::size_t, std::align_val_t alignment) noexcept
{
	Release(memory, static_cast<std::size_t>(alignment));
}
#endif
