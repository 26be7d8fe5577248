#include "ThreadTaskRunner.h"

#include <algorithm>

namespace SPHSolids
{

ThreadTaskRunner::ThreadTaskRunner(int workers)
{
	const int wanted = workers > 0 ? workers : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
	for (int k = 1; k < wanted; ++k)
		threads.emplace_back([this] { Work(); });
}

ThreadTaskRunner::~ThreadTaskRunner()
{
	{
		const std::lock_guard lock(mutex);
		isEnding = true;
	}
	loopStarted.notify_all();
	for (std::thread& thread : threads)
		thread.join();
}

void ThreadTaskRunner::Run(std::size_t chunkCount, ChunkBody body)
{
	if (isBusy.exchange(true))
	{
		for (std::size_t chunk = 0; chunk < chunkCount; ++chunk)
			body(chunk);
		return;
	}
	{
		const std::lock_guard lock(mutex);
		loopBody = &body;
		loopChunks = chunkCount;
		nextChunk = 0;
		workersLeft = threads.size();
		++loopNumber;
	}
	loopStarted.notify_all();
	TakeChunks(chunkCount, body);
	{
		std::unique_lock lock(mutex);
		workerFinished.wait(lock, [this] { return workersLeft == 0; });
	}
	isBusy = false;
}

void ThreadTaskRunner::Work()
{
	std::uint64_t lastLoop = 0;
	std::unique_lock lock(mutex);
	for (;;)
	{
		loopStarted.wait(lock, [&] { return isEnding || loopNumber != lastLoop; });
		if (isEnding)
			return;
		lastLoop = loopNumber;
		const ChunkBody body = *loopBody;
		const std::size_t chunkCount = loopChunks;
		lock.unlock();
		TakeChunks(chunkCount, body);
		lock.lock();
		if (--workersLeft == 0)
			workerFinished.notify_one();
	}
}

void ThreadTaskRunner::TakeChunks(std::size_t chunkCount, ChunkBody body)
{
	for (std::size_t chunk = nextChunk.fetch_add(1); chunk < chunkCount; chunk = nextChunk.fetch_add(1))
		body(chunk);
}

}
