#include <Scenes/MeshVolume.h>
#include <Scenes/Models.h>
#include <Scenes/Models/Sculptures.h>
#include <Scenes/Sculpt/HalfEdges.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace SPHSolids::Scenes
{

namespace
{

/// A model and what its surface has to be: handles (tunnels through it) and the sculpture it was made from.
struct Expectation
{
	const char* name;
	int handles;
	Sculpture (*sculpt)();
};

constexpr Expectation Expectations[] = {{"bunny", 2, SculptBunny}, {"duck", 0, SculptDuck}, {"walrus", 0, SculptWalrus},
	{"monkey", 0, SculptMonkey}, {"hand", 0, SculptHand}, {"star", 0, SculptStar}, {"gear", 6, SculptGear}, {"torus", 1, SculptTorus},
	{"shirt", 0, SculptShirt}};

const ModelInfo& InfoOf(const std::string& name)
{
	const auto& models = Models();
	return *std::find_if(models.begin(), models.end(), [&](const ModelInfo& info) { return info.name == name; });
}

/// The surface without its texture seams: vertices with equal positions are one.
TriangleMesh Welded(const RenderMesh& mesh)
{
	TriangleMesh result;
	std::map<std::array<double, 3>, std::uint32_t> places;
	for (Triangle t : mesh.triangles)
	{
		for (std::uint32_t& v : t)
		{
			const Vec3d& p = mesh.positions[v];
			const auto [entry, isNew] = places.try_emplace({p.x, p.y, p.z}, static_cast<std::uint32_t>(result.vertices.size()));
			if (isNew)
				result.vertices.push_back(p);
			v = entry->second;
		}
		result.triangles.push_back(t);
	}
	return result;
}

/// Loops that the border edges form; -1 where a border vertex has not exactly one way in and one out.
int BorderLoops(const TriangleMesh& mesh, const HalfEdges& edges)
{
	std::map<std::uint32_t, std::uint32_t> next;
	for (std::uint32_t h = 0; h < edges.twin.size(); ++h)
		if (edges.twin[h] == HalfEdges::None)
		{
			const std::uint32_t from = HalfEdges::Start(mesh.triangles, h), to = HalfEdges::Start(mesh.triangles, HalfEdges::Next(h));
			if (!next.try_emplace(from, to).second)
				return -1;
		}
	int loops = 0;
	while (!next.empty())
	{
		++loops;
		for (auto at = next.begin(); at != next.end();)
		{
			const std::uint32_t to = at->second;
			next.erase(at);
			at = next.find(to);
		}
	}
	return loops;
}

/// Triangles that can be reached from each other across edges.
int Parts(const HalfEdges& edges)
{
	const std::size_t count = edges.twin.size() / 3;
	std::vector<bool> seen(count, false);
	int parts = 0;
	for (std::size_t seed = 0; seed < count; ++seed)
	{
		if (seen[seed])
			continue;
		++parts;
		std::vector<std::size_t> open = {seed};
		seen[seed] = true;
		while (!open.empty())
		{
			const std::size_t t = open.back();
			open.pop_back();
			for (std::size_t h = 3 * t; h < 3 * t + 3; ++h)
				if (edges.twin[h] != HalfEdges::None && !seen[edges.twin[h] / 3])
				{
					seen[edges.twin[h] / 3] = true;
					open.push_back(edges.twin[h] / 3);
				}
		}
	}
	return parts;
}

/// Triangles around a vertex must form one fan: then walking from one across edges meets them all.
bool HasOneFanPerVertex(const TriangleMesh& mesh, const HalfEdges& edges)
{
	std::vector<int> fans(mesh.vertices.size(), 0);
	std::vector<bool> seen(edges.twin.size(), false);
	for (std::uint32_t h = 0; h < edges.twin.size(); ++h)
	{
		const std::uint32_t v = HalfEdges::Start(mesh.triangles, h);
		if (seen[h])
			continue;
		++fans[v];
		// Both ways around, as far as the fan goes.
		std::uint32_t at = h;
		do
		{
			seen[at] = true;
			at = edges.twin[HalfEdges::Previous(at)];
		} while (at != HalfEdges::None && !seen[at]);
		at = edges.twin[h];
		while (at != HalfEdges::None && !seen[HalfEdges::Next(at)])
		{
			seen[HalfEdges::Next(at)] = true;
			at = edges.twin[HalfEdges::Next(at)];
		}
	}
	return std::all_of(fans.begin(), fans.end(), [](int count) { return count == 1; });
}

double SmallestAngle(const TriangleMesh& mesh)
{
	double smallest = Pi;
	for (const Triangle& t : mesh.triangles)
		for (std::size_t n = 0; n < 3; ++n)
		{
			const Vec3d &tip = mesh.vertices[t[n]], a = mesh.vertices[t[(n + 1) % 3]] - tip, b = mesh.vertices[t[(n + 2) % 3]] - tip;
			smallest = std::min(smallest, std::atan2(Norm(Cross(a, b)), Dot(a, b)));
		}
	return smallest;
}

struct UvFigures
{
	double coveredShare = 0;  // of the square's texels
	double doubledShare = 0;  // of the covered texels: more than one triangle over them
	double mirroredShare = 0; // of the surface: laid out back to front
	bool isInside = true;     // all within the unit square
};

/// Draws all triangles into a picture of the unit square.
UvFigures DrawUvs(const RenderMesh& mesh)
{
	constexpr int size = 700;
	std::vector<std::uint8_t> hits(size * size, 0);
	UvFigures figures;
	double area = 0, mirrored = 0;
	for (const Triangle& t : mesh.triangles)
	{
		double u[3], v[3];
		for (std::size_t n = 0; n < 3; ++n)
		{
			u[n] = double(mesh.uvs[t[n]][0]) * size;
			v[n] = double(mesh.uvs[t[n]][1]) * size;
			figures.isInside = figures.isInside && u[n] >= 0 && u[n] <= size && v[n] >= 0 && v[n] <= size;
		}
		const double twice = (u[1] - u[0]) * (v[2] - v[0]) - (u[2] - u[0]) * (v[1] - v[0]);
		area += std::abs(twice);
		mirrored += twice < 0 ? -twice : 0;
		const auto [lowU, highU] = std::minmax({u[0], u[1], u[2]});
		const auto [lowV, highV] = std::minmax({v[0], v[1], v[2]});
		for (int y = std::max(0, int(lowV)); y <= std::min(size - 1, int(highV)); ++y)
			for (int x = std::max(0, int(lowU)); x <= std::min(size - 1, int(highU)); ++x)
			{
				const auto side = [&](int a, int b) { return (u[b] - u[a]) * (y + 0.5 - v[a]) - (v[b] - v[a]) * (x + 0.5 - u[a]); };
				const double s0 = side(0, 1), s1 = side(1, 2), s2 = side(2, 0);
				if ((s0 > 0 && s1 > 0 && s2 > 0) || (s0 < 0 && s1 < 0 && s2 < 0))
					hits[static_cast<std::size_t>(y * size + x)] += hits[static_cast<std::size_t>(y * size + x)] < 200;
			}
	}
	const auto covered = std::count_if(hits.begin(), hits.end(), [](std::uint8_t h) { return h > 0; });
	const auto doubled = std::count_if(hits.begin(), hits.end(), [](std::uint8_t h) { return h > 1; });
	figures.coveredShare = double(covered) / (size * size);
	figures.doubledShare = double(doubled) / double(std::max<std::ptrdiff_t>(covered, 1));
	figures.mirroredShare = mirrored / area;
	return figures;
}

class ModelAt : public testing::TestWithParam<std::tuple<Expectation, int>>
{
protected:
	ModelAt()
		: expected(std::get<0>(GetParam()))
		, triangles(static_cast<std::size_t>(std::get<1>(GetParam())))
		, info(InfoOf(expected.name))
		, mesh(BuildModel(expected.name, triangles).TakeValue())
	{
	}

	void ExpectASoundSurface();
	void ExpectToLieOnItsSculptureWithNormalsOutwards();
	void ExpectNoOverlapInItsTexture();
	void ExpectEverySectionToBeUsed();

	const Expectation& expected;
	std::size_t triangles;
	const ModelInfo& info;
	RenderMesh mesh;
};

void ModelAt::ExpectASoundSurface()
{
	EXPECT_NEAR(double(mesh.triangles.size()), double(triangles), 0.1 * double(triangles));
	const TriangleMesh surface = Welded(mesh);
	const HalfEdges edges = HalfEdges::Of(surface.triangles);
	EXPECT_EQ(edges.brokenEdges, 0u);
	EXPECT_EQ(BorderLoops(surface, edges), info.openings);
	EXPECT_EQ(Parts(edges), 1);
	EXPECT_TRUE(HasOneFanPerVertex(surface, edges));
	// Euler: V - E + F = 2 - 2 handles - openings. Each border edge has one triangle, all others two.
	const auto edgeCount = static_cast<int>((surface.triangles.size() * 3 + edges.borderEdges) / 2);
	EXPECT_EQ(static_cast<int>(surface.vertices.size()) - edgeCount + static_cast<int>(surface.triangles.size()),
		2 - 2 * expected.handles - info.openings);
	EXPECT_GT(SmallestAngle(surface), 5 * Pi / 180);
	EXPECT_GT(EnclosedVolume(mesh.View()), 0);
}

void ModelAt::ExpectToLieOnItsSculptureWithNormalsOutwards()
{
	const Sculpture sculpture = expected.sculpt();
	const Vec3d size = sculpture.shape.Bounds().Size();
	const double extent = std::max({size.x, size.y, size.z});
	Box3d box;
	for (std::size_t v = 0; v < mesh.positions.size(); ++v)
	{
		ASSERT_LT(std::abs(sculpture.shape(mesh.positions[v])), 1e-5 * extent);
		ASSERT_NEAR(Norm(mesh.normals[v]), 1, 1e-5);
		ASSERT_NEAR(Norm(mesh.tangents[v].direction), 1, 1e-5);
		ASSERT_NEAR(Dot(mesh.tangents[v].direction, mesh.normals[v]), 0, 1e-5);
		box.Include(mesh.positions[v]);
	}
	double agreeing = 0, area = 0;
	for (const Triangle& t : mesh.triangles)
	{
		const Vec3d face = Cross(mesh.positions[t[1]] - mesh.positions[t[0]], mesh.positions[t[2]] - mesh.positions[t[0]]);
		const Vec3 mean = mesh.normals[t[0]] + mesh.normals[t[1]] + mesh.normals[t[2]];
		area += Norm(face);
		agreeing += Dot(face, mean.Cast<double>()) > 0 ? Norm(face) : 0;
	}
	EXPECT_GT(agreeing / area, 0.998);
	EXPECT_NEAR(box.min.z, 0, 0.06 * extent) << "does not stand on the ground";
	EXPECT_NEAR(box.min.x + box.max.x, 0, 0.35 * extent);
}

void ModelAt::ExpectNoOverlapInItsTexture()
{
	const UvFigures uvs = DrawUvs(mesh);
	EXPECT_TRUE(uvs.isInside);
	// Charts are packed by their rectangles. A starfish from above fills a third of its own, and two such squares half of a square.
	EXPECT_GT(uvs.coveredShare, 0.13);
	EXPECT_LT(uvs.doubledShare, 0.02);
	EXPECT_LT(uvs.mirroredShare, 0.005);
	EXPECT_GT(mesh.positions.size(), Welded(mesh).vertices.size()) << "there are no seams";
}

void ModelAt::ExpectEverySectionToBeUsed()
{
	std::set<std::uint16_t> used(mesh.sections.begin(), mesh.sections.end());
	if (mesh.sections.empty())
		used.insert(0);
	EXPECT_EQ(used.size(), info.sections.size());
	EXPECT_LT(*used.rbegin(), info.sections.size());
	EXPECT_TRUE(mesh.sections.empty() || mesh.sections.size() == mesh.triangles.size());
}

}

// One test of all, because making the mesh is what takes long.
TEST_P(ModelAt, IsSoundOnItsSculptureUnwrappedAndInSections)
{
	ExpectASoundSurface();
	ExpectToLieOnItsSculptureWithNormalsOutwards();
	ExpectNoOverlapInItsTexture();
	ExpectEverySectionToBeUsed();
}

INSTANTIATE_TEST_SUITE_P(Models, ModelAt, testing::Combine(testing::ValuesIn(Expectations), testing::Values(2000, 14000)),
	[](const auto& test) { return std::string(std::get<0>(test.param).name) + "_" + std::to_string(std::get<1>(test.param)); });

TEST(Models, EveryModelOfTheListHasAnExpectationHere)
{
	std::set<std::string> listed, expected;
	for (const ModelInfo& info : Models())
		listed.insert(info.name);
	for (const Expectation& expectation : Expectations)
		expected.insert(expectation.name);
	EXPECT_EQ(listed, expected);
}

TEST(Models, TheTorusApproachesItsVolume)
{
	// 2 pi^2 R r^2 with R = 0.15 m, r = 0.05 m.
	const double exact = 2 * Pi * Pi * 0.15 * 0.05 * 0.05;
	const double coarse = EnclosedVolume(BuildModel("torus", 15000).Value().View()),
				 fine = EnclosedVolume(BuildModel("torus", 60000).Value().View());
	EXPECT_LT(std::abs(fine - exact), 0.4 * std::abs(coarse - exact));
	EXPECT_LT(std::abs(fine - exact), 1e-3 * exact);
}

TEST(Models, VolumesConvergeAsTrianglesShrink)
{
	for (const char* name : {"bunny", "gear"})
	{
		const double coarse = EnclosedVolume(BuildModel(name, 5000).Value().View()),
					 middle = EnclosedVolume(BuildModel(name, 15000).Value().View()),
					 fine = EnclosedVolume(BuildModel(name, 60000).Value().View());
		EXPECT_LT(std::abs(middle - fine), std::abs(coarse - fine)) << name;
		EXPECT_LT(std::abs(middle - fine), 0.01 * fine) << name;
	}
}

TEST(Models, TheGearKeepsItsTeethAtEveryResolution)
{
	for (const std::size_t triangles : {std::size_t(2000), std::size_t(20000)})
	{
		const RenderMesh gear = BuildModel("gear", triangles).TakeValue();
		// Sectors around the axle (along y, at z = 0.15 m) that reach almost to the tip circle of 0.15 m.
		std::vector<bool> reached(18 * 4, false);
		for (const Vec3d& p : gear.positions)
			if (std::hypot(p.x, p.z - 0.15) > 0.14)
				reached[static_cast<std::size_t>((std::atan2(p.x, p.z - 0.15) / (2 * Pi) + 1) * 72 + 0.5) % 72] = true;
		int teeth = 0;
		for (std::size_t n = 0; n < reached.size(); ++n)
			teeth += reached[n] && !reached[(n + 1) % reached.size()];
		EXPECT_EQ(teeth, 18) << triangles;
	}
}

TEST(Models, UnknownNamesAndCountsAreRefusedWithAdvice)
{
	const auto unknown = BuildModel("bunnny", 5000);
	ASSERT_FALSE(unknown.IsOk());
	EXPECT_NE(unknown.Message().find("bunny, duck"), std::string::npos) << unknown.Message();
	const auto few = BuildModel("bunny", 10), many = BuildModel("bunny", 100000000);
	ASSERT_FALSE(few.IsOk());
	EXPECT_NE(few.Message().find("2000"), std::string::npos);
	EXPECT_FALSE(many.IsOk());
}

}
