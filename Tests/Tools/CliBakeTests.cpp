#include "Process.h"

#include <SPHSolids/Body/BodyArchive.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

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

/// An error is one sentence on the last line of the error stream, behind lines of progress; it begins with the program's name and
/// says what it is about.
void ExpectOneSentenceAbout(const ProcessOutput& output, const std::string& subject)
{
	EXPECT_NE(output.exitCode, 0);
	const std::size_t begin = output.err.find("sphsolids: ");
	ASSERT_NE(begin, std::string::npos) << output.err;
	EXPECT_TRUE(begin == 0 || output.err[begin - 1] == '\n') << output.err;
	EXPECT_EQ(output.err.find('\n', begin), output.err.size() - 1) << output.err;
	EXPECT_NE(output.err.find(subject, begin), std::string::npos) << output.err;
	const char last = output.err[output.err.size() - 2];
	EXPECT_TRUE(last == '.' || last == '?') << output.err;
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

TEST(CliBake, ThePictureIsAPng)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "box.obj", BoxObj());
	const ProcessOutput output =
		RunCli({"bake", folder / "box.obj", "-o", folder / "box.sphbody", "--radius", "0.03", "--picture", folder / "box.png"});
	ASSERT_EQ(output.exitCode, 0) << output.err;
	const std::string png = ReadTextFile(folder / "box.png");
	EXPECT_GT(png.size(), 10'000u);
	EXPECT_TRUE(png.starts_with("\x89PNG"));
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
	const ProcessOutput unwritable = RunCli({"bake", folder / "box.obj", "-o", "/proc/x.sphbody"});
	ExpectOneSentenceAbout(unwritable, "/proc/x.sphbody");
	EXPECT_EQ(unwritable.err.find(" %  "), std::string::npos) << "baked first";
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

TEST(CliBakeMany, ShardsMeetNowhereAndASecondRunLeavesEverythingAlone)
{
	const TemporaryFolder folder;
	std::vector<std::string> meshes;
	for (int k = 0; k < 5; ++k)
	{
		meshes.push_back(folder / ("box" + std::to_string(k) + ".obj"));
		WriteTextFile(meshes.back(), BoxObj(1 + k));
	}
	const auto run = [&](const std::string& shard)
	{
		std::vector<std::string> arguments{"bake"};
		arguments.insert(arguments.end(), meshes.begin(), meshes.end());
		for (const std::string& word : {std::string("--into"), folder / "bodies", std::string("--shard"), shard, std::string("--particles"),
				 std::string("200"), std::string("--method"), std::string("grid"), std::string("--json"), folder / "report.json"})
			arguments.push_back(word);
		const ProcessOutput output = RunCli(arguments);
		EXPECT_EQ(output.exitCode, 0) << output.err;
		std::map<std::string, int> results;
		const auto report = nlohmann::json::parse(ReadTextFile(folder / "report.json"));
		for (const auto& mesh : report["meshes"])
			++results[mesh["result"].get<std::string>()];
		return results;
	};
	int baked = 0;
	for (const char* shard : {"1/3", "2/3", "3/3"})
		baked += run(shard)["baked"];
	EXPECT_EQ(baked, 5);
	EXPECT_EQ(run("1/1")["unchanged"], 5);
	EXPECT_NEAR(VolumeOf(ReadBodyFile(folder / "bodies/box1.sphbody")), 8 * 0.024, 0.01);
	WriteTextFile(meshes[2], BoxObj(7));
	auto after = run("1/1");
	EXPECT_EQ(after["unchanged"], 4);
	EXPECT_EQ(after["baked"], 1);
}

TEST(CliBakeMany, OneBadMeshDoesNotStopTheOthers)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "bad.obj", "nonsense\n");
	WriteTextFile(folder / "good.obj", BoxObj());
	WriteTextFile(folder / "list", "# two\n\n" + (folder / "bad.obj") + "\n" + (folder / "good.obj") + "\n");
	const ProcessOutput output =
		RunCli({"bake", "--list", folder / "list", "--into", folder / "bodies", "--particles", "200", "--method", "grid"});
	EXPECT_EQ(output.exitCode, 1);
	EXPECT_NE(output.out.find("1 baked, 0 unchanged, 0 elsewhere, 1 failed"), std::string::npos) << output.out;
	EXPECT_TRUE(std::filesystem::exists(folder / "bodies/good.sphbody"));
	EXPECT_FALSE(std::filesystem::exists(folder / "bodies/bad.sphbody"));
}

TEST(CliBakeMany, CommandLinesThatMakeNoSenseAreRefused)
{
	const TemporaryFolder folder;
	for (const char* name : {"a.obj", "b.obj"})
		WriteTextFile(folder / name, BoxObj());
	ExpectOneSentenceAbout(RunCli({"bake", folder / "a.obj", "--into", folder / "out", "--shard", "3/2"}), "3/2");
	ExpectOneSentenceAbout(RunCli({"bake", folder / "a.obj", "--into", folder / "out", "--shard", "1"}), "shard");
	ExpectOneSentenceAbout(RunCli({"bake", folder / "a.obj", folder / "b.obj", "-o", folder / "x.sphbody"}), "--into");
	ExpectOneSentenceAbout(RunCli({"bake", folder / "a.obj"}), "--output");
	std::filesystem::create_directory(folder / "other");
	WriteTextFile(folder / "other/a.obj", BoxObj());
	ExpectOneSentenceAbout(RunCli({"bake", folder / "a.obj", folder / "other/a.obj", "--into", folder / "out"}), "a.sphbody");
}
