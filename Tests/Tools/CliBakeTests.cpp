#include "Process.h"

#include <SPHSolids/Body/BodyArchive.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

using namespace SPHSolids;
using namespace SPHSolids::Tests;

namespace
{

/// A box of 0.4 x 0.3 x 0.2 as an OBJ file, in units of a metre divided by scale.
std::string BoxObj(double scale = 1)
{
	std::string text = "# a box\n";
	for (int k = 0; k < 8; ++k)
		text += "v " + std::to_string((k & 1 ? 0.4 : 0) * scale) + " " + std::to_string((k & 2 ? 0.3 : 0) * scale) + " "
			+ std::to_string((k & 4 ? 0.2 : 0) * scale) + "\n";
	return text + "f 1 3 4\nf 1 4 2\nf 5 6 8\nf 5 8 7\nf 1 2 6\nf 1 6 5\nf 3 7 8\nf 3 8 4\nf 1 5 7\nf 1 7 3\nf 2 4 8\nf 2 8 6\n";
}

BakedBody ReadBodyFile(const std::string& file)
{
	const std::string text = ReadTextFile(file);
	auto read = ReadBody(std::as_bytes(std::span(text)));
	EXPECT_TRUE(read.IsOk()) << (read.IsOk() ? "" : read.Message());
	return read.IsOk() ? read.TakeValue() : BakedBody{};
}

double VolumeOf(const BakedBody& body)
{
	double volume = 0;
	for (const Real share : body.rest.volume)
		volume += static_cast<double>(share);
	return volume;
}

/// Errors are one sentence on one line of the error stream, begin with the program's name and name what they are about.
void ExpectOneSentenceAbout(const ProcessOutput& output, const std::string& subject)
{
	EXPECT_NE(output.exitCode, 0);
	EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
	EXPECT_TRUE(output.err.starts_with("sphsolids: ")) << output.err;
	EXPECT_NE(output.err.find(subject), std::string::npos) << output.err;
	const std::string end = output.err.substr(std::max<std::size_t>(output.err.size(), 2) - 2);
	EXPECT_TRUE(end == ".\n" || end == "?\n") << output.err;
}

}

TEST(CliBake, AMeshFileBecomesABodyWithItsVolume)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "box.obj", BoxObj());
	const ProcessOutput output = RunCli({"bake", folder / "box.obj", "-o", folder / "box.sphbody", "--radius", "0.02"});
	ASSERT_EQ(output.exitCode, 0) << output.err;
	const BakedBody body = ReadBodyFile(folder / "box.sphbody");
	EXPECT_EQ(body.name, "box");
	EXPECT_EQ(body.rest.particleRadius, 0.02f);
	EXPECT_NEAR(VolumeOf(body), 0.024, 1e-6);
	EXPECT_GT(body.skin.VertexCount(), 0u);
	EXPECT_NE(output.out.find("Particles"), std::string::npos);
	EXPECT_EQ(folder.Contents(), (std::vector<std::string>{"box.obj", "box.sphbody"}));
}

TEST(CliBake, ScaleTurnsTheUnitOfTheMeshIntoMetres)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "box.obj", BoxObj(100));
	const ProcessOutput output =
		RunCli({"bake", folder / "box.obj", "-o", folder / "box.sphbody", "--radius", "0.02", "--scale", "0.01", "--name", "crate"});
	ASSERT_EQ(output.exitCode, 0) << output.err;
	EXPECT_NEAR(VolumeOf(ReadBodyFile(folder / "box.sphbody")), 0.024, 1e-6);
	EXPECT_EQ(ReadBodyFile(folder / "box.sphbody").name, "crate");
}

TEST(CliBake, TheReportSaysWhatTheBodyIs)
{
	const TemporaryFolder folder;
	const ProcessOutput output = RunCli({"bake", "model:torus", "-o", folder / "torus.sphbody", "--particles", "1500", "--triangles",
		"4000", "--json", folder / "torus.json", "--threads", "2"});
	ASSERT_EQ(output.exitCode, 0) << output.err;
	const BakedBody body = ReadBodyFile(folder / "torus.sphbody");
	const auto report = nlohmann::json::parse(ReadTextFile(folder / "torus.json"));
	EXPECT_EQ(report["particles"], body.rest.ParticleCount());
	EXPECT_NEAR(static_cast<double>(body.rest.ParticleCount()), 1500, 30);
	EXPECT_NEAR(report["radius"].get<double>(), static_cast<double>(body.rest.particleRadius), 1e-9);
	EXPECT_NEAR(report["volume"].get<double>(), VolumeOf(body), 1e-9);
	EXPECT_EQ(report["fileBytes"], ReadTextFile(folder / "torus.sphbody").size());
	EXPECT_EQ(report["threads"], 2);
	EXPECT_EQ(report["settings"]["method"], "relaxed");
	EXPECT_EQ(report["skin"]["vertices"], body.skin.VertexCount());
	EXPECT_EQ(report["findings"].size(), body.diagnosis.findings.size());
	EXPECT_GT(report["peakRssMB"].get<double>(), 1);
	EXPECT_EQ(report["hash"].get<std::string>().size(), 16u);
	EXPECT_FALSE(report["version"].get<std::string>().empty());
	for (const char* figure : {"densityErrorMean", "surfaceCoverage", "smallestMoment", "volumeReached"})
		EXPECT_TRUE(report["quality"][figure].is_number()) << figure;
	double sum = 0;
	for (const char* stage : {"read", "sample", "diagnose", "volumes", "rest", "skin", "quality", "write"})
		sum += report["seconds"][stage].get<double>();
	EXPECT_NEAR(sum, report["seconds"]["total"].get<double>(), 0.2 * sum + 0.1);
}

TEST(CliBake, TheSameCommandGivesTheSameFileForAnyNumberOfThreads)
{
	const TemporaryFolder folder;
	for (const char* threads : {"1", "2", "3"})
		ASSERT_EQ(RunCli({"bake", "model:torus", "-o", folder / threads, "--particles", "600", "--triangles", "3000", "--threads", threads})
					  .exitCode,
			0);
	EXPECT_EQ(ReadTextFile(folder / "1"), ReadTextFile(folder / "2"));
	EXPECT_EQ(ReadTextFile(folder / "1"), ReadTextFile(folder / "3"));
}

TEST(CliBake, ABodyWithoutSkinIsSmaller)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "box.obj", BoxObj());
	ASSERT_EQ(RunCli({"bake", folder / "box.obj", "-o", folder / "a", "--radius", "0.02"}).exitCode, 0);
	ASSERT_EQ(RunCli({"bake", folder / "box.obj", "-o", folder / "b", "--radius", "0.02", "--no-skin"}).exitCode, 0);
	EXPECT_EQ(ReadBodyFile(folder / "b").skin.VertexCount(), 0u);
	EXPECT_LT(ReadTextFile(folder / "b").size(), ReadTextFile(folder / "a").size());
}

TEST(CliBake, ProgressIsLinesInAFileAndABarOnATerminal)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "box.obj", BoxObj());
	const std::vector<std::string> command = {"bake", folder / "box.obj", "-o", folder / "box.sphbody", "--radius", "0.02"};
	const ProcessOutput lines = RunCli(command);
	EXPECT_EQ(lines.err.find('\r'), std::string::npos);
	EXPECT_NE(lines.err.find(" %  "), std::string::npos);
	ProcessOptions terminal;
	terminal.errIsTerminal = true;
	const ProcessOutput bar = RunCli(command, terminal);
	EXPECT_EQ(bar.exitCode, 0);
	EXPECT_NE(bar.err.find("\r["), std::string::npos);
	EXPECT_NE(bar.err.find("..] "), std::string::npos);
}

TEST(CliBake, CtrlCLeavesNothingBehind)
{
	const TemporaryFolder folder;
	ProcessOptions interrupt;
	for (const int signal : {SIGINT, SIGTERM})
	{
		interrupt.signal = signal;
		interrupt.signalAfter = " %  ";
		const ProcessOutput output = RunCli(
			{"bake", "model:bunny", "-o", folder / "bunny.sphbody", "--particles", "100000", "--json", folder / "bunny.json"}, interrupt);
		EXPECT_EQ(output.exitCode, 130);
		EXPECT_NE(output.err.find("sphsolids: Cancelled; nothing was written."), std::string::npos) << output.err;
		EXPECT_TRUE(folder.Contents().empty());
	}
}

TEST(CliBake, AFailedBakeLeavesAnOlderBodyAlone)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "body.sphbody", "precious");
	WriteTextFile(folder / "empty.obj", "# nothing\n");
	EXPECT_NE(RunCli({"bake", folder / "empty.obj", "-o", folder / "body.sphbody"}).exitCode, 0);
	EXPECT_EQ(ReadTextFile(folder / "body.sphbody"), "precious");
}

TEST(CliBake, SourcesThatCannotBeReadAreNamed)
{
	const TemporaryFolder folder;
	const std::string target = folder / "x.sphbody";
	ExpectOneSentenceAbout(RunCli({"bake", folder / "none.obj", "-o", target}), "none.obj");
	WriteTextFile(folder / "notes.txt", "hello");
	ExpectOneSentenceAbout(RunCli({"bake", folder / "notes.txt", "-o", target}), "notes.txt");
	WriteTextFile(folder / "broken.ply", "ply\nformat ascii 1.0\nelement vertex 1000000000\n");
	ExpectOneSentenceAbout(RunCli({"bake", folder / "broken.ply", "-o", target}), "broken.ply");
	ExpectOneSentenceAbout(RunCli({"bake", folder / "", "-o", target}), "sphsolids_test");
	ExpectOneSentenceAbout(RunCli({"bake", "model:unicorn", "-o", target}), "unicorn");
	EXPECT_EQ(folder.Contents(), (std::vector<std::string>{"broken.ply", "notes.txt"}));
}

TEST(CliBake, TargetsThatCannotBeWrittenAreFoundBeforeTheBake)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "box.obj", BoxObj());
	ExpectOneSentenceAbout(RunCli({"bake", folder / "box.obj", "-o", folder / "no/such/x.sphbody"}), "--output");
	ExpectOneSentenceAbout(RunCli({"bake", folder / "box.obj", "-o", folder / ""}), "--output");
	ExpectOneSentenceAbout(RunCli({"bake", folder / "box.obj", "-o", "/proc/x.sphbody"}), "/proc/x.sphbody");
	ExpectOneSentenceAbout(RunCli({"bake", folder / "box.obj", "-o", folder / "x.sphbody", "--json", folder / "no/x.json"}), "--json");
	EXPECT_EQ(folder.Contents(), (std::vector<std::string>{"box.obj"}));
}

TEST(CliBake, AMeshOfWhichNothingCanBeMadeIsRefusedWithAReason)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
	ExpectOneSentenceAbout(RunCli({"bake", folder / "flat.obj", "-o", folder / "x.sphbody"}), "flat.obj");
	WriteTextFile(folder / "box.obj", BoxObj());
	const ProcessOutput output = RunCli({"bake", folder / "box.obj", "-o", folder / "x.sphbody", "--radius", "1e-6"});
	EXPECT_EQ(output.exitCode, 1);
	EXPECT_NE(output.err.find("box.obj"), std::string::npos);
	EXPECT_NE(output.err.find("particle"), std::string::npos) << output.err;
}
