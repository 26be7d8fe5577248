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
