#pragma once

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace SPHSolids::Tests
{

struct ProcessOutput
{
	int exitCode = -1; ///< Or 128 + the signal that ended it
	std::string out;
	std::string err;
};

struct ProcessOptions
{
	/// Signal to send once the program's error stream holds this text.
	int signal = 0;
	std::string signalAfter;
	bool errIsTerminal = false; ///< Connect the error stream to a pseudo-terminal
	std::chrono::seconds timeout = std::chrono::seconds(120);
};

/// Runs a program to its end and collects what it prints. Fails the test if it takes longer than the timeout.
ProcessOutput RunProcess(const std::vector<std::string>& arguments, const ProcessOptions& options = {});

/// The program sphsolids with some arguments.
ProcessOutput RunCli(const std::vector<std::string>& arguments, const ProcessOptions& options = {});

/// A folder of its own for one test, gone with it.
class TemporaryFolder
{
public:
	TemporaryFolder();
	~TemporaryFolder();
	TemporaryFolder(const TemporaryFolder&) = delete;
	TemporaryFolder& operator=(const TemporaryFolder&) = delete;

	std::string operator/(const std::string& name) const { return (path / name).string(); }
	/// Names of everything in it.
	std::vector<std::string> Contents() const;

private:
	std::filesystem::path path;
};

void WriteTextFile(const std::string& file, const std::string& text);
std::string ReadTextFile(const std::string& file);

}
