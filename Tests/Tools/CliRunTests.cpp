#include "Process.h"

#include <Common/MeshReader.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <sstream>

using namespace SPHSolids;
using namespace SPHSolids::Tests;

namespace
{

const std::string DesignScene = SPHSOLIDS_TEST_DATA "/scenes/design.json";

constexpr const char* SmallScene = R"({
	"bodies": [ { "name": "cube", "shape": { "box": { "size": [0.1, 0.1, 0.1] } }, "particleRadius": 0.0125, "position": [0, 0, 0.5] } ],
	"boundaries": [ { "plane": {} } ],
	"probes": [ { "name": "top", "box": { "min": [-1, -1, 0.53], "max": [1, 1, 1] } } ] })";

std::vector<std::vector<std::string>> ReadTable(const std::string& file)
{
	std::vector<std::vector<std::string>> rows;
	std::stringstream lines(ReadTextFile(file));
	for (std::string line; std::getline(lines, line);)
	{
		rows.emplace_back();
		std::stringstream cells(line);
		for (std::string cell; std::getline(cells, cell, ',');)
			rows.back().push_back(cell);
	}
	return rows;
}

}

TEST(CliRun, TheSceneOfTheContractRunsAndReportsAllItsFields)
{
	const TemporaryFolder folder;
	const ProcessOutput output =
		RunCli({"run", DesignScene, "--frames", "2", "--fps", "50", "--json", folder / "run.json", "--csv", folder / "run.csv"});
	ASSERT_EQ(output.exitCode, 0) << output.err;
	const auto report = nlohmann::json::parse(ReadTextFile(folder / "run.json"));
	for (const char* key : {"scene", "particles", "fluids", "bodies", "steps", "msPerStep", "iterations", "issues", "peakRssMB",
			 "bakeSeconds", "factor", "probes", "hash", "threads", "machine", "version"})
		EXPECT_TRUE(report.contains(key)) << key;
	for (const char* stage : {"total", "neighbours", "elasticity", "pressure", "viscosity", "boundary", "skin", "other"})
		EXPECT_TRUE(report["msPerStep"].contains(stage)) << stage;
	EXPECT_EQ(report["particles"]["solid"], 640 + 1728);
	EXPECT_GT(report["particles"]["fluid"], 20000);
	EXPECT_EQ(report["steps"], 10);
	ASSERT_EQ(report["bodies"].size(), 2u);
	for (const char* key : {"name", "particles", "volumeRatio", "minJ", "maxJ", "inverted", "maxSpeed", "maxPenetration", "centreOfMass",
			 "energy", "momentum", "angularMomentum"})
		EXPECT_TRUE(report["bodies"][0].contains(key)) << key;
	EXPECT_EQ(report["bodies"][1]["name"], "cube");
	EXPECT_EQ(report["probes"]["tip"]["position"].size(), 3u);
	EXPECT_EQ(report["fluids"][0]["name"], "water");
	EXPECT_NEAR(report["fluids"][0]["surfaceHeight"].get<double>(), 0.5, 0.05);

	const auto table = ReadTable(folder / "run.csv");
	ASSERT_EQ(table.size(), 4u); // header, start, two frames
	for (const auto& row : table)
		EXPECT_EQ(row.size(), table[0].size());
	for (const char* column : {"frame", "time", "tip.position.x", "tip.velocity.z", "cube.volumeRatio", "water.surfaceHeight"})
		EXPECT_NE(std::find(table[0].begin(), table[0].end(), column), table[0].end()) << column;
}

TEST(CliRun, TheSameRunGivesTheSameHashForAnyNumberOfThreads)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "scene.json", SmallScene);
	std::string hashes[2];
	for (int k = 0; k < 2; ++k)
	{
		const std::string json = folder / ("run" + std::to_string(k) + ".json");
		const ProcessOutput output =
			RunCli({"run", folder / "scene.json", "--frames", "5", "--threads", std::to_string(1 + 2 * k), "--json", json});
		ASSERT_EQ(output.exitCode, 0) << output.err;
		hashes[k] = nlohmann::json::parse(ReadTextFile(json))["hash"];
	}
	EXPECT_EQ(hashes[0], hashes[1]);
	EXPECT_EQ(hashes[0].size(), 16u);
}

TEST(CliRun, ACrowdOfBodiesIsNotListedOneByOne)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "crowd.json", R"({"bodies": [{"name": "dot", "shape": {"box": {"size": [0.04, 0.04, 0.04]}},
		"particleRadius": 0.01, "copies": {"count": [5, 5, 1], "spacing": [0.1, 0.1, 0]}}], "output": {"frames": 1}})");
	const ProcessOutput output = RunCli({"run", folder / "crowd.json"});
	ASSERT_EQ(output.exitCode, 0) << output.err;
	EXPECT_NE(output.out.find("dot.12 "), std::string::npos) << output.out;
	EXPECT_EQ(output.out.find("dot.13 "), std::string::npos) << output.out;
	EXPECT_NE(output.out.find("and 13 more"), std::string::npos) << output.out;
}

TEST(CliRun, SolverAndSettingsCanBeChangedFromTheCommandLine)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "scene.json", SmallScene);
	const ProcessOutput output = RunCli({"run", folder / "scene.json", "--frames", "1", "--solver", "quasinewton", "--set",
		"bodies.cube.velocity=[0,0,1]", "--set", "gravity=[0,0,0]", "--json", folder / "run.json"});
	ASSERT_EQ(output.exitCode, 0) << output.err;
	const auto report = nlohmann::json::parse(ReadTextFile(folder / "run.json"));
	EXPECT_NEAR(report["probes"]["top"]["velocity"][2].get<double>(), 1, 1e-4);
	EXPECT_NE(output.out.find("probe top"), std::string::npos) << output.out;
	EXPECT_NE(RunCli({"run", folder / "scene.json", "--set", "bodies.cube.velocty=[0,0,1]"}).err.find("'velocity'"), std::string::npos);
	EXPECT_NE(RunCli({"run", folder / "scene.json", "--solver", "lbfg"}).err.find("'lbfgs'"), std::string::npos);
}

TEST(CliRun, FramesAreRecordedDrawnAndReported)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "scene.json", SmallScene);
	const ProcessOutput output = RunCli({"run", folder / "scene.json", "--frames", "3", "--record", "ply,vtk", "--render", "--width", "96",
		"--height", "54", "--quality", "draft", "--out", folder / "out", "--report", folder / "page"});
	ASSERT_EQ(output.exitCode, 0) << output.err;
	for (const char* file : {"out/ply/frame_00000.ply", "out/ply/frame_00003.ply", "out/vtk/frame_00003.vtk",
			 "out/pictures/frame_00000.png", "out/pictures/frame_00003.png", "page/report.html"})
		EXPECT_TRUE(std::filesystem::is_regular_file(folder / file)) << file;
	EXPECT_EQ(ReadTextFile(folder / "out/ply/frame_00001.ply").substr(0, 4), "ply\n");
	EXPECT_EQ(ReadTextFile(folder / "out/pictures/frame_00003.png").substr(1, 3), "PNG");

	const std::string page = ReadTextFile(folder / "page/report.html");
	EXPECT_EQ(page.substr(0, 15), "<!DOCTYPE html>");
	for (const char* part : {"<svg", "Energy of all bodies", "Volume ratio", "Range of J", "Milliseconds per step", "Iterations per solve",
			 "data:image/png;base64,", "hash of the end state", "</html>"})
		EXPECT_NE(page.find(part), std::string::npos) << part;
	// Nothing is fetched from elsewhere.
	for (const char* part : {"http://", "https://", "<script", "<link"})
		EXPECT_EQ(page.find(part), std::string::npos) << part;
}

TEST(CliRun, MeshesOfEachFrameAreReadBackWhereTheBodiesAre)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "scene.json", R"({ "gravity": [0, 0, 0],
		"bodies": [ { "name": "ball", "shape": { "sphere": { "radius": 0.1 } }, "particleCount": 300, "velocity": [1, 0, 0] } ],
		"fluids": [ { "name": "drop", "particleRadius": 0.01, "blocks": [ { "min": [-0.1, 0.4, 0], "max": [0.1, 0.6, 0.2] } ] } ],
		"boundaries": [ { "name": "wall", "box": { "min": [2, -1, -1], "max": [2.1, 1, 1] } } ] })");
	const ProcessOutput output =
		RunCli({"run", folder / "scene.json", "--frames", "5", "--fps", "50", "--record", "obj", "--out", folder / "out"});
	ASSERT_EQ(output.exitCode, 0) << output.err;
	const std::string text = ReadTextFile(folder / "out/obj/frame_00005.obj");
	for (const char* name : {"o ball\n", "o drop\n", "o wall\n", "# time 0.1 s\n"})
		EXPECT_NE(text.find(name), std::string::npos) << name;
	// A metre a second for a tenth of one: the ball alone, cut out of the file.
	const std::size_t begin = text.find("o ball\n"), end = text.find("o drop\n");
	WriteTextFile(folder / "ball.obj", text.substr(begin, end - begin));
	const auto mesh = Tools::ReadMesh(folder / "ball.obj");
	ASSERT_TRUE(mesh.IsOk()) << mesh.Message();
	Box3d box;
	for (const Vec3d& position : mesh.Value().positions)
		box.Include(position);
	EXPECT_NEAR(box.Centre().x, 0.1, 0.005);
	EXPECT_NEAR(box.Size().z, 0.2, 0.01);
	EXPECT_EQ(mesh.Value().normals.size(), mesh.Value().positions.size());
	EXPECT_EQ(RunCli({"convert", folder / "x.sphcache", "--to", "obj", "--out", folder / "y"}).exitCode, 2);
}

TEST(CliRun, NamesFromASceneCannotBreakThePageOrTheTable)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "scene.json", R"({"name": "<script>alert(1)</script>", "bodies": [{"name": "a,\"b\"\n<b>", "shape":
		{"box": {"size": [0.05, 0.05, 0.05]}}, "particleRadius": 0.0125}]})");
	const ProcessOutput output = RunCli({"run", folder / "scene.json", "--frames", "1", "--report", folder / "page", "--csv",
		folder / "run.csv", "--width", "64", "--height", "36", "--quality", "draft"});
	ASSERT_EQ(output.exitCode, 0) << output.err;
	const std::string page = ReadTextFile(folder / "page/report.html");
	EXPECT_EQ(page.find("<script"), std::string::npos);
	EXPECT_EQ(page.find("<b>\""), std::string::npos);
	const std::string table = ReadTextFile(folder / "run.csv");
	EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 3);
	EXPECT_NE(table.find("\"a,\"\"b\"\" <b>.volumeRatio\""), std::string::npos) << table.substr(0, 300);
}

TEST(CliRun, AnInterruptedRunLeavesWholeFiles)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "scene.json", SmallScene);
	ProcessOptions options;
	options.signal = SIGINT;
	options.signalAfter = "% ";
	const ProcessOutput output = RunCli({"run", folder / "scene.json", "--frames", "5000", "--set", "sleep.enabled=false", "--fps",
											"250000", "--set", "time.elasticStep=0.000004", "--json", folder / "run.json", "--csv",
											folder / "run.csv", "--record", "ply", "--out", folder / "out"},
		options);
	EXPECT_EQ(output.exitCode, 130) << output.err;
	const auto report = nlohmann::json::parse(ReadTextFile(folder / "run.json"));
	EXPECT_EQ(report["interrupted"], true);
	const int frames = report["frames"];
	EXPECT_GT(frames, 0);
	EXPECT_LT(frames, 5000);
	EXPECT_EQ(ReadTable(folder / "run.csv").size(), static_cast<std::size_t>(frames) + 2);
}

TEST(CliRun, AnInterruptedVideoIsAWholeVideo)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "scene.json", SmallScene);
	ProcessOptions options;
	options.signal = SIGINT;
	options.signalAfter = "frame ";
	const ProcessOutput output = RunCli({"run", folder / "scene.json", "--frames", "2000", "--video", "--width", "96", "--height", "54",
											"--quality", "draft", "--out", folder / "out", "--report", folder / "page"},
		options);
	EXPECT_EQ(output.exitCode, 130) << output.err;
	EXPECT_EQ(ReadTextFile(folder / "out/video.mp4").substr(4, 4), "ftyp");
	EXPECT_FALSE(std::filesystem::exists(folder / "out/video.mp4.part"));
	EXPECT_NE(ReadTextFile(folder / "page/report.html").find("stopped early"), std::string::npos);
}

TEST(CliRun, AFullDiskIsNamedAndLeavesNothingThatLooksWhole)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "scene.json", SmallScene);
	// No file may grow beyond 1 KiB: what a full disk looks like from inside.
	const auto runLimited = [&](const std::vector<std::string>& arguments)
	{
		std::vector<std::string> all = {"/usr/bin/env", "--ignore-signal=XFSZ", "prlimit", "--fsize=1024", SPHSOLIDS_CLI, "run",
			folder / "scene.json", "--frames", "20"};
		all.insert(all.end(), arguments.begin(), arguments.end());
		const ProcessOutput output = RunProcess(all);
		EXPECT_EQ(output.exitCode, 1) << output.err;
		return output.err;
	};
	EXPECT_NE(runLimited({"--record", "ply", "--out", folder / "ply"}).find("disk is full"), std::string::npos);
	EXPECT_TRUE(std::filesystem::is_empty(folder / "ply/ply"));
	EXPECT_NE(
		runLimited({"--render", "--width", "160", "--height", "90", "--out", folder / "png"}).find("disk is full"), std::string::npos);
	EXPECT_TRUE(std::filesystem::is_empty(folder / "png/pictures"));
	EXPECT_NE(runLimited({"--csv", folder / "run.csv", "--json", folder / "run.json"}).find("disk is full"), std::string::npos);
	// A recording is written as it goes: what fitted can be read and is known to be cut off.
	EXPECT_NE(runLimited({"--record", "sphcache", "--out", folder / "cache"}).find("could not be written"), std::string::npos);
	EXPECT_NE(RunCli({"inspect", folder / "cache/sphcache/recording.sphcache"}).out.find("cut off"), std::string::npos);
	// ffmpeg meets the same disk: the video keeps the name of something unfinished.
	runLimited({"--video", "--width", "160", "--height", "90", "--out", folder / "video"});
	EXPECT_FALSE(std::filesystem::exists(folder / "video/video.mp4"));
}

TEST(CliRun, WithoutFfmpegThePicturesComeAndItSaysWhatToInstall)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "scene.json", SmallScene);
	const ProcessOutput output = RunProcess({"/usr/bin/env", "PATH=" + folder / "empty", SPHSOLIDS_CLI, "run", folder / "scene.json",
		"--frames", "2", "--video", "--width", "96", "--height", "54", "--quality", "draft", "--out", folder / "out"});
	EXPECT_EQ(output.exitCode, 1);
	EXPECT_NE(output.err.find("apt-get install ffmpeg"), std::string::npos) << output.err;
	EXPECT_TRUE(std::filesystem::exists(folder / "out/pictures/frame_00002.png"));
}

TEST(CliRun, AnAnimatedGifCanBeHad)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "scene.json", SmallScene);
	const ProcessOutput output = RunCli({"run", folder / "scene.json", "--frames", "3", "--gif", "--width", "96", "--height", "54",
		"--quality", "draft", "--out", folder / "out", "--json", folder / "out/run.json"});
	ASSERT_EQ(output.exitCode, 0) << output.err;
	EXPECT_EQ(ReadTextFile(folder / "out/video.gif").substr(0, 6), "GIF89a");
	EXPECT_TRUE(std::filesystem::exists(folder / "out/run.json"));
}

TEST(CliBench, WhatCannotWorkIsSaidBeforeAnythingIsMeasured)
{
	const TemporaryFolder folder;
	const auto expect = [&](const std::vector<std::string>& arguments, const std::string& part)
	{
		const ProcessOutput output = RunCli(arguments);
		EXPECT_NE(output.exitCode, 0);
		EXPECT_EQ(output.out, "");
		EXPECT_NE(output.err.find(part), std::string::npos) << output.err;
	};
	expect({"bench", "cantilever", "scalng"}, "'scaling'");
	expect({"bench", "cantilever", "--compare", "twolevl"}, "'twolevel'");
	expect({"bench", "cantilever", "--json", folder / "no/bench.json"}, "--json");
	expect({"bench", "cantilever", "--report", "/proc/page"}, "--report");
}

TEST(CliRun, AFolderNamedLikeASceneDoesNotHideIt)
{
	const TemporaryFolder folder;
	std::filesystem::create_directory(folder / "cantilever");
	const ProcessOutput output =
		RunProcess({"/usr/bin/env", "--chdir=" + folder / "", SPHSOLIDS_CLI, "run", "cantilever", "--frames", "1"});
	EXPECT_EQ(output.exitCode, 0) << output.err;
}

TEST(CliRun, AStopWhileTheSceneIsBuiltLeavesNothing)
{
	const TemporaryFolder folder;
	ProcessOptions options;
	options.signal = SIGINT;
	options.signalAfter = "space";
	const ProcessOutput output =
		RunCli({"run", "moving_bunny", "--full", "--json", folder / "run.json", "--video", "--out", folder / "out"}, options);
	EXPECT_EQ(output.exitCode, 130) << output.err;
	EXPECT_TRUE(folder.Contents().empty());
}

TEST(CliRun, TheSizeOfThePaperIsForScenesThatHaveOne)
{
	const ProcessOutput output = RunCli({"run", "dam_break", "--full"});
	EXPECT_EQ(output.exitCode, 1);
	EXPECT_NE(output.err.find("solid_fluid_coupling"), std::string::npos) << output.err;
}

TEST(CliRun, WhatCannotWorkIsSaidInOneSentence)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "scene.json", SmallScene);
	const auto expect = [&](const std::vector<std::string>& arguments, const std::string& part)
	{
		const ProcessOutput output = RunCli(arguments);
		EXPECT_NE(output.exitCode, 0);
		EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
		EXPECT_NE(output.err.find(part), std::string::npos) << output.err;
	};
	expect({"run", folder / "missing.json"}, "does not exist");
	expect({"run", "welcom"}, "'welcome'");
	expect({"run", folder / "scene.json", "--record", "abc"}, "none of ply");
	expect({"run", folder / "scene.json", "--frames", "0"}, "whole number");
	expect({"run", folder / "scene.json", "--set", "nonsense"}, "path.to.key=value");
	expect({"run", folder / "scene.json", "--frames", "1", "--render", "--out", folder / "scene.json"}, "could not be made");
	expect({"run", folder / "scene.json", "--json", folder / "no/run.json"}, "--json");
	expect({"run", folder / "scene.json", "--csv", "/proc/run.csv"}, "--csv");
	WriteTextFile(folder / "broken.json", "{ \"bodies\": [ ");
	expect({"run", folder / "broken.json"}, "not valid JSON");
}

TEST(CliScenes, TheListAndTheTextOfASceneCanBeHad)
{
	const ProcessOutput list = RunCli({"scenes"});
	EXPECT_EQ(list.exitCode, 0);
	for (const char* name : {"welcome", "twisting_beam", "dam_break", "solid_fluid_coupling", "Docs/images/gallery/welcome.png"})
		EXPECT_NE(list.out.find(name), std::string::npos) << list.out;
	const TemporaryFolder folder;
	const ProcessOutput shown = RunCli({"scenes", "--show", "dam_break"});
	EXPECT_EQ(shown.exitCode, 0);
	WriteTextFile(folder / "mine.json", shown.out);
	EXPECT_EQ(RunCli({"inspect", folder / "mine.json"}).exitCode, 0);
	EXPECT_EQ(RunCli({"scenes", "--show", "nothing"}).exitCode, 1);
}

TEST(CliCompare, DifferencesOfTwoReportsAreShownWithTheirRatio)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "a.json", R"({"scene": "s", "steps": 10, "bodies": [{"name": "b", "minJ": 0.5}], "only": 1})");
	WriteTextFile(folder / "b.json", R"({"scene": "s", "steps": 20, "bodies": [{"name": "b", "minJ": 0.5}]})");
	const ProcessOutput output = RunCli({"compare", folder / "a.json", folder / "b.json"});
	EXPECT_EQ(output.exitCode, 0) << output.err;
	EXPECT_NE(output.out.find("2x"), std::string::npos) << output.out;
	EXPECT_NE(output.out.find("only"), std::string::npos);
	EXPECT_EQ(output.out.find("minJ"), std::string::npos);
	EXPECT_NE(RunCli({"compare", folder / "a.json", folder / "b.json", "--all"}).out.find("bodies.b.minJ"), std::string::npos);
	WriteTextFile(folder / "c.json", "no json");
	EXPECT_EQ(RunCli({"compare", folder / "a.json", folder / "c.json"}).exitCode, 1);
}

TEST(CliConvert, ARecordingBecomesFilesThatOthersRead)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "scene.json", SmallScene);
	ASSERT_EQ(RunCli({"run", folder / "scene.json", "--frames", "4", "--record", "sphcache,ply", "--out", folder / "out"}).exitCode, 0);
	const std::string recording = folder / "out/sphcache/recording.sphcache";
	const ProcessOutput inspected = RunCli({"inspect", recording});
	EXPECT_EQ(inspected.exitCode, 0) << inspected.err;
	EXPECT_NE(inspected.out.find("Recording of 5 frames"), std::string::npos) << inspected.out;
	ASSERT_EQ(RunCli({"convert", recording, "--to", "ply", "--every", "2", "--out", folder / "ply"}).exitCode, 0);
	EXPECT_TRUE(std::filesystem::is_regular_file(folder / "ply/frame_00002.ply"));
	EXPECT_FALSE(std::filesystem::exists(folder / "ply/frame_00003.ply"));
	ASSERT_EQ(RunCli({"convert", recording, "--to", "vtk", "--out", folder / "vtk"}).exitCode, 0);
	EXPECT_EQ(ReadTextFile(folder / "vtk/frame_00004.vtk").substr(0, 5), "# vtk");

	// And back: what PLY files say is within what the recording rounds.
	ASSERT_EQ(RunCli({"convert", folder / "out/ply", "--to", "sphcache", "--out", folder / "back"}).exitCode, 0);
	const ProcessOutput back = RunCli({"inspect", folder / "back/recording.sphcache"});
	EXPECT_NE(back.out.find("Recording of 5 frames"), std::string::npos) << back.out << back.err;
	std::filesystem::create_directory(folder / "empty");
	EXPECT_NE(RunCli({"convert", folder / "empty", "--out", folder / "x"}).err.find("no .ply or .csv"), std::string::npos);

	const std::string bytes = ReadTextFile(recording);
	WriteTextFile(folder / "cut.sphcache", bytes.substr(0, bytes.size() / 2));
	EXPECT_NE(RunCli({"inspect", folder / "cut.sphcache"}).out.find("cut off"), std::string::npos);
	WriteTextFile(folder / "no.sphcache", "something else");
	EXPECT_EQ(RunCli({"convert", folder / "no.sphcache", "--out", folder / "x"}).exitCode, 1);
}
