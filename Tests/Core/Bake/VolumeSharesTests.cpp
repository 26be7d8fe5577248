#include <SPHSolids/Bake/VolumeShares.h>
#include <SPHSolids/Base/Random.h>

#include <Scenes/Lattice.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace SPHSolids;

namespace
{

constexpr double Radius = 0.05, Diameter = 2 * Radius;

TriangleMesh BoxMesh(const Vec3d& low, const Vec3d& high)
{
	TriangleMesh mesh;
	for (int k = 0; k < 8; ++k)
		mesh.vertices.push_back({k & 1 ? high.x : low.x, k & 2 ? high.y : low.y, k & 4 ? high.z : low.z});
	mesh.triangles = {
		{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
	return mesh;
}

VolumeShares Share(const TriangleMesh& mesh, const std::vector<Vec3d>& particles, double volume, int workers = 2)
{
	auto tasks = MakeParallelTaskRunner(workers);
	const MeshDistance distance = MeshDistance::Build(mesh.View(), *tasks).TakeValue();
	VolumeSharesInput input;
	input.positions = particles;
	input.particleRadius = Radius;
	input.totalVolume = volume;
	return ShareSolidVolume(distance, input, *tasks, nullptr).TakeValue();
}

double Sum(const std::vector<double>& values)
{
	return std::accumulate(values.begin(), values.end(), 0.0);
}

std::vector<Vec3d> RandomParticlesIn(const Box3d& box, std::size_t count, std::uint64_t seed)
{
	// Dart throwing: at least 0.8 diameters apart, like any sampling worth the name.
	Random random(seed);
	std::vector<Vec3d> particles;
	while (particles.size() < count)
	{
		const Vec3d p = random.NextInBox(box.min, box.max);
		if (std::all_of(particles.begin(), particles.end(), [&](const Vec3d& q) { return Norm(p - q) > 0.8 * Diameter; }))
			particles.push_back(p);
	}
	return particles;
}

class CancelAtOnce final : public Progress
{
public:
	bool Report(const char*, double) override { return false; }
};

}

TEST(VolumeShares, EveryParticleOfALatticeThatFillsABoxGetsItsCell)
{
	const VolumeShares shares = Share(BoxMesh({0, 0, 0}, {0.8, 0.5, 0.6}), Scenes::BlockLattice(8, 5, 6, Diameter), 0.24);
	EXPECT_NEAR(Sum(shares.volumes), 0.24, 1e-12);
	EXPECT_NEAR(shares.reached, 1, 1e-9);
	for (const double volume : shares.volumes)
		EXPECT_NEAR(volume / std::pow(Diameter, 3), 1, 1e-3);
}

TEST(VolumeShares, AParticleStandsForTheThicknessOfThePlateItFills)
{
	// One layer in plates thinner and thicker than a particle: a share is area times thickness, whatever the radius says.
	for (const double thickness : {0.4 * Diameter, 0.7 * Diameter, 1.3 * Diameter})
	{
		const double middle = Diameter / 2;
		const TriangleMesh plate = BoxMesh({0, 0, middle - thickness / 2}, {1, 1, middle + thickness / 2});
		const VolumeShares shares = Share(plate, Scenes::BlockLattice(10, 10, 1, Diameter), thickness);
		for (const double volume : shares.volumes)
			EXPECT_NEAR(volume / (Diameter * Diameter * thickness), 1, 0.02) << thickness;
	}
}

TEST(VolumeShares, SharesOfIrregularParticlesAreTheirVoronoiCellsWithinAFewPercent)
{
	const Box3d box = {{0, 0, 0}, {0.6, 0.6, 0.6}};
	const std::vector<Vec3d> particles = RandomParticlesIn(box, 150, 4);
	const VolumeShares shares = Share(BoxMesh(box.min, box.max), particles, 0.216);
	// Brute force: the nearest particle of many places.
	std::vector<double> cells(particles.size(), 0.0);
	constexpr int n = 60;
	for (const Vec3d& place : Scenes::BlockLattice(n, n, n, 0.6 / n))
	{
		const auto nearer = [&](const Vec3d& a, const Vec3d& b) { return SquaredNorm(a - place) < SquaredNorm(b - place); };
		cells[static_cast<std::size_t>(std::min_element(particles.begin(), particles.end(), nearer) - particles.begin())] +=
			0.216 / (n * n * n);
	}
	double squares = 0;
	for (std::size_t i = 0; i < particles.size(); ++i)
	{
		EXPECT_NEAR(shares.volumes[i] / cells[i], 1, 0.2);
		squares += std::pow(shares.volumes[i] / cells[i] - 1, 2);
	}
	EXPECT_LT(std::sqrt(squares / static_cast<double>(particles.size())), 0.05);
}

TEST(VolumeShares, ACavityBelongsToNobody)
{
	// A box with a box-shaped hole: the inner shell faces inwards.
	TriangleMesh mesh = BoxMesh({0, 0, 0}, {1, 1, 1});
	const TriangleMesh hole = BoxMesh({0.3, 0.3, 0.3}, {0.7, 0.7, 0.7});
	for (const Triangle& t : hole.triangles)
		mesh.triangles.push_back({t[0] + 8, t[2] + 8, t[1] + 8});
	mesh.vertices.insert(mesh.vertices.end(), hole.vertices.begin(), hole.vertices.end());
	std::vector<Vec3d> particles;
	for (const Vec3d& p : Scenes::BlockLattice(10, 10, 10, Diameter))
		if (std::max({std::abs(p.x - 0.5), std::abs(p.y - 0.5), std::abs(p.z - 0.5)}) > 0.2)
			particles.push_back(p);
	const VolumeShares shares = Share(mesh, particles, 1 - 0.064);
	for (const double volume : shares.volumes)
		EXPECT_NEAR(volume / std::pow(Diameter, 3), 1, 0.01);
}

TEST(VolumeShares, PlacesFarFromAllParticlesAreReportedAndTheSumStaysTrue)
{
	// Particles in one half of the box only.
	const VolumeShares shares = Share(BoxMesh({0, 0, 0}, {2, 0.5, 0.5}), Scenes::BlockLattice(10, 5, 5, Diameter), 0.5);
	EXPECT_NEAR(Sum(shares.volumes), 0.5, 1e-12);
	EXPECT_LT(shares.reached, 0.95);
	EXPECT_GT(shares.reached, 0.3);
}

TEST(VolumeShares, NoParticleIsLeftWithNextToNothing)
{
	// Two particles almost in one place, one in a corner outside the mesh.
	std::vector<Vec3d> particles = Scenes::BlockLattice(6, 6, 6, Diameter);
	particles.push_back(particles[100] + Vec3d{1e-4, 0, 0});
	particles.push_back({-0.14, -0.14, -0.14});
	const VolumeShares shares = Share(BoxMesh({0, 0, 0}, {0.6, 0.6, 0.6}), particles, 0.216);
	EXPECT_NEAR(Sum(shares.volumes), 0.216, 1e-12);
	const double mean = 0.216 / static_cast<double>(particles.size());
	for (const double volume : shares.volumes)
	{
		EXPECT_GT(volume, 0.09 * mean);
		EXPECT_LT(volume, 4.1 * mean);
	}
}

TEST(VolumeShares, AreTheSameFarFromTheOriginAndAtAnyScale)
{
	for (const double scale : {1e-3, 1.0, 1e3})
		for (const Vec3d& shift : {Vec3d{0, 0, 0}, Vec3d{1e5, -1e5, 1e5}})
		{
			auto tasks = MakeSerialTaskRunner();
			TriangleMesh mesh = BoxMesh({0, 0, 0}, {0.8, 0.5, 0.6});
			std::vector<Vec3d> particles = Scenes::BlockLattice(8, 5, 6, Diameter);
			for (Vec3d& p : mesh.vertices)
				p = (p + shift) * scale;
			for (Vec3d& p : particles)
				p = (p + shift) * scale;
			const MeshDistance distance = MeshDistance::Build(mesh.View(), *tasks).TakeValue();
			VolumeSharesInput input;
			input.positions = particles;
			input.particleRadius = Radius * scale;
			input.totalVolume = 0.24 * std::pow(scale, 3);
			const VolumeShares shares = ShareSolidVolume(distance, input, *tasks, nullptr).TakeValue();
			for (const double volume : shares.volumes)
				EXPECT_NEAR(volume / std::pow(Diameter * scale, 3), 1, 2e-3) << scale << " " << shift.x;
		}
}

TEST(VolumeShares, HaveTheSameBitsForAnyNumberOfWorkers)
{
	const TriangleMesh mesh = BoxMesh({0, 0, 0}, {0.6, 0.6, 0.6});
	const std::vector<Vec3d> particles = RandomParticlesIn({{0, 0, 0}, {0.6, 0.6, 0.6}}, 150, 5);
	const VolumeShares one = Share(mesh, particles, 0.216, 1);
	for (const int workers : {2, 3, 8})
		EXPECT_EQ(Share(mesh, particles, 0.216, workers).volumes, one.volumes);
}

TEST(VolumeShares, ASheetIsSharedByItsAreaHoweverItsTrianglesAreCut)
{
	auto tasks = MakeSerialTaskRunner();
	const std::vector<Vec3d> particles = Scenes::BlockLattice(10, 10, 1, Diameter);
	TriangleMesh two, fan;
	two.vertices = {{0, 0, 0.05}, {1, 0, 0.05}, {1, 1, 0.05}, {0, 1, 0.05}};
	two.triangles = {{0, 1, 2}, {0, 2, 3}};
	// The same square as a thousand slivers around a corner, some of them broken.
	fan.vertices = {{0, 0, 0.05}};
	for (int k = 0; k <= 1000; ++k)
	{
		const double t = k / 500.0;
		fan.vertices.push_back(t <= 1 ? Vec3d{1, t, 0.05} : Vec3d{2 - t, 1, 0.05});
	}
	for (std::uint32_t k = 1; k < fan.vertices.size() - 1; ++k)
		fan.triangles.push_back({0, k, k + 1});
	fan.triangles.push_back({0, 0, 0});
	fan.triangles.push_back({0, 1, 100000});
	for (const TriangleMesh& mesh : {two, fan})
	{
		VolumeSharesInput input;
		input.positions = particles;
		input.particleRadius = Radius;
		input.totalVolume = 0.002;
		const VolumeShares shares = ShareSheetVolume(mesh.View(), input, *tasks, nullptr).TakeValue();
		EXPECT_NEAR(Sum(shares.volumes), 0.002, 1e-12);
		for (const double volume : shares.volumes)
			EXPECT_NEAR(volume / 0.002 * 100, 1, 0.03);
	}
}

TEST(VolumeShares, CancelStopsTheWork)
{
	auto tasks = MakeSerialTaskRunner();
	const TriangleMesh mesh = BoxMesh({0, 0, 0}, {1, 1, 1});
	const MeshDistance distance = MeshDistance::Build(mesh.View(), *tasks).TakeValue();
	const std::vector<Vec3d> particles = Scenes::BlockLattice(10, 10, 10, Diameter);
	VolumeSharesInput input;
	input.positions = particles;
	input.particleRadius = Radius;
	input.totalVolume = 1;
	CancelAtOnce cancel;
	const auto solid = ShareSolidVolume(distance, input, *tasks, &cancel);
	ASSERT_FALSE(solid.IsOk());
	EXPECT_EQ(solid.Message(), CancelledMessage);
	EXPECT_FALSE(ShareSheetVolume(mesh.View(), input, *tasks, &cancel).IsOk());
}
