#include <SPHSolids/Bake/RestStateBuilder.h>
#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Kernel/Kernels.h>
#include <SPHSolids/Solid/ElasticObjective.h>

#include <Scenes/Lattice.h>

#include <gtest/gtest.h>

#include <string>

using namespace SPHSolids;

namespace
{

/// A small body with everything the objective needs, jittered so that no symmetry hides a mistake.
struct SmallBody
{
	std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	RestState rest;
	ElasticRest elastic;
	std::vector<float> massOverStepSquared;
	std::vector<Vec3> target;

	explicit SmallBody(std::vector<Vec3d> points, double jitter = 0.15, double spacing = 0.1)
	{
		Random random(7);
		for (Vec3d& p : points)
			p += random.NextDirection() * (jitter * spacing * random.NextUnit());
		rest = BuildRestState({points, spacing / 2, {}}, *tasks).TakeValue();
		elastic = BuildElasticRest(rest, *tasks);
		massOverStepSquared.assign(points.size(), 0.0f);
		target.assign(points.size(), Vec3{});
	}
	std::vector<Vec3> Mapped(const Mat3d& A, const Vec3d& shift = {}) const
	{
		std::vector<Vec3> x;
		for (const Vec3& X : rest.position)
			x.push_back((A * X.Cast<double>() + shift).Cast<Real>());
		return x;
	}
	std::vector<Vec3> Shaken(double amount, std::uint64_t seed) const
	{
		Random random(seed);
		std::vector<Vec3> x;
		for (const Vec3& X : rest.position)
			x.push_back(X + (random.NextDirection() * amount).Cast<Real>());
		return x;
	}
	ElasticObjective::StepTerms Terms() const { return {massOverStepSquared, target, {}}; }
};

Material SoftMaterial(MaterialModel model)
{
	Material material;
	material.model = model;
	material.young = 1e4;
	material.poisson = 0.3;
	return material;
}

/// The energy written down as in the papers, in double and without any of the tricks of the fast path.
ElasticEnergies ReferenceEnergy(const SmallBody& body, const Material& material, const std::vector<Vec3>& x)
{
	const RestState& rest = body.rest;
	const CubicSpline<double> kernel(static_cast<double>(rest.supportRadius));
	const double mu = LameFromYoung(material.young, material.poisson).mu;
	ElasticEnergies energies;
	for (std::size_t i = 0; i < x.size(); ++i)
	{
		Mat3d F;
		const auto gradientWeight = [&](std::uint32_t j, Vec3d& X)
		{
			X = (rest.position[j] - rest.position[i]).Cast<double>();
			return -static_cast<double>(rest.kernelVolume[j]) * kernel.Derivative(Norm(X)) / Norm(X);
		};
		Vec3d X;
		for (const std::uint32_t j : rest.neighbours.Of(i))
		{
			const double weight = gradientWeight(j, X);
			F += Mat3d::Outer((x[j] - x[i]).Cast<double>(), rest.correction[i].Cast<double>() * X * weight);
		}
		const double volume = static_cast<double>(rest.volume[i]);
		energies.elastic += volume * EvaluateMaterial(material, F).energy;
		for (const std::uint32_t j : rest.neighbours.Of(i))
		{
			const double weight = gradientWeight(j, X);
			energies.zeroEnergy +=
				0.5 * material.alpha * ZeroEnergyScale * mu * volume * weight * SquaredNorm(F * X - (x[j] - x[i]).Cast<double>());
		}
	}
	return energies;
}

}

TEST(ElasticObjective, EnergiesAgreeWithTheFormulaWrittenDownPlainly)
{
	const SmallBody body(Scenes::BlockLattice(6, 5, 4, 0.1));
	for (const MaterialModelInfo& info : MaterialModels())
	{
		const Material material = SoftMaterial(info.model);
		const ElasticStiffness stiffness = MakeElasticStiffness(body.elastic, material);
		ElasticObjective objective(body.elastic, stiffness);
		const std::vector<Vec3> x = body.Shaken(0.01, 3);
		std::vector<Vec3> gradient(x.size());
		objective.SetReference(x, *body.tasks);
		const ElasticEnergies fast = objective.Evaluate(x, body.Terms(), *body.tasks, gradient);
		const ElasticEnergies plain = ReferenceEnergy(body, material, x);
		EXPECT_NEAR(fast.elastic / plain.elastic, 1, 2e-4) << info.name;
		EXPECT_NEAR(fast.zeroEnergy / plain.zeroEnergy, 1, 2e-4) << info.name;
	}
}

TEST(ElasticObjective, GradientIsTheDerivativeOfTheEnergy)
{
	SmallBody body(Scenes::BlockLattice(5, 4, 4, 0.1));
	for (std::size_t i = 0; i < body.target.size(); ++i)
	{
		body.massOverStepSquared[i] = 30.0f + static_cast<float>(i);
		body.target[i] = body.rest.position[i] + Vec3{0.01f, -0.02f, 0.005f};
	}
	for (const MaterialModelInfo& info : MaterialModels())
	{
		Material material = SoftMaterial(info.model);
		material.fibreStiffness = info.model == MaterialModel::StableNeoHookean ? 2e4 : 0;
		const ElasticStiffness stiffness = MakeElasticStiffness(body.elastic, material);
		ElasticObjective objective(body.elastic, stiffness);
		const std::vector<Vec3> x = body.Shaken(0.012, 5);
		std::vector<Vec3> gradient(x.size()), unused(x.size());
		objective.SetReference(x, *body.tasks);
		objective.Evaluate(x, body.Terms(), *body.tasks, gradient);

		Random random(11);
		for (int trial = 0; trial < 6; ++trial)
		{
			// Along a random direction; a step that is large for float but small for the shape.
			std::vector<Vec3> direction, up = x, down = x;
			double slope = 0;
			for (std::size_t i = 0; i < x.size(); ++i)
			{
				direction.push_back(random.NextDirection().Cast<Real>());
				slope += static_cast<double>(Dot(gradient[i], direction[i]));
			}
			const float step = 3e-4f;
			for (std::size_t i = 0; i < x.size(); ++i)
			{
				up[i] += direction[i] * step;
				down[i] -= direction[i] * step;
			}
			const double difference = (objective.Evaluate(up, body.Terms(), *body.tasks, unused).Total()
										  - objective.Evaluate(down, body.Terms(), *body.tasks, unused).Total())
				/ (2 * static_cast<double>(step));
			double scale = 0;
			for (const Vec3& g : gradient)
				scale += static_cast<double>(SquaredNorm(g));
			EXPECT_NEAR(slope, difference, 2e-3 * std::sqrt(scale)) << info.name;
		}
	}
}

TEST(ElasticObjective, AffineMapsAreReproducedToRounding)
{
	const SmallBody body(Scenes::BlockLattice(6, 5, 5, 0.1));
	const ElasticStiffness stiffness = MakeElasticStiffness(body.elastic, SoftMaterial(MaterialModel::Corotated));
	ElasticObjective objective(body.elastic, stiffness);
	const Mat3d A = {{{1.2, 0.3, -0.1}, {0.05, 0.8, 0.2}, {-0.2, 0.1, 1.1}}};
	objective.SetReference(body.Mapped(A, {3, -2, 1}), *body.tasks, true);
	for (std::size_t i = 0; i < body.rest.ParticleCount(); ++i)
		EXPECT_LT(FrobeniusNorm(objective.ReferenceGradient(i).Cast<double>() - A), 3e-5);
}

TEST(ElasticObjective, RigidMotionCausesNeitherEnergyNorForce)
{
	const SmallBody body(Scenes::BlockLattice(6, 5, 5, 0.1));
	const Mat3d R = AxisAngleRotation(NormalizedOr(Vec3d{1, -2, 0.5}, Vec3d{}), 2.0);
	for (const MaterialModelInfo& info : MaterialModels())
	{
		const Material material = SoftMaterial(info.model);
		const ElasticStiffness stiffness = MakeElasticStiffness(body.elastic, material);
		ElasticObjective objective(body.elastic, stiffness);
		const std::vector<Vec3> x = body.Mapped(R, {0.5, 0.2, 0});
		std::vector<Vec3> gradient(x.size());
		objective.SetReference(x, *body.tasks);
		const ElasticEnergies energies = objective.Evaluate(x, body.Terms(), *body.tasks, gradient);
		const double volume = 0.001 * static_cast<double>(x.size());
		EXPECT_LT(energies.elastic, 1e-7 * material.young * volume) << info.name;
		EXPECT_LT(energies.zeroEnergy, 1e-9 * material.young * volume) << info.name;
		for (const Vec3& g : gradient)
			EXPECT_LT(Norm(g), 1e-5 * material.young * 0.01) << info.name;
	}
}

TEST(ElasticObjective, InternalForcesKeepMomentumAndAngularMomentum)
{
	const SmallBody body(Scenes::BlockLattice(7, 5, 4, 0.1));
	for (const MaterialModelInfo& info : MaterialModels())
	{
		const ElasticStiffness stiffness = MakeElasticStiffness(body.elastic, SoftMaterial(info.model));
		ElasticObjective objective(body.elastic, stiffness);
		const std::vector<Vec3> x = body.Shaken(0.02, 13);
		std::vector<Vec3> gradient(x.size());
		objective.SetReference(x, *body.tasks);
		objective.Evaluate(x, body.Terms(), *body.tasks, gradient);
		Vec3d force, torque;
		double scale = 0;
		for (std::size_t i = 0; i < x.size(); ++i)
		{
			force += gradient[i].Cast<double>();
			torque += Cross(x[i].Cast<double>(), gradient[i].Cast<double>());
			scale += Norm(gradient[i].Cast<double>());
		}
		EXPECT_LT(Norm(force), 1e-6 * scale) << info.name;
		EXPECT_LT(Norm(torque), 1e-6 * scale) << info.name;
	}
}

TEST(ElasticObjective, EnergyIsTheSameHoweverFarTheBodyHasTurned)
{
	const SmallBody body(Scenes::BlockLattice(6, 5, 5, 0.1));
	const ElasticStiffness stiffness = MakeElasticStiffness(body.elastic, SoftMaterial(MaterialModel::StableNeoHookean));
	ElasticObjective objective(body.elastic, stiffness);
	const std::vector<Vec3> shaken = body.Shaken(0.005, 17);
	std::vector<Vec3> gradient(shaken.size());
	double expected = 0;
	for (int k = 0; k < 5; ++k)
	{
		const Mat3d R = AxisAngleRotation(Vec3d{0, 0, 1}, 0.7 * k);
		std::vector<Vec3> x;
		for (const Vec3& p : shaken)
			x.push_back((R * p.Cast<double>()).Cast<Real>());
		objective.SetReference(x, *body.tasks);
		const double energy = objective.Evaluate(x, body.Terms(), *body.tasks, gradient).Total();
		expected = k == 0 ? energy : expected;
		EXPECT_NEAR(energy / expected, 1, 1e-4);
	}
}

TEST(ElasticObjective, SameBitsForAnyNumberOfWorkers)
{
	const SmallBody body(Scenes::BlockLattice(14, 10, 9, 0.1));
	const ElasticStiffness stiffness = MakeElasticStiffness(body.elastic, SoftMaterial(MaterialModel::NeoHookean));
	const std::vector<Vec3> x = body.Shaken(0.02, 19);
	std::vector<Vec3> expected(x.size()), gradient(x.size());
	ElasticObjective serial(body.elastic, stiffness);
	serial.SetReference(x, *body.tasks);
	const double energy = serial.Evaluate(x, body.Terms(), *body.tasks, expected).Total();
	for (const int workers : {2, 3, 8})
	{
		auto tasks = MakeParallelTaskRunner(workers);
		ElasticObjective objective(body.elastic, stiffness);
		objective.SetReference(x, *tasks);
		EXPECT_EQ(objective.Evaluate(x, body.Terms(), *tasks, gradient).Total(), energy);
		EXPECT_TRUE(gradient == expected);
	}
}

TEST(ElasticObjective, ASheetAnswersInItsPlaneLikePlaneStressAndNotAcrossIt)
{
	// One layer of particles. Stretched along x with the sides free to follow Poisson's ratio, the stress must be Young's modulus
	// times the strain; the material's law is linear (corotated) and the map affine, so every particle shows the same energy.
	SmallBody body(Scenes::BlockLattice(12, 12, 1, 0.1), 0.0);
	Material material = SoftMaterial(MaterialModel::Corotated);
	const ElasticStiffness stiffness = MakeElasticStiffness(body.elastic, material);
	ElasticObjective objective(body.elastic, stiffness);
	EXPECT_TRUE(body.elastic.hasFlatParticles);
	double volume = 0;
	for (const Real v : body.rest.volume)
		volume += static_cast<double>(v);
	const double strain = 0.01;
	const std::vector<Vec3> x = body.Mapped(Mat3d::Diagonal({1 + strain, 1 - 0.3 * strain, 1}));
	std::vector<Vec3> gradient(x.size());
	objective.SetReference(x, *body.tasks);
	const ElasticEnergies energies = objective.Evaluate(x, body.Terms(), *body.tasks, gradient);
	EXPECT_NEAR(energies.elastic / (0.5 * material.young * strain * strain * volume), 1, 1e-3);

	// Turned out of its plane as a whole it stays free of stress.
	const std::vector<Vec3> turned = body.Mapped(AxisAngleRotation(Vec3d{0, 1, 0}, 1.2));
	objective.SetReference(turned, *body.tasks);
	EXPECT_LT(objective.Evaluate(turned, body.Terms(), *body.tasks, gradient).Total(), 1e-7 * material.young * volume);

	// Bent, it resists through the penalty alone.
	std::vector<Vec3> bent = body.Mapped(Mat3d::Identity());
	for (Vec3& p : bent)
		p.z += 0.2f * p.x * p.x;
	objective.SetReference(bent, *body.tasks);
	EXPECT_GT(objective.Evaluate(bent, body.Terms(), *body.tasks, gradient).zeroEnergy, 1e-6 * material.young * volume);
}

TEST(ElasticObjective, AStringAnswersAlongItsLineWithYoungsModulus)
{
	SmallBody body(Scenes::BlockLattice(30, 1, 1, 0.1), 0.0);
	const Material material = SoftMaterial(MaterialModel::StableNeoHookean);
	const ElasticStiffness stiffness = MakeElasticStiffness(body.elastic, material);
	ElasticObjective objective(body.elastic, stiffness);
	double volume = 0;
	for (const Real v : body.rest.volume)
		volume += static_cast<double>(v);
	const std::vector<Vec3> x = body.Mapped(AxisAngleRotation(Vec3d{0, 1, 0}, 0.8) * Mat3d::Diagonal({1.02, 1, 1}));
	std::vector<Vec3> gradient(x.size());
	objective.SetReference(x, *body.tasks);
	EXPECT_NEAR(objective.Evaluate(x, body.Terms(), *body.tasks, gradient).elastic / (0.5 * material.young * 0.0004 * volume), 1, 1e-2);
}

TEST(ElasticObjective, HeldParticlesFeelNoForce)
{
	SmallBody body(Scenes::BlockLattice(5, 4, 4, 0.1));
	const ElasticStiffness stiffness = MakeElasticStiffness(body.elastic, SoftMaterial(MaterialModel::Corotated));
	ElasticObjective objective(body.elastic, stiffness);
	const std::vector<Vec3> x = body.Shaken(0.02, 23);
	std::vector<std::uint8_t> held(x.size(), 0);
	held[3] = held[10] = 1;
	std::vector<Vec3> gradient(x.size());
	objective.SetReference(x, *body.tasks);
	objective.Evaluate(x, {body.massOverStepSquared, body.target, held}, *body.tasks, gradient);
	EXPECT_EQ(gradient[3], (Vec3{}));
	EXPECT_EQ(gradient[10], (Vec3{}));
	EXPECT_GT(Norm(gradient[4]), 0);
}

TEST(ElasticObjective, ThePenaltyCostsABentLatticeAsMuchAsThePapersWeights)
{
	// The promise behind ZeroEnergyScale, over the 26 neighbours of a cubic lattice with h = 2 d.
	const CubicSpline<double> kernel(2.0);
	double papers = 0, ours = 0;
	for (int x = -2; x <= 2; ++x)
		for (int y = -2; y <= 2; ++y)
			for (int z = -2; z <= 2; ++z)
				if (const double r = std::sqrt(x * x + y * y + z * z); r > 0)
				{
					papers += kernel.Value(r) / (r * r) * std::pow(r, 4);
					ours += -kernel.Derivative(r) / r * std::pow(r, 4);
				}
	EXPECT_NEAR(ZeroEnergyScale, papers / ours, 1e-4);
}
