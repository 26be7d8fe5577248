#include <Common/Interrupt.h>

#include <csignal>
#include <initializer_list>
#include <unistd.h>

namespace SPHSolids::Tools
{
namespace
{

volatile std::sig_atomic_t interruptFlag = 0;

extern "C" void RaiseInterruptFlag(int)
{
	if (interruptFlag != 0)
		_exit(InterruptedExitCode);
	interruptFlag = 1;
}

}

void CatchInterrupts()
{
	struct sigaction action = {};
	action.sa_handler = RaiseInterruptFlag;
	sigemptyset(&action.sa_mask);
	action.sa_flags = SA_RESTART;
	for (const int signal : {SIGINT, SIGTERM})
		sigaction(signal, &action, nullptr);
}

bool IsInterrupted()
{
	return interruptFlag != 0;
}

}
