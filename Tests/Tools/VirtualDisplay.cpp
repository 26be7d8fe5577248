#include "VirtualDisplay.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace SPHSolids::Tests
{
namespace
{

[[noreturn]] void BecomeServer(int numberEnd)
{
	prctl(PR_SET_PDEATHSIG, SIGTERM);                              // a test that is killed leaves no server behind
	const std::string numberText = std::to_string(dup(numberEnd)); // the copy outlives exec
	const int nowhere = open("/dev/null", O_WRONLY);
	dup2(nowhere, STDERR_FILENO);
	execl(SPHSOLIDS_XVFB, SPHSOLIDS_XVFB, "-displayfd", numberText.c_str(), "-screen", "0", "640x480x24", "-nolisten", "tcp", nullptr);
	_exit(127);
}

}

VirtualDisplay::VirtualDisplay()
{
	int ends[2] = {-1, -1};
	EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
	server = fork();
	if (server == 0)
		BecomeServer(ends[1]);
	EXPECT_GT(server, 0);
	close(ends[1]);
	std::string number;
	for (char letter = 0; read(ends[0], &letter, 1) == 1 && letter != '\n';)
		number += letter;
	close(ends[0]);
	EXPECT_FALSE(number.empty()) << SPHSOLIDS_XVFB << " did not start";
	setting = "DISPLAY=:" + number;
}

VirtualDisplay::~VirtualDisplay()
{
	kill(server, SIGTERM);
	waitpid(server, nullptr, 0);
}

}
