#include <Common/BackgroundWriter.h>

#include <algorithm>
#include <utility>

namespace SPHSolids::Tools
{

BackgroundWriter::BackgroundWriter(std::size_t mostWaiting)
	: capacity(std::max<std::size_t>(1, mostWaiting))
	, thread([this] { Work(); })
{
}

BackgroundWriter::~BackgroundWriter()
{
	{
		const std::lock_guard lock(mutex);
		isEnding = true;
	}
	changed.notify_all();
	thread.join();
}

Status BackgroundWriter::Add(Job job)
{
	std::unique_lock lock(mutex);
	changed.wait(lock, [this] { return jobs.size() < capacity || !failure.IsOk(); });
	if (!failure.IsOk())
		return failure;
	jobs.push_back(std::move(job));
	lock.unlock();
	changed.notify_all();
	return {};
}

bool BackgroundWriter::IsFull()
{
	const std::lock_guard lock(mutex);
	return jobs.size() >= capacity && failure.IsOk();
}

std::optional<Status> BackgroundWriter::FinishedAlready()
{
	const std::lock_guard lock(mutex);
	return IsDone() ? std::optional(failure) : std::nullopt;
}

Status BackgroundWriter::Finish()
{
	std::unique_lock lock(mutex);
	changed.wait(lock, [this] { return IsDone(); });
	return failure;
}

void BackgroundWriter::Work()
{
	std::unique_lock lock(mutex);
	while (true)
	{
		changed.wait(lock, [this] { return isEnding || !jobs.empty(); });
		if (jobs.empty())
			return;
		const Job job = std::move(jobs.front());
		jobs.pop_front();
		isBusy = true;
		lock.unlock();
		changed.notify_all(); // there is room for another
		Status status = job();
		lock.lock();
		isBusy = false;
		if (!status.IsOk())
		{
			failure = std::move(status);
			jobs.clear();
		}
		changed.notify_all();
	}
}

}
