#pragma once

#include <ctime>

namespace SPHSolids::Tools
{

/// How long this thread has run, s, whoever else uses the machine.
inline double ThreadSeconds()
{
	timespec time{};
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}
