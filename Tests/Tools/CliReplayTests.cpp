#include "Process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

using namespace SPHSolids::Tests;

namespace
{

/// A block thrown so fast that its steps are too long for it: trouble from the first frame on.
constexpr const char* TroubledScene = R"({
	"bodies": [{"name": "bullet", "shape": {"box": {"size": [0.2, 0.2, 0.2]}}, "particleRadius": 0.025, "position": [0, 0, 0.5],
		"velocity": [4000, 0, -1000], "material": {"model": "corotated", "young": 1e4, "poisson": 0.3, "density": 1000}},
		{"name": "target", "shape": {"box": {"size": [0.2, 0.2, 0.2]}}, "particleRadius": 0.025, "position": [0.5, 0, 0.5]}],
	"boundaries": [{"box": {"min": [-1, -1, 0], "max": [1, 1, 2]}, "inside": true}]})";

}

TEST(CliReplay, TroubleOfARunIsPlayedAgainToTheSameBitsByAnyNumberOfThreads)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "scene.json", TroubledScene);
	const ProcessOutput run =
		RunCli({"run", folder / "scene.json", "--frames", "8", "--set", "time.minStep=0.0005", "--record-trouble", folder / "trouble"});
	ASSERT_EQ(run.exitCode, 0) << run.err;
	std::vector<std::filesystem::path> files;
	for (const auto& entry : std::filesystem::directory_iterator(folder / "trouble"))
		files.push_back(entry.path());
	ASSERT_FALSE(files.empty()) << run.out;
	for (const std::filesystem::path& file : files)
	{
		EXPECT_EQ(file.extension(), ".sphrec");
		for (const char* threads : {"1", "2"})
		{
			const ProcessOutput replay = RunCli({"replay", file.string(), "--threads", threads});
			EXPECT_EQ(replay.exitCode, 0) << replay.err;
			EXPECT_NE(replay.out.find("same"), std::string::npos);
			EXPECT_EQ(replay.out.find("DIFFERENT"), std::string::npos);
			EXPECT_NE(replay.out.find("fastest: particle"), std::string::npos) << replay.out;
		}
		const ProcessOutput inspected = RunCli({"inspect", file.string()});
		EXPECT_EQ(inspected.exitCode, 0) << inspected.err;
		EXPECT_NE(inspected.out.find("Flight recording of"), std::string::npos);
	}
}

TEST(CliReplay, WhatIsNoRecordingIsSaidInOneSentence)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "not.sphrec", "SPHSREC, but only in name");
	for (const std::string& file : {folder / "not.sphrec", folder / "missing.sphrec"})
	{
		const ProcessOutput output = RunCli({"replay", file});
		EXPECT_EQ(output.exitCode, 1);
		EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
	}
}
