#include <SPHSolids/World/Recording.h>
#include <SPHSolids/World/World.h>

#include "World/AllocationCounter.h"

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

constexpr double Density = 900, Capacity = 2000, Latent = 1e5;
const Material Butter = MaterialOf(MaterialModel::Corotated, 2e5, 0.33, Density, 0.5);

BodyHeatDef MeltingHeat(FluidId fluid)
{
	BodyHeatDef heat;
	heat.material.conductivity = 50;
	heat.material.capacity = Capacity;
	heat.material.softensAt = 40;
	heat.material.meltsAt = 60;
	heat.material.latentHeat = Latent;
	heat.meltsInto = fluid;
	return heat;
}

/// A block of butter that falls on a hot plate.
struct ButterWorld
{
	explicit ButterWorld(const Vec3d& gravity = {0, 0, -9.81}, std::uint32_t recorded = 0, double fluidRadius = 0.01)
	{
		WorldDef def;
		def.gravity = gravity;
		def.solver.refactorAtOnce = true;
		def.recordedSteps = recorded;
		world = World::Create(def).TakeValue();
		FluidDef melt;
		melt.name = "melt";
		melt.density = Density;
		melt.particleRadius = fluidRadius;
		melt.viscosity = 0.5;
		fluid = world->AddFluid(melt).Value();
		SolidBodyDef body = LatticeBody(6, 6, 6, 0.02, Butter);
		body.position = {0, 0, 0.015};
		id = world->AddBody(body).Value();
		EXPECT_TRUE(world->SetHeat(id, MeltingHeat(fluid)).IsOk());
	}
	void AddPlate(double celsius = 300, double transfer = 50000)
	{
		plate = world->AddBoundary({}).Value();
		EXPECT_TRUE(world->SetHeat(plate, {celsius, transfer}).IsOk());
	}
	void Run(int frames, TaskRunner& runner)
	{
		for (int k = 0; k < frames; ++k)
			issues |= world->Step(1.0 / 60, runner).issues;
	}
	void Run(int frames) { Run(frames, *tasks); }
	double FluidParticleMass() const
	{
		const double d = 2 * world->Find(fluid)->particleRadius;
		return Density * d * d * d;
	}
	/// All that is there: solid, fluid, and what waits to become fluid.
	double Mass() const
	{
		return world->Find(id)->Mass() + static_cast<double>(world->Fluid().id.size()) * FluidParticleMass()
			+ world->HeatOf(id).waitingMass;
	}
	Vec3d Momentum() const
	{
		Vec3d sum = world->Find(id)->Momentum();
		for (const PaddedVec3& v : world->Fluid().velocity)
			sum += v.Xyz().Cast<double>() * FluidParticleMass();
		return sum;
	}
	/// J over 0 degrees, latent heat included.
	double Heat() const
	{
		const HeatReading reading = world->HeatOf(id);
		double sum = reading.heat + reading.waitingHeat;
		for (const float celsius : world->Fluid().temperature)
			sum += FluidParticleMass() * (Capacity * static_cast<double>(celsius) + Latent);
		return sum;
	}

	std::unique_ptr<World> world;
	std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner(2);
	FluidId fluid;
	BodyId id;
	BoundaryId plate;
	StepIssue issues = StepIssue::None;
};

}

TEST(Melting, ABodyBelowSofteningMovesBitForBitAsOneWithoutHeat)
{
	std::uint64_t hashes[2] = {};
	for (const bool heated : {false, true})
	{
		auto world = World::Create({}).TakeValue();
		auto tasks = MakeSerialTaskRunner();
		world->AddBoundary({}).Value();
		SolidBodyDef body = LatticeBody(6, 5, 5, 0.02, Butter);
		body.position = {0, 0, 0.05};
		body.angularVelocity = {3, 1, 0};
		const BodyId id = world->AddBody(body).Value();
		if (heated)
		{
			BodyHeatDef heat;
			heat.material.softensAt = 40;
			ASSERT_TRUE(world->SetHeat(id, heat).IsOk());
		}
		for (int k = 0; k < 40; ++k)
			world->Step(1.0 / 60, *tasks);
		const SolidBody& solid = *world->Find(id);
		std::uint64_t& hash = hashes[heated];
		for (const Vec3& x : solid.position)
			for (int axis = 0; axis < 3; ++axis)
				hash = hash * 1099511628211u + std::bit_cast<std::uint32_t>(x[axis]);
	}
	EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(Melting, HalfTheWeightIsHalfTheStress)
{
	const SolidBodyDef def = LatticeBody(6, 5, 4, 0.02, Butter);
	auto tasks = MakeSerialTaskRunner();
	SolidBody body = SolidBody::Create(def).TakeValue();
	AlignedArray<Vec3> x = body.position, full(x.size()), half(x.size());
	for (std::size_t i = 0; i < x.size(); ++i) // sheared, bent and twisted
		x[i] += Vec3{x[i].y * 0.3f + x[i].z * x[i].z * 2, x[i].z * 0.1f, -x[i].x * x[i].y};
	const std::vector<float> noMass(x.size(), 0);
	const ElasticObjective::StepTerms terms{noMass, x, {}};
	ElasticObjective objective(body.PresentRest(), body.PresentStiffness());
	objective.SetReference(x, *tasks);
	const double energy = objective.Evaluate(x, terms, *tasks, full).Total();
	body.SetWeights(std::vector<float>(x.size(), 0.5f));
	ElasticObjective softer(body.PresentRest(), body.PresentStiffness());
	softer.SetReference(x, *tasks);
	EXPECT_NEAR(softer.Evaluate(x, terms, *tasks, half).Total(), 0.5 * energy, 1e-6 * energy);
	Real largest = 0;
	for (const Vec3& f : full)
		largest = std::max(largest, Norm(f));
	for (std::size_t i = 0; i < x.size(); ++i)
		EXPECT_LT(Norm(half[i] - full[i] * 0.5f), 1e-5f * largest);
	EXPECT_EQ(body.Stiffness().blocks[0].mu[0], ElasticStiffness(body.Stiffness()).blocks[0].mu[0]) << "A0 is untouched";
	EXPECT_NEAR(body.PresentStiffness().blocks[0].mu[0] / body.Stiffness().blocks[0].mu[0], 0.5f, 1e-6f);
}

TEST(Melting, WhatIsLeftAfterMeltingStillReproducesAffineMapsAndKeepsMomentum)
{
	const SolidBodyDef def = LatticeBody(7, 6, 6, 0.02, Butter);
	auto tasks = MakeSerialTaskRunner();
	SolidBody body = SolidBody::Create(def).TakeValue();
	std::vector<std::uint32_t> gone, touched;
	Box3 box;
	for (const Vec3& X : def.rest->state.position)
		box.Include(X);
	for (std::uint32_t i = 0; i < body.ParticleCount(); ++i)
		if (const Vec3 X = def.rest->state.position[i]; X.z < box.min.z + 0.03f || (X.x > box.max.x - 0.03f && X.y < box.Centre().y))
			gone.push_back(i);
	body.MeltParticles(gone, touched);
	ASSERT_FALSE(touched.empty());
	const Mat3 F = {{{1.1f, 0.2f, 0}, {-0.1f, 0.9f, 0.1f}, {0, 0.05f, 1.2f}}};
	AlignedArray<Vec3> x(body.ParticleCount()), gradient(body.ParticleCount());
	for (std::size_t i = 0; i < x.size(); ++i)
		x[i] = F * def.rest->state.position[i];
	for (const std::uint32_t i : gone)
		x[i] = {5, 5, 5}; // nobody looks there
	const std::vector<float> noMass(x.size(), 0);
	const ElasticObjective::StepTerms terms{noMass, x, body.held};
	ElasticObjective objective(body.PresentRest(), body.PresentStiffness());
	objective.SetReference(x, *tasks, true);
	for (std::size_t i = 0; i < x.size(); ++i)
		for (int e = 0; e < 9 && !body.IsMelted(i); ++e)
			EXPECT_NEAR(objective.ReferenceGradient(i)(e / 3, e % 3), F(e / 3, e % 3), 2e-4f);
	objective.Evaluate(x, terms, *tasks, gradient);
	Vec3d sum, turn;
	double size = 0;
	for (std::size_t i = 0; i < x.size(); ++i)
	{
		EXPECT_TRUE(IsFinite(gradient[i]));
		EXPECT_TRUE(!body.IsMelted(i) || gradient[i] == Vec3{});
		sum += gradient[i].Cast<double>();
		turn += Cross(x[i].Cast<double>(), gradient[i].Cast<double>());
		size += static_cast<double>(Norm(gradient[i]));
	}
	EXPECT_LT(Norm(sum), 1e-5 * size);
	EXPECT_LT(Norm(turn), 1e-5 * size);
}

TEST(Melting, WhatMeltsTakesMassMomentumAndHeatWithIt)
{
	ButterWorld butter(Vec3d{});
	World& world = *butter.world;
	ASSERT_TRUE(world.SetVelocity(butter.id, {0.3, 0.2, 0.1}).IsOk());
	world.SetTemperature(butter.id, 59).Value();
	const double mass = butter.Mass(), heat = butter.Heat();
	const Vec3d momentum = butter.Momentum();
	// Latent heat is given to a corner by hand: m L of every particle in it.
	const SolidBody& body = *world.Find(butter.id);
	const std::size_t melted = world.Melt(butter.id, body.origin + body.position[0].Cast<double>(), 0.05).Value();
	ASSERT_GT(melted, 5u);
	const double given = butter.Heat() - heat;
	EXPECT_NEAR(given, static_cast<double>(melted) * mass / 216 * (Capacity * 1 + Latent), 1e-3 * given);
	world.Step(0.004, *butter.tasks);
	const HeatReading reading = world.HeatOf(butter.id);
	EXPECT_GE(reading.melted, melted);
	EXPECT_EQ(reading.melted + reading.solid, 216u);
	EXPECT_NEAR(butter.Mass(), mass, 1e-6 * mass);
	EXPECT_LT(reading.waitingMass, butter.FluidParticleMass()) << "all but less than a particle is fluid";
	EXPECT_GT(world.Fluid().id.size(), 0u);
	// Momentum: but for what waits, which moves with the mean of what melted.
	EXPECT_LT(Norm(butter.Momentum() + Vec3d{0.3, 0.2, 0.1} * reading.waitingMass - momentum), 2e-3 * Norm(momentum));
	EXPECT_NEAR(butter.Heat(), heat + given, 1e-5 * (heat + given));
	for (int k = 0; k < 50; ++k)
		world.Step(0.004, *butter.tasks);
	EXPECT_NEAR(butter.Mass(), mass, 1e-6 * mass);
	EXPECT_NEAR(butter.Heat(), heat + given, 1e-4 * (heat + given)) << "fluid and solid hand heat to each other";
}

TEST(Melting, APlateMeltsAsMuchAsTheHeatItGives)
{
	// At the melting point all heat goes into melting: mass melted = heat / latent heat.
	ButterWorld butter;
	butter.AddPlate(90, 1e5);
	butter.world->SetTemperature(butter.id, 60).Value();
	const double before = butter.Heat();
	butter.Run(90);
	const HeatReading reading = butter.world->HeatOf(butter.id);
	ASSERT_GT(reading.melted, 30u);
	ASSERT_GT(reading.solid, 20u);
	const double particleMass = Density * 0.02 * 0.02 * 0.02;
	double sensible = 0; // of the fluid over the melting point
	for (const float celsius : butter.world->Fluid().temperature)
		sensible += butter.FluidParticleMass() * Capacity * (static_cast<double>(celsius) - 60);
	double partial = 0; // taken up by what has not melted yet
	partial = reading.heat - static_cast<double>(reading.solid) * particleMass * Capacity * 60;
	const double given = butter.Heat() - before, melting = static_cast<double>(reading.melted) * particleMass * Latent;
	EXPECT_NEAR(given, melting + sensible + partial, 0.01 * given);
	EXPECT_GT(given, 0);
	EXPECT_FALSE(Has(butter.issues, StepIssue::BodyRecovered));
	EXPECT_FALSE(Has(butter.issues, StepIssue::ParticlesRemoved));
}

TEST(Melting, ABlockOnAHotPlateBecomesAPuddleAndTheBodyIsGone)
{
	ButterWorld butter;
	butter.AddPlate(400, 50000);
	const double mass = butter.Mass();
	butter.Run(240);
	const HeatReading reading = butter.world->HeatOf(butter.id);
	EXPECT_EQ(reading.solid, 0u);
	EXPECT_EQ(butter.world->StateOf(butter.id), BodyState::Disabled);
	EXPECT_TRUE(butter.world->SetEnabled(butter.id, true));
	EXPECT_EQ(butter.world->StateOf(butter.id), BodyState::Disabled) << "there is nothing left to enable";
	EXPECT_NEAR(butter.Mass(), mass, 1e-6 * mass);
	EXPECT_GE(butter.world->Fluid().id.size(), 214u);
	double highest = 0, fastest = 0;
	for (std::size_t i = 0; i < butter.world->Fluid().id.size(); ++i)
	{
		highest = std::max(highest, butter.world->Fluid().origin.z + static_cast<double>(butter.world->Fluid().position[i].Xyz().z));
		fastest = std::max(fastest, static_cast<double>(Norm(butter.world->Fluid().velocity[i].Xyz())));
	}
	EXPECT_LT(highest, 0.09) << "lower than the block was";
	EXPECT_LT(fastest, 2.0) << "no faster than it could fall";
	EXPECT_FALSE(Has(butter.issues, StepIssue::BodyRecovered));
	EXPECT_EQ(butter.world->Find(butter.id)->Mass(), 0);
}

TEST(Melting, NothingOfABlockThatMeltsOutrunsItsFall)
{
	// All its energy is that of a fall from 0.25 m at most, whatever it is made of and however it is stepped.
	struct Case
	{
		double young, viscosity, step;
		int iterations;
	};
	for (const Case& c : {Case{2e6, 3, 0.01, 5}, Case{1e7, 3, 0.01, 3}, Case{2e6, 0.05, 0.01, 5}, Case{2e6, 100, 0.01, 5},
			 Case{2e5, 1000, 0.005, 5}, Case{2e6, 3, 1.0 / 60, 10}})
	{
		WorldDef def;
		def.time.elasticStep = c.step;
		def.time.maxStep = 0.005;
		def.solver.minimiser.iterations = c.iterations;
		def.solver.refactorAtOnce = true;
		auto world = World::Create(def).TakeValue();
		auto tasks = MakeParallelTaskRunner(2);
		FluidDef melt;
		melt.density = Density;
		melt.particleRadius = 0.01;
		melt.viscosity = melt.boundaryViscosity = c.viscosity;
		const FluidId fluid = world->AddFluid(melt).Value();
		SolidBodyDef body = LatticeBody(7, 7, 10, 0.02, MaterialOf(MaterialModel::Corotated, c.young, 0.33, Density, 0.1));
		body.position = {0, 0, 0.05};
		body.velocity = {0.2, 0, 0};
		const BodyId id = world->AddBody(body).Value();
		BodyHeatDef heat = MeltingHeat(fluid);
		heat.material.conductivity = 4000;
		heat.material.leastWeight = 0.02;
		heat.material.latentHeat = 2e4;
		ASSERT_TRUE(world->SetHeat(id, heat).IsOk());
		const BoundaryId plate = world->AddBoundary({}).Value();
		ASSERT_TRUE(world->SetHeat(plate, {500, 40000}).IsOk());
		double fastest = 0;
		for (int k = 0; k < 100; ++k)
		{
			world->Step(1.0 / 50, *tasks);
			for (const Vec3& v : world->Find(id)->velocity)
				fastest = std::max(fastest, static_cast<double>(Norm(v)));
			for (const PaddedVec3& v : world->Fluid().velocity)
				fastest = std::max(fastest, static_cast<double>(Norm(v.Xyz())));
		}
		EXPECT_GT(world->HeatOf(id).melted, 200u);
		EXPECT_LT(fastest, std::sqrt(2 * 9.81 * 0.25 + 0.04))
			<< c.young << " Pa, " << c.viscosity << " Pa s, " << c.step << " s, " << c.iterations << " iterations";
	}
}

TEST(Melting, SmallerParticlesOfTheFluidMakeUpTheSameMass)
{
	ButterWorld butter({}, 0, 0.006);
	const double mass = butter.Mass();
	const SolidBody& body = *butter.world->Find(butter.id);
	butter.world->Melt(butter.id, body.origin + body.position[0].Cast<double>(), 0.03).Value();
	butter.world->Step(0.004, *butter.tasks);
	EXPECT_NEAR(butter.Mass(), mass, 1e-6 * mass);
	EXPECT_GT(butter.world->Fluid().id.size(), 3 * butter.world->HeatOf(butter.id).melted);
	EXPECT_LT(butter.world->HeatOf(butter.id).waitingMass, butter.FluidParticleMass());
}

TEST(Melting, IsTheSameBitsForAnyNumberOfWorkers)
{
	std::uint64_t first = 0;
	for (const int workers : {1, 2, 3, 8})
	{
		ButterWorld butter;
		butter.AddPlate();
		const auto tasks = MakeThreadTaskRunner(workers);
		butter.Run(50, *tasks);
		ASSERT_GT(butter.world->HeatOf(butter.id).melted, 0u);
		first = first == 0 ? butter.world->StateHash() : first;
		EXPECT_EQ(butter.world->StateHash(), first) << workers;
	}
}

TEST(Melting, ContinuesFromASnapshotToTheSameBits)
{
	ButterWorld butter, second;
	butter.AddPlate();
	second.AddPlate();
	butter.Run(40);
	ASSERT_GT(butter.world->HeatOf(butter.id).melted, 0u);
	ASSERT_GT(butter.world->HeatOf(butter.id).solid, 0u);
	const std::vector<std::byte> snapshot = butter.world->Snapshot();
	const std::uint64_t before = butter.world->StateHash();
	butter.Run(15);
	const std::uint64_t after = butter.world->StateHash();
	ASSERT_TRUE(butter.world->Restore(snapshot).IsOk());
	EXPECT_EQ(butter.world->StateHash(), before) << "back to when less had melted";
	butter.Run(15);
	EXPECT_EQ(butter.world->StateHash(), after);
	const Status restored = second.world->Restore(snapshot);
	ASSERT_TRUE(restored.IsOk()) << restored.Message();
	second.Run(15);
	EXPECT_EQ(second.world->StateHash(), after) << "in a world that has melted nothing yet";
	auto cold = World::Create({}).TakeValue();
	cold->AddBody(LatticeBody(6, 6, 6, 0.02, Butter)).Value();
	cold->AddBoundary({}).Value();
	EXPECT_FALSE(cold->Restore(snapshot).IsOk()) << "a world without heat";
}

TEST(Melting, ARecordingIsPlayedAgainToTheSameBits)
{
	for (const std::uint32_t kept : {1000u, 24u}) // from the start, and from a state in which some has melted
	{
		ButterWorld butter({0, 0, -9.81}, kept);
		World& world = *butter.world;
		butter.AddPlate();
		HeatSourceDef flame;
		flame.position = {0.1, 0, 0.1};
		flame.reach = 0.2;
		const HeatSourceId source = world.AddHeatSource(flame).Value();
		for (int frame = 0; frame < 44; ++frame)
		{
			switch (frame % 11)
			{
			case 0: (void)world.SetAmbient({15, 10.0 + frame}); break;
			case 2: world.SetTemperature(butter.id, 45, {0.03, 0, 0.05}, 0.03).Value(); break;
			case 4: flame.position.z -= 0.01, (void)world.SetHeatSource(source, flame); break;
			case 6: (void)world.SetHeat(butter.plate, {320.0 + frame, 4000}); break;
			case 8: world.Melt(butter.id, {0.05, 0.05, 0.1}, 0.025).Value(); break;
			case 9: world.Remove(world.AddHeatSource(flame).Value()); break;
			case 10:
			{
				FluidHeatDef heat = *world.FindHeat(butter.fluid);
				heat.thickensAt = 80;
				heat.setsAt = 50;
				(void)world.SetHeat(butter.fluid, heat);
				break;
			}
			default: break;
			}
			butter.Run(1);
		}
		ASSERT_GT(world.HeatOf(butter.id).melted, 0u);
		const auto recording = Recording::Read(world.WriteRecording().Value());
		ASSERT_TRUE(recording.IsOk()) << recording.Message();
		EXPECT_EQ(recording.Value().WhyNotExact(), "");
		auto replayer = Replayer::Create(recording.Value());
		ASSERT_TRUE(replayer.IsOk()) << replayer.Message();
		const auto tasks = MakeThreadTaskRunner(1);
		while (!replayer.Value()->AtEnd())
		{
			const auto report = replayer.Value()->Next(*tasks);
			ASSERT_TRUE(report.IsOk()) << report.Message();
			ASSERT_TRUE(replayer.Value()->IsSame()) << "step " << replayer.Value()->NextStep() << " of those of " << kept;
		}
		EXPECT_EQ(replayer.Value()->GetWorld().StateHash(), world.StateHash());
	}
}

TEST(Melting, ASteadyStepWithHeatAllocatesNothing)
{
	ButterWorld butter;
	butter.AddPlate(50, 100); // warms and softens, melts nothing
	auto tasks = MakeSerialTaskRunner();
	EXPECT_TRUE(butter.world->AddFluidBlock(butter.fluid, {{0.2, -0.1, 0}, {0.3, 0.1, 0.05}}).IsOk());
	butter.world->SetTemperature(butter.id, 45).Value();
	butter.Run(40, *tasks);
	const long before = Tests::CountedAllocations();
	butter.Run(10, *tasks);
	EXPECT_LE(Tests::CountedAllocations() - before, 2);
	EXPECT_TRUE(butter.world->Find(butter.id)->HasChanged());
}

TEST(Melting, AFluidThatCoolsThickens)
{
	double speeds[2] = {};
	for (const bool cold : {false, true})
	{
		WorldDef def;
		auto world = World::Create(def).TakeValue();
		auto tasks = MakeParallelTaskRunner(2);
		world->AddBoundary({}).Value();
		FluidDef wax;
		wax.viscosity = 0.5;
		wax.boundaryViscosity = 0.5;
		const FluidId id = world->AddFluid(wax).Value();
		world->AddFluidBlock(id, {{-0.1, -0.1, 0}, {0.1, 0.1, 0.2}}).Value();
		FluidHeatDef heat;
		heat.temperature = cold ? 30 : 90;
		heat.thickensAt = 60;
		heat.setsAt = 40;
		heat.setViscosity = 500;
		ASSERT_TRUE(world->SetHeat(id, heat).IsOk());
		for (int k = 0; k < 12; ++k)
			world->Step(1.0 / 60, *tasks);
		double sum = 0;
		for (const PaddedVec3& v : world->Fluid().velocity)
			sum += static_cast<double>(Norm(v.Xyz()));
		speeds[cold] = sum / static_cast<double>(world->Fluid().id.size());
	}
	EXPECT_LT(speeds[1], 0.2 * speeds[0]);
}

TEST(Melting, HotFluidMeltsABodyItFlowsAround)
{
	ButterWorld butter({0, 0, -9.81}, 0, 0.01);
	World& world = *butter.world;
	world.AddBoundary({}).Value();
	BoundaryDef box;
	box.shape = Shape::Box({0.12, 0.12, 1}).Value().Inverted();
	world.AddBoundary(box).Value();
	FluidHeatDef hot = *world.FindHeat(butter.fluid);
	hot.temperature = 200;
	hot.conductivity = 50;
	ASSERT_TRUE(world.SetHeat(butter.fluid, hot).IsOk());
	ASSERT_GT(world.AddFluidBlock(butter.fluid, {{-0.12, -0.12, 0}, {0.12, 0.12, 0.1}}).Value(), 100u);
	const double heat = butter.Heat();
	butter.Run(60);
	EXPECT_GT(world.HeatOf(butter.id).hottest, 40);
	EXPECT_NEAR(butter.Heat(), heat, 1e-3 * heat) << "nothing else gives or takes heat";
}
