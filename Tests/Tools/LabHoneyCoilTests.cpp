#include <Lab/SceneLibrary.h>
#include <Lab/ScenePlayer.h>

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

using namespace SPHSolids;
using namespace SPHSolids::Lab;

namespace
{

/// A rope of fluid that hangs from a round nozzle above the origin.
struct Rope
{
	double nozzleHeight, nozzleRadius, particleRadius;

	/// Middle of the lowest cross section that is at most half as wide again as the nozzle: below, the rope lies on what it has laid
	/// before. Nothing while there is none.
	std::optional<Vec3d> Foot(const FluidView& fluid) const
	{
		const double half = 2 * particleRadius, widest = 1.5 * nozzleRadius;
		std::optional<Vec3d> lowest;
		for (double height = nozzleHeight - 3 * half; height > 0; height -= particleRadius)
		{
			double count = 0, squares = 0;
			Vec3d sum;
			for (const PaddedVec3& particle : fluid.position)
				if (const Vec3d p = fluid.origin + particle.Xyz().Cast<double>(); std::fabs(p.z - height) < half)
				{
					++count;
					sum += p;
					squares += p.x * p.x + p.y * p.y;
				}
			if (count == 0)
				return {};
			const Vec3d middle = sum / count;
			const double spread = squares / count - middle.x * middle.x - middle.y * middle.y;
			if (spread > widest * widest / 2) // a disc of radius a has a^2 / 2
				break;
			lowest = middle;
		}
		return lowest;
	}
};

/// How the rope of the scene goes round between 0.55 and 1 s.
struct Coiling
{
	double turnsPerSecond = 0; // with their sign
	double oneWay = 0;         // share of all turning that goes into the turns
	double radius = 0;         // mean distance of its foot from the axis, m
	double ropeRadius = 0;     // of the nozzle, m
};

Coiling Pour(const std::string& viscosity)
{
	// Coarser than the scene: nine particles a layer instead of thirteen. It coils as fast (Docs/validation.md).
	const std::vector<std::string> changes = {
		"fluids.honey.particleRadius=0.00125", "fluids.honey.viscosity=" + viscosity, "fluids.honey.boundaryViscosity=" + viscosity};
	const LoadedScene scene = LoadScene("honey_coil", changes).TakeValue();
	auto tasks = MakeParallelTaskRunner(2);
	const auto player = ScenePlayer::Create(scene.description, *tasks, nullptr).TakeValue();
	const FluidDescription& honey = player->scene.fluids[0];
	const Rope rope = {honey.emitters[0].def.pose.position.z, honey.emitters[0].def.radius, honey.def.particleRadius};
	Coiling coiling;
	coiling.ropeRadius = rope.nozzleRadius;
	double turned = 0, all = 0, angle = 0, start = 0;
	int frames = 0;
	while (player->GetWorld().Time() < 1.0 - 1e-9)
	{
		// A frame is about a fifth of a turn, so that turns one way are told apart from turns the other way.
		player->PlayFrame(0.02, *tasks, [](const StepReport&, int) {});
		if (player->GetWorld().Time() < 0.55)
			continue;
		const std::optional<Vec3d> foot = rope.Foot(player->GetWorld().Fluid());
		EXPECT_TRUE(foot.has_value()) << "no rope at " << player->GetWorld().Time() << " s";
		if (!foot.has_value())
			return {};
		const double next = std::atan2(foot->y, foot->x);
		if (frames++ > 0)
		{
			const double turn = std::remainder(next - angle, 2 * Pi);
			turned += turn;
			all += std::fabs(turn);
		}
		else
			start = player->GetWorld().Time();
		angle = next;
		coiling.radius += std::hypot(foot->x, foot->y);
	}
	coiling.turnsPerSecond = turned / (2 * Pi) / (player->GetWorld().Time() - start);
	coiling.oneWay = std::fabs(turned) / all;
	coiling.radius /= frames;
	return coiling;
}

}

TEST(LabHoneyCoil, TheRopeGoesRoundInOneDirectionAndSlowerByTheFourthRootOfViscosity)
{
	// Gravitational coiling, Ribe 2004: angular frequency ~ (g Q^3 / (nu a^8))^(1/4), where gravity and viscous bending balance in the coil.
	const Coiling honey = Pour("100"), warmer = Pour("30");
	for (const Coiling& coiling : {honey, warmer})
	{
		// A heap below a straight stream has its foot on the axis; one that is folded to and fro turns back as much as on.
		EXPECT_GT(coiling.radius, 0.7 * coiling.ropeRadius);
		EXPECT_GT(coiling.oneWay, 0.95);
	}
	RecordProperty("turnsPerSecond", std::to_string(honey.turnsPerSecond));
	RecordProperty("turnsPerSecondWarmer", std::to_string(warmer.turnsPerSecond));
	const double ratio = std::fabs(warmer.turnsPerSecond / honey.turnsPerSecond), expected = std::pow(100.0 / 30, 0.25);
	EXPECT_NEAR(ratio, expected, 0.08 * expected);
}
