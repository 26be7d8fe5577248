// Soft bodies that a game makes wrongly or puts into shapes that none can have.

#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN(), Infinite = std::numeric_limits<double>::infinity();
constexpr double Spacing = 0.02;

SolidBodyDef Block(const Material& material = MaterialOf(MaterialModel::StableNeoHookean, 1e5, 0.3, 1000, 1))
{
	return LatticeBody(4, 4, 3, Spacing, material);
}

std::unique_ptr<World> WeightlessWorld(double elasticStep = 0.01)
{
	WorldDef def;
	def.gravity = {};
	def.time.elasticStep = elasticStep;
	def.solver.refactorAtOnce = true;
	def.sleep.enabled = false;
	return World::Create(def).TakeValue();
}

/// A material that must be refused, with the words that tell what is wrong with it and what to do.
struct Refused
{
	std::function<void(Material&)> change;
	const char* value;
	const char* cure;
};

std::vector<Refused> RefusedMaterials()
{
	std::vector<Refused> cases;
	const auto add = [&](double Material::* member, std::initializer_list<std::pair<double, const char*>> values, const char* cure)
	{
		for (const auto& [value, text] : values)
			cases.push_back({[member, v = value](Material& m) { m.*member = v; }, text, cure});
	};
	add(&Material::young,
		{{-1e5, "-100000"}, {0, "is 0"}, {1e-30, "1e-30"}, {1e30, "1e+30"}, {Infinite, "inf"}, {-Infinite, "-inf"}, {NotANumber, "nan"}},
		"from 0.001 to 1e13");
	add(&Material::poisson, {{0.5, "0.5"}, {0.7, "0.7"}, {1e30, "1e+30"}}, "use 0.49");
	add(&Material::poisson, {{0.49995, "0.49995"}}, "use 0.49");
	add(&Material::poisson, {{-0.99999, "-0.99999"}}, "use -0.9");
	add(&Material::poisson, {{-1, "-1"}, {-3, "-3"}, {-1e30, "-1e+30"}, {Infinite, "inf"}, {NotANumber, "nan"}}, "between -1 and 0.5");
	add(&Material::density, {{-1, "-1"}, {0, "is 0"}, {1e-30, "1e-30"}, {1e30, "1e+30"}, {Infinite, "inf"}, {NotANumber, "nan"}},
		"Water is 1000");
	add(&Material::alpha, {{-1, "-1"}, {1e30, "1e+30"}, {Infinite, "inf"}, {NotANumber, "nan"}}, "1 is usual");
	add(&Material::mooneyRatio, {{-0.1, "-0.1"}, {1.5, "1.5"}, {1e30, "1e+30"}, {NotANumber, "nan"}}, "between 0 and 1");
	add(&Material::fibreStiffness, {{-1, "-1"}, {1e30, "1e+30"}, {Infinite, "inf"}, {NotANumber, "nan"}}, "zero or a positive");
	for (const Vec3d& direction : {Vec3d{}, Vec3d{NotANumber, 0, 1}, Vec3d{0, Infinite, 0}, Vec3d{1e300, 0, 0}, Vec3d{0, 0, 1e-30}})
		cases.push_back({[direction](Material& m)
			{
				m.fibreStiffness = 1e5;
				m.fibreDirection = direction;
			},
			"direction", "give a vector"});
	cases.push_back({[](Material& m) { m.model = static_cast<MaterialModel>(99); }, "99", "MaterialModels()"});
	for (StretchCurve SplineCurves::* curve : {&SplineCurves::length, &SplineCurves::volume})
		cases.push_back({[curve](Material& m)
			{
				m.model = MaterialModel::Spline;
				m.curves.*curve = StretchCurve();
			},
			"no points", "FromPoints"});
	cases.push_back({[](Material& m)
		{
			m.model = MaterialModel::Spline;
			m.curves.area = StretchCurve();
		},
		"no points", "FromPoints"});
	return cases;
}

/// Root mean square distance from the mean place.
double Size(std::span<const Vec3> places)
{
	Vec3d centre;
	for (const Vec3& p : places)
		centre += p.Cast<double>() / static_cast<double>(places.size());
	double sum = 0;
	for (const Vec3& p : places)
		sum += SquaredNorm(p.Cast<double>() - centre);
	return std::sqrt(sum / static_cast<double>(places.size()));
}

bool IsSound(const SolidBody& body)
{
	const auto isFinite = [](const Vec3& v) { return IsFinite(v); };
	return std::all_of(body.position.begin(), body.position.end(), isFinite)
		&& std::all_of(body.velocity.begin(), body.velocity.end(), isFinite);
}

/// What is done to a body in one step.
struct Distortion
{
	const char* name;
	void (*apply)(std::vector<Vec3>& places);
};

/// The worst first.
constexpr Distortion Distortions[] = {
	{"collapsed to a point", [](std::vector<Vec3>& places) { std::fill(places.begin(), places.end(), Vec3{}); }},
	{"flattened to a plane",
		[](std::vector<Vec3>& places)
		{
			for (Vec3& p : places)
				p.z = 0;
		}},
	{"drawn out to a line",
		[](std::vector<Vec3>& places)
		{
			for (Vec3& p : places)
				p.y = p.z = 0;
		}},
	{"mirrored",
		[](std::vector<Vec3>& places)
		{
			for (Vec3& p : places)
				p.x = -p.x;
		}},
	{"scaled by 1000",
		[](std::vector<Vec3>& places)
		{
			for (Vec3& p : places)
				p *= 1000;
		}},
	{"two particles in one place", [](std::vector<Vec3>& places) { places[17] = places[18]; }},
	{"half of it in one place", [](std::vector<Vec3>& places) { std::fill_n(places.begin(), places.size() / 2, places[0]); }},
	{"one particle a kilometre away", [](std::vector<Vec3>& places) { places[5].x += 1000; }},
};

using NamedMaterials = std::vector<std::pair<std::string, Material>>;

NamedMaterials EveryModel()
{
	NamedMaterials materials;
	for (const MaterialModelInfo& info : MaterialModels())
		materials.emplace_back(std::string(info.name), MaterialOf(info.model, 1e5, 0.3, 1000, 1));
	return materials;
}

NamedMaterials SteepCurvesAndFibres()
{
	NamedMaterials materials;
	for (const SplinePreset& preset : SplinePresets())
	{
		if (preset.name == "straight" || preset.name == "softening")
			continue; // the model's own curves, and ones that are milder
		materials.emplace_back("spline " + std::string(preset.name), MaterialOf(MaterialModel::Spline, 1e5, 0.3, 1000, 1));
		materials.back().second.curves = preset.curves;
	}
	materials.emplace_back("fibres", MaterialOf(MaterialModel::StableNeoHookean, 1e5, 0.3, 1000, 1));
	materials.back().second.fibreStiffness = 3e5;
	return materials;
}

NamedMaterials EveryLaw()
{
	NamedMaterials materials = EveryModel();
	for (const auto& more : SteepCurvesAndFibres())
		materials.push_back(more);
	return materials;
}

/// Angular momentum about the centre of mass.
Vec3d SpinOf(const SolidBody& body)
{
	return body.AngularMomentum() - Cross(body.CentreOfMass(), body.Momentum());
}

/// How a distorted body is after some seconds without weight.
struct Recovery
{
	bool isSound = true;
	double size = 0;  ///< of the size at rest
	double shape = 0; ///< ShapeError
};

Recovery Recover(const Material& material, const Distortion& distortion, const char* solver = "lbfgs", int steps = 100)
{
	auto world = WeightlessWorld(0.02); // two seconds: what is lost for one is given its shape back
	ElasticSolverSettings settings = world->Def().solver;
	settings.name = solver;
	EXPECT_TRUE(world->SetSolver(settings).IsOk());
	const auto tasks = MakeSerialTaskRunner();
	SolidBodyDef def = Block(material);
	def.damping.drag = 4;
	const BodyId id = world->AddBody(def).Value();
	const SolidBody& body = *world->Find(id);
	std::vector<Vec3> places(body.position.begin(), body.position.end());
	const std::vector<Vec3> still(places.size());
	const double size = Size(places);
	distortion.apply(places);
	EXPECT_TRUE(world->SetState(id, body.origin, places, still).IsOk());
	Recovery recovery;
	for (int k = 0; k < steps && recovery.isSound; ++k)
	{
		world->Step(0.02, *tasks);
		recovery.isSound = IsSound(*world->Find(id));
	}
	recovery.size = Size(world->Find(id)->position) / size;
	recovery.shape = ShapeError(*world->Find(id));
	return recovery;
}

void ExpectRecovery(const NamedMaterials& materials, std::span<const Distortion> distortions)
{
	for (const auto& [name, material] : materials)
		for (const Distortion& distortion : distortions)
		{
			const Recovery recovery = Recover(material, distortion);
			ASSERT_TRUE(recovery.isSound) << name << " " << distortion.name;
			EXPECT_NEAR(recovery.size, 1, 0.01) << name << " " << distortion.name;
			EXPECT_LT(recovery.shape, 0.02) << name << " " << distortion.name;
		}
}

}

TEST(BadSolid, ImpossibleMaterialsAreRefusedWithTheValueAndTheCureAndTheBodyKeepsItsOwn)
{
	auto world = WeightlessWorld();
	const auto tasks = MakeSerialTaskRunner();
	const BodyId id = world->AddBody(Block()).Value();
	for (const Refused& bad : RefusedMaterials())
	{
		Material material = Block().material;
		bad.change(material);
		const Status status = world->SetMaterial(id, material);
		ASSERT_FALSE(status.IsOk()) << bad.value << ", " << bad.cure;
		EXPECT_NE(status.Message().find(bad.value), std::string::npos) << status.Message();
		EXPECT_NE(status.Message().find(bad.cure), std::string::npos) << status.Message();
		const Result<BodyId> made = world->AddBody(Block(material));
		ASSERT_FALSE(made.IsOk());
		EXPECT_EQ(made.Message(), status.Message());
		EXPECT_EQ(world->Find(id)->GetMaterial().young, 1e5);
	}
	world->Step(0.01, *tasks);
	EXPECT_LT(ShapeError(*world->Find(id)), 1e-5);
}

TEST(BadSolid, PaintedMapsAndDampingThatMakeNoSenseAreRefusedWithTheValueAndTheCure)
{
	auto world = WeightlessWorld();
	const auto refusal = [&](const std::function<void(SolidBodyDef&)>& change)
	{
		SolidBodyDef def = Block();
		change(def);
		const Result<BodyId> made = world->AddBody(def);
		return made.IsOk() ? std::string("accepted") : made.Message();
	};
	const std::size_t count = Block().rest->state.ParticleCount();
	for (const auto& [value, text] :
		{std::pair(0.0f, "is 0 at"), {-2.0f, "-2"}, {1e-30f, "1e-30"}, {1e30f, "1e+30"}, {static_cast<float>(NotANumber), "nan"}})
		for (const bool isDensity : {false, true})
		{
			const std::string message = refusal(
				[&, painted = value](SolidBodyDef& def)
				{
					std::vector<float>& map = isDensity ? def.densityScale : def.stiffnessScale;
					map.assign(count, 1);
					map[7] = painted;
				});
			EXPECT_NE(message.find(text), std::string::npos) << message;
			EXPECT_NE(message.find("particle 7;"), std::string::npos) << message;
			EXPECT_NE(message.find(isDensity ? "density" : "stiffness"), std::string::npos) << message;
			EXPECT_NE(message.find("1 leaves the material"), std::string::npos) << message;
		}
	SolidBodyDef painted = Block(); // what a map makes of another material counts too
	painted.stiffnessScale.assign(count, 100);
	const BodyId id = world->AddBody(painted).Value();
	Material hard = painted.material;
	hard.young = 1e12;
	const Status tooHard = world->SetMaterial(id, hard);
	ASSERT_FALSE(tooHard.IsOk());
	EXPECT_NE(tooHard.Message().find("1e+13"), std::string::npos) << tooHard.Message();
	for (const auto& [value, text] : {std::pair(-1.0, "-1"), {1e30, "1e+30"}, {Infinite, "inf"}, {NotANumber, "nan"}})
		for (const bool isDrag : {false, true})
		{
			const std::string message =
				refusal([&, amount = value](SolidBodyDef& def) { (isDrag ? def.damping.drag : def.damping.viscosity) = amount; });
			EXPECT_NE(message.find(text), std::string::npos) << message;
			EXPECT_NE(message.find(isDrag ? "drag" : "viscosity"), std::string::npos) << message;
			EXPECT_NE(message.find("0 is none"), std::string::npos) << message;
		}
}

TEST(BadSolid, WhateverIsAcceptedAFloatHoldsInEveryStep)
{
	// Corners of what ValidateMaterial lets through, hit hard.
	const auto tasks = MakeSerialTaskRunner();
	for (const auto& [name, law] : EveryLaw())
		for (int corner = 0; corner < 16; ++corner)
		{
			Material material = law;
			material.young = (corner & 1) != 0 ? 1e13 : 1e-3;
			material.poisson = (corner & 2) != 0 ? 0.4999 : -0.9999;
			material.density = (corner & 4) != 0 ? 1e6 : 1e-3;
			material.alpha = (corner & 8) != 0 ? 1e4 : 0;
			material.fibreStiffness = material.fibreStiffness > 0 ? 1e13 : 0;
			SolidBodyDef def = Block(material);
			def.damping = {(corner & 2) != 0 ? 1e12 : 0, (corner & 8) != 0 ? 1e6 : 0};
			auto world = WeightlessWorld();
			const BodyId id = world->AddBody(def).Value();
			SolidBody before = *world->Find(id);
			std::vector<Vec3> places(before.position.begin(), before.position.end()), fast(places.size());
			for (std::size_t i = 0; i < places.size(); ++i)
				fast[i] = {i % 2 == 0 ? 100.0f : -100.0f, i % 3 == 0 ? 50.0f : 0.0f, 0};
			ASSERT_TRUE(world->SetState(id, before.origin, places, fast).IsOk());
			for (int k = 0; k < 3; ++k)
			{
				world->Step(0.01, *tasks);
				ASSERT_TRUE(IsSound(*world->Find(id))) << name << " corner " << corner << " step " << k;
			}
			EXPECT_NE(world->StateOf(id), BodyState::Frozen) << name << " corner " << corner;
		}
}

TEST(BadSolid, BodiesComeBackFromEveryDistortionUnderEveryModel)
{
	ExpectRecovery(EveryModel(), Distortions);
}

TEST(BadSolid, BodiesComeBackFromTheWorstUnderSteepCurvesAndWithFibres)
{
	ExpectRecovery(SteepCurvesAndFibres(), std::span(Distortions).first(4));
}

TEST(BadSolid, DistortedBodiesStayFiniteUnderEverySolver)
{
	for (const ElasticSolverInfo& solver : ElasticSolvers())
		for (const Distortion& distortion : Distortions)
			EXPECT_TRUE(
				Recover(MaterialOf(MaterialModel::Corotated, 1e5, 0.3, 1000, 1), distortion, std::string(solver.name).c_str(), 5).isSound)
				<< solver.name << " " << distortion.name;
}

TEST(BadSolid, BodiesAsHardAsDiamondFallAndTurnLikeRigidOnes)
{
	// Of their stiffness the inertia is a share that floats do not see, and it alone holds the rigid motion of a free body.
	const auto tasks = MakeSerialTaskRunner();
	for (const double young : {1e10, 2e11, 1e12, 1e13})
		for (const double density : {1000.0, 7800.0})
		{
			WorldDef world = WeightlessWorld(0.016)->Def();
			world.gravity = {0, 0, -10};
			auto falling = World::Create(world).TakeValue();
			SolidBodyDef def = LatticeBody(7, 6, 6, Spacing, MaterialOf(MaterialModel::Corotated, young, 0.3, density, 1));
			def.angularVelocity = {0, 2, 0};
			const BodyId id = falling->AddBody(def).Value();
			const double start = falling->Find(id)->CentreOfMass().z;
			const Vec3d spin = SpinOf(*falling->Find(id));
			StepIssue issues = StepIssue::None;
			for (int k = 0; k < 25; ++k)
				issues |= falling->Step(0.016, *tasks).issues;
			EXPECT_FALSE(Has(issues, StepIssue::BodyRecovered)) << young << " Pa, " << density << " kg/m^3";
			EXPECT_NEAR(start - falling->Find(id)->CentreOfMass().z, 10 * 0.4 * 0.416 / 2, 1e-3) << young << " " << density;
			EXPECT_LT(ShapeError(*falling->Find(id)), 1e-3) << young << " " << density;
			// Implicit Euler takes (omega h)^2 = 0.001 of a spin in each step.
			EXPECT_LT(Norm(SpinOf(*falling->Find(id)) - spin), 0.04 * Norm(spin)) << young << " " << density;
		}
}

TEST(BadSolid, WithAllOfItPinnedABodyGoesWhereThePinsGoAndStaysSo)
{
	const auto tasks = MakeSerialTaskRunner();
	for (const ElasticSolverInfo& solver : ElasticSolvers())
	{
		auto world = WeightlessWorld();
		ElasticSolverSettings settings = world->Def().solver;
		settings.name = solver.name;
		ASSERT_TRUE(world->SetSolver(settings).IsOk());
		const BodyId id = world->AddBody(Block(MaterialOf(MaterialModel::Corotated, 1e5, 0.3, 1000, 1))).Value();
		const Vec3d before = world->Find(id)->CentreOfMass();
		const Box3d everything{{-10, -10, -10}, {10, 10, 10}};
		ASSERT_EQ(world->Pin(id, everything, PinMotion::Linear({1, 0, 0}, 0, 0.2)).Value(), world->Find(id)->ParticleCount());
		for (int k = 0; k < 30; ++k)
			EXPECT_FALSE(Has(world->Step(0.01, *tasks).issues, StepIssue::BodyRecovered)) << solver.name;
		ASSERT_TRUE(IsSound(*world->Find(id))) << solver.name;
		EXPECT_NEAR(world->Find(id)->CentreOfMass().x - before.x, 0.2, 1e-5) << solver.name;
		EXPECT_LT(ShapeError(*world->Find(id)), 1e-5) << solver.name;
		EXPECT_LT(world->Find(id)->KineticEnergy(), 1e-8) << solver.name;
	}
}

TEST(BadSolid, PinsThatMoveByNoNumberAreRefusedAndOnesThatLeaveTheWorldStayWhereTheyAre)
{
	const auto tasks = MakeSerialTaskRunner();
	const std::vector<std::uint32_t> some = {0, 1, 2, 3, 4, 5};
	const Box3d everything{{-10, -10, -10}, {10, 10, 10}};
	auto world = WeightlessWorld();
	SolidBodyDef def = Block();
	def.damping.drag = 4;
	const BodyId id = world->AddBody(def).Value();
	const std::pair<PinMotion, const char*> refused[] = {{PinMotion::Linear({NotANumber, 0, 0}, 0, 1), "finite"},
		{PinMotion::Linear({1, 0, 0}, 0, Infinite), "finite"}, {PinMotion::Linear({1, 0, 0}, NotANumber, 1), "finite"},
		{PinMotion::Rotate({0, Infinite, 0}, {0, 0, 1}, 1, 0, 1).Value(), "pivot"},
		{PinMotion::Linear({1, 0, 0}, 2, 1), "begins at 2 s; swap"}};
	for (const auto& [motion, reason] : refused)
	{
		const auto pinned = world->PinParticles(id, some, motion);
		ASSERT_FALSE(pinned.IsOk()) << reason;
		EXPECT_NE(pinned.Message().find(reason), std::string::npos) << pinned.Message();
		EXPECT_FALSE(world->Pin(id, everything, motion).IsOk()) << reason;
		EXPECT_FALSE(world->Find(id)->HasPins());
	}
	for (const double speed : {1e9, 1e30, 1e300})
	{
		ASSERT_TRUE(world->PinParticles(id, some, PinMotion::Linear({speed, 0, 0}, 0, 1)).IsOk());
		const Vec3d before = world->Find(id)->CentreOfMass();
		for (int k = 0; k < 5; ++k)
			EXPECT_FALSE(Has(world->Step(0.01, *tasks).issues, StepIssue::BodyRecovered)) << speed;
		EXPECT_EQ(world->StateOf(id), BodyState::Awake) << speed;
		EXPECT_LT(Norm(world->Find(id)->CentreOfMass() - before), 1e-3) << speed;
		EXPECT_TRUE(world->Unpin(id));
	}
	// And one that carries a part of it five kilometres off, at 300 times the speed of sound, draws the rest after it.
	ASSERT_TRUE(world->PinParticles(id, some, PinMotion::Linear({1e5, 0, 0}, 0, 0.05)).IsOk());
	for (int k = 0; k < 400; ++k)
		world->Step(0.01, *tasks);
	ASSERT_TRUE(IsSound(*world->Find(id)));
	EXPECT_NEAR(world->Find(id)->CentreOfMass().x, 5e3, 0.2);
	EXPECT_LT(ShapeError(*world->Find(id)), 0.01);
}

TEST(BadSolid, WithNothingPinnedABodyDriftsAtItsSpeedAndKeepsItsShape)
{
	const auto tasks = MakeSerialTaskRunner();
	for (const ElasticSolverInfo& solver : ElasticSolvers())
	{
		auto world = WeightlessWorld();
		ElasticSolverSettings settings = world->Def().solver;
		settings.name = solver.name;
		ASSERT_TRUE(world->SetSolver(settings).IsOk());
		SolidBodyDef def = Block(MaterialOf(MaterialModel::Corotated, 1e5, 0.3, 1000, 1));
		def.velocity = {0.5, 0, -0.25};
		const BodyId id = world->AddBody(def).Value();
		const Vec3d before = world->Find(id)->CentreOfMass();
		for (int k = 0; k < 50; ++k)
			world->Step(0.01, *tasks);
		EXPECT_LT(Norm(world->Find(id)->CentreOfMass() - before - Vec3d{0.25, 0, -0.125}), 1e-4) << solver.name;
		EXPECT_LT(ShapeError(*world->Find(id)), 1e-4) << solver.name;
	}
}
