#include <SPHSolids/Bake/RestStateBuilder.h>
#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Solid/DiagonalPreconditioner.h>
#include <SPHSolids/Solid/NewtonMinimiser.h>
#include <SPHSolids/Solid/PreconditionerCache.h>
#include <SPHSolids/Solid/ReferenceObjective.h>

#include <Scenes/Lattice.h>
#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

using namespace SPHSolids;

namespace
{

/// A jittered body of any rank, shaken, turned and stretched, with everything both objectives need.
struct ComparedBody
{
	std::unique_ptr<TaskRunner> tasks = MakeSerialTaskRunner();
	RestState rest;
	ElasticRest elastic;
	std::vector<float> massOverStepSquared;
	std::vector<double> wideMass;
	std::vector<Vec3> target, x, start;
	std::vector<Vec3d> wideTarget, wideX, wideStart;
	std::vector<std::uint8_t> held;

	ComparedBody(int nx, int ny, int nz, double shake = 0.01, bool isSnapped = true)
	{
		const double spacing = 0.1;
		Random random(5);
		std::vector<Vec3d> points = Scenes::BlockLattice(nx, ny, nz, spacing);
		for (Vec3d& p : points)
		{
			const Vec3d jitter = random.NextDirection() * (0.1 * spacing * random.NextUnit());
			p += Vec3d{nx > 1 ? jitter.x : 0, ny > 1 ? jitter.y : 0, nz > 1 ? jitter.z : 0};
		}
		if (isSnapped)
			Scenes::SnapToOffsets(points, spacing);
		rest = BuildRestState({points, spacing / 2, {}}, *tasks).TakeValue();
		elastic = BuildElasticRest(rest, *tasks);
		const Mat3d A = AxisAngleRotation(NormalizedOr(Vec3d{1, 2, -1}, Vec3d{}), 0.7) * Mat3d::Diagonal({1.1, 0.95, 1.05});
		for (const Vec3& X : rest.position)
		{
			x.push_back((A * X.Cast<double>() + random.NextDirection() * shake).Cast<Real>());
			start.push_back(x.back() + (random.NextDirection() * shake).Cast<Real>());
			target.push_back(x.back() + (random.NextDirection() * shake).Cast<Real>());
			massOverStepSquared.push_back(static_cast<float>(random.NextIn(10, 50)));
			wideMass.push_back(static_cast<double>(massOverStepSquared.back()));
			wideX.push_back(x.back().Cast<double>());
			wideStart.push_back(start.back().Cast<double>());
			wideTarget.push_back(target.back().Cast<double>());
		}
		held.assign(x.size(), 0);
		held[1] = held[x.size() / 2] = 1;
	}
	ReferenceObjective::StepTerms WideTerms(double viscosityOverStep = 0) const { return {wideMass, wideTarget, held, viscosityOverStep}; }
	ElasticObjective::StepTerms Terms(float viscosityOverStep = 0) const { return {massOverStepSquared, target, held, viscosityOverStep}; }
};

Material TestMaterial(MaterialModel model)
{
	return Scenes::MaterialOf(model, 1e4, 0.3, 1000, 1);
}

/// Every model, and fibres; laws that a sheet can have too (its fibres must lie in its plane).
std::vector<std::pair<std::string, Material>> ComparedMaterials()
{
	std::vector<std::pair<std::string, Material>> materials;
	for (const MaterialModelInfo& info : MaterialModels())
		materials.emplace_back(std::string(info.name), TestMaterial(info.model));
	Material fibres = TestMaterial(MaterialModel::StableNeoHookean);
	fibres.fibreStiffness = 2e4;
	fibres.fibreDirection = {1, 1, 0};
	materials.emplace_back("fibres", fibres);
	return materials;
}

double LargestNorm(std::span<const Vec3d> v)
{
	double largest = 0;
	for (const Vec3d& value : v)
		largest = std::max(largest, Norm(value));
	return largest;
}

/// Solid, sheet and string.
std::vector<ComparedBody> BodiesOfAllRanks()
{
	std::vector<ComparedBody> bodies;
	bodies.emplace_back(6, 5, 4);
	bodies.emplace_back(8, 7, 1);
	bodies.emplace_back(20, 1, 1);
	return bodies;
}

}

TEST(ReferenceObjective, TheFastObjectiveAgreesWithItToFloatPrecision)
{
	for (const ComparedBody& body : BodiesOfAllRanks())
		for (const auto& [name, material] : ComparedMaterials())
			for (const double viscosityOverStep : {0.0, 3e3})
			{
				const ElasticStiffness stiffness = MakeElasticStiffness(body.elastic, material);
				ElasticObjective fast(body.elastic, stiffness);
				ReferenceObjective reference(body.elastic, stiffness);
				std::vector<Vec3> gradient(body.x.size());
				std::vector<Vec3d> expected(body.x.size());
				fast.SetReference(body.start, *body.tasks, viscosityOverStep > 0);
				reference.SetReference(body.wideStart, *body.tasks);
				const ElasticEnergies a = fast.Evaluate(body.x, body.Terms(static_cast<float>(viscosityOverStep)), *body.tasks, gradient);
				const ElasticEnergies b = reference.Evaluate(body.wideX, body.WideTerms(viscosityOverStep), *body.tasks, expected);
				const std::string what = name + ", " + std::to_string(body.x.size()) + " particles";
				EXPECT_NEAR(a.elastic, b.elastic, 3e-5 * b.elastic) << what;
				EXPECT_NEAR(a.zeroEnergy, b.zeroEnergy, 3e-5 * b.zeroEnergy) << what;
				EXPECT_NEAR(a.inertia, b.inertia, 3e-5 * b.inertia) << what;
				EXPECT_NEAR(a.viscous, b.viscous, 3e-5 * b.viscous) << what;
				const double scale = LargestNorm(expected);
				for (std::size_t i = 0; i < expected.size(); ++i)
					EXPECT_LT(Norm(gradient[i].Cast<double>() - expected[i]), 2e-5 * scale) << what;
			}
}

TEST(ElasticObjective, EnergiesAloneAreTheSameToTheBit)
{
	for (const ComparedBody& body : BodiesOfAllRanks())
		for (const auto& [name, material] : ComparedMaterials())
			for (const float viscosityOverStep : {0.0f, 3e3f})
			{
				const ElasticStiffness stiffness = MakeElasticStiffness(body.elastic, material);
				ElasticObjective objective(body.elastic, stiffness);
				std::vector<Vec3> gradient(body.x.size());
				objective.SetReference(body.start, *body.tasks, viscosityOverStep > 0);
				const ElasticEnergies alone = objective.Evaluate(body.x, body.Terms(viscosityOverStep), *body.tasks);
				const ElasticEnergies withForces = objective.Evaluate(body.x, body.Terms(viscosityOverStep), *body.tasks, gradient);
				EXPECT_EQ(alone.elastic, withForces.elastic) << name;
				EXPECT_EQ(alone.zeroEnergy, withForces.zeroEnergy) << name;
				EXPECT_EQ(alone.inertia, withForces.inertia) << name;
				EXPECT_EQ(alone.viscous, withForces.viscous) << name;
			}
}

TEST(ReferenceObjective, RoundedOffsetsOfTheFastOneChangeItByLessThanATenThousandth)
{
	const ComparedBody body(6, 5, 4, 0.01, false);
	const ElasticStiffness stiffness = MakeElasticStiffness(body.elastic, TestMaterial(MaterialModel::StableNeoHookean));
	ElasticObjective fast(body.elastic, stiffness);
	ReferenceObjective reference(body.elastic, stiffness);
	std::vector<Vec3> gradient(body.x.size());
	std::vector<Vec3d> expected(body.x.size());
	fast.SetReference(body.start, *body.tasks);
	const double a = fast.Evaluate(body.x, body.Terms(), *body.tasks, gradient).Total();
	const double b = reference.Evaluate(body.wideX, body.WideTerms(), *body.tasks, expected).Total();
	EXPECT_NEAR(a, b, 3e-5 * b);
	const double scale = LargestNorm(expected);
	for (std::size_t i = 0; i < expected.size(); ++i)
		EXPECT_LT(Norm(gradient[i].Cast<double>() - expected[i]), 1e-4 * scale);
}

TEST(ReferenceObjective, GradientIsTheDerivativeOfTheEnergyToDoublePrecision)
{
	for (const ComparedBody& body : BodiesOfAllRanks())
		for (const auto& [name, material] : ComparedMaterials())
		{
			const ElasticStiffness stiffness = MakeElasticStiffness(body.elastic, material);
			ReferenceObjective objective(body.elastic, stiffness);
			objective.SetReference(body.wideStart, *body.tasks);
			const ReferenceObjective::StepTerms terms = body.WideTerms(3e3);
			std::vector<Vec3d> gradient(body.x.size()), unused(body.x.size());
			objective.Evaluate(body.wideX, terms, *body.tasks, gradient);
			Random random(3);
			for (int trial = 0; trial < 3; ++trial)
			{
				const double step = 1e-5;
				std::vector<Vec3d> up = body.wideX, down = body.wideX;
				double slope = 0;
				for (std::size_t i = 0; i < up.size(); ++i)
					if (body.held[i] == 0)
					{
						const Vec3d d = random.NextDirection();
						up[i] += d * step;
						down[i] -= d * step;
						slope += Dot(gradient[i], d);
					}
				const double difference = (objective.Evaluate(up, terms, *body.tasks, unused).Total()
											  - objective.Evaluate(down, terms, *body.tasks, unused).Total())
					/ (2 * step);
				EXPECT_NEAR(slope, difference, 1e-6 * LargestNorm(gradient) * std::sqrt(static_cast<double>(up.size())))
					<< name << ", " << body.x.size() << " particles";
			}
		}
}

TEST(ReferenceObjective, HessianProductIsTheDerivativeOfTheGradient)
{
	for (const ComparedBody& body : BodiesOfAllRanks())
		for (const auto& [name, material] : ComparedMaterials())
		{
			const ElasticStiffness stiffness = MakeElasticStiffness(body.elastic, material);
			ReferenceObjective objective(body.elastic, stiffness);
			objective.SetReference(body.wideStart, *body.tasks);
			const ReferenceObjective::StepTerms terms = body.WideTerms(3e3);
			const std::size_t count = body.x.size();
			std::vector<Vec3d> direction(count), product(count), above(count), below(count);
			Random random(4);
			for (std::size_t i = 0; i < count; ++i)
				direction[i] = body.held[i] != 0 ? Vec3d{} : random.NextDirection();
			objective.SetHessian(body.wideX, terms, HessianFilter::None, *body.tasks);
			objective.HessianProduct(direction, terms, *body.tasks, product);
			const double step = 1e-6;
			std::vector<Vec3d> up = body.wideX, down = body.wideX;
			for (std::size_t i = 0; i < count; ++i)
			{
				up[i] += direction[i] * step;
				down[i] -= direction[i] * step;
			}
			objective.Evaluate(up, terms, *body.tasks, above);
			objective.Evaluate(down, terms, *body.tasks, below);
			const double scale = LargestNorm(product);
			for (std::size_t i = 0; i < count; ++i)
				EXPECT_LT(Norm(product[i] - (above[i] - below[i]) / (2 * step)), 1e-5 * scale) << name << ", " << count << " particles";
		}
}

TEST(ReferenceObjective, FilteredHessianIsPositiveAlsoWhereTheEnergyIsNotConvex)
{
	for (const auto& [name, material] : ComparedMaterials())
	{
		ComparedBody body(6, 5, 4, 0.06); // shaken hard: many particles are crushed or inverted
		const ElasticStiffness stiffness = MakeElasticStiffness(body.elastic, material);
		ReferenceObjective objective(body.elastic, stiffness);
		std::vector<Vec3d> direction(body.x.size()), product(body.x.size());
		objective.SetHessian(body.wideX, body.WideTerms(), HessianFilter::Absolute, *body.tasks);
		Random random(8);
		for (int trial = 0; trial < 20; ++trial)
		{
			for (Vec3d& d : direction)
				d = random.NextDirection();
			objective.HessianProduct(direction, body.WideTerms(), *body.tasks, product);
			double curvature = 0;
			for (std::size_t i = 0; i < direction.size(); ++i)
				curvature += Dot(direction[i], product[i]);
			EXPECT_GT(curvature, 0) << name;
		}
	}
}

TEST(NewtonSolver, ReachesAGradientOfNothingInAFewSteps)
{
	for (const auto& [name, material] : ComparedMaterials())
	{
		Scenes::SolidScene scene = Scenes::Cantilever(4);
		scene.body.material = material;
		scene.body.material.young = 1e5;
		const SolidBody body = Scenes::SolidPlayer(scene).body;
		auto tasks = MakeParallelTaskRunner(2);
		ReferenceObjective objective(body.Rest().elastic, body.Stiffness());
		const double h = 0.05;
		const PreconditionerInput input = PreconditionerInput::Of(body, h);
		const auto preconditioner = BuildPreconditioner("twolevel", input, *tasks).TakeValue();
		std::vector<Vec3d> target, gradient(body.ParticleCount());
		std::vector<double> mass;
		for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		{
			const Vec3d place = body.position[i].Cast<double>();
			target.push_back(body.held[i] != 0 ? place : place + Vec3d{0, -9.81 * h * h, 0});
			mass.push_back(static_cast<double>(input.massOverStepSquared[i]));
		}
		const ReferenceObjective::StepTerms terms{mass, target, body.held};
		NewtonMinimiser newton(body.ParticleCount());
		std::vector<Vec3d> x = target;
		objective.Evaluate(x, terms, *tasks, gradient);
		const double first = LargestNorm(gradient);
		MinimiserSettings settings;
		settings.iterations = 100;
		const MinimiserReport report = newton.Minimise(objective, terms, *preconditioner, settings, *tasks, x);
		objective.Evaluate(x, terms, *tasks, gradient);
		EXPECT_LT(LargestNorm(gradient), 1e-6 * first) << name;
		EXPECT_LE(report.iterations, 25) << name;
		EXPECT_FALSE(report.startNotFinite) << name;
	}
}

namespace
{

/// The objective of a step, and how often it was asked where it is not a number.
class WatchedObjective final : public StepObjective
{
public:
	explicit WatchedObjective(StepObjective& watched)
		: inner(&watched)
	{
	}
	double Evaluate(std::span<const Vec3> x, TaskRunner& tasks, std::span<Vec3> gradient) override
	{
		const double value = inner->Evaluate(x, tasks, gradient);
		notNumbers += std::isnan(value);
		return value;
	}
	double Noise() const override { return inner->Noise(); }
	std::span<const float> Inertia() const override { return inner->Inertia(); }

	int notNumbers = 0;

private:
	StepObjective* inner;
};

}

TEST(Minimisers, ATrialAtWhichTheMaterialYieldsNoNumberIsShortenedAndNotTaken)
{
	// Drawn towards places so far apart that J overflows, the energy of the stable Neo-Hookean law is infinity less infinity.
	ComparedBody body(5, 4, 4);
	const ElasticStiffness stiffness = MakeElasticStiffness(body.elastic, TestMaterial(MaterialModel::StableNeoHookean));
	const DiagonalPreconditioner preconditioner({&body.elastic, &stiffness, body.massOverStepSquared, body.held});
	MinimiserSettings settings;
	settings.iterations = 5;
	Random random(2);
	for (std::size_t i = 0; i < body.x.size(); ++i)
		if (body.held[i] == 0)
		{
			const Vec3d direction = random.NextDirection();
			body.target[i] += (direction * 1e15).Cast<Real>();
			body.wideTarget[i] += direction * 1e112;
		}

	ElasticObjective narrow(body.elastic, stiffness);
	narrow.SetReference(body.x, *body.tasks);
	BodyStepObjective stepObjective(narrow, body.Terms());
	WatchedObjective watched(stepObjective);
	std::vector<Vec3> x = body.x;
	LbfgsSolver lbfgs(x.size());
	const MinimiserReport report = lbfgs.Minimise(watched, preconditioner, settings, *body.tasks, x);
	EXPECT_GT(watched.notNumbers, 0);
	EXPECT_GE(report.backtracks, watched.notNumbers);
	EXPECT_FALSE(report.startNotFinite);
	EXPECT_TRUE(std::isfinite(report.objectiveEnd));
	EXPECT_LE(report.objectiveEnd, report.objectiveStart * (1 + 1e-5)); // but for the rounding of sums
	for (const Vec3& place : x)
		ASSERT_TRUE(IsFinite(place));

	ReferenceObjective wide(body.elastic, stiffness);
	std::vector<Vec3d> wideX = body.wideX, gradient(wideX.size());
	EXPECT_TRUE(std::isnan(wide.Evaluate(body.wideTarget, body.WideTerms(), *body.tasks, gradient).Total()));
	NewtonMinimiser newton(wideX.size());
	const MinimiserReport wideReport = newton.Minimise(wide, body.WideTerms(), preconditioner, settings, *body.tasks, wideX);
	EXPECT_GT(wideReport.backtracks, 0);
	EXPECT_TRUE(std::isfinite(wideReport.objectiveEnd));
	EXPECT_LE(wideReport.objectiveEnd, wideReport.objectiveStart);
	for (const Vec3d& place : wideX)
		ASSERT_TRUE(IsFinite(place));
}
