#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

TEST(Budget, CutsIterationsAndSaysWhenItCannotBeKept)
{
	for (const double budget : {0.0, 1e-6, 1e6})
	{
		WorldDef def;
		def.time.elasticStep = 0.004;
		def.solver.refactorAtOnce = true;
		def.budgetMilliseconds = budget;
		auto world = World::Create(def).TakeValue();
		auto tasks = MakeSerialTaskRunner();
		SolidBodyDef body = LatticeBody(6, 6, 6, 0.02, MaterialOf(MaterialModel::Corotated, 1e5, 0.3, 1000, 1));
		const BodyId id = world->AddBody(body).Value();
		ASSERT_TRUE(world->SetVelocity(id, {0, 1, 0}).IsOk());
		world->AddBoundary({}).Value();
		const StepReport report = world->Step(0.004, *tasks);
		EXPECT_EQ(report.elastic.iterations, budget == 1e-6 ? 1 : 10) << "budget " << budget;
		EXPECT_EQ(Has(report.issues, StepIssue::BudgetExceeded), budget == 1e-6) << "budget " << budget;
	}
}

TEST(Budget, LeavesOutSubstepsAndNothingLeavesTheRoom)
{
	for (const double budget : {0.0, 1e-6})
	{
		WorldDef def;
		def.time.elasticStep = 0.016;
		def.solver.refactorAtOnce = true;
		def.budgetMilliseconds = budget;
		auto world = World::Create(def).TakeValue();
		auto tasks = MakeSerialTaskRunner();
		BoundaryDef room;
		room.shape = Shape::Box({0.5, 0.5, 0.5}).Value().Inverted();
		world->AddBoundary(room).Value();
		RigidDef box; // without a budget substeps are `maxStep` long at most because of it
		box.shape = Shape::Box({0.05, 0.05, 0.05}).Value();
		box.pose.position = {0, -0.3, -0.45};
		world->AddRigid(box).Value();
		SolidBodyDef body = LatticeBody(4, 4, 4, 0.02, MaterialOf(MaterialModel::StableNeoHookean, 1e5, 0.3, 1000, 1));
		std::vector<BodyId> ids;
		for (const double side : {-1.0, 1.0})
		{
			body.position = {0.25 * side, 0, 0};
			ids.push_back(world->AddBody(body).Value());
			ASSERT_TRUE(world->SetVelocity(ids.back(), {-20 * side, 7, 3}).IsOk());
		}
		for (int k = 0; k < 100; ++k)
		{
			const StepReport report = world->Step(0.016, *tasks);
			if (k == 0)
			{
				// Seventeen diameters a step: one substep for each, or the bodies may pass through each other.
				EXPECT_EQ(report.substeps, budget > 0 ? 1 : 18);
				EXPECT_EQ(Has(report.issues, StepIssue::StepTooLong), budget > 0);
			}
			for (const BodyId id : ids)
				for (const Vec3& p : world->Find(id)->position)
				{
					const Vec3d place = world->Find(id)->origin + p.Cast<double>();
					ASSERT_LT(std::max({std::fabs(place.x), std::fabs(place.y), std::fabs(place.z)}), 0.5)
						<< "budget " << budget << ", step " << k;
				}
		}
	}
}

TEST(Budget, WaterIsCutToFewIterationsAndLongSubstepsAndStaysWater)
{
	// A column falls over in a box, and comes to rest.
	struct Outcome
	{
		double mostIterations = 0; // of a substep, by the mean of a frame
		int mostSubsteps = 0;      // of a frame
		double height = 0, outside = 0;
		double energy = 0; // most, in units of that at the start
		bool stepTooLong = false;
	};
	const auto play = [](double budget)
	{
		constexpr int Frames = 150;
		WorldDef def;
		def.budgetMilliseconds = budget;
		auto world = World::Create(def).TakeValue();
		auto tasks = MakeSerialTaskRunner();
		BoundaryDef room;
		room.shape = Shape::Box({0.4, 0.15, 0.5}).Value().Inverted();
		room.pose.position = {0, 0, 0.5};
		world->AddBoundary(room).Value();
		FluidDef water;
		water.particleRadius = 0.0125;
		world->AddFluidBlock(world->AddFluid(water).Value(), {{-0.4, -0.15, 0}, {-0.1, 0.15, 0.5}}).Value();
		Outcome outcome;
		for (int frame = 0; frame < Frames; ++frame)
		{
			const StepReport report = world->Step(1.0 / 60, *tasks);
			const double iterations = double(report.density.iterations + report.divergence.iterations) / report.substeps;
			outcome.mostIterations = std::max(outcome.mostIterations, iterations);
			outcome.mostSubsteps = std::max(outcome.mostSubsteps, static_cast<int>(report.substeps));
			outcome.stepTooLong |= Has(report.issues, StepIssue::StepTooLong);
			const FluidView view = world->Fluid();
			double speeds = 0;
			outcome.height = 0;
			for (std::size_t i = 0; i < view.position.size(); ++i)
			{
				const Vec3d p = view.origin + view.position[i].Xyz().Cast<double>();
				outcome.outside = std::max({outcome.outside, std::fabs(p.x) - 0.4, std::fabs(p.y) - 0.15, -p.z});
				speeds += SquaredNorm(view.velocity[i].Xyz().Cast<double>()) / static_cast<double>(view.position.size());
				outcome.height += p.z / static_cast<double>(view.position.size());
			}
			outcome.energy = std::max(outcome.energy, (speeds / 2 + 9.81 * outcome.height) / (9.81 * 0.25));
		}
		return outcome;
	};
	const Outcome free = play(0), ample = play(1e6), cut = play(1e-6);
	EXPECT_EQ(ample.mostIterations, free.mostIterations);
	EXPECT_EQ(ample.height, free.height);
	EXPECT_FALSE(free.stepTooLong);
	EXPECT_LE(cut.mostIterations, 8); // two against divergence and six for density: with one and two it would gain a tenth of its energy
	EXPECT_GT(free.mostIterations, 12);
	EXPECT_LT(cut.mostSubsteps, 0.7 * free.mostSubsteps);
	EXPECT_TRUE(cut.stepTooLong);
	EXPECT_LE(cut.outside, 0);
	EXPECT_LT(cut.energy, 1.02);
	EXPECT_NEAR(cut.height, free.height, 0.05 * free.height);
}
