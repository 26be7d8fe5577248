#include <SPHSolids/Solid/ElasticSolver.h>
#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

// A body gone bad is undone and reported, frozen if that does not help, and recovered when its host says where.

namespace
{

constexpr double Step = 0.004;
/// Beyond this place, m, accelerations are such that floats do not hold the speeds.
constexpr double Bad = 5;

std::vector<std::string> SolverNames()
{
	std::vector<std::string> names;
	for (const ElasticSolverInfo& info : ElasticSolvers())
		names.emplace_back(info.name);
	return names;
}

struct PoisonedWorld
{
	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	BodyId bystander, victim;
	ForceFieldId poison;

	explicit PoisonedWorld(const std::string& solver, bool withVictim = true)
	{
		WorldDef def;
		def.time.elasticStep = Step;
		def.solver.name = solver;
		def.solver.refactorAtOnce = true;
		world = World::Create(def).TakeValue();
		SolidBodyDef body = LatticeBody(3, 3, 4, 0.03, MaterialOf(MaterialModel::Corotated, 3e4, 0.3, 1000, 1));
		bystander = world->AddBody(body).Value();
		if (!withVictim)
			return;
		body.position = {Bad + 1, 0, 0};
		victim = world->AddBody(body).Value();
		ForceFieldDef field;
		field.acceleration = [](const Vec3d& place, const Vec3d&, double) { return Vec3d{0, place.x > Bad ? 3e38 : 0, 0}; };
		poison = world->AddForceField(field).Value();
	}
	StepReport Advance() { return world->Step(Step, *tasks); }
	const SolidBody& Victim() const { return *world->Find(victim); }
	bool IsFiniteVictim() const
	{
		const auto isFinite = [](const Vec3& v) { return IsFinite(v); };
		return std::all_of(Victim().position.begin(), Victim().position.end(), isFinite)
			&& std::all_of(Victim().velocity.begin(), Victim().velocity.end(), isFinite);
	}
};

class FrozenBody : public testing::TestWithParam<std::string>
{
};

}

TEST_P(FrozenBody, IsReportedInEachStepThatFailsAndHeldWhereItWasLastSound)
{
	PoisonedWorld room(GetParam());
	const std::vector<Vec3> before(room.Victim().position.begin(), room.Victim().position.end());
	const Vec3d origin = room.Victim().origin;
	int failed = 0;
	while (room.world->StateOf(room.victim) != BodyState::Frozen && failed < 10)
	{
		const StepReport report = room.Advance();
		++failed;
		ASSERT_TRUE(Has(report.issues, StepIssue::BodyRecovered)) << failed;
		const bool isFrozen = room.world->StateOf(room.victim) == BodyState::Frozen;
		EXPECT_EQ(Has(report.issues, StepIssue::BodyFrozen), isFrozen) << failed;
		EXPECT_EQ(report.frozenBodies, isFrozen ? 1u : 0u) << failed;
		ASSERT_TRUE(room.IsFiniteVictim()) << failed;
	}
	EXPECT_EQ(failed, 3);
	for (int k = 0; k < 30; ++k)
	{
		const StepReport report = room.Advance();
		EXPECT_EQ(report.frozenBodies, 1u);
		EXPECT_FALSE(Has(report.issues, StepIssue::BodyRecovered)) << "it is not stepped any more";
	}
	EXPECT_EQ(room.Victim().origin, origin);
	EXPECT_TRUE(std::equal(before.begin(), before.end(), room.Victim().position.begin()));
}

TEST_P(FrozenBody, ItsNeighboursDoNotFeelIt)
{
	PoisonedWorld room(GetParam()), alone(GetParam(), false);
	for (int k = 0; k < 20; ++k)
	{
		room.Advance();
		alone.Advance();
	}
	const SolidBody &beside = *room.world->Find(room.bystander), &free = *alone.world->Find(alone.bystander);
	EXPECT_LT(free.CentreOfMass().z, 0.04) << "it falls";
	EXPECT_TRUE(std::equal(beside.position.begin(), beside.position.end(), free.position.begin()));
	EXPECT_TRUE(std::equal(beside.velocity.begin(), beside.velocity.end(), free.velocity.begin()));
}

TEST_P(FrozenBody, OnceTeleportedToAFreePlaceItFallsAsOneThatWasNeverBad)
{
	PoisonedWorld room(GetParam());
	for (int k = 0; k < 5; ++k)
		room.Advance();
	ASSERT_EQ(room.world->StateOf(room.victim), BodyState::Frozen);
	ASSERT_TRUE(room.world->Teleport(room.victim, {{-2, 0, 1}, Mat3d::Identity()}).IsOk());
	const Vec3d start = room.Victim().CentreOfMass();
	constexpr int steps = 50;
	for (int k = 0; k < steps; ++k)
	{
		const StepReport report = room.Advance();
		EXPECT_EQ(report.frozenBodies, 0u);
		EXPECT_FALSE(Has(report.issues, StepIssue::BodyRecovered));
	}
	EXPECT_EQ(room.world->StateOf(room.victim), BodyState::Awake);
	// Between the fall of calculus, g t^2/2, and that of semi-implicit Euler in these steps, g t (t + h)/2.
	constexpr double time = steps * Step;
	const double fallen = start.z - room.Victim().CentreOfMass().z;
	EXPECT_GT(fallen, 9.81 * time * time / 2 - 1e-4);
	EXPECT_LT(fallen, 9.81 * time * (time + Step) / 2 + 1e-4);
	EXPECT_LT(ShapeError(room.Victim()), 1e-3);
}

TEST_P(FrozenBody, TroubleThatPassesFreezesNothing)
{
	PoisonedWorld room(GetParam());
	for (int failures = 0; failures < 4; ++failures) // never three in a row
	{
		EXPECT_TRUE(Has(room.Advance().issues, StepIssue::BodyRecovered));
		ASSERT_TRUE(room.world->Remove(room.poison));
		const StepReport report = room.Advance();
		EXPECT_FALSE(Has(report.issues, StepIssue::BodyRecovered));
		EXPECT_EQ(report.frozenBodies, 0u);
		ForceFieldDef field;
		field.acceleration = [](const Vec3d& place, const Vec3d&, double) { return Vec3d{0, place.x > Bad ? 3e38 : 0, 0}; };
		room.poison = room.world->AddForceField(field).Value();
	}
	EXPECT_EQ(room.world->StateOf(room.victim), BodyState::Awake);
}

INSTANTIATE_TEST_SUITE_P(Solvers, FrozenBody, testing::ValuesIn(SolverNames()), [](const auto& one) { return one.param; });
