#include <Coupling/CoverageMap.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <random>

using namespace SPHSolids;

namespace
{

constexpr Real Support = Real(0.04); // of particles of 1 cm

using Distance = std::function<double(const Vec3d&)>;

/// Share of the small kernel that lies in the grown solid, by a fine lattice.
double CoverageBySums(const Distance& distance, const Vec3d& place)
{
	constexpr int Across = 40;
	const double kernel = static_cast<double>(Support) / 3, growth = static_cast<double>(Support) / 6;
	double inside = 0, all = 0;
	for (int k = 0; k < Across; ++k)
		for (int j = 0; j < Across; ++j)
			for (int i = 0; i < Across; ++i)
			{
				const Vec3d q = Vec3d{i + 0.5, j + 0.5, k + 0.5} * (2.0 / Across) - Vec3d{1, 1, 1};
				const double p = std::max(1 - Norm(q), 0.0), o = std::max(p - 0.5, 0.0), weight = p * p * p - 4 * o * o * o;
				all += weight;
				if (weight > 0)
					inside += weight * std::clamp(0.5 - (distance(place + q * kernel) - growth) / (kernel * 2 / Across), 0.0, 1.0);
			}
	return inside / all;
}

struct Limits
{
	double mean, worst; // of coverage
	double slope;       // of the gradient, in units of one by the support: that of a flat wall is 4.2 at most
	double better;      // a flat wall at the same distance has a mean error so many times as large
};

/// Compares coverage with the sums, and its gradient with its own differences, at random places about a surface.
void ExpectCoverage(const Shape& shape, const Distance& distance, const Box3d& region, const Limits& limits)
{
	constexpr int Places = 200;
	Obstacle obstacle;
	obstacle.shape = &shape;
	obstacle.position = {Real(0.02), Real(-0.03), Real(0.01)};
	obstacle.rotation = AxisAngleRotation(Vec3{Real(0.6), 0, Real(0.8)}, Real(0.7));
	std::unique_ptr<const CoverageMap> map;
	if (shape.Kind() == ShapeKind::Grid)
		map = std::make_unique<CoverageMap>(shape, Support);
	const auto coverageAt = [&](const Vec3d& local)
	{ return CoverBy(obstacle, map.get(), obstacle.position + obstacle.rotation * local.Cast<Real>(), Support); };
	std::mt19937 random(1);
	std::uniform_real_distribution<double> uniform(0, 1);
	const Vec3d size = region.Size();
	double sum = 0, sumOfFlat = 0;
	for (int compared = 0, tried = 0; compared < Places; ++tried)
	{
		ASSERT_LT(tried, 200000);
		const Vec3d place = region.min + Vec3d{size.x * uniform(random), size.y * uniform(random), size.z * uniform(random)};
		const double s = distance(place);
		if (s < -0.25 * static_cast<double>(Support) || s > 0.52 * static_cast<double>(Support))
			continue;
		++compared;
		const CoverageSample sample = coverageAt(place);
		const double expected = CoverageBySums(distance, place), error = std::fabs(static_cast<double>(sample.coverage) - expected);
		sum += error;
		sumOfFlat += std::fabs(static_cast<double>(CoverByWall(static_cast<Real>(s), Support).coverage) - expected);
		EXPECT_LT(error, limits.worst) << "at " << place.x << ", " << place.y << ", " << place.z;
		constexpr double Step = 2e-4;
		Vec3d slope;
		for (int axis = 0; axis < 3; ++axis)
		{
			Vec3d aside;
			aside[axis] = Step;
			slope[axis] = static_cast<double>(coverageAt(place + aside).coverage - coverageAt(place - aside).coverage) / (2 * Step);
		}
		const Vec3d gradient = (Transpose(obstacle.rotation) * sample.gradient).Cast<double>();
		EXPECT_LT(Norm(gradient - slope) * static_cast<double>(Support), limits.slope)
			<< "at " << place.x << ", " << place.y << ", " << place.z;
	}
	EXPECT_LT(sum / Places, limits.mean);
	EXPECT_GT(sumOfFlat, limits.better * sum);
}

double DistanceToBox(const Vec3d& p, const Vec3d& half)
{
	const Vec3d q = {std::fabs(p.x) - half.x, std::fabs(p.y) - half.y, std::fabs(p.z) - half.z};
	return Norm(Max(q, Vec3d{})) + std::min(std::max({q.x, q.y, q.z}), 0.0);
}

Box3d Around(const Vec3d& half)
{
	return {half * -1.0, half};
}

Shape MeshOf(const Distance& distance, const Box3d& box, double cellSize)
{
	const auto tasks = MakeSerialTaskRunner();
	DistanceGridSettings settings;
	settings.cellSize = cellSize;
	settings.margin = 0.04;
	return Shape::Grid(std::make_shared<DistanceGrid>(BuildDistanceGrid(box, distance, settings, *tasks, nullptr).TakeValue())).TakeValue();
}

}

TEST(Coverage, OfABallAndInAHollowOneIsThatOfTheKernel)
{
	for (const double radius : {0.02, 0.05, 0.3})
	{
		const Shape ball = Shape::Sphere(radius).Value();
		const Limits limits = {2e-4, 1.5e-3, 0.005, radius < 0.1 ? 30.0 : 5.0};
		ExpectCoverage(ball, [&](const Vec3d& p) { return Norm(p) - radius; }, Around(Vec3d{1, 1, 1} * (radius + 0.021)), limits);
		if (radius > 0.04)
			ExpectCoverage(ball.Inverted(), [&](const Vec3d& p) { return radius - Norm(p); }, Around(Vec3d{1, 1, 1} * radius), limits);
	}
}

TEST(Coverage, OfACapsuleIsThatOfTheKernel)
{
	const Shape capsule = Shape::Capsule(0.03, 0.05).Value();
	const auto distance = [](const Vec3d& p) { return Norm(p - Vec3d{0, 0, std::clamp(p.z, -0.05, 0.05)}) - 0.03; };
	const Limits limits = {5e-4, 5e-3, 0.005, 20};
	ExpectCoverage(capsule, distance, Around({0.051, 0.051, 0.101}), limits);
	ExpectCoverage(capsule.Inverted(), [&](const Vec3d& p) { return -distance(p); }, Around({0.03, 0.03, 0.08}), limits);
}

TEST(Coverage, OfConvexShapesCountsTheirEdges)
{
	// A wedge of 30 degrees, and a box.
	const std::vector<Vec3d> wedge = {
		{0, -0.1, 0}, {0, 0.1, 0}, {0.15, -0.1, 0}, {0.15, 0.1, 0}, {0.15, -0.1, 0.0866}, {0.15, 0.1, 0.0866}};
	std::vector<Vec3d> box;
	for (int corner = 0; corner < 8; ++corner)
		box.push_back({corner & 1 ? 0.06 : -0.06, corner & 2 ? 0.05 : -0.05, corner & 4 ? 0.04 : -0.04});
	for (const std::vector<Vec3d>& corners : {wedge, box})
	{
		const Shape shape = Shape::Convex(corners).Value();
		Box3d around;
		for (const Vec3d& corner : corners)
			around.Include(corner);
		const auto highest = [&](const Vec3d& p)
		{
			double height = -1;
			for (const Shape::Face& face : *shape.Faces())
				height = std::max(height, Dot(face.normal.Cast<double>(), p) - static_cast<double>(face.offset));
			return height;
		};
		const Vec3d margin = {0.021, 0.021, 0.021};
		const Limits limits = {0.004, 0.08, 1.3, 4};
		ExpectCoverage(shape, highest, {around.min - margin, around.max + margin}, limits);
		ExpectCoverage(shape.Inverted(), [&](const Vec3d& p) { return -highest(p); }, around, limits);
	}
}

TEST(Coverage, MapsOfMeshesCountEdgesInAndOut)
{
	const Vec3d half = {0.06, 0.05, 0.04};
	const auto distance = [&](const Vec3d& p) { return DistanceToBox(p, half); };
	const Shape mesh = MeshOf(distance, Around(half), 0.0025); // a quarter of a radius: the map is as good as its lattice
	const Limits limits = {0.003, 0.04, 0.7, 5};
	ExpectCoverage(mesh, distance, Around(half + Vec3d{1, 1, 1} * 0.021), limits);
	ExpectCoverage(mesh.Inverted(), [&](const Vec3d& p) { return -distance(p); }, Around(half), limits);
}

TEST(Coverage, MapsOfFlatMeshesAreTheirDistances)
{
	const Vec3d half = {0.2, 0.2, 0.05};
	const Shape mesh = MeshOf([&](const Vec3d& p) { return DistanceToBox(p, half); }, Around(half), 0.005);
	const CoverageMap map(mesh, Support);
	for (double z = 0.04; z < 0.075; z += 0.001)
	{
		const Vec3 place = Vec3d{0.013, -0.04, z}.Cast<Real>();
		EXPECT_NEAR(map.Sample(place).distance, mesh.Distance(place).distance, 1e-7);
	}
}
