#pragma once

#include <SPHSolids/Base/AlignedArray.h>

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace SPHSolids
{

/// Memory for what a chunk of a parallel loop needs only while it is at work: as many pieces as chunks were ever at work at once, so that a
/// loop over thousands of chunks stays in the cache. Allocates while it grows to that number, never again.
class ScratchPool
{
public:
	/// @param floats Size of a piece.
	explicit ScratchPool(std::size_t floats)
		: size(floats)
		, shared(std::make_unique<Shared>())
	{
	}

	/// A piece, returned to the pool at the end of the scope. Its content is what the last user left.
	class Piece
	{
	public:
		explicit Piece(ScratchPool& ofPool)
			: pool(ofPool)
			, memory(pool.Take())
		{
		}
		~Piece() { pool.GiveBack(std::move(memory)); }
		Piece(const Piece&) = delete;
		Piece& operator=(const Piece&) = delete;
		float* Data() { return memory.data(); }

	private:
		ScratchPool& pool;
		AlignedArray<float> memory;
	};

	std::size_t Bytes() const
	{
		const std::lock_guard lock(shared->mutex);
		return shared->pieces * size * sizeof(float);
	}

private:
	struct Shared
	{
		std::mutex mutex;
		std::vector<AlignedArray<float>> idle;
		std::size_t pieces = 0;
	};

	AlignedArray<float> Take()
	{
		{
			const std::lock_guard lock(shared->mutex);
			if (!shared->idle.empty())
			{
				AlignedArray<float> memory = std::move(shared->idle.back());
				shared->idle.pop_back();
				return memory;
			}
			shared->idle.reserve(++shared->pieces);
		}
		return AlignedArray<float>(size);
	}
	void GiveBack(AlignedArray<float>&& memory)
	{
		const std::lock_guard lock(shared->mutex);
		shared->idle.push_back(std::move(memory));
	}

	std::size_t size;
	std::unique_ptr<Shared> shared; // so that what holds a pool can be moved
};

}
