#include <SPHSolids/Bake/RestStateBuilder.h>
#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Body/DeformationGradients.h>

#include <Scenes/Lattice.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

using namespace SPHSolids;

namespace
{

constexpr double Radius = 0.05;

RestState BuildBody(std::vector<Vec3d> points, double jitter)
{
	Random random(1);
	for (Vec3d& p : points)
		p += random.NextDirection() * (jitter * Radius);
	auto tasks = MakeSerialTaskRunner();
	RestStateInput input;
	input.positions = points;
	input.particleRadius = Radius;
	return BuildRestState(input, *tasks).TakeValue();
}

std::vector<Mat3> GradientsOf(const RestState& rest, const Mat3d& linear, const Vec3d& shift, int workers = 2)
{
	std::vector<Vec3> now;
	for (const Vec3& p : rest.position)
		now.push_back((linear * p.Cast<double>() + shift).Cast<Real>());
	std::vector<Mat3> gradients(rest.ParticleCount());
	auto tasks = MakeParallelTaskRunner(workers);
	ComputeDeformationGradients(rest, now, *tasks, gradients);
	return gradients;
}

double LargestDifference(const std::vector<Mat3>& gradients, const Mat3d& expected)
{
	double worst = 0;
	for (const Mat3& gradient : gradients)
		worst = std::max(worst, FrobeniusNorm(gradient.Cast<double>() - expected));
	return worst;
}

const Mat3d SomeAffine = {{{1.3, 0.4, -0.2}, {-0.1, 0.7, 0.5}, {0.3, 0.2, 1.6}}};
const Mat3d SomeRotation = AxisAngleRotation(NormalizedOr(Vec3d{-1, 0.3, 2}, Vec3d{}), 2.2);

}

TEST(DeformationGradients, AffineMapsComeOutToRounding)
{
	const RestState body = BuildBody(Scenes::BlockLattice(8, 9, 7, 2 * Radius), 0.4);
	EXPECT_LT(LargestDifference(GradientsOf(body, SomeAffine, {0.5, -1, 2}), SomeAffine), 5e-5);
	EXPECT_LT(LargestDifference(GradientsOf(body, Mat3d::Diagonal({1, 1, -1}), {}), Mat3d::Diagonal({1, 1, -1})), 5e-5);
	EXPECT_LT(LargestDifference(GradientsOf(body, Mat3d{}, {}), Mat3d{}), 1e-6);
}

TEST(DeformationGradients, ARigidMotionGivesItsRotationForSolidsSheetsStringsAndSingleParticles)
{
	for (const auto& points : {Scenes::BlockLattice(5, 5, 5, 2 * Radius), Scenes::BlockLattice(9, 1, 9, 2 * Radius)})
		EXPECT_LT(LargestDifference(GradientsOf(BuildBody(points, 0), SomeRotation, {1, 2, 3}), SomeRotation), 5e-5);

	// A string cannot know how far it turned about itself: its tangent turns, and lengths across it stay.
	const RestState string = BuildBody(Scenes::BlockLattice(12, 1, 1, 2 * Radius), 0);
	for (const Mat3& gradient : GradientsOf(string, SomeRotation, {}))
	{
		EXPECT_LT(Norm(gradient.Cast<double>().Column(0) - SomeRotation.Column(0)), 5e-5);
		EXPECT_LT(FrobeniusNorm(Transpose(gradient) * gradient - Mat3::Identity()), 5e-5f);
	}
	const RestState single = BuildBody({Vec3d{1, 1, 1}}, 0);
	EXPECT_EQ(LargestDifference(GradientsOf(single, SomeRotation, {}), Mat3d::Identity()), 0);
}

TEST(DeformationGradients, AStringThatHangsOnABodyTurnsWithIt)
{
	// A block with a row of single particles: the far end is two dozen particles away from anything that knows its rotation.
	std::vector<Vec3d> points = Scenes::BlockLattice(4, 4, 4, 2 * Radius);
	for (int k = 0; k < 24; ++k)
		points.push_back({0.45 + k * 2 * Radius, 0.15, 0.15});
	const RestState body = BuildBody(points, 0);
	ASSERT_GT(std::count(body.rank.begin(), body.rank.end(), 1), 15);
	EXPECT_LT(LargestDifference(GradientsOf(body, SomeRotation, {}), SomeRotation), 1e-4);
	const Mat3d halfTurnAboutTheString = Mat3d::Diagonal({1, -1, -1});
	EXPECT_LT(LargestDifference(GradientsOf(body, halfTurnAboutTheString, {}), halfTurnAboutTheString), 1e-4);
}

TEST(DeformationGradients, AStretchedSheetKeepsItsThickness)
{
	const RestState sheet = BuildBody(Scenes::BlockLattice(9, 9, 1, 2 * Radius), 0);
	// Stretched 2 along x, halved along y, turned: whatever happens along z is invisible to one layer.
	const Mat3d expected = SomeRotation * Mat3d::Diagonal({2, 0.5, 1});
	EXPECT_LT(LargestDifference(GradientsOf(sheet, SomeRotation * Mat3d::Diagonal({2, 0.5, 7}), {}), expected), 1e-4);
}

TEST(DeformationGradients, ACollapsedSheetGivesFiniteGradients)
{
	const RestState sheet = BuildBody(Scenes::BlockLattice(9, 9, 1, 2 * Radius), 0);
	for (const Mat3d& crush : {Mat3d{}, Mat3d::Diagonal({1, 0, 1}), Mat3d::Diagonal({-1, 0, 0})})
		for (const Mat3& gradient : GradientsOf(sheet, crush, {}))
			for (int row = 0; row < 3; ++row)
				EXPECT_TRUE(IsFinite(gradient.Row(row)));
}

TEST(DeformationGradients, HaveTheSameBitsForAnyNumberOfWorkers)
{
	const RestState body = BuildBody(Scenes::BlockLattice(11, 12, 13, 2 * Radius), 0.4);
	const std::vector<Mat3> one = GradientsOf(body, SomeAffine, {}, 1);
	for (const int workers : {2, 3, 8})
	{
		const std::vector<Mat3> many = GradientsOf(body, SomeAffine, {}, workers);
		EXPECT_EQ(std::memcmp(one.data(), many.data(), one.size() * sizeof(Mat3)), 0);
	}
}
