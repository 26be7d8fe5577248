#include "AllocationCounter.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace
{

std::atomic<long> allocations = 0;

}

namespace SPHSolids::Tests
{

long CountedAllocations()
{
	return allocations;
}

}

void* operator new(std::size_t size)
{
	++allocations;
	if (void* memory = std::malloc(size == 0 ? 1 : size))
		return memory;
	std::abort();
}
void* operator new(std::size_t size, std::align_val_t alignment)
{
	++allocations;
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
