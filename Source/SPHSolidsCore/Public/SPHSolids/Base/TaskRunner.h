#pragma once

#include <SPHSolids/Base/Config.h>

#include <cstddef>
#include <memory>
#include <type_traits>

namespace SPHSolids
{

/// A borrowed callable, so that a parallel loop costs no allocation. Lives no longer than the call it is passed to.
class ChunkBody
{
public:
	template <class Body>
		requires std::is_invocable_v<Body&, std::size_t>
	ChunkBody(Body& body)
		: object(&body)
		, invoke([](void* target, std::size_t chunk) { (*static_cast<Body*>(target))(chunk); })
	{
	}
	void operator()(std::size_t chunk) const { invoke(object, chunk); }

private:
	void* object;
	void (*invoke)(void*, std::size_t);
};

/// Where the core's parallel loops run: oneTBB stand-alone, the engine's own workers inside the engine, or one thread.
///
/// The caller fixes the chunks, never the runner, and every chunk writes its own places; so results are the same bits whatever
/// the number of workers and the order in which they take chunks.
class TaskRunner
{
public:
	virtual ~TaskRunner() = default;

	virtual int WorkerCount() const = 0;
	/// Runs body(0) ... body(chunkCount - 1), each once, in any order and on any thread; returns when all are done.
	virtual void Run(std::size_t chunkCount, ChunkBody body) = 0;
};

SPHSOLIDSCORE_API std::unique_ptr<TaskRunner> MakeSerialTaskRunner();

/// @param workers Threads that take part, the caller included; 0 means all that the machine offers.
/// By oneTBB, or by MakeThreadTaskRunner where the build has none.
SPHSOLIDSCORE_API std::unique_ptr<TaskRunner> MakeParallelTaskRunner(int workers = 0);

/// The same by threads of the standard library, one loop at a time: a loop started while another runs is done by its caller alone.
SPHSOLIDSCORE_API std::unique_ptr<TaskRunner> MakeThreadTaskRunner(int workers = 0);

/// body(begin, end) over [0, count) in chunks of at most chunkSize.
template <class Body>
void ParallelFor(TaskRunner& tasks, std::size_t count, std::size_t chunkSize, Body&& body)
{
	const std::size_t chunkCount = (count + chunkSize - 1) / chunkSize;
	auto runChunk = [&](std::size_t chunk)
	{
		const std::size_t begin = chunk * chunkSize;
		const std::size_t end = begin + chunkSize < count ? begin + chunkSize : count;
		body(begin, end);
	};
	if (chunkCount == 1)
		runChunk(0);
	else if (chunkCount > 1)
		tasks.Run(chunkCount, runChunk);
}

}
