#include "Process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

namespace SPHSolids::Tests
{
namespace
{

struct Channel
{
	int readEnd = -1, writeEnd = -1;
};

Channel MakeChannel(bool isTerminal)
{
	Channel channel;
	int ends[2] = {-1, -1};
	const int failed = isTerminal ? openpty(&ends[0], &ends[1], nullptr, nullptr, nullptr) : pipe2(ends, O_CLOEXEC);
	EXPECT_EQ(failed, 0);
	channel.readEnd = ends[0];
	channel.writeEnd = ends[1];
	return channel;
}

pid_t Start(const std::vector<std::string>& arguments, const Channel& out, const Channel& err)
{
	std::vector<char*> raw;
	for (const std::string& argument : arguments)
		raw.push_back(const_cast<char*>(argument.c_str()));
	raw.push_back(nullptr);
	const pid_t child = fork();
	if (child != 0)
		return child;
	dup2(out.writeEnd, STDOUT_FILENO);
	dup2(err.writeEnd, STDERR_FILENO);
	close(out.readEnd);
	close(err.readEnd);
	execvp(raw[0], raw.data());
	_exit(127);
}

/// Appends what can be read. @return false at the end of the stream.
bool ReadSome(int end, std::string& text)
{
	std::array<char, 4096> buffer;
	const ssize_t count = read(end, buffer.data(), buffer.size());
	if (count > 0)
		text.append(buffer.data(), static_cast<std::size_t>(count));
	return count > 0;
}

}

ProcessOutput RunProcess(const std::vector<std::string>& arguments, const ProcessOptions& options)
{
	const Channel out = MakeChannel(false), err = MakeChannel(options.errIsTerminal);
	const pid_t child = Start(arguments, out, err);
	EXPECT_GT(child, 0);
	close(out.writeEnd);
	close(err.writeEnd);

	ProcessOutput output;
	bool isSignalSent = options.signal == 0, isOutOpen = true, isErrOpen = true;
	const auto deadline = std::chrono::steady_clock::now() + options.timeout;
	while (isOutOpen || isErrOpen)
	{
		pollfd ends[2] = {{isOutOpen ? out.readEnd : -1, POLLIN, 0}, {isErrOpen ? err.readEnd : -1, POLLIN, 0}};
		poll(ends, 2, 100);
		if (ends[0].revents != 0)
			isOutOpen = ReadSome(out.readEnd, output.out);
		if (ends[1].revents != 0)
			isErrOpen = ReadSome(err.readEnd, output.err);
		if (!isSignalSent && output.err.find(options.signalAfter) != std::string::npos)
		{
			kill(child, options.signal);
			isSignalSent = true;
		}
		if (std::chrono::steady_clock::now() > deadline)
		{
			ADD_FAILURE() << "took too long: " << arguments[0];
			kill(child, SIGKILL);
			break;
		}
	}
	close(out.readEnd);
	close(err.readEnd);
	int status = 0;
	waitpid(child, &status, 0);
	output.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	return output;
}

ProcessOutput RunCli(const std::vector<std::string>& arguments, const ProcessOptions& options)
{
	std::vector<std::string> command = {SPHSOLIDS_CLI};
	command.insert(command.end(), arguments.begin(), arguments.end());
	return RunProcess(command, options);
}

TemporaryFolder::TemporaryFolder()
{
	std::string name = (std::filesystem::temp_directory_path() / "sphsolids_test_XXXXXX").string();
	EXPECT_NE(mkdtemp(name.data()), nullptr);
	path = name;
}

TemporaryFolder::~TemporaryFolder()
{
	std::error_code ignored;
	std::filesystem::remove_all(path, ignored);
}

std::vector<std::string> TemporaryFolder::Contents() const
{
	std::vector<std::string> names;
	for (const auto& entry : std::filesystem::directory_iterator(path))
		names.push_back(entry.path().filename().string());
	std::sort(names.begin(), names.end());
	return names;
}

void WriteTextFile(const std::string& file, const std::string& text)
{
	std::ofstream(file, std::ios::binary) << text;
}

std::string ReadTextFile(const std::string& file)
{
	std::ifstream stream(file, std::ios::binary);
	return std::string((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
}

}
