#include "Process.h"
#include "VirtualDisplay.h"

#include <Render/Png.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace SPHSolids;
using namespace SPHSolids::Tests;

namespace
{

using nlohmann::json;

/// A red cube on the floor in the middle of the picture.
constexpr const char* CubeScene = R"({
	"time": { "elasticStep": 0.004 }, "sleep": { "enabled": false },
	"bodies": [ { "name": "cube", "shape": { "box": { "size": [0.2, 0.2, 0.2] } }, "particleRadius": 0.0125, "position": [0, 0, 0.1],
		"material": { "young": 1e5, "density": 1000 }, "colour": "#FF0000" } ],
	"boundaries": [ { "plane": {} } ],
	"output": { "turn": 0, "rise": 10, "frame": { "min": [-0.3, -0.3, -0.2], "max": [0.3, 0.3, 0.4] } } })";

/// Plays a script in the window on a display of its own: small, because software draws it, and as fast as the machine can.
ProcessOutput PlayInWindow(const TemporaryFolder& folder, const std::string& script, const std::string& scene = CubeScene)
{
	WriteTextFile(folder / "scene.json", scene);
	WriteTextFile(folder / "script.txt", "key h\nkey t\nset speed 50\n" + script);
	const VirtualDisplay display;
	return RunProcess({"/usr/bin/env", display.Setting(), SPHSOLIDS_CLI, "view", folder / "scene.json", "--script", folder / "script.txt",
		"--width", "480", "--height", "240", "--out", folder / "out"});
}

json Report(const TemporaryFolder& folder, const std::string& name)
{
	return json::parse(ReadTextFile(folder / name));
}

double HeightOf(const json& report)
{
	return report["bodies"][0]["centreOfMass"][2].get<double>();
}

/// Share of the pixels that differ visibly between two screenshots.
double Difference(const std::string& fileA, const std::string& fileB)
{
	const auto a = Render::ReadPng(fileA), b = Render::ReadPng(fileB);
	EXPECT_TRUE(a.IsOk() && b.IsOk()) << a.Message() << b.Message();
	int different = 0;
	for (int y = 0; y < a.Value().Height(); ++y)
		for (int x = 0; x < a.Value().Width(); ++x)
		{
			const Render::Rgba8 p = a.Value().At(x, y), q = b.Value().At(x, y);
			different += std::abs(p.r - q.r) + std::abs(p.g - q.g) + std::abs(p.b - q.b) > 30 ? 1 : 0;
		}
	return static_cast<double>(different) / (a.Value().Width() * a.Value().Height());
}

struct RedPixels
{
	int count = 0;
	double meanRow = 0;
};

/// Of the cube: the panel and the floor are grey.
RedPixels FindRed(const std::string& file)
{
	const auto image = Render::ReadPng(file);
	EXPECT_TRUE(image.IsOk()) << image.Message();
	RedPixels red;
	if (!image.IsOk())
		return red;
	for (int y = 0; y < image.Value().Height(); ++y)
		for (int x = 0; x < image.Value().Width(); ++x)
			if (const Render::Rgba8 pixel = image.Value().At(x, y); pixel.r > 120 && pixel.r > 2 * pixel.g && pixel.r > 2 * pixel.b)
			{
				++red.count;
				red.meanRow += y;
			}
	red.meanRow /= std::max(1, red.count);
	return red;
}

}

TEST(ViewWindow, PauseStopsTimeAStepIsOneElasticStepAndPlayGoesOn)
{
	const TemporaryFolder folder;
	const auto done = PlayInWindow(folder,
		"until 0.05\nkey space\nframes 10\nreport " + folder / "a.json" + "\nframes 20\nreport " + folder / "b.json"
			+ "\nkey s\nframes 20\nreport " + folder / "c.json" + "\nkey space\nuntil +0.3\nreport " + folder / "d.json" + "\n");
	ASSERT_EQ(done.exitCode, 0) << done.err;
	const double paused = Report(folder, "a.json")["time"].get<double>();
	EXPECT_TRUE(Report(folder, "a.json")["paused"].get<bool>());
	EXPECT_GE(paused, 0.05);
	EXPECT_EQ(Report(folder, "b.json")["time"].get<double>(), paused);
	EXPECT_NEAR(Report(folder, "c.json")["time"].get<double>(), paused + 0.004, 1e-9);
	EXPECT_FALSE(Report(folder, "d.json")["paused"].get<bool>());
	EXPECT_GE(Report(folder, "d.json")["time"].get<double>(), paused + 0.3);
}

TEST(ViewWindow, ABodyFollowsTheHandThatDragsItAndFallsWhenLetGo)
{
	const TemporaryFolder folder;
	const auto done = PlayInWindow(folder,
		"until 0.2\nreport " + folder / "rest.json" + "\nscreenshot " + folder / "rest.png"
			+ "\npress 0.5 0.5\nframes 2\nmove 0.5 0.2\nuntil +1.3\nreport " + folder / "held.json" + "\nscreenshot " + folder / "held.png"
			+ "\nrelease\nuntil +1\nreport " + folder / "fallen.json" + "\n");
	ASSERT_EQ(done.exitCode, 0) << done.err;
	EXPECT_FALSE(Report(folder, "rest.json")["grabbed"].get<bool>());
	EXPECT_TRUE(Report(folder, "held.json")["grabbed"].get<bool>());
	const double rest = HeightOf(Report(folder, "rest.json")), held = HeightOf(Report(folder, "held.json"));
	EXPECT_NEAR(rest, 0.1, 0.01);
	EXPECT_GT(held, rest + 0.08);
	EXPECT_LT(HeightOf(Report(folder, "fallen.json")), held - 0.04); // it may lie on an edge
	const RedPixels before = FindRed(folder / "rest.png"), lifted = FindRed(folder / "held.png");
	// From 2.25 m, 186 pixels a metre: the front face alone is 37 pixels square, with top and perspective not twice that.
	EXPECT_GT(before.count, 1250);
	EXPECT_LT(before.count, 2500);
	EXPECT_GT(lifted.count, 1000);
	EXPECT_LT(lifted.meanRow, before.meanRow - 15);
}

TEST(ViewWindow, BodiesAreDroppedWaterIsPouredAndAResetTakesThemAway)
{
	const TemporaryFolder folder;
	const auto done = PlayInWindow(folder,
		"key d\nframes 3\nkey w\nuntil +0.2\nreport " + folder / "full.json" + "\nkey r\nframes 5\nuntil 0.05\nreport "
			+ folder / "again.json" + "\n");
	ASSERT_EQ(done.exitCode, 0) << done.err;
	EXPECT_EQ(Report(folder, "full.json")["bodies"].size(), 2u);
	EXPECT_GT(Report(folder, "full.json")["fluidParticles"].get<int>(), 100);
	EXPECT_EQ(Report(folder, "again.json")["bodies"].size(), 1u);
	EXPECT_EQ(Report(folder, "again.json")["fluidParticles"].get<int>(), 0);
}

TEST(ViewWindow, APokePushesTheBodyAwayFromTheCamera)
{
	const TemporaryFolder folder;
	const auto done = PlayInWindow(folder,
		"until 0.1\nreport " + folder / "before.json" + "\npress 0.5 0.5 right\nuntil +0.2\nreport " + folder / "after.json" + "\n");
	ASSERT_EQ(done.exitCode, 0) << done.err;
	// The camera stands at -y.
	EXPECT_GT(Report(folder, "after.json")["bodies"][0]["centreOfMass"][1].get<double>(),
		Report(folder, "before.json")["bodies"][0]["centreOfMass"][1].get<double>() + 0.01);
}

TEST(ViewWindow, AClickPinsABodyThereAndAnotherLetsGo)
{
	const TemporaryFolder folder;
	std::string inTheAir = CubeScene;
	inTheAir.replace(inTheAir.find("0, 0, 0.1]"), 10, "0, 0, 0.3]");
	// It is pinned before the first step, then hangs from where it was clicked on.
	const auto done = PlayInWindow(folder,
		"key space\nframes 2\nkey r\nuntil 0\nscreenshot " + folder / "free.png" + "\npress 0.5 0.29 middle\nframes 4\nreport "
			+ folder / "pinned.json" + "\nscreenshot " + folder / "pinned.png" + "\nkey space\nuntil +0.6\nreport "
			+ folder / "hanging.json" + "\npress 0.5 0.29 middle\nframes 4\nuntil +1.6\nreport " + folder / "fallen.json" + "\n",
		inTheAir);
	ASSERT_EQ(done.exitCode, 0) << done.err;
	EXPECT_GT(Report(folder, "pinned.json")["bodies"][0]["pins"].get<int>(), 2);
	EXPECT_GT(HeightOf(Report(folder, "hanging.json")), 0.15);
	EXPECT_EQ(Report(folder, "fallen.json")["bodies"][0]["pins"].get<int>(), 0);
	EXPECT_LT(HeightOf(Report(folder, "fallen.json")), 0.13);
	// Pins are drawn, black over red.
	EXPECT_LT(FindRed(folder / "pinned.png").count, FindRed(folder / "free.png").count - 20);
}

TEST(ViewWindow, SolverPreconditionerIterationsAndMaterialChangeWhileItPlays)
{
	const TemporaryFolder folder;
	const auto done = PlayInWindow(folder,
		"until 0.05\nset iterations 3\nset preconditioner diagonal\nuntil +0.15\nreport " + folder / "few.json"
			+ "\nset solver newton\nset material rubber\nset stiffness 2e5\nuntil +0.2\nreport " + folder / "newton.json" + "\n");
	ASSERT_EQ(done.exitCode, 0) << done.err;
	EXPECT_LE(Report(folder, "few.json")["iterations"].get<double>(), 3);
	EXPECT_EQ(Report(folder, "few.json")["message"].get<std::string>(), "");
	EXPECT_GE(Report(folder, "newton.json")["time"].get<double>(), Report(folder, "few.json")["time"].get<double>() + 0.2);
	EXPECT_NEAR(HeightOf(Report(folder, "newton.json")), 0.1, 0.02);
	EXPECT_EQ(Report(folder, "newton.json")["message"].get<std::string>(), "");
	const auto wrong = PlayInWindow(folder, "set solver newtn\n");
	EXPECT_EQ(wrong.exitCode, 1);
	EXPECT_NE(wrong.err.find("line 4"), std::string::npos) << wrong.err;
	EXPECT_NE(wrong.err.find("'newton'"), std::string::npos) << wrong.err;
}

TEST(ViewWindow, HelpPanelPlotsAndColoursAreSeenAndAScreenshotIsKept)
{
	const TemporaryFolder folder;
	const auto shoot = [&](const char* name) { return std::string("frames 2\nscreenshot ") + folder / name + "\n"; };
	const auto done = PlayInWindow(folder,
		"until 0.05\nkey space\nframes 3\n" + shoot("bare.png") + "key h\n" + shoot("help.png") + "key h\nkey t\n" + shoot("panel.png")
			+ "key t\nkey c\n" + shoot("speed.png") + "key p\nframes 2\nreport " + folder / "end.json" + "\n");
	ASSERT_EQ(done.exitCode, 0) << done.err;
	EXPECT_GT(Difference(folder / "bare.png", folder / "help.png"), 0.3);   // a page of text over a small window
	EXPECT_GT(Difference(folder / "bare.png", folder / "panel.png"), 0.25); // 340 of 480 columns
	// A cube at rest has the colour of no speed, not its own.
	EXPECT_GT(FindRed(folder / "bare.png").count, 1000);
	EXPECT_EQ(FindRed(folder / "speed.png").count, 0);
	EXPECT_TRUE(Render::ReadPng(folder / "out/view_001.png").IsOk());
	EXPECT_NE(Report(folder, "end.json")["message"].get<std::string>().find("view_001.png"), std::string::npos);
}

TEST(ViewWindow, SlowMotionIsSlowAndItSaysWhenTheMachineCannotKeepUp)
{
	const TemporaryFolder folder;
	const auto done = PlayInWindow(folder,
		"set speed 0.05\nuntil +0.03\nuntil +0.06\nreport " + folder / "slow.json" + "\nset speed 100\nuntil +1\nuntil +1\nreport "
			+ folder / "fast.json" + "\n");
	ASSERT_EQ(done.exitCode, 0) << done.err;
	// 0.06 s took more than a second: no machine is behind that.
	EXPECT_FALSE(Report(folder, "slow.json")["behind"].get<bool>());
	EXPECT_LT(Report(folder, "slow.json")["realTimeFactor"].get<double>(), 0.1);
	// A hundred times real time is 25,000 steps a second.
	EXPECT_TRUE(Report(folder, "fast.json")["behind"].get<bool>());
	EXPECT_LT(Report(folder, "fast.json")["realTimeFactor"].get<double>(), 90);
}

TEST(ViewWindow, SlowMotionStaysSlowWhileABodyIsDragged)
{
	const TemporaryFolder folder;
	std::string drag;
	for (int k = 0; k < 40; ++k)
		drag += k % 2 == 0 ? "move 0.5 0.45\nframes 1\n" : "move 0.5 0.5\nframes 1\n";
	const auto done = PlayInWindow(folder,
		"until 0.05\nset speed 0.05\npress 0.5 0.5\nframes 2\nreport " + folder / "before.json" + "\n" + drag + "report "
			+ folder / "after.json" + "\nrelease\n");
	ASSERT_EQ(done.exitCode, 0) << done.err;
	EXPECT_TRUE(Report(folder, "after.json")["grabbed"].get<bool>());
	// A moment for every move would be 0.64 s.
	EXPECT_LT(Report(folder, "after.json")["time"].get<double>() - Report(folder, "before.json")["time"].get<double>(), 0.3);
}

TEST(ViewWindow, PicturesGoOnWhileAStepTakesLong)
{
	const TemporaryFolder folder;
	// 13,824 particles that are pulled apart, with as many iterations as there can be.
	const auto done =
		PlayInWindow(folder, "until 0.004\nframes 60\nreport " + folder / "a.json" + "\nframes 60\nreport " + folder / "b.json" + "\n",
			R"({ "time": { "elasticStep": 0.004 }, "solver": { "iterations": 200 },
		"bodies": [ { "shape": { "box": { "size": [0.6, 0.6, 0.6] } }, "particleRadius": 0.0125, "position": [0, 0, 0.5],
			"material": { "young": 1e6, "density": 1000 }, "angularVelocity": [30, 20, 10] } ] })");
	ASSERT_EQ(done.exitCode, 0) << done.err;
	const auto a = Report(folder, "a.json"), b = Report(folder, "b.json");
	const double steps = (b["time"].get<double>() - a["time"].get<double>()) / 0.004;
	EXPECT_GE(b["pictures"].get<int>() - a["pictures"].get<int>(), 60);
	EXPECT_LT(steps, 40);
}

TEST(ViewWindow, PicturesAreDrawnWhileTheSceneIsBuilt)
{
	const TemporaryFolder folder;
	// A script starts when there is something to show, so what was drawn before it was drawn during the bake.
	const auto done = PlayInWindow(folder, "report " + folder / "first.json" + "\n",
		R"({ "bodies": [ { "shape": { "model": "walrus", "triangles": 20000 }, "particleCount": 6000 } ] })");
	ASSERT_EQ(done.exitCode, 0) << done.err;
	EXPECT_GT(Report(folder, "first.json")["pictures"].get<int>(), 10);
}

TEST(ViewWindow, ASceneThatCannotBeBuiltEndsTheWindowWithTheReason)
{
	const TemporaryFolder folder;
	const auto done = PlayInWindow(folder, "frames 1\n", R"({ "bodies": [ { "shape": { "body": "nowhere.sphbody" } } ] })");
	EXPECT_EQ(done.exitCode, 1);
	EXPECT_NE(done.err.find("nowhere.sphbody"), std::string::npos) << done.err;
}

TEST(ViewWindow, ABodyInTheAirThrowsAShadowOnTheFloorBelowIt)
{
	const TemporaryFolder folder;
	std::string inTheAir = CubeScene;
	inTheAir.replace(inTheAir.find("0, 0, 0.1]"), 10, "0, 0, 0.3]");
	const std::string floorless = std::string(inTheAir).replace(inTheAir.find("\"plane\": {}"), 11, "\"plane\": {\"point\": [0, 0, -50]}");
	const auto shadowOf = [&](const std::string& scene, const char* name)
	{
		const auto done = PlayInWindow(folder, "key space\nframes 2\nkey r\nuntil 0\nframes 2\nscreenshot " + folder / name + "\n", scene);
		EXPECT_EQ(done.exitCode, 0) << done.err;
		const auto image = Render::ReadPng(folder / name);
		EXPECT_TRUE(image.IsOk()) << image.Message();
		// Grey, and darker than any square of the floor.
		int dark = 0;
		for (int y = 0; y < image.Value().Height(); ++y)
			for (int x = 0; x < image.Value().Width(); ++x)
				if (const Render::Rgba8 p = image.Value().At(x, y); std::abs(p.r - p.b) < 50 && p.r < 165)
					++dark;
		return dark;
	};
	// Its lower side is 37 pixels wide and seen at ten degrees.
	EXPECT_GT(shadowOf(inTheAir, "shadow.png"), 100);
	EXPECT_LT(shadowOf(floorless, "none.png"), 20);
}

TEST(ViewWindow, RecordingLeavesAVideoAndACacheThatCanBeRead)
{
	const TemporaryFolder folder;
	const auto done = PlayInWindow(folder,
		"until 0.05\nkey v\nframes 2\nreport " + folder / "on.json" + "\nuntil +0.3\nkey v\nframes 2\nreport " + folder / "off.json"
			+ "\n");
	ASSERT_EQ(done.exitCode, 0) << done.err;
	EXPECT_EQ(Report(folder, "on.json")["recording"].get<std::string>(), folder / "out/take_001.sphcache");
	EXPECT_EQ(Report(folder, "off.json")["recording"].get<std::string>(), "");
	EXPECT_EQ(ReadTextFile(folder / "out/take_001.mp4").substr(4, 4), "ftyp");
	const auto inspected = RunCli({"inspect", folder / "out/take_001.sphcache"});
	EXPECT_EQ(inspected.exitCode, 0) << inspected.err;
	EXPECT_EQ(inspected.out.find("cut off"), std::string::npos) << inspected.out;
	EXPECT_NE(inspected.out.find("Recording of"), std::string::npos) << inspected.out;
}

TEST(ViewWindow, CtrlCAtTheTerminalClosesItAndWhatWasRecordedIsWhole)
{
	const TemporaryFolder folder;
	const VirtualDisplay display;
	WriteTextFile(folder / "scene.json", CubeScene);
	WriteTextFile(folder / "script.txt", "until 0.05\nkey v\nuntil +0.3\nreport " + folder / "on.json" + "\nuntil +1000\n");
	const std::string view = std::string(SPHSOLIDS_CLI) + " view " + folder / "scene.json" + " --script " + folder / "script.txt"
		+ " --width 480 --height 240 --out " + folder / "out";
	const auto done = RunProcess({"/usr/bin/env", display.Setting(), "/bin/sh", "-c",
		view + " & while kill -0 $! && [ ! -e " + folder / "on.json" + " ]; do sleep 0.1; done; kill -INT $!; wait $!"});
	EXPECT_EQ(done.exitCode, 130) << done.err;
	EXPECT_EQ(ReadTextFile(folder / "out/take_001.mp4").substr(4, 4), "ftyp");
	EXPECT_FALSE(std::filesystem::exists(folder / "out/take_001.mp4.part"));
	const auto inspected = RunCli({"inspect", folder / "out/take_001.sphcache"});
	EXPECT_EQ(inspected.exitCode, 0) << inspected.err;
	EXPECT_EQ(inspected.out.find("cut off"), std::string::npos) << inspected.out;
}

TEST(ViewWindow, WhatWasChosenIsRememberedForTheNextTime)
{
	const TemporaryFolder folder;
	const VirtualDisplay display;
	WriteTextFile(folder / "cube.json", CubeScene);
	WriteTextFile(folder / "script.txt", "key c\nset speed 0.4\nframes 2\n");
	for (const int expected : {1, 2})
	{
		const auto done = RunProcess({"/usr/bin/env", display.Setting(), SPHSOLIDS_CLI, "view", folder / "cube.json", "--script",
			folder / "script.txt", "--width", "480", "--height", "240", "--settings", folder / "view.json"});
		ASSERT_EQ(done.exitCode, 0) << done.err;
		EXPECT_EQ(Report(folder, "view.json")["colourBy"].get<int>(), expected);
		EXPECT_EQ(Report(folder, "view.json")["speed"].get<int>(), 40);
	}
}

TEST(ViewWindow, WithoutADisplayItNamesTheCure)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "cube.json", CubeScene);
	const auto done = RunProcess({"/usr/bin/env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", SPHSOLIDS_CLI, "view", folder / "cube.json"});
	EXPECT_EQ(done.exitCode, 1);
	EXPECT_NE(done.err.find("no display"), std::string::npos) << done.err;
	EXPECT_NE(done.err.find("--video"), std::string::npos) << done.err;
}

TEST(ViewWindow, AScriptThatMakesNoSenseIsRefusedByItsLine)
{
	const TemporaryFolder folder;
	WriteTextFile(folder / "cube.json", CubeScene);
	const auto complaint = [&](const std::string& script)
	{
		WriteTextFile(folder / "script.txt", script);
		const auto done = RunCli({"view", folder / "cube.json", "--script", folder / "script.txt"});
		EXPECT_EQ(done.exitCode, 1);
		return done.err;
	};
	EXPECT_NE(complaint("frames 1\nwave 3\n").find("line 2: there is no action 'wave'"), std::string::npos);
	EXPECT_NE(complaint("# nothing\n\npress 0.5\n").find("line 3: 'press' takes 2"), std::string::npos);
	EXPECT_NE(complaint("until soon\n").find("'soon' should be a number"), std::string::npos);
}
