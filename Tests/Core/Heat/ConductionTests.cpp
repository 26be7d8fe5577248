#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

const Material Wax = MaterialOf(MaterialModel::Corotated, 1e6, 0.3, 1000, 1);

/// A bar along x, asleep in a world without weight: heat goes on in sleep.
class Bar
{
public:
	explicit Bar(int along, int across = 3, double length = 1, double conductivity = 2000, double elasticStep = 0.01)
		: spacing(length / along)
		, step(elasticStep)
	{
		WorldDef def;
		def.gravity = {};
		def.time.elasticStep = step;
		world = World::Create(def).TakeValue();
		id = world->AddBody(LatticeBody(along, across, across, spacing, Wax)).Value();
		heat.material.conductivity = conductivity;
		heat.material.capacity = 1000;
		heat.temperature = 0;
		EXPECT_TRUE(world->SetHeat(id, heat).IsOk());
		world->Sleep(id);
		const auto& rest = world->Find(id)->Rest().state.position;
		for (const Vec3& X : rest)
			box.Include(X.Cast<double>());
	}
	/// From 0 at one face of the bar to its length at the other.
	double Along(std::size_t i) const { return static_cast<double>(world->Find(id)->Rest().state.position[i].x) - box.min.x + spacing / 2; }
	void Set(const std::function<double(double)>& celsius)
	{
		const SolidBody& body = *world->Find(id);
		for (std::size_t i = 0; i < body.ParticleCount(); ++i)
			world->SetTemperature(id, celsius(Along(i)), body.origin + body.position[i].Cast<double>(), 0.1 * spacing).Value();
	}
	void Run(double seconds)
	{
		for (int k = 0; k < std::lround(seconds / step); ++k)
			world->Step(step, *tasks);
	}
	/// Largest difference to a law along the bar.
	double ErrorTo(const std::function<double(double)>& celsius) const
	{
		double worst = 0;
		for (std::size_t i = 0; i < world->Temperatures(id).size(); ++i)
			worst = std::max(worst, std::fabs(static_cast<double>(world->Temperatures(id)[i]) - celsius(Along(i))));
		return worst;
	}
	/// A wall that touches the whole face at one end.
	void AddWall(bool atEnd, double celsius, double transfer)
	{
		BoundaryDef wall; // solid below its local z = 0
		wall.pose.rotation = AxisAngleRotation(Vec3d{0, 1, 0}, atEnd ? -Pi / 2 : Pi / 2);
		const SolidBody& body = *world->Find(id);
		double edge = 0;
		for (const Vec3& x : body.position)
			edge = atEnd ? std::max(edge, static_cast<double>(x.x)) : std::min(edge, static_cast<double>(x.x));
		wall.pose.position = body.origin + Vec3d{edge + (atEnd ? 0.5 : -0.5) * spacing, 0, 0};
		const BoundaryId boundary = world->AddBoundary(wall).Value();
		EXPECT_TRUE(world->SetHeat(boundary, {celsius, transfer}).IsOk());
		world->Sleep(id);
	}

	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	BodyId id;
	BodyHeatDef heat;
	double spacing, step;
	Box3d box;
};

constexpr double Diffusivity = 2000.0 / (1000 * 1000); // of the bar, m^2/s

}

TEST(Conduction, ACosineInAnInsulatedBarDecaysAsTheSeriesSays)
{
	double errors[2] = {};
	const int particles[2] = {16, 32};
	for (int k = 0; k < 2; ++k)
	{
		Bar bar(particles[k], particles[k] / 4);
		bar.Set([](double x) { return 50 * std::cos(Pi * x); });
		bar.Run(20);
		errors[k] = bar.ErrorTo([](double x) { return 50 * std::exp(-Diffusivity * Pi * Pi * 20) * std::cos(Pi * x); });
	}
	RecordProperty("errorCoarse", std::to_string(errors[0]));
	RecordProperty("errorFine", std::to_string(errors[1]));
	EXPECT_LT(errors[0], 0.15) << "of 50 K";
	EXPECT_LT(errors[1], 0.5 * errors[0]);
}

TEST(Conduction, AStepSpreadsAsTheErrorFunction)
{
	double errors[2] = {};
	const int particles[2] = {20, 40};
	for (int k = 0; k < 2; ++k)
	{
		Bar bar(particles[k]);
		bar.Set([](double x) { return x < 0.5 ? 100.0 : 0.0; });
		bar.Run(4); // the front is some 18 cm wide: the ends do not know of it yet
		errors[k] = bar.ErrorTo([](double x) { return 50 * std::erfc((x - 0.5) / (2 * std::sqrt(Diffusivity * 4))); });
	}
	EXPECT_LT(errors[0], 3.0) << "of 100 K";
	EXPECT_LT(errors[1], 0.5 * errors[0]);
}

TEST(Conduction, ABarBetweenTwoWallsFollowsTheSeriesAndEndsInAStraightLine)
{
	double errors[2] = {};
	const int particles[2] = {10, 20};
	for (int k = 0; k < 2; ++k)
	{
		Bar bar(particles[k], k == 0 ? 2 : 4, 1, 2000, 0.02);
		// The half particle between the face and the first centre is the resistance of such a wall.
		const double transfer = 2000 / (0.5 * bar.spacing);
		bar.AddWall(false, 100, transfer);
		bar.AddWall(true, 0, transfer);
		bar.Run(30);
		const auto series = [](double x)
		{
			double sum = 100 * (1 - x);
			for (int n = 1; n < 60; ++n)
				sum -= 200 / (n * Pi) * std::sin(n * Pi * x) * std::exp(-n * n * Pi * Pi * Diffusivity * 30);
			return sum;
		};
		errors[k] = bar.ErrorTo(series);
		if (k > 0)
			continue;
		bar.Run(270);
		EXPECT_LT(bar.ErrorTo([](double x) { return 100 * (1 - x); }), 0.5);
	}
	EXPECT_LT(errors[0], 1.0) << "of 100 K";
	EXPECT_LT(errors[1], 0.5 * errors[0]);
}

TEST(Conduction, AnIsolatedBodyKeepsItsHeatToRounding)
{
	Bar bar(12, 6, 1, 5e5); // many stages to a step
	bar.Set([](double x) { return 300 * x * x - 100; });
	const double before = bar.world->HeatOf(bar.id).heat;
	const HeatReading start = bar.world->HeatOf(bar.id);
	bar.Run(1);
	const HeatReading end = bar.world->HeatOf(bar.id);
	EXPECT_NEAR(end.heat, before, 1e-12 * std::fabs(before));
	EXPECT_LT(end.hottest - end.coldest, 0.5 * (start.hottest - start.coldest)) << "it did spread";
	EXPECT_GE(end.coldest, start.coldest);
	EXPECT_LE(end.hottest, start.hottest);
}

TEST(Conduction, AnyConductivityIsStableAndSaysWhenItIsSlowed)
{
	for (const double conductivity : {1e6, 1e8, 1e12})
	{
		Bar bar(12, 4, 1, conductivity);
		bar.Set([](double x) { return x < 0.5 ? 1000.0 : 0.0; });
		const StepReport report = bar.world->Step(0.01, *bar.tasks);
		EXPECT_EQ(Has(report.issues, StepIssue::HeatSlowed), conductivity > 1e7) << conductivity;
		bar.Run(2);
		const HeatReading end = bar.world->HeatOf(bar.id);
		EXPECT_GE(end.coldest, -1e-3) << conductivity;
		EXPECT_LE(end.hottest, 1000.001) << conductivity;
		EXPECT_NEAR(end.mean, 500, 0.01) << conductivity;
	}
}

TEST(Conduction, ALumpCoolsToItsSurroundingsExponentially)
{
	// Conducts so well that it has one temperature: m c dT/dt = -u A (T - T_a).
	Bar lump(12, 12, 0.12, 5000, 0.05);
	ASSERT_TRUE(lump.world->SetAmbient({20, 1000}).IsOk());
	lump.world->SetTemperature(lump.id, 120).Value();
	lump.world->Sleep(lump.id);
	const double area = 6 * 0.12 * 0.12, mass = 1000 * 0.12 * 0.12 * 0.12;
	const double time = mass * 1000 / (1000 * area);
	lump.Run(0.25 * time);
	const double quarter = lump.world->HeatOf(lump.id).mean - 20;
	lump.Run(0.25 * time);
	const double half = lump.world->HeatOf(lump.id).mean - 20;
	// One rate throughout, and the right one but for edges, whose particles count as one slanted face instead of two.
	EXPECT_NEAR(std::log(100 / quarter) / std::log(quarter / half), 1, 0.01);
	const double found = 0.5 * time / std::log(100 / half);
	RecordProperty("timeConstantRatio", std::to_string(found / time));
	EXPECT_NEAR(found / time, 1, 0.12);
	EXPECT_GT(found, time) << "edges make the surface too small, never too large";
}

TEST(Conduction, AHeatSourceWarmsWhatIsNearItAndIsFoundByItsIdAlone)
{
	Bar bar(20);
	HeatSourceDef flame;
	flame.position = bar.world->Find(bar.id)->origin + Vec3d{-0.5, 0, 0};
	flame.reach = 0.3;
	flame.temperature = 800;
	flame.transfer = 2000;
	const HeatSourceId id = bar.world->AddHeatSource(flame).Value();
	bar.Run(0.5);
	const std::span<const float> celsius = bar.world->Temperatures(bar.id);
	for (std::size_t i = 0; i < celsius.size(); ++i)
	{
		EXPECT_TRUE(bar.Along(i) >= 0.1 || celsius[i] > 1.0f) << celsius[i];
		EXPECT_TRUE(bar.Along(i) <= 0.7 || celsius[i] < 0.01f) << celsius[i];
	}
	flame.temperature = -100;
	EXPECT_TRUE(bar.world->SetHeatSource(id, flame).IsOk());
	const double before = bar.world->HeatOf(bar.id).heat;
	bar.Run(0.5);
	EXPECT_LT(bar.world->HeatOf(bar.id).heat, before);
	EXPECT_TRUE(bar.world->Remove(id));
	EXPECT_FALSE(bar.world->Remove(id));
	EXPECT_FALSE(bar.world->SetHeatSource(id, flame).IsOk());
	EXPECT_EQ(bar.world->Find(id), nullptr);
	const double left = bar.world->HeatOf(bar.id).heat;
	bar.Run(0.5);
	EXPECT_NEAR(bar.world->HeatOf(bar.id).heat, left, 1e-9 * std::fabs(left));
}

TEST(Conduction, WhatNoMatterCanHaveIsRefusedInASentence)
{
	Bar bar(4);
	World& world = *bar.world;
	const auto refuses = [&](const std::function<void(BodyHeatDef&)>& change, const std::string& word)
	{
		BodyHeatDef def = bar.heat;
		change(def);
		const Status status = world.SetHeat(bar.id, def);
		EXPECT_FALSE(status.IsOk()) << word;
		EXPECT_NE(status.Message().find(word), std::string::npos) << status.Message();
	};
	refuses([](BodyHeatDef& d) { d.material.conductivity = -1; }, "conductivity");
	refuses([](BodyHeatDef& d) { d.material.capacity = 0; }, "capacity");
	refuses([](BodyHeatDef& d) { d.material.latentHeat = -1; }, "latent");
	refuses([](BodyHeatDef& d) { d.material.leastWeight = 0; }, "weight");
	refuses([](BodyHeatDef& d) { d.temperature = std::nan(""); }, "temperature");
	refuses([](BodyHeatDef& d) { d.material.softensAt = std::nan(""); }, "softens");
	refuses([](BodyHeatDef& d) { d.material.softensAt = 80, d.material.meltsAt = 60; }, "below");
	refuses([](BodyHeatDef& d) { d.material.meltsAt = 60; }, "fluid");
	EXPECT_FALSE(world.SetHeat(BodyId{}, bar.heat).IsOk());
	EXPECT_FALSE(world.SetAmbient({20, -1}).IsOk());
	EXPECT_FALSE(world.SetAmbient({-300, 1}).IsOk());
	EXPECT_FALSE(world.SetHeat(BoundaryId{}, {}).IsOk());
	EXPECT_FALSE(world.SetHeat(FluidId{}, FluidHeatDef{}).IsOk());
	EXPECT_FALSE(world.AddHeatSource({{}, 0, 100, 10}).IsOk());
	EXPECT_FALSE(world.AddHeatSource({{std::nan(""), 0, 0}, 1, 100, 10}).IsOk());
	EXPECT_FALSE(world.SetTemperature(bar.id, std::nan("")).IsOk());
	EXPECT_FALSE(world.SetTemperature(bar.id, 100, {}, -1).IsOk());
	EXPECT_FALSE(world.Melt(bar.id, {}, 1).IsOk()) << "it has no melting point";
	EXPECT_FALSE(world.Melt(BodyId{}, {}, 1).IsOk());
	FluidDef fluid;
	const FluidId id = world.AddFluid(fluid).Value();
	FluidHeatDef thick;
	thick.thickensAt = 10;
	thick.setsAt = 20;
	EXPECT_NE(world.SetHeat(id, thick).Message().find("setsAt"), std::string::npos);
	EXPECT_TRUE(world.Temperatures(BodyId{}).empty());
}

TEST(Conduction, ASolverThatKnowsNothingOfHeatRefusesToSoften)
{
	WorldDef def;
	def.solver.name = "explicit";
	auto world = World::Create(def).TakeValue();
	const BodyId id = world->AddBody(LatticeBody(3, 3, 3, 0.02, Wax)).Value();
	BodyHeatDef heat;
	EXPECT_TRUE(world->SetHeat(id, heat).IsOk()) << "conduction is every solver's";
	heat.material.softensAt = 50;
	EXPECT_NE(world->SetHeat(id, heat).Message().find("lbfgs"), std::string::npos);
}
