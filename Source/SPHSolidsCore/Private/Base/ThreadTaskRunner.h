#pragma once

#include <SPHSolids/Base/TaskRunner.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace SPHSolids
{

/// Threads of the standard library that share out the chunks of one loop at a time. For builds without oneTBB, and for the thread
/// sanitizer, which sees every lock here but none of those inside an uninstrumented library.
///
/// A loop started while another one runs, from one of its chunks or from another thread, is done by its caller alone.
class ThreadTaskRunner final : public TaskRunner
{
public:
	/// @param workers Threads that take part, the caller included; 0 means all that the machine offers.
	explicit ThreadTaskRunner(int workers);
	~ThreadTaskRunner() override;
	ThreadTaskRunner(const ThreadTaskRunner&) = delete;
	ThreadTaskRunner& operator=(const ThreadTaskRunner&) = delete;

	int WorkerCount() const override { return static_cast<int>(threads.size()) + 1; }
	void Run(std::size_t chunkCount, ChunkBody body) override;

private:
	void Work();
	/// Takes chunks of the present loop until none is left.
	void TakeChunks(std::size_t chunkCount, ChunkBody body);

	std::vector<std::thread> threads;
	std::atomic<bool> isBusy = false;
	std::atomic<std::size_t> nextChunk = 0;

	std::mutex mutex; // guards what follows
	std::condition_variable loopStarted, workerFinished;
	const ChunkBody* loopBody = nullptr;
	std::size_t loopChunks = 0;
	std::uint64_t loopNumber = 0;
	std::size_t workersLeft = 0; // that have not yet finished the present loop
	bool isEnding = false;
};

}
