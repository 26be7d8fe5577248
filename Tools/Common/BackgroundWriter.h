#pragma once

#include <SPHSolids/Base/Result.h>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace SPHSolids::Tools
{

/// Writes on a thread of its own, in order, so that those who have something to write go on at once.
class BackgroundWriter
{
public:
	using Job = std::function<Status()>;

	/// @param mostWaiting Jobs that may wait; whoever adds one more waits until there is room, so that memory stays bounded.
	explicit BackgroundWriter(std::size_t mostWaiting);
	/// Does what is waiting first.
	~BackgroundWriter();
	BackgroundWriter(const BackgroundWriter&) = delete;
	BackgroundWriter& operator=(const BackgroundWriter&) = delete;

	/// @return What went wrong with an earlier job. After that nothing is done any more.
	Status Add(Job job);
	/// Whether Add would wait now.
	bool IsFull();
	/// What Finish would return, if it would not wait now.
	std::optional<Status> FinishedAlready();
	/// Waits for all jobs. @return What went wrong first.
	Status Finish();

private:
	void Work();
	bool IsDone() const { return (jobs.empty() && !isBusy) || !failure.IsOk(); }

	const std::size_t capacity;
	std::mutex mutex;
	std::condition_variable changed;
	std::deque<Job> jobs;
	Status failure;
	bool isBusy = false, isEnding = false;
	std::thread thread;
};

}
