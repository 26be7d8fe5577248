#pragma once

#include <SPHSolids/Base/Config.h>

#include <cstddef>
#include <new>
#include <vector>

namespace SPHSolids
{

/// Start of every streamed array: a cache line, which also suits the widest vector load.
inline constexpr std::size_t ArrayAlignment = 64;

/// Arrays of at least this size are asked for in huge pages where the system leaves that to programs.
inline constexpr std::size_t LargeArrayBytes = std::size_t(1) << 20;
/// A body of 250k particles is 170 MB, all of it read in every iteration, and finding pages of 4 KB takes time as well
/// (Docs/decisions/0068-large-bodies.md). Advice only: nothing but speed depends on it.
SPHSOLIDSCORE_API void AdviseHugePages(void* memory, std::size_t bytes);

template <class T>
struct AlignedAllocator
{
	using value_type = T;

	AlignedAllocator() = default;
	template <class U>
	AlignedAllocator(const AlignedAllocator<U>&)
	{
	}
	T* allocate(std::size_t count)
	{
		void* const memory = ::operator new(count * sizeof(T), std::align_val_t(ArrayAlignment));
		if (count * sizeof(T) >= LargeArrayBytes)
			AdviseHugePages(memory, count * sizeof(T));
		return static_cast<T*>(memory);
	}
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
