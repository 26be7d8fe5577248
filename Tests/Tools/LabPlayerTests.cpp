#include <Lab/Colouring.h>
#include <Lab/FrameRecorder.h>
#include <Lab/Measures.h>
#include <Lab/SceneLibrary.h>

#include <gtest/gtest.h>

#include "TemporaryFolder.h"

#include <algorithm>
#include <fstream>

using namespace SPHSolids;
using namespace SPHSolids::Lab;

namespace
{

std::unique_ptr<ScenePlayer> Build(const std::string& text, TaskRunner& tasks)
{
	auto json = ParseSceneText(text);
	EXPECT_TRUE(json.IsOk()) << json.Message();
	auto scene = ReadScene(json.Value(), ".");
	EXPECT_TRUE(scene.IsOk()) << scene.Message();
	auto player = ScenePlayer::Create(scene.Value(), tasks, nullptr);
	EXPECT_TRUE(player.IsOk()) << player.Message();
	return player.TakeValue();
}

std::string ComplaintOf(const std::string& text, TaskRunner& tasks)
{
	auto scene = ReadScene(ParseSceneText(text).TakeValue(), ".");
	EXPECT_TRUE(scene.IsOk()) << scene.Message();
	auto player = ScenePlayer::Create(scene.Value(), tasks, nullptr);
	return player.IsOk() ? "built" : player.Message();
}

}

TEST(LabPlayer, ABoxIsCentredOnItsPositionAndHasItsVolume)
{
	auto tasks = MakeSerialTaskRunner();
	const auto player = Build(
		R"({"bodies": [{"shape": {"box": {"size": [0.3, 0.2, 0.1]}}, "particleRadius": 0.0125, "position": [1, 2, 3],
			"material": {"density": 500}}]})",
		*tasks);
	const SolidBody& body = player->BodyAt(0);
	EXPECT_EQ(body.ParticleCount(), 12u * 8u * 4u);
	EXPECT_NEAR(body.Mass(), 500 * 0.006, 1e-5);
	EXPECT_LT(Norm(body.CentreOfMass() - Vec3d{1, 2, 3}), 1e-6);
	ASSERT_NE(player->bodies[0].shape->skin, nullptr);
}

TEST(LabPlayer, EqualShapesShareTheirParticles)
{
	auto tasks = MakeSerialTaskRunner();
	const auto player = Build(
		R"({"bodies": [{"shape": {"box": {"size": [0.1, 0.1, 0.1]}}, "particleRadius": 0.0125},
			{"shape": {"box": {"size": [0.1, 0.1, 0.1]}}, "particleRadius": 0.0125, "position": [1, 0, 0]},
			{"shape": {"box": {"size": [0.1, 0.1, 0.2]}}, "particleRadius": 0.0125, "position": [2, 0, 0]}]})",
		*tasks);
	EXPECT_EQ(player->bodies[0].shape, player->bodies[1].shape);
	EXPECT_NE(player->bodies[0].shape, player->bodies[2].shape);
}

TEST(LabPlayer, ABallIsClosedAndWhatIsToSayOfAShapeIsSaidOnceForAllItsCopies)
{
	auto tasks = MakeSerialTaskRunner();
	const auto ball = Build(R"({"bodies": [{"shape": {"sphere": {"radius": 0.1}}, "particleRadius": 0.02}]})", *tasks);
	EXPECT_TRUE(ball->notes.empty()) << ball->notes[0];
	const auto sheets =
		Build(R"({"bodies": [{"shape": {"model": "shirt"}, "particleCount": 400, "copies": {"count": [3, 1, 1], "spacing": [2, 0, 0]}}]})",
			*tasks);
	ASSERT_EQ(sheets->bodies.size(), 3u);
	ASSERT_FALSE(sheets->notes.empty());
	for (const std::string& note : sheets->notes)
		EXPECT_NE(note.find(".1'"), std::string::npos) << note;
}

TEST(LabPlayer, PinsAndProbesSelectByWhereParticlesAreAtTheStart)
{
	auto tasks = MakeSerialTaskRunner();
	const auto player = Build(
		R"({"bodies": [{"name": "a", "shape": {"box": {"size": [0.2, 0.1, 0.1]}}, "particleRadius": 0.0125, "position": [0, 0, 5],
				"pins": [{"box": {"min": [-1, -1, 4], "max": [-0.075, 1, 6]}}]},
			{"name": "b", "shape": {"box": {"size": [0.2, 0.1, 0.1]}}, "particleRadius": 0.0125, "position": [0, 0, 8],
				"rotation": [0, 0, 180], "pins": [{"frame": "body", "box": {"min": [-1, -1, -1], "max": [-0.075, 1, 1]}}]}],
		"probes": [{"name": "both", "box": {"min": [0.075, -1, 0], "max": [1, 1, 9]}}, {"name": "onlyB", "body": "b",
			"box": {"min": [0.075, -1, 0], "max": [1, 1, 9]}}]})",
		*tasks);
	const auto heldPlace = [&](std::size_t index)
	{
		const SolidBody& body = player->BodyAt(index);
		std::size_t held = 0;
		double x = 0;
		for (std::size_t i = 0; i < body.ParticleCount(); ++i)
			if (body.held[i] != 0)
			{
				++held;
				x += body.origin.x + static_cast<double>(body.position[i].x);
			}
		EXPECT_EQ(held, 16u);
		return x / static_cast<double>(held);
	};
	EXPECT_NEAR(heldPlace(0), -0.0875, 1e-6);
	EXPECT_NEAR(heldPlace(1), 0.0875, 1e-6); // turned round with the body
	FrameMeter meter;
	const FrameFigures frame = meter.Measure(*player, *tasks);
	EXPECT_EQ(frame.probes[0].particles, 32u);
	EXPECT_EQ(frame.probes[1].particles, 16u);
	EXPECT_LT(Norm(frame.probes[0].position - Vec3d{0.0875, 0, 6.5}), 1e-6);
}

TEST(LabPlayer, PaintAndCurvesReachTheBody)
{
	auto tasks = MakeSerialTaskRunner();
	const auto player = Build(
		R"({"bodies": [{"shape": {"box": {"size": [0.2, 0.1, 0.1]}}, "particleRadius": 0.0125, "position": [0, 0, 5], "rotation": [0, 0, 180],
			"material": {"young": 2e4, "density": 800, "curves": "tissue"},
			"paint": [{"frame": "body", "box": {"min": [0, -1, -1], "max": [1, 1, 1]}, "stiffness": 4, "density": 3},
				{"sphere": {"centre": [-0.0875, 0, 5], "radius": 0.06}, "stiffness": 0.5}]},
			{"shape": {"box": {"size": [0.1, 0.1, 0.1]}}, "particleRadius": 0.0125, "position": [1, 0, 5],
			"material": {"curves": {"length": [[0, -1], [1, 0], [1.5, 3]], "area": [[0, -0.5], [2, 0.5]]}}}]})",
		*tasks);
	const SolidBody& painted = player->BodyAt(0);
	EXPECT_EQ(painted.GetMaterial().model, MaterialModel::Spline);
	EXPECT_EQ(painted.GetMaterial().curves.length.Points().size(), SplinePresets()[1].curves.length.Points().size());
	EXPECT_EQ(painted.GetMaterial().curves.length.Stress(1.4), SplinePresets()[1].curves.length.Stress(1.4));
	const double particleVolume = 0.025 * 0.025 * 0.025;
	std::size_t hard = 0, soft = 0, heavy = 0;
	for (std::size_t i = 0; i < painted.ParticleCount(); ++i)
	{
		const Vec3d place = painted.origin + painted.position[i].Cast<double>();
		const bool isHalf = place.x < 0; // the body is turned round, and the box with it; the ball is where it is in the world
		const bool isBall = Norm(place - Vec3d{-0.0875, 0, 5}) <= 0.06;
		EXPECT_EQ(painted.StiffnessScale()[i], isBall ? 0.5f : isHalf ? 4.0f : 1.0f);
		EXPECT_NEAR(static_cast<double>(painted.mass[i]) / (800 * particleVolume), isHalf ? 3 : 1, 1e-4);
		hard += painted.StiffnessScale()[i] == 4.0f;
		soft += painted.StiffnessScale()[i] == 0.5f;
		heavy += painted.mass[i] > 1.5f * static_cast<float>(800 * particleVolume);
	}
	EXPECT_EQ(heavy, 64u);
	EXPECT_EQ(hard + soft, 64u);
	EXPECT_GT(soft, 8u);
	const Material& drawn = player->BodyAt(1).GetMaterial();
	EXPECT_EQ(drawn.model, MaterialModel::Spline);
	EXPECT_EQ(drawn.curves.length.Stress(1.5), 3);
	ASSERT_TRUE(drawn.curves.area.has_value());
	EXPECT_EQ(drawn.curves.area->Stress(2), 0.5);
	EXPECT_EQ(drawn.curves.volume.Stress(2), 1); // straight where nothing is drawn
}

TEST(LabPlayer, WhatSelectsNothingOrCannotBeBuiltSaysSo)
{
	auto tasks = MakeSerialTaskRunner();
	const std::string body = R"({"bodies": [{"name": "a", "shape": {"box": {"size": [0.1, 0.1, 0.1]}}, "particleRadius": 0.0125)";
	EXPECT_NE(ComplaintOf(body + R"(, "pins": [{"box": {"min": [5,5,5], "max": [6,6,6]}}]}]})", *tasks)
				  .find("bodies[0].pins[0]: the pin holds no"),
		std::string::npos);
	EXPECT_NE(ComplaintOf(body + R"(, "paint": [{"box": {"min": [5,5,5], "max": [6,6,6]}, "density": 2}]}]})", *tasks)
				  .find("bodies[0].paint[0]: this paints no"),
		std::string::npos);
	EXPECT_NE(ComplaintOf(body + R"(}], "probes": [{"name": "p", "box": {"min": [5,5,5], "max": [6,6,6]}}]})", *tasks)
				  .find("selects no particle"),
		std::string::npos);
	EXPECT_NE(
		ComplaintOf(body + R"(}], "probes": [{"name": "p", "body": "c", "box": {"min": [5,5,5], "max": [6,6,6]}}]})", *tasks).find("'c'"),
		std::string::npos);
	EXPECT_NE(ComplaintOf(R"({"bodies": [{"shape": {"box": {"size": [1000, 1000, 1000]}}, "particleRadius": 0.001}]})", *tasks)
				  .find("more than 4000000"),
		std::string::npos);
	EXPECT_NE(ComplaintOf(R"({"bodies": [{"shape": {"mesh": "missing.obj"}}]})", *tasks).find("missing.obj"), std::string::npos);
	EXPECT_NE(ComplaintOf(R"({"fluids": [{"particleRadius": 0.001, "blocks": [{"min": [0,0,0], "max": [100,100,100]}]}]})", *tasks)
				  .find("larger particleRadius"),
		std::string::npos);
	EXPECT_NE(ComplaintOf(body + R"(, "pins": [{"box": {"min": [-1,-1,-1], "max": [1,1,1]}, "motion": {"attachTo": "lift"}}]}]})", *tasks)
				  .find("'lift'"),
		std::string::npos);
}

TEST(LabPlayer, APinAttachedToABoundaryMovesWithIt)
{
	auto tasks = MakeSerialTaskRunner();
	const auto player = Build(
		R"({"gravity": [0, 0, 0], "bodies": [{"shape": {"box": {"size": [0.1, 0.1, 0.1]}}, "particleRadius": 0.0125, "position": [0, 0, 1],
				"pins": [{"box": {"min": [-1, -1, 0], "max": [1, 1, 2]}, "motion": {"attachTo": "lift"}}]}],
			"boundaries": [{"name": "lift", "sphere": {"radius": 0.1, "centre": [3, 0, 0]},
				"motion": {"linear": {"velocity": [0, 0.5, 0]}}}]})",
		*tasks);
	player->PlayFrame(0.4, *tasks, [](const StepReport&, int) {});
	EXPECT_NEAR(player->BodyAt(0).CentreOfMass().y, 0.5 * player->GetWorld().Time(), 1e-5);
	EXPECT_NEAR(player->GetWorld().Find(player->obstacles[0].boundary)->pose.position.y, 0.2, 0.01);
}

TEST(LabPlayer, AnElasticSceneMovesAsItsOwnPlayerMovesIt)
{
	const auto loaded = LoadScene("cantilever", {});
	ASSERT_TRUE(loaded.IsOk()) << loaded.Message();
	auto tasks = MakeParallelTaskRunner(2);
	auto player = ScenePlayer::Create(loaded.Value().description, *tasks, nullptr).TakeValue();
	Scenes::SolidScene scene = Scenes::FindSolidScene("cantilever").TakeValue();
	scene.solver.refactorAtOnce = true;
	Scenes::SolidPlayer reference(scene, 2);
	int steps = 0;
	for (int frame = 0; frame < 4; ++frame)
		player->PlayFrame(0.02, *tasks, [&](const StepReport&, int count) { steps += count; });
	reference.Run(steps);
	EXPECT_EQ(steps, 20);
	const SolidBody& body = player->BodyAt(0);
	double largest = 0, moved = 0;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		const Vec3d here = body.origin + body.position[i].Cast<double>();
		const Vec3d there = reference.body.origin + reference.body.position[i].Cast<double>();
		largest = std::max(largest, Norm(here - there));
		moved = std::max(moved, Norm(there - scene.body.rest->state.position[i].Cast<double>()));
	}
	EXPECT_GT(moved, 0.005);
	EXPECT_LT(largest, 1e-3 * moved);
}

TEST(LabPlayer, EnergyOfAFreelyFallingBodyIsKept)
{
	auto tasks = MakeSerialTaskRunner();
	const auto player = Build(
		R"({"time": {"elasticStep": 0.001}, "bodies": [{"shape": {"box": {"size": [0.1, 0.1, 0.1]}}, "particleRadius": 0.0125,
			"position": [0, 0, 10]}]})",
		*tasks);
	FrameMeter meter;
	const BodyFigures start = meter.Measure(*player, *tasks).bodies[0];
	EXPECT_NEAR(start.energy.gravity, 1.0 * 9.81 * 10, 1e-3);
	EXPECT_NEAR(start.volumeRatio, 1, 1e-5);
	player->PlayFrame(0.5, *tasks, [](const StepReport&, int) {});
	const BodyFigures end = meter.Measure(*player, *tasks).bodies[0];
	EXPECT_NEAR(end.maxSpeed, 9.81 * 0.5, 1e-3);
	EXPECT_NEAR(end.energy.kinetic, 0.5 * 4.905 * 4.905, 1e-2);
	// Implicit Euler falls h/2 t g further than the parabola: m g^2 t h / 2 of energy. The rounding of places changes 98 J by 3e-5.
	EXPECT_NEAR(end.energy.Total() - start.energy.Total(), -0.5 * 9.81 * 9.81 * 0.5 * 0.001, 3e-3);
	EXPECT_LT(end.energy.elastic + end.energy.zeroEnergy, 1e-6);
	EXPECT_EQ(end.inverted, 0u);
}

TEST(LabPlayer, WaterAtRestHasTheHeightOfItsBlock)
{
	auto tasks = MakeParallelTaskRunner(2);
	const auto player = Build(
		R"({"fluids": [{"name": "water", "particleRadius": 0.0125, "blocks": [{"min": [-0.1, -0.1, 0], "max": [0.1, 0.1, 0.2]}]}],
			"boundaries": [{"box": {"min": [-0.1, -0.1, 0], "max": [0.1, 0.1, 1]}, "inside": true}]})",
		*tasks);
	FrameMeter meter;
	const FluidFigures start = meter.Measure(*player, *tasks).fluids[0];
	EXPECT_EQ(start.particles, 8u * 8u * 8u);
	EXPECT_NEAR(start.surfaceHeight, 0.2, 1e-6);
	for (int frame = 0; frame < 10; ++frame)
		player->PlayFrame(0.02, *tasks, [](const StepReport&, int) {});
	const FluidFigures end = meter.Measure(*player, *tasks).fluids[0];
	EXPECT_NEAR(end.surfaceHeight, 0.2, 0.0125);
	EXPECT_LT(end.densityError, 0.01);
	EXPECT_NEAR(player->GetWorld().Time(), 0.2, 1e-9);
}

TEST(LabPlayer, ABodyMeltsIntoTheFluidItNamesAndTheFiguresAreOfWhatIsLeft)
{
	auto tasks = MakeParallelTaskRunner(2);
	const std::string text = R"({"bodies": [{"name": "butter", "shape": {"box": {"size": [0.1, 0.1, 0.1]}}, "particleRadius": 0.01,
			"position": [0, 0, 0.05], "material": {"density": 900},
			"heat": {"conductivity": 50, "softensAt": 40, "meltsAt": 60, "latentHeat": 1e4, "meltsInto": "melt"}}],
		"fluids": [{"name": "melt", "density": 900, "particleRadius": 0.01}],
		"boundaries": [{"name": "plate", "plane": {}, "heat": {"temperature": 400, "transfer": 50000}}],
		"heat": {"ambient": {"temperature": 15, "transfer": 10}, "sources": [{"position": [0, 0, 1], "temperature": 900}]},
		"output": {"colourBy": "temperature"}})";
	const auto player = Build(text, *tasks);
	const Render::ValueRange range = TemperaturesOf(player->scene);
	EXPECT_EQ(range.low, 15);
	EXPECT_GT(range.high, 60);
	EXPECT_LT(range.high, 100) << "up to melting, not up to the flame";
	FrameMeter meter;
	for (int frame = 0; frame < 30; ++frame)
		player->PlayFrame(0.02, *tasks, [](const StepReport&, int) {});
	const FrameFigures figures = meter.Measure(*player, *tasks);
	EXPECT_GT(player->BodyAt(0).MeltedCount(), 0u);
	EXPECT_GT(figures.fluids[0].particles, 0u);
	EXPECT_LT(figures.bodies[0].penetration, 0.011) << "what has melted is not looked at";
	const auto scalars =
		BodyScalars(ColourBy::Temperature, player->BodyAt(0), meter.Gradients(0), player->GetWorld().Temperatures(player->bodies[0].id));
	EXPECT_EQ(scalars.size(), player->BodyAt(0).ParticleCount());
	EXPECT_GT(*std::max_element(scalars.begin(), scalars.end()), 40);
	EXPECT_GE(FluidScalar(ColourBy::Temperature, player->GetWorld().Fluid(), 0), 30);
}

TEST(LabPlayer, FramesAreCapturedInAnOrderThatStays)
{
	auto tasks = MakeParallelTaskRunner(2);
	const auto player = Build(
		R"({"bodies": [{"name": "box", "shape": {"box": {"size": [0.1, 0.1, 0.1]}}, "particleRadius": 0.0125, "position": [2, 0, 1],
				"collides": false}],
			"fluids": [{"name": "water", "particleRadius": 0.0125, "blocks": [{"min": [-0.1, -0.1, 0], "max": [0.1, 0.1, 0.2]}]}],
			"boundaries": [{"plane": {}}]})",
		*tasks);
	const RecordedFrame before = CaptureFrame(*player);
	player->PlayFrame(0.02, *tasks, [](const StepReport&, int) {});
	const RecordedFrame after = CaptureFrame(*player);
	ASSERT_EQ(before.position.size(), after.position.size());
	EXPECT_EQ(before.object, after.object);
	// In so short a time no particle gets far from where it was: the order is the same.
	for (std::size_t i = 0; i < before.position.size(); ++i)
		EXPECT_LT(Norm(after.position[i] - before.position[i]), 0.02) << i;
}
