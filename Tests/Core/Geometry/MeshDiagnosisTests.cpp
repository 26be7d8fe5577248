#include "TestMeshes.h"

#include <SPHSolids/Geometry/MeshDiagnosis.h>
#include <SPHSolids/Geometry/MeshDistance.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

using namespace SPHSolids;

namespace
{

MeshDiagnosis Diagnose(const TriangleMesh& mesh, const MeshDiagnosisSettings& settings = {})
{
	auto tasks = MakeParallelTaskRunner(2);
	auto result = DiagnoseMesh(mesh.View(), settings, *tasks, nullptr);
	EXPECT_TRUE(result.IsOk());
	for (const MeshFinding& finding : result.Value().findings)
	{
		EXPECT_GT(finding.count, 0u) << finding.message;
		EXPECT_TRUE(IsFinite(finding.place)) << finding.message;
		EXPECT_TRUE(finding.triangle == NoTriangle || finding.triangle < mesh.triangles.size()) << finding.message;
		EXPECT_TRUE(finding.message.ends_with(".") && finding.message.find(". ") == std::string::npos) << finding.message;
		EXPECT_EQ(finding.message.find('\n'), std::string::npos) << finding.message;
	}
	return result.TakeValue();
}

std::string Defects(const MeshDiagnosis& diagnosis)
{
	std::string names;
	for (const MeshFinding& finding : diagnosis.findings)
		names += std::string(names.empty() ? "" : " ") + NameOf(finding.defect);
	return names;
}

std::uint64_t CountOf(const MeshDiagnosis& diagnosis, MeshDefect defect)
{
	const MeshFinding* finding = diagnosis.Find(defect);
	return finding != nullptr ? finding->count : 0;
}

TriangleMesh Sheet(std::uint32_t cells)
{
	TriangleMesh mesh;
	for (std::uint32_t j = 0; j <= cells; ++j)
		for (std::uint32_t i = 0; i <= cells; ++i)
			mesh.vertices.push_back({double(i) / cells, double(j) / cells, 0.05 * std::sin(9.0 * i / cells)});
	for (std::uint32_t j = 0; j < cells; ++j)
		for (std::uint32_t i = 0; i < cells; ++i)
		{
			const std::uint32_t a = j * (cells + 1) + i, b = a + 1, c = b + cells + 1, d = a + cells + 1;
			mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
		}
	return mesh;
}

}

TEST(MeshDiagnosis, ASoundMeshHasNoFindings)
{
	for (const TriangleMesh& mesh : {TestMeshes::Sphere(1, 3), TestMeshes::Torus(1, 0.4, 64, 32), TestMeshes::Box({-1, -1, -1}, {1, 1, 1})})
	{
		const MeshDiagnosis diagnosis = Diagnose(mesh);
		EXPECT_EQ(Defects(diagnosis), "");
		EXPECT_TRUE(diagnosis.closed && diagnosis.enclosesVolume && diagnosis.volumeIsExact && diagnosis.IsUsable());
		EXPECT_EQ(diagnosis.components, 1u);
		EXPECT_EQ(diagnosis.usableTriangles, mesh.triangles.size());
	}
}

TEST(MeshDiagnosis, VolumeAreaAndBoundsOfABoxAreExactAtAnyScaleAndPlace)
{
	for (const double scale : {1e-3, 1.0, 1e3})
		for (const double shift : {0.0, 1e6})
		{
			const MeshDiagnosis d = Diagnose(TestMeshes::Moved(TestMeshes::Box({-1, -2, -3}, {1, 2, 3}), scale, {shift, shift, shift}));
			const double digits = 1e-12 + 2e-9 * shift * 1e-6 / scale * 1e3; // what 1e6 m leaves of the shape
			EXPECT_NEAR(d.volume / (48 * scale * scale * scale), 1, digits) << scale << " " << shift;
			EXPECT_NEAR(d.area / (88 * scale * scale), 1, digits);
			EXPECT_DOUBLE_EQ(d.bounds.max.z, 3 * scale + shift);
			EXPECT_TRUE(d.volumeIsExact);
		}
}

TEST(MeshDiagnosis, EachDefectIsNamedAndCounted)
{
	TriangleMesh mesh = TestMeshes::Sphere(1, 3);
	const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
	mesh.vertices.push_back({std::numeric_limits<double>::quiet_NaN(), 0, 0});
	mesh.vertices.push_back({0, 0, std::numeric_limits<double>::infinity()});
	mesh.triangles.push_back({0, 1, first});
	mesh.triangles.push_back({0, 1, 99999});
	mesh.triangles.push_back({3, 3, 4});
	mesh.triangles.push_back({5, 6, 5});
	mesh.triangles.push_back(mesh.triangles[7]);
	const MeshDiagnosis d = Diagnose(mesh);
	EXPECT_EQ(Defects(d), "non-finite-vertices indices-out-of-range degenerate-faces repeated-faces");
	EXPECT_EQ(CountOf(d, MeshDefect::NonFiniteVertices), 2u);
	EXPECT_EQ(CountOf(d, MeshDefect::IndicesOutOfRange), 1u);
	EXPECT_EQ(CountOf(d, MeshDefect::DegenerateFaces), 2u);
	EXPECT_EQ(CountOf(d, MeshDefect::RepeatedFaces), 1u);
	EXPECT_EQ(d.Find(MeshDefect::IndicesOutOfRange)->triangle, 1281u);
	EXPECT_EQ(d.Find(MeshDefect::RepeatedFaces)->triangle, 1284u);
	EXPECT_TRUE(d.closed);
	EXPECT_NEAR(d.volume, 4 * Pi / 3, 0.04);
}

TEST(MeshDiagnosis, HolesAreCountedAndTheLongestIsMeasured)
{
	TriangleMesh mesh = TestMeshes::Torus(1, 0.4, 64, 32);
	// One hole of a single triangle, one of a 2 x 3 block of quads: 10 edges around.
	std::erase_if(mesh.triangles,
		[&, index = std::uint32_t(0)](const Triangle&) mutable
		{
			const std::uint32_t quad = index++ / 2, ring = quad / 32, side = quad % 32;
			return index == 1 || (ring >= 20 && ring < 22 && side >= 10 && side < 13);
		});
	const MeshDiagnosis d = Diagnose(mesh);
	EXPECT_EQ(Defects(d), "holes");
	EXPECT_EQ(d.holes, 2u);
	EXPECT_EQ(d.boundaryEdges, 13u);
	EXPECT_EQ(d.longestHole, 10u);
	EXPECT_FALSE(d.closed);
	EXPECT_FALSE(d.volumeIsExact);
	EXPECT_NEAR(d.volume / (2 * Pi * Pi * 0.16), 1, 0.02);
	const Vec3d& place = d.Find(MeshDefect::Holes)->place;
	EXPECT_NEAR(std::atan2(place.y, place.x), 2 * Pi * 21 / 64, 0.11); // at the long one
}

TEST(MeshDiagnosis, EdgesWithMoreThanTwoFacesAreCounted)
{
	TriangleMesh fin = TestMeshes::Box({-1, -1, -1}, {1, 1, 1});
	fin.vertices.push_back({3, 0, 0});
	fin.triangles.push_back({1, 3, 8});
	const MeshDiagnosis d = Diagnose(fin);
	EXPECT_EQ(d.nonManifoldEdges, 1u);
	EXPECT_NEAR(Norm(d.Find(MeshDefect::NonManifoldEdges)->place - Vec3d{1, 0, -1}), 0, 1e-12);
}

TEST(MeshDiagnosis, FacesAgainstTheirNeighboursAreCounted)
{
	TriangleMesh mesh = TestMeshes::Sphere(1, 3);
	for (const std::size_t t : {3u, 100u, 101u, 700u})
		std::swap(mesh.triangles[t][0], mesh.triangles[t][1]);
	const MeshDiagnosis d = Diagnose(mesh);
	EXPECT_EQ(Defects(d), "inconsistent-orientation");
	EXPECT_EQ(CountOf(d, MeshDefect::InconsistentOrientation), 4u);
	EXPECT_EQ(d.Find(MeshDefect::InconsistentOrientation)->triangle, 3u);
	EXPECT_GT(d.volume, 4.1);
}

TEST(MeshDiagnosis, AnInsideOutMeshIsNamedAndItsVolumeIsPositive)
{
	TriangleMesh mesh = TestMeshes::Sphere(1, 3);
	TestMeshes::Flip(mesh);
	const MeshDiagnosis d = Diagnose(mesh);
	EXPECT_EQ(Defects(d), "inside-out");
	EXPECT_NEAR(d.volume, 4 * Pi / 3, 0.04);
}

TEST(MeshDiagnosis, CavitiesAndSolidsWithinSolidsAreToldApart)
{
	TriangleMesh inner = TestMeshes::Sphere(0.5, 3);
	const TriangleMesh outer = TestMeshes::Sphere(1, 3);
	const MeshDiagnosis filled = Diagnose(TestMeshes::Joined(outer, inner));
	EXPECT_EQ(Defects(filled), "loose-parts nested-shells");
	EXPECT_EQ(filled.cavities, 0u);
	EXPECT_NEAR(filled.volume, 4 * Pi / 3, 0.04);
	TestMeshes::Flip(inner);
	const MeshDiagnosis hollow = Diagnose(TestMeshes::Joined(outer, inner));
	EXPECT_EQ(hollow.cavities, 1u);
	EXPECT_NEAR(hollow.volume, 4 * Pi / 3 * (1 - 0.125), 0.04);
	EXPECT_TRUE(hollow.volumeIsExact);
}

TEST(MeshDiagnosis, LoosePartsAndTinyIslandsAreCounted)
{
	TriangleMesh mesh = TestMeshes::Joined(TestMeshes::Sphere(1, 3), TestMeshes::Sphere(0.5, 2, {2, 0, 0}));
	for (int k = 0; k < 5; ++k)
		mesh = TestMeshes::Joined(mesh, TestMeshes::Box(Vec3d{0, 2.0 + k, 0}, Vec3d{0.01, 2.01 + k, 0.01}));
	const MeshDiagnosis d = Diagnose(mesh);
	EXPECT_EQ(Defects(d), "loose-parts tiny-islands");
	EXPECT_EQ(d.components, 7u);
	EXPECT_EQ(d.tinyIslands, 5u);
}

TEST(MeshDiagnosis, PassingThroughEachOtherIsFoundAndTouchingIsNot)
{
	const TriangleMesh box = TestMeshes::Box({-1, -1, -1}, {1, 1, 1});
	const MeshDiagnosis crossing = Diagnose(TestMeshes::Joined(box, TestMeshes::Box({-0.5, -0.4, 0.3}, {0.45, 0.55, 2})));
	EXPECT_EQ(Defects(crossing), "loose-parts self-intersections");
	// Each of the eight side triangles of the bar crosses the lid: some both of its triangles.
	EXPECT_GE(crossing.selfIntersections, 8u);
	EXPECT_LE(crossing.selfIntersections, 16u);
	ASSERT_NE(crossing.Find(MeshDefect::SelfIntersections), nullptr);
	EXPECT_NEAR(crossing.Find(MeshDefect::SelfIntersections)->place.z, 1, 1e-12);
	EXPECT_NEAR(crossing.volume, 8 + 0.95 * 0.95 * 1, 0.009);

	const MeshDiagnosis touching = Diagnose(TestMeshes::Joined(box, TestMeshes::Box({1, -0.5, -0.5}, {2, 0.5, 0.5})));
	EXPECT_EQ(touching.selfIntersections, 0u);
	EXPECT_EQ(Diagnose(TestMeshes::Torus(1, 0.4, 128, 64)).selfIntersections, 0u);
}

TEST(MeshDiagnosis, IntersectionsOfASoupAgreeWithTestingAllPairs)
{
	const TriangleMesh mesh = TestMeshes::Soup(400, 0.3, 9);
	// Another test than the one under test: the segment meets the plane, then barycentric coordinates.
	const auto passes = [&](const Vec3d& p, const Vec3d& q, const Triangle& t)
	{
		const Vec3d &a = mesh.vertices[t[0]], ab = mesh.vertices[t[1]] - a, ac = mesh.vertices[t[2]] - a, n = Cross(ab, ac);
		const double s = Dot(a - p, n) / Dot(q - p, n);
		if (!(s > 0 && s < 1))
			return false;
		const Vec3d hit = p + s * (q - p) - a;
		const double v = Dot(Cross(hit, ac), n) / SquaredNorm(n), w = Dot(Cross(ab, hit), n) / SquaredNorm(n);
		return v > 0 && w > 0 && v + w < 1;
	};
	std::uint64_t expected = 0;
	for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
		for (std::size_t j = 0; j < i; ++j)
		{
			bool crosses = false;
			for (std::size_t k = 0; k < 3; ++k)
			{
				const Triangle &a = mesh.triangles[i], &b = mesh.triangles[j];
				crosses = crosses || passes(mesh.vertices[a[k]], mesh.vertices[a[(k + 1) % 3]], b)
					|| passes(mesh.vertices[b[k]], mesh.vertices[b[(k + 1) % 3]], a);
			}
			expected += crosses ? 1 : 0;
		}
	EXPECT_GT(expected, 100u);
	EXPECT_EQ(Diagnose(mesh).selfIntersections, expected);
}

TEST(MeshDiagnosis, TheSearchForIntersectionsEndsWhereItIsToldToAndSaysSo)
{
	MeshDiagnosisSettings settings;
	settings.maxIntersectionTests = 1000;
	const MeshDiagnosis d = Diagnose(TestMeshes::Soup(3000, 0.8, 9), settings);
	EXPECT_FALSE(d.allIntersectionsFound);
	EXPECT_LE(d.selfIntersections, 2000u);
	EXPECT_EQ(d.Find(MeshDefect::SelfIntersections)->message.find("At least"), 0u);
}

TEST(MeshDiagnosis, ThicknessOfASlabIsItsHeight)
{
	MeshDiagnosisSettings settings;
	settings.thinBelow = 0.02;
	const MeshDiagnosis thin = Diagnose(TestMeshes::Box({-1, -1, 0}, {1, 1, 0.01}), settings);
	EXPECT_EQ(Defects(thin), "thin-parts");
	EXPECT_NEAR(thin.thinnest, 0.01, 2e-4);
	EXPECT_NEAR(thin.medianThickness, 0.01, 2e-4);
	EXPECT_NEAR(thin.thinShare, 8 / 8.08, 0.01);
	settings.thinBelow = 0.009;
	EXPECT_EQ(Defects(Diagnose(TestMeshes::Box({-1, -1, 0}, {1, 1, 0.01}), settings)), "");
}

TEST(MeshDiagnosis, ThicknessOfRoundBodiesIsTheirDiameterAndOfHollowOnesTheirWall)
{
	EXPECT_NEAR(Diagnose(TestMeshes::Sphere(1, 4)).medianThickness, 2, 0.05);
	const MeshDiagnosis torus = Diagnose(TestMeshes::Torus(1, 0.2, 128, 64));
	EXPECT_NEAR(torus.thinnest, 0.4, 0.02);
	TriangleMesh inner = TestMeshes::Sphere(0.9, 4);
	TestMeshes::Flip(inner);
	const MeshDiagnosis shell = Diagnose(TestMeshes::Joined(TestMeshes::Sphere(1, 4), inner));
	EXPECT_NEAR(shell.thinnest, 0.1, 0.01);
	EXPECT_NEAR(shell.medianThickness, 0.1, 0.01);
}

TEST(MeshDiagnosis, ASheetIsNamedASheet)
{
	const MeshDiagnosis d = Diagnose(Sheet(20));
	EXPECT_EQ(Defects(d), "holes sheet");
	EXPECT_FALSE(d.enclosesVolume);
	EXPECT_EQ(d.volume, 0);
	EXPECT_EQ(d.holes, 1u);
	EXPECT_EQ(d.longestHole, 80u);
}

TEST(MeshDiagnosis, DoubleSidedAndTouchingBodiesAreToldApart)
{
	TriangleMesh back = TestMeshes::Sphere(1, 2);
	TestMeshes::Flip(back);
	EXPECT_EQ(Defects(Diagnose(TestMeshes::Joined(TestMeshes::Sphere(1, 2), back))), "double-sided");
	const MeshDiagnosis boxes =
		Diagnose(TestMeshes::Joined(TestMeshes::Box({-1, -1, -1}, {0, 1, 1}), TestMeshes::Box({0, -1, -1}, {1, 1, 1})));
	EXPECT_EQ(CountOf(boxes, MeshDefect::BackToBackFaces), 2u);
	EXPECT_NEAR(boxes.volume, 8, 1e-12);
}

TEST(MeshDiagnosis, OddScalesAndFarPlacesAreNamed)
{
	EXPECT_EQ(Defects(Diagnose(TestMeshes::Sphere(1e-4, 2))), "odd-scale");
	EXPECT_EQ(Defects(Diagnose(TestMeshes::Sphere(1e4, 2))), "odd-scale");
	EXPECT_EQ(Defects(Diagnose(TestMeshes::Sphere(1, 2, {1e6, 0, 0}))), "far-from-origin");
}

TEST(MeshDiagnosis, AMeshWithoutSurfaceIsAnErrorAmongTheFindings)
{
	for (const TriangleMesh& mesh :
		{TriangleMesh{}, TriangleMesh{{}, {{0, 1, 2}}}, TriangleMesh{{{0, 0, 0}, {1, 1, 1}}, {{0, 1, 1}, {0, 1, 0}}}})
	{
		const MeshDiagnosis d = Diagnose(mesh);
		EXPECT_FALSE(d.IsUsable());
		ASSERT_NE(d.Find(MeshDefect::NoSurface), nullptr);
		EXPECT_EQ(d.Find(MeshDefect::NoSurface)->severity, MeshSeverity::Error);
	}
}

TEST(MeshDiagnosis, CancellingEndsItWithTheSentenceOfCancelledJobs)
{
	class StopAt final : public Progress
	{
	public:
		explicit StopAt(double fraction)
			: limit(fraction)
		{
		}
		bool Report(const char*, double fraction) override { return fraction < limit; }

	private:
		double limit;
	};
	auto tasks = MakeSerialTaskRunner();
	const TriangleMesh mesh = TestMeshes::Sphere(1, 2);
	for (const double fraction : {0.0, 0.1, 0.5, 0.7})
	{
		StopAt stop(fraction);
		const auto result = DiagnoseMesh(mesh.View(), {}, *tasks, &stop);
		ASSERT_FALSE(result.IsOk());
		EXPECT_EQ(result.Message(), CancelledMessage);
	}
}

TEST(MeshDiagnosis, IsTheSameForAnyNumberOfWorkers)
{
	TriangleMesh mesh = TestMeshes::Joined(TestMeshes::Torus(1, 0.4, 100, 50), TestMeshes::Sphere(0.8, 4, {0.7, 0, 0}));
	mesh.triangles.resize(mesh.triangles.size() - 7);
	MeshDiagnosisSettings settings;
	settings.maxIntersectionTests = 10'000;
	const auto diagnose = [&](int workers)
	{
		auto tasks = MakeParallelTaskRunner(workers);
		return DiagnoseMesh(mesh.View(), settings, *tasks, nullptr).TakeValue();
	};
	const MeshDiagnosis expected = diagnose(1);
	EXPECT_GT(expected.selfIntersections, 0u);
	for (const int workers : {2, 8})
	{
		const MeshDiagnosis found = diagnose(workers);
		EXPECT_EQ(found.selfIntersections, expected.selfIntersections);
		EXPECT_EQ(found.volume, expected.volume);
		EXPECT_EQ(found.thinnest, expected.thinnest);
		EXPECT_EQ(found.medianThickness, expected.medianThickness);
		ASSERT_EQ(found.findings.size(), expected.findings.size());
		for (std::size_t k = 0; k < found.findings.size(); ++k)
		{
			EXPECT_EQ(found.findings[k].message, expected.findings[k].message);
			EXPECT_EQ(found.findings[k].triangle, expected.findings[k].triangle);
			EXPECT_EQ(found.findings[k].place, expected.findings[k].place);
		}
	}
}

TEST(MeshDiagnosis, GarbageOfAnyKindIsDiagnosedAndMeasured)
{
	auto tasks = MakeSerialTaskRunner();
	for (std::uint64_t seed = 0; seed < 100; ++seed)
	{
		Random random(seed);
		TriangleMesh mesh;
		const auto vertices = static_cast<std::uint32_t>(random.NextIn(0, 40)),
				   triangles = static_cast<std::uint32_t>(random.NextIn(0, 120));
		const double magnitude = std::pow(10.0, random.NextIn(-320, 320)), coarseness = random.NextIn(1, 4);
		for (std::uint32_t v = 0; v < vertices; ++v)
		{
			Vec3d p = random.NextInBox({-1, -1, -1}, {1, 1, 1});
			for (int axis = 0; axis < 3; ++axis)
				p[axis] = std::round(p[axis] * coarseness) * (seed % 3 == 0 ? magnitude : 1.0);
			if (random.NextUnit() < 0.02)
				p[0] = std::numeric_limits<double>::quiet_NaN();
			if (random.NextUnit() < 0.02)
				p[1] = std::pow(10.0, random.NextIn(-300, 308));
			mesh.vertices.push_back(p);
		}
		for (std::uint32_t t = 0; t < triangles; ++t)
		{
			const auto index = [&] { return static_cast<std::uint32_t>(random.NextIn(0, vertices * 1.02)); };
			mesh.triangles.push_back({index(), index(), index()});
		}
		const MeshDiagnosis diagnosis = Diagnose(mesh);
		const auto built = MeshDistance::Build(mesh.View(), *tasks);
		EXPECT_EQ(built.IsOk(), diagnosis.IsUsable());
		EXPECT_TRUE(std::isfinite(diagnosis.volume) && std::isfinite(diagnosis.area) && diagnosis.volume >= 0) << diagnosis.volume;
		if (built.IsOk())
		{
			const Vec3d p = built.Value().Bounds().Centre() + built.Value().Bounds().Size() * 0.1;
			EXPECT_TRUE(std::isfinite(built.Value().SignedDistance(p)));
		}
	}
}
