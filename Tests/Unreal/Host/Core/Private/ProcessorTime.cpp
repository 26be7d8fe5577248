// Copyright (c) 2026 The SPHSolids authors

#include "Host/ProcessorTime.h"

#include <ctime>
#include <filesystem>
#include <fstream>

namespace
{

double SecondsOf(clockid_t Clock)
{
	timespec Time;
	clock_gettime(Clock, &Time);
	return static_cast<double>(Time.tv_sec) + 1e-9 * static_cast<double>(Time.tv_nsec);
}

/// Of Linux' schedstat: nanoseconds on a processor, nanoseconds in the queue for one, turns.
double SecondsQueued(const std::filesystem::path& Schedstat)
{
	std::ifstream File(Schedstat);
	double Computed = 0, Queued = 0;
	File >> Computed >> Queued;
	return File ? 1e-9 * Queued : 0.0;
}

}

double Host::SecondsComputedByThread()
{
	return SecondsOf(CLOCK_THREAD_CPUTIME_ID);
}

double Host::SecondsComputedByProgram()
{
	return SecondsOf(CLOCK_PROCESS_CPUTIME_ID);
}

double Host::SecondsQueuedByThread()
{
	return SecondsQueued("/proc/thread-self/schedstat");
}

double Host::SecondsQueuedByProgram()
{
	double Sum = 0;
	std::error_code Ignored;
	for (const auto& Thread : std::filesystem::directory_iterator("/proc/self/task", Ignored))
		Sum += SecondsQueued(Thread.path() / "schedstat");
	return Sum;
}
