#include <SPHSolids/Bake/RestStateBuilder.h>
#include <SPHSolids/Base/Hash.h>
#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Solid/ConstantHessian.h>
#include <SPHSolids/Solid/MaterialHessian.h>
#include <SPHSolids/Solid/PreconditionerCache.h>
#include <SPHSolids/Solid/StiffenedPreconditioner.h>

#include <Scenes/Lattice.h>
#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

using namespace SPHSolids;

namespace
{

/// Stiffening of every particle of a block under an affine map, as the objective finds it.
std::vector<float> StiffeningOf(const std::vector<Vec3d>& points, const Material& material, const Mat3d& F)
{
	const auto tasks = MakeSerialTaskRunner();
	const RestState rest = BuildRestState({points, 0.05, {}}, *tasks).TakeValue();
	const ElasticRest elastic = BuildElasticRest(rest, *tasks);
	const ElasticStiffness stiffness = MakeElasticStiffness(elastic, material);
	ElasticObjective objective(elastic, stiffness);
	std::vector<Vec3> x;
	for (const Vec3& X : rest.position)
		x.push_back((F * X.Cast<double>()).Cast<Real>());
	std::vector<float> stiffening(SimdWidth * elastic.BlockCount());
	objective.SetReference(x, *tasks, false, false, stiffening);
	stiffening.resize(points.size());
	return stiffening;
}

double TraceOfHessian(const Material& material, const Mat3d& F)
{
	const Hessian9 hessian = EvaluateMaterialHessian(material, F, HessianFilter::None);
	double trace = 0;
	for (std::size_t a = 0; a < 9; ++a)
		trace += hessian[a][a];
	return trace;
}

Material Stretchy(MaterialModel model)
{
	Material material;
	material.model = model;
	material.young = 2e4;
	material.poisson = 0.45;
	return material;
}

/// A ball that falls from its cap until it is stretched more than threefold.
Scenes::SolidScene FallingBall(int iterations)
{
	Scenes::SolidScene scene = Scenes::Drop(8000);
	scene.body.material.young = 1.5e4;
	scene.solver.minimiser.iterations = iterations;
	return scene;
}

}

TEST(StiffenedBody, StiffeningIsTheTraceOfTheLawsHessian)
{
	const std::vector<Vec3d> points = Scenes::BlockLattice(5, 4, 4, 0.1);
	std::vector<Material> materials;
	for (const MaterialModel model :
		{MaterialModel::StVenantKirchhoff, MaterialModel::NeoHookean, MaterialModel::StableNeoHookean, MaterialModel::MooneyRivlin})
		materials.push_back(Stretchy(model));
	Material fibre = Stretchy(MaterialModel::StableNeoHookean);
	fibre.fibreStiffness = 3e5;
	fibre.fibreDirection = {1, 2, -0.5};
	materials.push_back(fibre);
	Material withoutFibre = fibre;
	withoutFibre.fibreStiffness = 0;
	Random random(3);
	for (const Material& material : materials)
		for (int k = 0; k < 5; ++k)
		{
			Mat3d F = Mat3d::Diagonal({3, 0.7, 0.6});
			for (auto& row : F.m)
				for (double& entry : row)
					entry += random.NextIn(-0.3, 0.3);
			// Fibres are slack at rest.
			const Material& atRest = material.fibreStiffness > 0 ? withoutFibre : material;
			const double expected = std::max(1.0, TraceOfHessian(material, F) / TraceOfHessian(atRest, Mat3d::Identity()));
			for (const float stiffening : StiffeningOf(points, material, F))
				EXPECT_NEAR(static_cast<double>(stiffening), expected, 2e-3 * expected) << static_cast<int>(material.model);
		}
}

TEST(StiffenedBody, NothingIsStiffenedAtRestHoweverItIsTurned)
{
	const Mat3d turn = AxisAngleRotation(NormalizedOr(Vec3d{1, -2, 0.5}, Vec3d{1, 0, 0}), 2.0);
	for (const MaterialModelInfo& info : MaterialModels())
		for (const std::vector<Vec3d>& points : {Scenes::BlockLattice(5, 4, 4, 0.1), Scenes::BlockLattice(9, 8, 1, 0.1)})
			for (const float stiffening : StiffeningOf(points, Stretchy(info.model), turn))
				EXPECT_NEAR(stiffening, 1.0f, 1e-3f) << info.name;
}

TEST(StiffenedBody, ASheetStiffensByItsOwnPlane)
{
	// Completed by its normal, F is diag(3, 1, 1) and |cof F|^2 = 19; lambda is that of plane stress.
	const Material material = Stretchy(MaterialModel::StableNeoHookean);
	const auto [mu, lambda] = LameFromYoung(material.young, material.poisson);
	const double bulk = 2 * mu * lambda / (lambda + 2 * mu) + mu;
	const double expected = (9 * mu + 19 * bulk) / (9 * mu + 3 * bulk);
	for (const float stiffening : StiffeningOf(Scenes::BlockLattice(9, 8, 1, 0.1), material, Mat3d::Diagonal({3, 1, 1})))
		EXPECT_NEAR(static_cast<double>(stiffening), expected, 2e-3 * expected);
}

TEST(StiffenedBody, ThePreconditionerIsThatAtRestOverTheStiffening)
{
	const auto tasks = MakeSerialTaskRunner();
	const SolidBody body = SolidBody::Create(Scenes::LatticeBody(9, 8, 7, 0.1, Stretchy(MaterialModel::StableNeoHookean))).TakeValue();
	const PreconditionerInput input = PreconditionerInput::Of(body, 0.01);
	const std::size_t count = body.ParticleCount();
	const auto atRest = BuildPreconditioner("twolevel", input, *tasks).TakeValue();
	Random random(5);
	std::vector<Vec3> q, plain(count), answer(count);
	for (std::size_t i = 0; i < count; ++i)
		q.push_back(random.NextDirection().Cast<Real>());
	AlignedArray<float> scratch;
	atRest->Apply(q, *tasks, scratch, plain);
	const std::vector<float> none(count, 0.0f);
	const auto applied = [&](float stiffening, std::span<const float> elastic, std::span<const float> inertia)
	{
		StiffenedPreconditioner stiffened(atRest);
		std::vector<float> everywhere(count, stiffening);
		stiffened.Update(everywhere, elastic, inertia, *tasks);
		stiffened.Apply(q, *tasks, scratch, answer);
	};
	applied(1.2f, body.Stiffness().diagonal, input.massOverStepSquared); // not worth it
	EXPECT_TRUE(answer == plain);
	applied(4, body.Stiffness().diagonal, none);
	for (std::size_t i = 0; i < count; ++i)
		EXPECT_LT(Norm(answer[i] - plain[i] * 0.25f), 1e-5f * Norm(plain[i]));
	applied(4, none, input.massOverStepSquared); // where mass is all there is
	for (std::size_t i = 0; i < count; ++i)
		EXPECT_LT(Norm(answer[i] - plain[i]), 1e-5f * Norm(plain[i]));
}

TEST(StiffenedBody, DiagonalIsThatOfTheConstantOperator)
{
	const SolidBody body = SolidBody::Create(Scenes::LatticeBody(6, 5, 4, 0.1, Stretchy(MaterialModel::Corotated))).TakeValue();
	const std::vector<float> noMass(body.ParticleCount(), 0.0f);
	const SparseSymmetric matrix = AssembleConstantHessian({&body.Rest().elastic, &body.Stiffness(), noMass, {}}, *MakeSerialTaskRunner());
	double trace = 0;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		const double expected = static_cast<double>(matrix.Diagonal(i));
		trace += expected;
		EXPECT_NEAR(static_cast<double>(body.Stiffness().diagonal[i]), expected, 1e-6 * expected);
	}
	EXPECT_NEAR(body.Stiffness().trace, trace, 1e-6 * trace);
}

TEST(StiffenedBody, AFallingBallTakesItsFirstTrialsHoweverFarItIsStretched)
{
	Scenes::SolidPlayer player(FallingBall(6));
	int backtracks = 0, iterations = 0;
	float largest = 0;
	ElasticObjective objective(player.body.Rest().elastic, player.body.Stiffness());
	for (int step = 0; step < 60; ++step)
	{
		player.Run(1);
		backtracks += player.lastReport.minimiser.backtracks;
		iterations += player.lastReport.minimiser.iterations;
		largest = std::max(largest, objective.SetReference(player.body.position, *player.tasks));
		ASSERT_FALSE(player.lastReport.recovered);
	}
	EXPECT_GT(largest, 12.0f);              // |F|^2: it was stretched at all
	EXPECT_LT(backtracks, iterations / 40); // without the stiffening one in 17
}

TEST(StiffenedBody, SameBitsForAnyNumberOfWorkers)
{
	const auto hashWith = [](int workers)
	{
		Scenes::SolidPlayer player(FallingBall(3), workers);
		player.Run(40);
		Hash64 hash;
		hash.AddSpan(std::span(player.body.position));
		return hash.Value();
	};
	const std::uint64_t expected = hashWith(1);
	for (const int workers : {2, 3, 8})
		EXPECT_EQ(hashWith(workers), expected) << workers << " workers";
}
