#pragma once

#include <atomic>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

namespace SPHSolids::Tools
{

/// A process that keeps one core busy while it lives.
class BusyProcess
{
public:
	BusyProcess()
		: child(fork())
	{
		if (child == 0)
			for (std::atomic<unsigned> spin = 0;;)
				spin.fetch_add(1, std::memory_order_relaxed);
	}
	~BusyProcess()
	{
		if (child > 0)
		{
			kill(child, SIGKILL);
			waitpid(child, nullptr, 0);
		}
	}
	BusyProcess(const BusyProcess&) = delete;
	BusyProcess& operator=(const BusyProcess&) = delete;

private:
	pid_t child;
};

}
