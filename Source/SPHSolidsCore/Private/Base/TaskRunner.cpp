#include <SPHSolids/Base/TaskRunner.h>

#include "ThreadTaskRunner.h"

#if defined(SPHSOLIDS_WITH_TBB) && SPHSOLIDS_WITH_TBB
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <thread>
#endif

namespace SPHSolids
{
namespace
{

class SerialTaskRunner final : public TaskRunner
{
public:
	int WorkerCount() const override { return 1; }
	void Run(std::size_t chunkCount, ChunkBody body) override
	{
		for (std::size_t chunk = 0; chunk < chunkCount; ++chunk)
			body(chunk);
	}
};

#if defined(SPHSOLIDS_WITH_TBB) && SPHSOLIDS_WITH_TBB

/// Its own arena, so that two worlds do not share workers by accident and the number asked for is the number used.
class TbbTaskRunner final : public TaskRunner
{
public:
	explicit TbbTaskRunner(int workers)
		: limit(tbb::global_control::max_allowed_parallelism,
			  static_cast<std::size_t>(std::max(workers, static_cast<int>(std::thread::hardware_concurrency()))))
		, arena(workers > 0 ? workers : int(tbb::task_arena::automatic))
	{
	}
	int WorkerCount() const override { return arena.max_concurrency(); }
	void Run(std::size_t chunkCount, ChunkBody body) override
	{
		arena.execute([&] { tbb::parallel_for(std::size_t(0), chunkCount, [&](std::size_t chunk) { body(chunk); }); });
	}

private:
	tbb::global_control limit; // oneTBB otherwise ignores a wish for more workers than cores
	tbb::task_arena arena;
};

#endif

}

std::unique_ptr<TaskRunner> MakeSerialTaskRunner()
{
	return std::make_unique<SerialTaskRunner>();
}

std::unique_ptr<TaskRunner> MakeParallelTaskRunner(int workers)
{
	if (workers == 1)
		return MakeSerialTaskRunner();
#if defined(SPHSOLIDS_WITH_TBB) && SPHSOLIDS_WITH_TBB
	return std::make_unique<TbbTaskRunner>(workers);
#else
	return MakeThreadTaskRunner(workers);
#endif
}

std::unique_ptr<TaskRunner> MakeThreadTaskRunner(int workers)
{
	return std::make_unique<ThreadTaskRunner>(workers);
}

}
