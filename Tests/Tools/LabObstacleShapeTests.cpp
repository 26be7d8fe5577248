#include <Lab/ObstacleShape.h>
#include <Lab/SceneReader.h>

#include <gtest/gtest.h>

#include <cmath>
#include <map>

using namespace SPHSolids;
using namespace SPHSolids::Lab;

namespace
{

double VolumeOf(const RenderMesh& mesh)
{
	double volume = 0;
	for (const Triangle& t : mesh.triangles)
		volume += Dot(mesh.positions[t[0]], Cross(mesh.positions[t[1]], mesh.positions[t[2]])) / 6;
	return volume;
}

bool IsClosed(const RenderMesh& mesh)
{
	std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
	for (const Triangle& t : mesh.triangles)
		for (std::size_t k = 0; k < 3; ++k)
			++edges[{t[k], t[(k + 1) % 3]}];
	for (const auto& [edge, count] : edges)
		if (count != 1 || !edges.contains({edge.second, edge.first}))
			return false;
	return !edges.empty();
}

SceneDescription ReadBoundary(const std::string& shape)
{
	auto scene = ReadScene(Json::parse(R"({"boundaries": [{)" + shape + "}]}"), "");
	EXPECT_TRUE(scene.IsOk()) << scene.Message();
	return scene.TakeValue();
}

}

TEST(LabObstacleShape, ATorusHasTheVolumeOfPappusAndFacesOutwards)
{
	const SceneDescription scene = ReadBoundary(R"("torus": {"radius": 0.5, "thickness": 0.2})");
	const RenderMesh mesh = MakeTurnedMesh(scene.boundaries[0].shape.outline);
	EXPECT_TRUE(IsClosed(mesh));
	EXPECT_NEAR(VolumeOf(mesh), 2 * Pi * Pi * 0.5 * 0.1 * 0.1, 0.03 * 2 * Pi * Pi * 0.5 * 0.1 * 0.1);
}

TEST(LabObstacleShape, ABowlIsHollowAboveItsBottom)
{
	const SceneDescription scene = ReadBoundary(R"("bowl": {"radius": 0.5, "depth": 0.3, "wall": 0.05})");
	const RenderMesh mesh = MakeTurnedMesh(scene.boundaries[0].shape.outline);
	EXPECT_TRUE(IsClosed(mesh));
	// Half an ellipsoid less the half ellipsoid of its hollow.
	const double outer = 2.0 / 3 * Pi * 0.55 * 0.55 * 0.35, inner = 2.0 / 3 * Pi * 0.5 * 0.5 * 0.3;
	EXPECT_NEAR(VolumeOf(mesh), outer - inner, 0.05 * (outer - inner));
	const auto tasks = MakeSerialTaskRunner();
	std::shared_ptr<const RenderMesh> kept;
	const auto shape = MakeObstacleShape(scene.boundaries[0].shape, *tasks, kept);
	ASSERT_TRUE(shape.IsOk()) << shape.Message();
	EXPECT_NE(kept, nullptr);
}

TEST(LabObstacleShape, AConeStandsOnItsBluntTip)
{
	const SceneDescription scene = ReadBoundary(R"("cone": {"tipRadius": 0.1, "topRadius": 0.4, "height": 0.5})");
	const RenderMesh mesh = MakeTurnedMesh(scene.boundaries[0].shape.outline);
	EXPECT_TRUE(IsClosed(mesh));
	const double frustum = Pi * 0.5 / 3 * (0.1 * 0.1 + 0.1 * 0.4 + 0.4 * 0.4);
	EXPECT_NEAR(VolumeOf(mesh), frustum, 0.01 * frustum);
	for (const Vec3d& place : mesh.positions)
		EXPECT_LE(std::hypot(place.x, place.y), place.z > 0 ? 0.4 + 1e-9 : 0.1 + 1e-9);
}

TEST(LabObstacleShape, ASlideIsAHalfPipeAlongItsPath)
{
	const SceneDescription scene = ReadBoundary(R"("slide": {"path": [[0, 0, 1], [1, 0, 1], [3, 0, 1]], "radius": 0.2, "wall": 0.05})");
	const RenderMesh mesh = MakeSlideMesh(scene.boundaries[0].shape.slide);
	EXPECT_TRUE(IsClosed(mesh));
	const double section = 0.5 * Pi * (0.25 * 0.25 - 0.2 * 0.2);
	EXPECT_NEAR(VolumeOf(mesh), 3 * section, 0.03 * 3 * section);
	// Its bottom is the path, and it is open above.
	for (const Vec3d& place : mesh.positions)
	{
		EXPECT_GE(place.z, 1 - 0.05 - 1e-9);
		EXPECT_LE(place.z, 1 + 0.2 + 1e-9);
	}
}

TEST(LabObstacleShape, ShapesThatCannotBeAreRefusedByTheirPath)
{
	const auto complaint = [](const std::string& shape)
	{
		const auto scene = ReadScene(Json::parse(R"({"boundaries": [{)" + shape + "}]}"), "");
		return scene.IsOk() ? std::string() : scene.Message();
	};
	EXPECT_NE(complaint(R"("torus": {"radius": 0.1, "thickness": 0.3})").find("boundaries[0].torus.thickness"), std::string::npos);
	EXPECT_NE(complaint(R"("slide": {"path": [[0, 0, 0]], "radius": 0.2})").find("two points"), std::string::npos);
	EXPECT_NE(complaint(R"("slide": {"path": [[0, 0, 0], [0, 0, 0]], "radius": 0.2})").find("apart"), std::string::npos);
}
