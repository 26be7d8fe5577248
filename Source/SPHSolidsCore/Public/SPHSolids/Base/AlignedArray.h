#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace SPHSolids
{

/// Start of every streamed array: a cache line, which also suits the widest vector load.
inline constexpr std::size_t ArrayAlignment = 64;

template <class T>
struct AlignedAllocator
{
	using value_type = T;

	AlignedAllocator() = default;
	template <class U>
	AlignedAllocator(const AlignedAllocator<U>&)
	{
	}
	T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), std::align_val_t(ArrayAlignment))); }
	void deallocate(T* memory, std::size_t) { ::operator delete(memory, std::align_val_t(ArrayAlignment)); }
	template <class U>
	bool operator==(const AlignedAllocator<U>&) const
	{
		return true;
	}
};

template <class T>
using AlignedArray = std::vector<T, AlignedAllocator<T>>;

}
