#include "Body/SmallBody.h"

#include <SPHSolids/Bake/RestStateBuilder.h>
#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Body/DeformationGradients.h>
#include <SPHSolids/Kernel/Kernels.h>
#include <SPHSolids/Skin/SkinBuilder.h>
#include <SPHSolids/Skin/SkinEvaluator.h>

#include <Scenes/Lattice.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>

using namespace SPHSolids;

namespace
{

constexpr double Radius = 0.05;
const Mat3d SomeAffine = {{{1.3, 0.4, -0.2}, {-0.1, 0.7, 0.5}, {0.3, 0.2, 1.6}}};
const Mat3d SomeRotation = AxisAngleRotation(NormalizedOr(Vec3d{-1, 0.3, 2}, Vec3d{}), 2.2);

/// A ball of particles around the origin and a mesh of vertices on and around it.
struct SkinnedBall
{
	RestState rest;
	RenderMesh mesh;
	SkinBinding binding;

	explicit SkinnedBall(double meshRadius = 0.5, SkinSettings settings = {})
	{
		std::vector<Vec3d> points;
		for (Vec3d p : Scenes::BlockLattice(10, 10, 10, 2 * Radius))
			if (p -= Vec3d{0.5, 0.5, 0.5}; Norm(p) < 0.5)
				points.push_back(p);
		auto tasks = MakeParallelTaskRunner(2);
		RestStateInput input;
		input.positions = points;
		input.particleRadius = Radius;
		rest = BuildRestState(input, *tasks).TakeValue();
		Random random(3);
		for (int k = 0; k < 3001; ++k)
		{
			const Vec3d direction = random.NextDirection();
			mesh.positions.push_back(direction * meshRadius);
			mesh.normals.push_back(direction.Cast<Real>());
			mesh.tangents.push_back({NormalizedOr(Cross(direction, Vec3d{0.1, 1, 0.2}), Vec3d{}).Cast<Real>(), k % 2 == 0 ? 1.0f : -1.0f});
		}
		binding = BindSkin(mesh, {}, rest, settings, *tasks).binding;
	}
};

struct Moved
{
	std::vector<Vec3> positions, normals;
	std::vector<RenderTangent> tangents;
};

Moved Evaluate(
	const RestState& rest, const SkinBinding& binding, const std::vector<Vec3>& now, const std::vector<Mat3>& gradients, int workers = 2)
{
	auto tasks = MakeParallelTaskRunner(workers);
	Moved moved;
	moved.positions.resize(binding.VertexCount());
	moved.normals.resize(binding.normals.size());
	moved.tangents.resize(binding.tangents.size());
	const SkinEvaluator evaluator(rest, binding);
	SkinEvaluator::Scratch scratch;
	evaluator.Evaluate(now, gradients, *tasks, scratch, {moved.positions, moved.normals, moved.tangents});
	return moved;
}

/// Moves the particles by an affine map and lets the mesh follow.
Moved Follow(const RestState& rest, const SkinBinding& binding, const Mat3d& linear, const Vec3d& shift, int workers = 2)
{
	auto tasks = MakeParallelTaskRunner(workers);
	std::vector<Vec3> now;
	for (const Vec3& p : rest.position)
		now.push_back((linear * p.Cast<double>() + shift).Cast<Real>());
	std::vector<Mat3> gradients(rest.ParticleCount());
	ComputeDeformationGradients(rest, now, *tasks, gradients);
	return Evaluate(rest, binding, now, gradients, workers);
}

bool AreFinite(const Moved& moved)
{
	bool finite = true;
	for (const Vec3& p : moved.positions)
		finite = finite && IsFinite(p);
	for (const Vec3& n : moved.normals)
		finite = finite && std::abs(Norm(n) - 1) < 1e-4f;
	for (const RenderTangent& t : moved.tangents)
		finite = finite && std::abs(Norm(t.direction) - 1) < 1e-4f;
	return finite;
}

}

TEST(SkinBuilder, WeightsAreThoseOfThePaperWhereNoneIsDropped)
{
	SkinSettings settings;
	settings.maxInfluences = 1000;
	const SkinnedBall ball(0.5, settings);
	const CubicSpline<double> kernel(4 * Radius);
	for (std::size_t k = 0; k < 200; ++k)
	{
		std::map<std::uint32_t, double> expected;
		double sum = 0, nearest = 1;
		for (std::uint32_t j = 0; j < ball.rest.ParticleCount(); ++j)
		{
			const double distance = Norm(ball.mesh.positions[k] - ball.rest.position[j].Cast<double>());
			nearest = std::min(nearest, distance);
			if (distance < 4 * Radius)
				sum += expected[j] = static_cast<double>(ball.rest.kernelVolume[j]) * kernel.Value(distance);
		}
		ASSERT_LT(nearest, 2 * Radius);
		const std::uint32_t point = ball.binding.point[k];
		double found = 0;
		for (std::uint32_t i = ball.binding.first[point]; i < ball.binding.first[point + 1]; ++i)
		{
			EXPECT_NEAR(static_cast<double>(ball.binding.weight[i]), expected[ball.binding.particle[i]] / sum, 1e-5);
			found += static_cast<double>(ball.binding.weight[i]);
		}
		EXPECT_NEAR(found, 1, 1e-6);
	}
}

TEST(SkinBuilder, NoPointFollowsMoreParticlesThanAllowedAndWeightsStillSumToOne)
{
	for (const std::uint32_t most : {1u, 4u, 8u})
	{
		SkinSettings settings;
		settings.maxInfluences = most;
		const SkinnedBall ball(0.5, settings);
		for (std::size_t p = 0; p < ball.binding.PointCount(); ++p)
		{
			double sum = 0;
			for (std::uint32_t i = ball.binding.first[p]; i < ball.binding.first[p + 1]; ++i)
				sum += static_cast<double>(ball.binding.weight[i]);
			ASSERT_NEAR(sum, 1, 1e-6);
			ASSERT_LE(ball.binding.first[p + 1] - ball.binding.first[p], most);
		}
	}
}

TEST(SkinBuilder, WeightsChangeSmoothlyAlongTheMeshEvenWhenInfluencesAreDropped)
{
	// Along a fine line over the surface and away from it the weight of no particle may jump.
	SkinnedBall ball;
	RenderMesh line;
	const int count = 20001;
	for (int k = 0; k < count; ++k)
	{
		const double t = k / double(count - 1);
		line.positions.push_back(Vec3d{std::cos(t), std::sin(t), 0.3 * t} * (0.5 + 0.5 * t));
	}
	auto tasks = MakeSerialTaskRunner();
	SkinSettings settings;
	settings.maxInfluences = 8;
	const SkinBinding binding = BindSkin(line, {}, ball.rest, settings, *tasks).binding;
	double largestJump = 0;
	std::map<std::uint32_t, double> before;
	for (std::size_t k = 0; k < line.positions.size(); ++k)
	{
		std::map<std::uint32_t, double> now;
		const std::uint32_t p = binding.point[k];
		for (std::uint32_t i = binding.first[p]; i < binding.first[p + 1]; ++i)
			now[binding.particle[i]] = static_cast<double>(binding.weight[i]);
		for (const auto& [particle, weight] : now)
			if (k > 0)
				largestJump = std::max(largestJump, std::abs(weight - (before.contains(particle) ? before[particle] : 0)));
		before = now;
	}
	// A step is 1e-3 of a radius; dropping the weakest of eight outright would make jumps of several hundredths.
	EXPECT_LT(largestJump, 0.005);
}

TEST(SkinBuilder, VerticesFarFromAllParticlesFollowTheNearestAndAreCounted)
{
	SkinnedBall ball;
	auto tasks = MakeSerialTaskRunner();
	RenderMesh far;
	far.positions = {{0.5, 0, 0}, {0.9, 0, 0}, {30, 0, 0}, {-1e4, 1e4, 0}};
	const BoundSkin skin = BindSkin(far, {}, ball.rest, {}, *tasks);
	EXPECT_EQ(skin.outOfReach, 3u);
	EXPECT_EQ(skin.outOfReachPlace, (Vec3d{-1e4, 1e4, 0}));
	// Far away along x the followed particles are those of the ball's right end.
	const std::uint32_t p = skin.binding.point[2];
	ASSERT_GT(skin.binding.first[p + 1], skin.binding.first[p]);
	for (std::uint32_t i = skin.binding.first[p]; i < skin.binding.first[p + 1]; ++i)
		EXPECT_GT(ball.rest.position[skin.binding.particle[i]].x, 0.3f);
}

TEST(SkinBuilder, VerticesThatAreNotFiniteAndTrianglesWithoutCornersDoNotReachTheBinding)
{
	SkinnedBall ball;
	auto tasks = MakeSerialTaskRunner();
	RenderMesh broken = Tests::BoxWithHardEdges();
	broken.positions[3].y = std::numeric_limits<double>::quiet_NaN();
	broken.positions[4].x = 1e300;
	broken.normals[5] = {0, 0, 0};
	broken.tangents[6].direction.x = std::numeric_limits<float>::infinity();
	broken.triangles[1][2] = 24;
	const BoundSkin skin = BindSkin(broken, {}, ball.rest, {}, *tasks);
	EXPECT_EQ(skin.notFinite, 2u);
	EXPECT_EQ(skin.binding.triangles.size(), 11u);
	EXPECT_EQ(skin.binding.sections.size(), 11u);
	BakedBody body;
	body.rest = ball.rest;
	body.skin = skin.binding;
	EXPECT_TRUE(CheckBody(body).IsOk()) << CheckBody(body).Message();
}

TEST(SkinBuilder, BindingHasTheSameBitsForAnyNumberOfWorkers)
{
	const SkinnedBall ball;
	for (const int workers : {1, 3, 8})
	{
		auto tasks = MakeParallelTaskRunner(workers);
		const SkinBinding other = BindSkin(ball.mesh, {}, ball.rest, {}, *tasks).binding;
		EXPECT_EQ(other.particle, ball.binding.particle);
		EXPECT_EQ(other.weight, ball.binding.weight);
	}
}

TEST(SkinEvaluator, AffineMotionIsReproducedToRounding)
{
	const SkinnedBall ball;
	const Vec3d shift = {3, -2, 1};
	const Moved moved = Follow(ball.rest, ball.binding, SomeAffine, shift);
	const Mat3d cofactor = Cofactor(SomeAffine);
	for (std::size_t k = 0; k < ball.binding.VertexCount(); ++k)
	{
		const Vec3d expected = SomeAffine * ball.mesh.positions[k] + shift;
		ASSERT_LT(Norm(moved.positions[k].Cast<double>() - expected), 1e-5) << k;
		const Vec3d normal = NormalizedOr(cofactor * ball.mesh.normals[k].Cast<double>(), Vec3d{});
		ASSERT_LT(Norm(moved.normals[k].Cast<double>() - normal), 1e-4);
		// The tangent stays in the surface: the map of any tangent direction is at right angles to the mapped normal.
		const Vec3d tangent = NormalizedOr(SomeAffine * ball.mesh.tangents[k].direction.Cast<double>(), Vec3d{});
		ASSERT_LT(Norm(moved.tangents[k].direction.Cast<double>() - tangent), 1e-4);
		ASSERT_EQ(moved.tangents[k].sign, ball.mesh.tangents[k].sign);
	}
}

TEST(SkinEvaluator, AffineMotionIsReproducedByVerticesOutOfReachAndByEveryCap)
{
	for (const std::uint32_t most : {1u, 4u, 10u})
	{
		SkinSettings settings;
		settings.maxInfluences = most;
		const SkinnedBall ball(0.9, settings);
		const Moved moved = Follow(ball.rest, ball.binding, SomeAffine, {});
		for (std::size_t k = 0; k < ball.binding.VertexCount(); ++k)
			ASSERT_LT(Norm(moved.positions[k].Cast<double>() - SomeAffine * ball.mesh.positions[k]), 2e-5);
	}
}

TEST(SkinEvaluator, NormalsAgreeWithTheWindingOfTrianglesThroughRotationAndReflection)
{
	const BakedBody body = Tests::SmallBody();
	for (const Mat3d& map : {SomeRotation, Mat3d::Diagonal({1, 1, -1}), Mat3d::Diagonal({-2, 0.5, 1}), SomeAffine})
	{
		const Moved moved = Follow(body.rest, body.skin, map, {});
		for (const Triangle& t : body.skin.triangles)
		{
			const Vec3 a = moved.positions[t[0]];
			const Vec3 area = Cross(moved.positions[t[1]] - a, moved.positions[t[2]] - a);
			EXPECT_GT(Dot(NormalizedOr(area, Vec3{}), moved.normals[t[0]]), 0.9999f);
		}
	}
}

TEST(SkinEvaluator, VerticesAtOnePlaceStayTogetherToTheLastBit)
{
	const BakedBody body = Tests::SmallBody();
	EXPECT_EQ(body.skin.PointCount(), 8u);
	auto tasks = MakeSerialTaskRunner();
	// A violent, uneven motion.
	Random random(5);
	std::vector<Vec3> now;
	for (const Vec3& p : body.rest.position)
		now.push_back(p + (random.NextDirection() * 0.4).Cast<Real>());
	std::vector<Mat3> gradients(now.size());
	ComputeDeformationGradients(body.rest, now, *tasks, gradients);
	const Moved moved = Evaluate(body.rest, body.skin, now, gradients);
	for (std::size_t a = 0; a < moved.positions.size(); ++a)
		for (std::size_t b = 0; b < a; ++b)
			EXPECT_TRUE(!(body.skin.positions[a] == body.skin.positions[b]) || moved.positions[a] == moved.positions[b]);
}

TEST(SkinEvaluator, TheSkinOfASheetTurnsAndStretchesWithIt)
{
	// One layer of particles and a mesh a little above and below it.
	auto tasks = MakeSerialTaskRunner();
	const std::vector<Vec3d> points = Scenes::BlockLattice(12, 12, 1, 2 * Radius);
	RestStateInput input;
	input.positions = points;
	input.particleRadius = Radius;
	input.oneLayer = true;
	const RestState sheet = BuildRestState(input, *tasks).TakeValue();
	RenderMesh mesh;
	Random random(9);
	for (int k = 0; k < 500; ++k)
		mesh.positions.push_back(random.NextInBox({0, 0, 0}, {1.2, 1.2, 2 * Radius}));
	const SkinBinding binding = BindSkin(mesh, {}, sheet, {}, *tasks).binding;
	const Mat3d map = SomeRotation * Mat3d::Diagonal({2, 0.5, 1});
	const Moved moved = Follow(sheet, binding, map, {});
	for (std::size_t k = 0; k < mesh.positions.size(); ++k)
		EXPECT_LT(Norm(moved.positions[k].Cast<double>() - map * mesh.positions[k]), 1e-4);
}

TEST(SkinEvaluator, ParticlesThatAreNotFiniteAreLeftOutAndTheOthersCarryTheVertex)
{
	const SkinnedBall ball;
	const Real nan = std::numeric_limits<Real>::quiet_NaN(), infinity = std::numeric_limits<Real>::infinity();
	std::vector<Vec3> now;
	for (const Vec3& p : ball.rest.position)
		now.push_back((SomeAffine * p.Cast<double>() + Vec3d{1, 0, 0}).Cast<Real>());
	std::vector<Mat3> gradients(now.size(), SomeAffine.Cast<Real>());
	Random random(6);
	for (std::size_t j = 0; j < now.size(); ++j)
		switch (random.NextBits() % 8)
		{
		case 0: now[j].y = nan; break;
		case 1: now[j].z = infinity; break;
		case 2: gradients[j](1, 2) = nan; break;
		case 3: gradients[j](0, 0) = -infinity; break;
		default: break;
		}
	const Moved moved = Evaluate(ball.rest, ball.binding, now, gradients);
	ASSERT_TRUE(AreFinite(moved));
	std::size_t exact = 0;
	for (std::size_t k = 0; k < moved.positions.size(); ++k)
		exact += Norm(moved.positions[k].Cast<double>() - (SomeAffine * ball.mesh.positions[k] + Vec3d{1, 0, 0})) < 1e-4 ? 1 : 0;
	EXPECT_GT(static_cast<double>(exact), 0.99 * static_cast<double>(moved.positions.size()));
}

TEST(SkinEvaluator, ABodyWhoseParticlesAreAllLostKeepsItsRestShape)
{
	const SkinnedBall ball;
	const std::vector<Vec3> now(ball.rest.ParticleCount(), Vec3{std::numeric_limits<Real>::quiet_NaN(), 0, 0});
	const std::vector<Mat3> gradients(now.size());
	const Moved moved = Evaluate(ball.rest, ball.binding, now, gradients);
	EXPECT_EQ(moved.positions, ball.binding.positions);
	EXPECT_TRUE(AreFinite(moved));
}

TEST(SkinEvaluator, CollapsedAndOverstretchedGradientsGiveFiniteVerticesNearTheParticles)
{
	const SkinnedBall ball;
	const std::vector<Vec3> now(ball.rest.position.begin(), ball.rest.position.end());
	for (const Real scale : {0.0f, 1e-20f, -1.0f, 1e4f, 1e15f})
	{
		const std::vector<Mat3> gradients(now.size(), Mat3::Identity() * scale);
		const Moved moved = Evaluate(ball.rest, ball.binding, now, gradients);
		EXPECT_TRUE(AreFinite(moved)) << scale;
		for (const Vec3& p : moved.positions)
			EXPECT_LT(Norm(p), 0.5f + SkinEvaluator::MaxStretch * 0.2f) << scale;
	}
}

TEST(SkinEvaluator, VerticesHaveTheSameBitsForAnyNumberOfWorkers)
{
	const SkinnedBall ball;
	const Moved one = Follow(ball.rest, ball.binding, SomeAffine, {}, 1);
	for (const int workers : {2, 3, 8})
	{
		const Moved many = Follow(ball.rest, ball.binding, SomeAffine, {}, workers);
		EXPECT_EQ(many.positions, one.positions);
		EXPECT_EQ(many.normals, one.normals);
		EXPECT_EQ(std::memcmp(many.tangents.data(), one.tangents.data(), one.tangents.size() * sizeof(RenderTangent)), 0);
	}
}
