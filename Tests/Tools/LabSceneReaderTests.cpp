#include <Lab/SceneLibrary.h>
#include <Lab/SceneReader.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

using namespace SPHSolids;
using namespace SPHSolids::Lab;

namespace
{

const std::string DesignScene = SPHSOLIDS_TEST_DATA "/scenes/design.json";

Result<SceneDescription> Read(const std::string& text)
{
	auto json = ParseSceneText(text);
	if (!json.IsOk())
		return json.TakeError();
	return ReadScene(json.Value(), "/folder");
}

std::string Complaint(const std::string& text)
{
	const auto scene = Read(text);
	return scene.IsOk() ? "accepted" : scene.Message();
}

void ExpectComplaint(const std::string& text, const std::vector<std::string>& parts)
{
	const std::string complaint = Complaint(text);
	for (const std::string& part : parts)
		EXPECT_NE(complaint.find(part), std::string::npos) << text << "\n" << complaint;
}

/// A scene with one body whose inside is given.
std::string WithBody(const std::string& inside)
{
	return R"({"bodies": [{"shape": {"box": {"size": [1, 1, 1]}}, "particleRadius": 0.1)" + (inside.empty() ? "" : ", " + inside) + "}]}";
}

}

TEST(LabSceneReader, TheSceneOfTheContractIsReadAsItStands)
{
	const auto loaded = LoadScene(DesignScene, {});
	ASSERT_TRUE(loaded.IsOk()) << loaded.Message();
	const SceneDescription& scene = loaded.Value().description;
	EXPECT_EQ(scene.name, "design");
	EXPECT_EQ(scene.world.gravity.z, -9.81);
	EXPECT_EQ(scene.world.time.elasticStep, 0.004);
	EXPECT_EQ(scene.world.solver.minimiser.window, 5);
	ASSERT_EQ(scene.bodies.size(), 2u);
	EXPECT_EQ(scene.bodies[0].shape.kind, BodyShapeKind::Particles);
	EXPECT_EQ(scene.bodies[0].shape.file, SPHSOLIDS_TEST_DATA "/scenes/beam.csv");
	EXPECT_EQ(scene.bodies[0].material.model, MaterialModel::Corotated);
	EXPECT_EQ(scene.bodies[0].pins.size(), 1u);
	EXPECT_EQ(scene.bodies[1].pose.position.z, 0.55);
	EXPECT_EQ(scene.bodies[1].material.density, 500);
	EXPECT_EQ(scene.fluids.at(0).blocks.at(0).box.max.z, 0.5);
	EXPECT_TRUE(scene.boundaries.at(0).shape.inside);
	EXPECT_EQ(scene.boundaries[0].friction, 0.2);
	EXPECT_EQ(scene.boundaries[0].shape.halfSize.z, 1);
	EXPECT_EQ(scene.boundaries[0].shape.local.position.z, 1);
	EXPECT_EQ(scene.probes.at(0).name, "tip");
}

TEST(LabSceneReader, AMisspeltKeyIsNamedWithItsPathAndTheNearestKnownOne)
{
	ExpectComplaint(R"({"gravitiy": [0, 0, 0]})", {"gravitiy:", "did you mean 'gravity'?"});
	ExpectComplaint(R"({"time": {"imteStep": 0.1}})", {"time.imteStep:"});
	ExpectComplaint(R"({"time": {"elasticstep": 0.1}})", {"time.elasticstep:", "'elasticStep'"});
	ExpectComplaint(WithBody(R"("material": {"yung": 1e5})"), {"bodies[0].material.yung:", "'young'"});
	ExpectComplaint(WithBody(R"("pins": [{"box": {"min": [0,0,0], "max": [1,1,1]}, "motion": {"linaer": {}}}])"),
		{"bodies[0].pins[0].motion.linaer:", "'linear'"});
	ExpectComplaint(R"({"fluids": [{"blocks": [{"min": [0,0,0], "maximum": [1,1,1]}]}]})", {"fluids[0].blocks[0].maximum:"});
	ExpectComplaint(R"({"qqqqqqqq": 1})", {"qqqqqqqq:", "known here are"});
}

TEST(LabSceneReader, AMisspeltWordIsToldTheNearest)
{
	ExpectComplaint(WithBody(R"("material": {"model": "neohokean"})"), {"bodies[0].material.model:", "'neohookean'"});
	ExpectComplaint(R"({"solver": {"name": "lbfg"}})", {"solver.name:", "'lbfgs'"});
	ExpectComplaint(R"({"bodies": [{"shape": {"model": "buny"}}]})", {"bodies[0].shape.model:", "'bunny'"});
}

TEST(LabSceneReader, ValuesThatMakeNoSenseAreRefusedWithTheirPath)
{
	ExpectComplaint(R"({"gravity": [0, 0]})", {"gravity:", "three numbers"});
	ExpectComplaint(R"({"gravity": [0, 0, "down"]})", {"gravity[2]:", "number"});
	ExpectComplaint(R"({"gravity": [0, 0, 1e300]})", {"gravity[2]:"});
	ExpectComplaint(R"({"time": {"elasticStep": 0}})", {"time.elasticStep:"});
	ExpectComplaint(R"({"time": {"elasticStep": -0.1}})", {"time.elasticStep:"});
	ExpectComplaint(R"({"time": {"minStep": 0.1, "maxStep": 0.01}})", {"minStep", "maxStep"});
	ExpectComplaint(R"({"solver": {"iterations": 2.5}})", {"solver.iterations:", "whole"});
	ExpectComplaint(WithBody(R"("material": {"poisson": 0.5})"), {"bodies[0].material:"});
	ExpectComplaint(WithBody(R"("particleCount": 100)"), {"bodies[0].particleCount:", "keep one"});
	ExpectComplaint(WithBody(R"("scale": 0)"), {"bodies[0].scale:"});
	ExpectComplaint(WithBody(R"("rotation": [0, 0, 0, 0])"), {"bodies[0].rotation:"});
	ExpectComplaint(WithBody(R"("colour": "red")"), {"bodies[0].colour:", "#RRGGBB"});
	ExpectComplaint(R"({"output": {"colourRange": [3, 0]}})", {"output.colourRange:", "lower one first"});
	ExpectComplaint(R"({"output": {"colourRange": [3]}})", {"output.colourRange:", "both ends"});
	ExpectComplaint(R"({"output": {"colourRange": []}})", {"output.colourRange:", "both ends"});
	ExpectComplaint(R"({"output": {"colourRange": 3}})", {"output.colourRange:", "list"});
	ExpectComplaint(WithBody(R"("material": {"curves": "tisue"})"), {"bodies[0].material.curves:", "'tissue'"});
	ExpectComplaint(WithBody(R"("material": {"model": "stvk", "curves": "foam"})"), {"bodies[0].material.curves:", "'spline'", "'stvk'"});
	ExpectComplaint(WithBody(R"("material": {"curves": {"lenght": []}})"), {"bodies[0].material.curves.lenght:", "'length'"});
	ExpectComplaint(
		WithBody(R"("material": {"curves": {"length": [[0, -1], [1]]}})"), {"bodies[0].material.curves.length[1]:", "two numbers"});
	ExpectComplaint(WithBody(R"("material": {"curves": {"area": 3}})"), {"bodies[0].material.curves.area:", "[stretch, stress]"});
	ExpectComplaint(WithBody(R"("material": {"curves": {"volume": [[0, 1], [1, 0]]}})"), {"bodies[0].material.curves.volume:", "rise"});
	ExpectComplaint(WithBody(R"("paint": [{"box": {"min": [0, 0, 0], "max": [1, 1, 1]}}])"), {"bodies[0].paint[0]:", "paints nothing"});
	ExpectComplaint(WithBody(R"("paint": [{"stiffness": 2}])"), {"bodies[0].paint[0]:", "box, sphere"});
	ExpectComplaint(
		WithBody(R"("paint": [{"sphere": {"centre": [0, 0, 0], "radius": 1}, "density": 0}])"), {"bodies[0].paint[0].density:"});
	ExpectComplaint(WithBody(R"("pins": [{"motion": {"hold": true}}])"), {"bodies[0].pins[0]:", "box, sphere"});
	ExpectComplaint(WithBody(R"("pins": {"box": 1})"), {"bodies[0].pins:", "list"});
	ExpectComplaint(R"({"bodies": [{"shape": {"box": {"size": [1, 1, 0]}}}]})", {"bodies[0].shape.box.size:"});
	ExpectComplaint(R"({"bodies": [{"shape": {"particles": "a.csv"}}]})", {"bodies[0]:", "particleRadius"});
	ExpectComplaint(R"({"bodies": [{"shape": {"box": {"size": [1,1,1]}, "sphere": {"radius": 1}}}]})", {"bodies[0].shape:", "both"});
	ExpectComplaint(R"({"bodies": [{}]})", {"bodies[0]:", "'shape' is missing"});
	ExpectComplaint(R"({"boundaries": [{"inside": true}]})", {"boundaries[0]:", "plane"});
	ExpectComplaint(R"({"fluids": [{"blocks": [{"min": [1,0,0], "max": [0,1,1]}]}]})", {"fluids[0].blocks[0]:", "swap"});
	ExpectComplaint(R"({"heat": {"ambient": {"temperature": -300}}})", {"heat.ambient.temperature:"});
	ExpectComplaint(R"({"heat": {"sorces": []}})", {"heat.sorces:", "'sources'"});
	ExpectComplaint(R"({"heat": {"sources": [{"reach": 1}]}})", {"heat.sources[0]:", "'position' is missing"});
	ExpectComplaint(WithBody(R"("heat": {"conductivity": -1})"), {"bodies[0].heat.conductivity:"});
	ExpectComplaint(WithBody(R"("heat": {"meltsAt": 60})"), {"bodies[0].heat:", "meltsInto"});
	ExpectComplaint(WithBody(R"("heat": {"softensAt": 80, "meltsAt": 60, "meltsInto": "wax"})"), {"bodies[0].heat:", "softens"});
	ExpectComplaint(R"({"boundaries": [{"plane": {}, "heat": {"temperature": 100}}]})", {"boundaries[0].heat:", "'transfer' is missing"});
	ExpectComplaint(R"({"fluids": [{"heat": {"setsAt": 20}}]})", {"fluids[0].heat:", "thickensAt"});
	ExpectComplaint("[]", {"the scene:", "object"});
	ExpectComplaint("3", {"the scene:"});
}

TEST(LabSceneReader, OneNameForTwoThingsIsRefused)
{
	ExpectComplaint(R"({"bodies": [{"name": "a", "shape": {"box": {"size": [1,1,1]}}, "particleRadius": 0.1}], "fluids": [{"name": "a"}]})",
		{"fluids[0].name:", "'a'"});
}

TEST(LabSceneReader, TextThatIsNoJsonSaysWhere)
{
	ExpectComplaint("{\n\"gravity\": [0,,0]}", {"line 2"});
	ExpectComplaint("", {"not valid JSON"});
	ExpectComplaint(R"({"gravity": [0, 0, NaN]})", {"not valid JSON"});
	ExpectComplaint(R"({"gravity": [0, 0, 1e999]})", {"not valid JSON"});
	ExpectComplaint(R"({"gravity": [0, 0, 0], "gravity": [0, 0, 1]})", {"'gravity' is given twice"});
	ExpectComplaint(std::string(100000, '['), {"nested"});
	std::string deep = R"({"a":)";
	deep.append(50, '[').append(50, ']').append("}");
	ExpectComplaint(deep, {"nested"});
}

TEST(LabSceneReader, AListOfMoreThanAllowedIsRefusedWhileItIsRead)
{
	const auto listOf = [](std::size_t count, const std::string& entry)
	{
		std::string text = R"({"bodies": [)";
		for (std::size_t k = 0; k < count; ++k)
			text += (k > 0 ? "," : "") + entry;
		return text + "]}";
	};
	const std::size_t most = SceneLimits::Entries;
	for (const char* entry : {"{}", "[]", "0", R"({"a": {}})"})
	{
		EXPECT_TRUE(ParseSceneText(listOf(most, entry)).IsOk()) << entry;
		const auto refused = ParseSceneText(listOf(most + 1, entry));
		ASSERT_FALSE(refused.IsOk()) << entry;
		EXPECT_NE(refused.Message().find("4096 entries"), std::string::npos) << refused.Message();
	}
	// 16 MB of empty objects, the longest text that is read, took hours.
	const auto start = std::chrono::steady_clock::now();
	EXPECT_FALSE(ParseSceneText(listOf(SceneLimits::FileBytes / 3, "{}")).IsOk());
	EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(LabSceneReader, RotationsCanBeWrittenAsAnglesAxisOrQuaternion)
{
	const std::string ways[] = {R"("rotation": [0, 0, 90])", R"("rotation": {"axis": [0, 0, 2], "degrees": 90})",
		R"("rotation": [0.7071067811865476, 0, 0, 0.7071067811865476])"};
	for (const std::string& way : ways)
	{
		const auto scene = Read(WithBody(way));
		ASSERT_TRUE(scene.IsOk()) << scene.Message();
		const Vec3d turned = scene.Value().bodies[0].pose.rotation * Vec3d{1, 0, 0};
		EXPECT_NEAR(Norm(turned - Vec3d{0, 1, 0}), 0, 1e-12) << way;
	}
	// About x first, then y, then z, the axes standing still.
	const auto scene = Read(WithBody(R"("rotation": [90, 90, 0])"));
	EXPECT_NEAR(Norm(scene.Value().bodies[0].pose.rotation * Vec3d{0, 1, 0} - Vec3d{1, 0, 0}), 0, 1e-12);
}

TEST(LabSceneReader, MotionsMoveAsTheySay)
{
	const auto motionOf = [](const std::string& motion)
	{
		const auto scene = Read(WithBody(R"("pins": [{"sphere": {"centre": [0,0,0], "radius": 1}, "motion": )" + motion + "}]"));
		EXPECT_TRUE(scene.IsOk()) << scene.Message();
		return scene.Value().bodies[0].pins[0].motion;
	};
	const Vec3d start = {1, 0, 0};
	const auto near = [](const Vec3d& a, const Vec3d& b) { return Norm(a - b) < 1e-9; };
	EXPECT_TRUE(near(motionOf(R"({"hold": true})").PlaceAt(5, start), start));
	EXPECT_TRUE(near(motionOf(R"({"linear": {"velocity": [0, 2, 0], "start": 1, "end": 3}})").PlaceAt(2, start), {1, 2, 0}));
	EXPECT_TRUE(near(motionOf(R"({"linear": {"velocity": [0, 2, 0]}})").PlaceAt(7, start), {1, 14, 0}));
	EXPECT_TRUE(near(motionOf(R"({"rotate": {"axis": [0, 0, 3], "degreesPerSecond": 90}})").PlaceAt(1, start), {0, 1, 0}));
	EXPECT_TRUE(near(motionOf(R"({"keyframes": [{"time": 0}, {"time": 2, "translation": [0, 0, 4]}]})").PlaceAt(1, start), {1, 0, 2}));
	ExpectComplaint(
		WithBody(
			R"("pins": [{"sphere": {"centre": [0,0,0], "radius": 1}, "motion": {"rotate": {"axis": [0,0,0], "degreesPerSecond": 1}}}])"),
		{"bodies[0].pins[0].motion.rotate.axis:"});
}

TEST(LabSceneReader, OverridesReachValuesByNumberAndByName)
{
	auto json = ParseSceneText(R"({"bodies": [{"name": "cube", "shape": {"box": {"size": [1,1,1]}}, "particleRadius": 0.1}]})").TakeValue();
	for (const char* change : {"bodies[0].material.young=5e4", "bodies.cube.position=[0,0,2]", "solver.iterations=7", "solver.name=newton"})
	{
		const Status status = ApplyOverride(json, change);
		ASSERT_TRUE(status.IsOk()) << status.Message();
	}
	const auto scene = ReadScene(json, ".");
	ASSERT_TRUE(scene.IsOk()) << scene.Message();
	EXPECT_EQ(scene.Value().bodies[0].material.young, 5e4);
	EXPECT_EQ(scene.Value().bodies[0].pose.position.z, 2);
	EXPECT_EQ(scene.Value().world.solver.minimiser.iterations, 7);
	EXPECT_EQ(scene.Value().world.solver.name, "newton");

	ASSERT_TRUE(ApplyOverride(json, "bodies.cube.material=null").IsOk());
	EXPECT_FALSE(json["bodies"][0].contains("material"));

	for (const char* change : {"solver.iterations", "=3", "bodies[4].name=x", "bodies.ball.name=x", "bodies[0].name.more=1"})
		EXPECT_FALSE(ApplyOverride(json, change).IsOk()) << change;
	ASSERT_TRUE(ApplyOverride(json, "solver.itrations=3").IsOk());
	EXPECT_NE(ReadScene(json, ".").Message().find("'iterations'"), std::string::npos);
}

TEST(LabSceneReader, EverySceneOfTheLibraryIsValid)
{
	ASSERT_GE(LibraryScenes().size(), 10u);
	for (const LibraryScene& scene : LibraryScenes())
	{
		const auto loaded = LoadScene(scene.name, {});
		EXPECT_TRUE(loaded.IsOk()) << loaded.Message();
		EXPECT_EQ(loaded.Value().description.name, scene.name);
	}
	EXPECT_NE(LoadScene("twisting_bem", {}).Message().find("'twisting_beam'"), std::string::npos);
	EXPECT_NE(LoadScene("/no/such/file.json", {}).Message().find("does not exist"), std::string::npos);
}

// Whatever is done to a scene file, reading it ends in a scene or a sentence.
TEST(LabSceneReader, DamagedFilesNeverCrashTheReader)
{
	std::ifstream file(DesignScene);
	std::stringstream stream;
	stream << file.rdbuf();
	const std::string good = stream.str();
	ASSERT_TRUE(Read(good).IsOk());
	std::uint32_t state = 1;
	const auto random = [&state](std::size_t below)
	{
		state = state * 1664525u + 1013904223u;
		return static_cast<std::size_t>((std::uint64_t(state) * below) >> 32);
	};
	int refused = 0;
	for (int round = 0; round < 3000; ++round)
	{
		std::string text = good;
		for (std::size_t change = 0; change <= random(3); ++change)
		{
			const std::size_t place = random(text.size());
			switch (random(4))
			{
			case 0: text[place] = static_cast<char>(random(256)); break;
			case 1: text.erase(place, random(20)); break;
			case 2: text.insert(place, text.substr(random(text.size()), random(40))); break;
			default: text[place] = "0123456789-e.[]{},:\""[random(20)]; break;
			}
		}
		const auto scene = Read(text);
		refused += !scene.IsOk();
		EXPECT_TRUE(scene.IsOk() || !scene.Message().empty());
	}
	EXPECT_GT(refused, 1000);
	EXPECT_LT(refused, 3000);
}

TEST(LabSceneReader, CopiesStandInAGridEachTurnedAndShiftedDifferentlyWithinWhatIsAsked)
{
	const auto scene = Read(WithBody(R"("name": "cube", "position": [1, 2, 3],
		"copies": {"count": [2, 3, 4], "spacing": [10, 20, 30], "turn": 5, "shift": [1, 0, 0.5], "seed": 9})"));
	ASSERT_TRUE(scene.IsOk()) << scene.Message();
	const auto& bodies = scene.Value().bodies;
	ASSERT_EQ(bodies.size(), 24u);
	EXPECT_EQ(bodies.front().name, "cube.1");
	EXPECT_EQ(bodies.back().name, "cube.24");
	for (std::size_t k = 0; k < bodies.size(); ++k)
	{
		const Vec3d grid = {
			1 + 10.0 * static_cast<double>(k % 2), 2 + 20.0 * static_cast<double>(k / 2 % 3), 3 + 30.0 * static_cast<double>(k / 6)};
		const Vec3d offset = bodies[k].pose.position - grid;
		EXPECT_LE(std::abs(offset.x), 1);
		EXPECT_EQ(offset.y, 0);
		EXPECT_LE(std::abs(offset.z), 0.5);
		// The trace of a rotation is 1 + 2 cos(angle).
		const Mat3d& turn = bodies[k].pose.rotation;
		EXPECT_GE(turn.Column(0).x + turn.Column(1).y + turn.Column(2).z, 1 + 2 * std::cos(5 * Pi / 180) - 1e-12);
		if (k > 0)
		{
			EXPECT_NE(turn.Column(0).y, bodies[k - 1].pose.rotation.Column(0).y);
			EXPECT_NE(offset.x, bodies[k - 1].pose.position.x);
		}
	}
}

TEST(LabSceneReader, CopiesComeOutTheSameForTheSameSeedAndOtherwiseForAnother)
{
	const auto with = [](const std::string& seed)
	{
		return Read(WithBody(R"("copies": {"count": [2, 1, 1], "spacing": [2, 0, 0], "turn": 90, "seed": )" + seed + "}"))
			.Value()
			.bodies[1]
			.pose.rotation;
	};
	EXPECT_EQ(with("4").Column(0).x, with("4").Column(0).x);
	EXPECT_NE(with("4").Column(0).x, with("5").Column(0).x);
}

TEST(LabSceneReader, CopiesThatMakeNoSenseAreRefusedByTheirPath)
{
	ExpectComplaint(WithBody(R"("copies": {"count": [2, 2], "spacing": [1, 1, 1]})"), {"bodies[0].copies.count", "three"});
	ExpectComplaint(WithBody(R"("copies": {"count": [100, 100, 1], "spacing": [1, 1, 1]})"), {"bodies[0].copies.count", "10000", "4096"});
	ExpectComplaint(WithBody(R"("copies": {"count": [2, 1, 1]})"), {"spacing"});
	ExpectComplaint(WithBody(R"("copies": {"cuont": [2, 1, 1], "spacing": [1, 0, 0]})"), {"cuont", "count"});
}

TEST(LabSceneReader, AFunnelNarrowsDownwards)
{
	const std::string funnel = R"({"boundaries": [{"funnel": {"topRadius": 0.5, "cone": 1, "spoutRadius": )";
	ExpectComplaint(funnel + "0.6}}]}", {"boundaries[0].funnel.spoutRadius", "wider"});
	EXPECT_TRUE(Read(funnel + "0.1}}]}").IsOk());
}

TEST(LabSceneReader, FilesOutsideTheScenesFolderAreRefusedUnlessAllowed)
{
	const auto withFile = [](const std::string& shape, const std::string& file)
	{ return R"({"bodies": [{"shape": {")" + shape + R"(": ")" + file + R"("}, "particleRadius": 0.1}]})"; };
	for (const char* file : {"../secret.obj", "/etc/passwd", "a/../../secret.obj", "..", "./../folder2/x.obj", "a/b/../../../x.obj"})
	{
		for (const char* shape : {"mesh", "body", "particles"})
			ExpectComplaint(withFile(shape, file), {"leads out of the scene's folder", "--allow-outside"});
		ExpectComplaint(std::string(R"({"boundaries": [{"mesh": ")") + file + R"("}]})", {"leads out of the scene's folder"});
		ExpectComplaint(std::string(R"({"rigidBodies": [{"shape": {"mesh": ")") + file + R"("}}]})", {"leads out of the scene's folder"});
		ExpectComplaint(std::string(R"({"fluids": [{"particles": ")") + file + R"("}]})", {"leads out of the scene's folder"});
		const auto json = ParseSceneText(withFile("mesh", file));
		EXPECT_TRUE(ReadScene(json.Value(), {"/folder", true}).IsOk()) << file;
	}
	for (const char* file : {"a.obj", "models/a.obj", "models/../a.obj", "/folder/a.obj", "..a.obj"})
		EXPECT_EQ(Complaint(withFile("mesh", file)), "accepted") << file;
}

TEST(LabSceneReader, ALinkDoesNotLeadOutOfTheScenesFolderEither)
{
	namespace fs = std::filesystem;
	const fs::path folder = fs::path(testing::TempDir()) / ("sphsolids_link_" + std::to_string(getpid()));
	fs::create_directories(folder / "scene");
	std::ofstream(folder / "secret.csv") << "x,y,z\n0,0,0\n";
	fs::create_symlink(folder, folder / "scene" / "link");
	const auto json = ParseSceneText(R"({"bodies": [{"shape": {"particles": "link/secret.csv"}, "particleRadius": 0.1}]})");
	const auto scene = ReadScene(json.Value(), folder / "scene");
	EXPECT_FALSE(scene.IsOk());
	EXPECT_TRUE(ReadScene(json.Value(), {folder / "scene", true}).IsOk());
	fs::remove_all(folder);
}
