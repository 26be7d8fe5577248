#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

constexpr double Spacing = 0.02;

/// A bar along x that hangs from its first layer of particles.
struct HangingBar
{
	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	BodyId id;
	std::vector<std::uint32_t> firstLayer, lastLayer;
	double startOfEnd = 0;

	explicit HangingBar(const ElasticSolverSettings& solver = {}, MaterialModel model = MaterialModel::StableNeoHookean, double young = 1e5,
		double drag = 0)
	{
		WorldDef def;
		def.solver = solver;
		def.solver.refactorAtOnce = true;
		world = World::Create(def).TakeValue();
		SolidBodyDef bar = LatticeBody(8, 3, 3, Spacing, MaterialOf(model, young, 0.3, 1000, 1));
		bar.damping.drag = drag;
		id = world->AddBody(bar).Value();
		const auto& rest = world->Find(id)->Rest().state.position;
		Box3 box;
		for (const Vec3& place : rest)
			box.Include(place);
		for (std::uint32_t i = 0; i < rest.size(); ++i)
		{
			if (rest[i].x < box.min.x + 0.5 * Spacing)
				firstLayer.push_back(i);
			if (rest[i].x > box.max.x - 0.5 * Spacing)
				lastLayer.push_back(i);
		}
		world->PinParticles(id, firstLayer, PinMotion::Hold()).Value();
		startOfEnd = PlaceOf(lastLayer[0]).z;
	}
	void Play(int steps)
	{
		for (int k = 0; k < steps; ++k)
			world->Step(world->Def().time.elasticStep, *tasks);
	}
	/// How far the free end hangs below where it began, m.
	double Sag() const { return startOfEnd - PlaceOf(lastLayer[0]).z; }
	Vec3d PlaceOf(std::uint32_t particle) const { return world->Find(id)->origin + world->Find(id)->position[particle].Cast<double>(); }
};

}

TEST(LiveChanges, AnotherSolverGoesOnFromTheSameStateAndReachesTheSameRest)
{
	HangingBar bar, reference;
	bar.Play(20);
	const Vec3d before = bar.PlaceOf(bar.lastLayer[0]);
	ElasticSolverSettings newton = bar.world->Def().solver;
	newton.name = "newton";
	ASSERT_TRUE(bar.world->SetSolver(newton).IsOk());
	EXPECT_EQ(bar.world->Def().solver.name, "newton");
	EXPECT_EQ(Norm(bar.PlaceOf(bar.lastLayer[0]) - before), 0);
	bar.Play(200);
	reference.Play(220);
	// Both minimise the same objective in each step; what is left is how far each of them goes.
	EXPECT_NEAR(Norm(bar.PlaceOf(bar.lastLayer[0]) - reference.PlaceOf(bar.lastLayer[0])), 0, 0.02 * 8 * Spacing);
}

TEST(LiveChanges, FewerIterationsAreTakenAtOnce)
{
	HangingBar bar;
	ElasticSolverSettings brief = bar.world->Def().solver;
	brief.minimiser.iterations = 1;
	brief.minimiser.tolerance = 0;
	ASSERT_TRUE(bar.world->SetSolver(brief).IsOk());
	const StepReport report = bar.world->Step(bar.world->Def().time.elasticStep, *bar.tasks);
	EXPECT_EQ(report.elastic.iterations, report.elastic.solves);
}

TEST(LiveChanges, ASolverThatDoesNotExistIsRefusedAndTheOldOneStays)
{
	HangingBar bar;
	ElasticSolverSettings wrong = bar.world->Def().solver;
	wrong.name = "lbfsg";
	EXPECT_FALSE(bar.world->SetSolver(wrong).IsOk());
	EXPECT_EQ(bar.world->Def().solver.name, "lbfgs");
	const double start = bar.PlaceOf(bar.lastLayer[0]).z;
	bar.Play(10);
	EXPECT_LT(bar.PlaceOf(bar.lastLayer[0]).z, start);
}

TEST(LiveChanges, ReleasedParticlesFallAndTheOthersStayPinned)
{
	HangingBar bar;
	ASSERT_EQ(bar.world->PinParticles(bar.id, bar.lastLayer, PinMotion::Hold()).Value(), bar.lastLayer.size());
	bar.Play(10);
	const Vec3d firstPlace = bar.PlaceOf(bar.firstLayer[0]), lastPlace = bar.PlaceOf(bar.lastLayer[0]);
	EXPECT_EQ(bar.world->UnpinParticles(bar.id, bar.lastLayer), bar.lastLayer.size());
	EXPECT_EQ(bar.world->UnpinParticles(bar.id, bar.lastLayer), 0u);
	bar.Play(50);
	EXPECT_LT(bar.PlaceOf(bar.lastLayer[0]).z, lastPlace.z - 0.2 * Spacing);
	EXPECT_LT(Norm(bar.PlaceOf(bar.firstLayer[0]) - firstPlace), 1e-6);
	EXPECT_EQ(bar.world->UnpinParticles({}, bar.firstLayer), 0u);
}

TEST(LiveChanges, AChangedMaterialTakesEffectUnderEverySolver)
{
	// A bar that sags under its weight comes to rest half as deep if it is made twice as stiff while it hangs.
	for (const ElasticSolverInfo& solver : ElasticSolvers())
	{
		const auto sagOf = [&](double young, bool isChangedInPlay)
		{
			ElasticSolverSettings settings;
			settings.name = solver.name;
			HangingBar bar(settings, MaterialModel::Corotated, isChangedInPlay ? 0.5 * young : young, 20);
			EXPECT_TRUE(bar.world->SetGravity({0, 0, -1}).IsOk()); // small sags are as deep as the load
			bar.Play(25);
			if (isChangedInPlay)
			{
				Material stiffer = bar.world->Find(bar.id)->GetMaterial();
				stiffer.young = young;
				EXPECT_TRUE(bar.world->SetMaterial(bar.id, stiffer).IsOk()) << solver.name;
			}
			bar.Play(150);
			return bar.Sag();
		};
		const double soft = sagOf(1e5, false), stiff = sagOf(2e5, false), changed = sagOf(2e5, true);
		EXPECT_NEAR(stiff / soft, 0.5, 0.05) << solver.name;
		EXPECT_NEAR(changed, stiff, 0.02 * stiff) << solver.name;
	}
}

TEST(LiveChanges, AHeavierMaterialSagsDeeperUnderEverySolver)
{
	for (const ElasticSolverInfo& solver : ElasticSolvers())
	{
		ElasticSolverSettings settings;
		settings.name = solver.name;
		HangingBar bar(settings, MaterialModel::Corotated, 2e5, 20);
		EXPECT_TRUE(bar.world->SetGravity({0, 0, -1}).IsOk());
		bar.Play(175);
		const double before = bar.Sag();
		Material heavy = bar.world->Find(bar.id)->GetMaterial();
		heavy.density *= 2;
		ASSERT_TRUE(bar.world->SetMaterial(bar.id, heavy).IsOk()) << solver.name;
		bar.Play(150);
		EXPECT_NEAR(bar.Sag() / before, 2, 0.1) << solver.name;
	}
}

TEST(LiveChanges, SolversOfOneLawRefuseAMaterialThatTheyDoNotKnowAndTheBodyKeepsItsOwn)
{
	for (const char* name : {"splitting", "peer"})
	{
		ElasticSolverSettings settings;
		settings.name = name;
		HangingBar bar(settings, MaterialModel::Corotated);
		Material other = bar.world->Find(bar.id)->GetMaterial();
		other.model = MaterialModel::StVenantKirchhoff;
		const Status status = bar.world->SetMaterial(bar.id, other);
		ASSERT_FALSE(status.IsOk()) << name;
		EXPECT_NE(status.Message().find(name), std::string::npos) << status.Message();
		EXPECT_NE(status.Message().find("lbfgs"), std::string::npos) << status.Message();
		other.model = MaterialModel::Corotated;
		other.fibreStiffness = 1e5;
		EXPECT_FALSE(bar.world->SetMaterial(bar.id, other).IsOk()) << name;
		EXPECT_EQ(bar.world->Find(bar.id)->GetMaterial().model, MaterialModel::Corotated);
		EXPECT_EQ(bar.world->Find(bar.id)->GetMaterial().fibreStiffness, 0);
	}
}
