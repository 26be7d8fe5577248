#include <SPHSolids/Bake/RestStateBuilder.h>
#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Solid/ConstantOperator.h>
#include <SPHSolids/Solid/ElasticSolver.h>
#include <SPHSolids/Solid/PreconditionerCache.h>
#include <SPHSolids/Solid/TwoLevelPreconditioner.h>

#include <Scenes/Lattice.h>

#include <gtest/gtest.h>

using namespace SPHSolids;

namespace
{

PreconditionerInput BlockInput(int nx, int ny, int nz, bool withPins)
{
	auto tasks = MakeSerialTaskRunner();
	SolidBodyDef def;
	auto points = Scenes::BlockLattice(nx, ny, nz, 0.1);
	Random random(5);
	for (Vec3d& p : points)
		p += random.NextDirection() * 0.01;
	def.rest = MakeSolidRest(BuildRestState({points, 0.05, {}}, *tasks).TakeValue(), *tasks);
	def.material.young = 1e5;
	SolidBody body = SolidBody::Create(def).TakeValue();
	if (withPins)
		body.Pin([](const Vec3& X) { return X.x < 0.2f; }, PinMotion::Hold(), 0);
	return PreconditionerInput::Of(body, 0.01);
}

/// x^T A0 x / 2 for a scalar field, straight from the definition: gradients by the corrected weights, misfit by the pair weights.
double QuadraticForm(const PreconditionerInput& input, const std::vector<double>& field)
{
	const ElasticRest& rest = input.rest->elastic;
	const ConstantOperator source{&rest, &input.stiffness, input.massOverStepSquared, input.held};
	double energy = 0;
	for (std::size_t i = 0; i < field.size(); ++i)
	{
		const ElasticRest::Block& block = rest.blocks[i / 8];
		const std::size_t lane = i % 8;
		const auto K = [&](int e) { return static_cast<double>(block.correction[e][lane]); };
		const Mat3d correction = {{{K(0), K(1), K(2)}, {K(1), K(3), K(4)}, {K(2), K(4), K(5)}}};
		Vec3d moment;
		source.ForEachNeighbour(i, [&](std::size_t j, const Vec3d& u, double) { moment += u * (field[j] - field[i]); });
		const Vec3d gradient = correction * moment;
		const double w = 2 * static_cast<double>(input.stiffness.blocks[i / 8].mu[lane])
			+ static_cast<double>(input.stiffness.blocks[i / 8].lambda[lane]);
		energy += 0.5 * static_cast<double>(block.volume[lane]) * w * SquaredNorm(gradient);
		energy += 0.5 * static_cast<double>(input.massOverStepSquared[i]) * field[i] * field[i];
		rest.ForEachPair(i,
			[&](std::size_t j, float weight, const Vec3& offset)
			{
				const double misfit = Dot(gradient, offset.Cast<double>()) - (field[i] - field[j]);
				energy += 0.5 * static_cast<double>(input.stiffness.penalty[i]) * static_cast<double>(weight) * misfit * misfit;
			});
	}
	return energy;
}

std::vector<Vec3> Applied(const Preconditioner& preconditioner, const std::vector<Vec3>& q, int workers = 1)
{
	auto tasks = MakeParallelTaskRunner(workers);
	AlignedArray<float> scratch;
	std::vector<Vec3> r(q.size());
	preconditioner.Apply(q, *tasks, scratch, r);
	return r;
}

std::vector<Vec3> RandomField(std::size_t count, const std::vector<std::uint8_t>& held, std::uint64_t seed)
{
	Random random(seed);
	std::vector<Vec3> field;
	for (std::size_t i = 0; i < count; ++i)
		field.push_back(held[i] != 0 ? Vec3{} : random.NextDirection().Cast<Real>());
	return field;
}

double Product(const std::vector<Vec3>& a, const std::vector<Vec3>& b)
{
	double sum = 0;
	for (std::size_t i = 0; i < a.size(); ++i)
		sum += static_cast<double>(Dot(a[i], b[i]));
	return sum;
}

}

TEST(Preconditioners, InvertA0ExactlyWhereTheyPromiseTo)
{
	// 60 particles: one leaf of the two-level one, whose modes go through the coarse level. The sum of both is the damped inverse of A0.
	struct Promise
	{
		const char* name;
		double ratio, tolerance;
	};
	auto tasks = MakeSerialTaskRunner();
	for (const auto& [name, ratio, tolerance] : {Promise{"twolevel", 0.9, 0.02}, {"full", 1, 0.02}, {"eigen", 1, 0.01}})
		for (const bool withPins : {false, true})
		{
			const PreconditionerInput input = BlockInput(5, 4, 3, withPins);
			const auto preconditioner = BuildPreconditioner(name, input, *tasks).TakeValue();
			const std::size_t count = input.held.size();
			const std::vector<Vec3> q = RandomField(count, input.held, 1);
			const std::vector<Vec3> r = Applied(*preconditioner, q);

			// A0 r by differences of the quadratic form (exact for quadratics), compared with q.
			std::vector<double> field(count);
			for (std::size_t i = 0; i < count; ++i)
				field[i] = static_cast<double>(r[i].x);
			double ratioLow = 1e9, ratioHigh = -1e9;
			for (std::size_t i = 0; i < count; ++i)
			{
				if (input.held[i] != 0 || std::fabs(q[i].x) < 0.3f)
					continue;
				std::vector<double> up = field, down = field;
				up[i] += 1e-6;
				down[i] -= 1e-6;
				const double image = (QuadraticForm(input, up) - QuadraticForm(input, down)) / 2e-6;
				ratioLow = std::min(ratioLow, image / static_cast<double>(q[i].x));
				ratioHigh = std::max(ratioHigh, image / static_cast<double>(q[i].x));
			}
			EXPECT_NEAR(ratioLow, ratio, tolerance) << name;
			EXPECT_NEAR(ratioHigh, ratio, tolerance) << name;
		}
}

TEST(Preconditioners, AreSymmetricPositiveAndStillAtHeldParticles)
{
	auto tasks = MakeSerialTaskRunner();
	const PreconditionerInput input = BlockInput(40, 12, 12, true); // large enough for three levels
	for (const ElasticSolverInfo& info : Preconditioners())
	{
		const auto preconditioner = BuildPreconditioner(info.name, input, *tasks).TakeValue();
		const std::vector<Vec3> a = RandomField(input.held.size(), input.held, 2), b = RandomField(input.held.size(), input.held, 3);
		const std::vector<Vec3> ra = Applied(*preconditioner, a), rb = Applied(*preconditioner, b);
		EXPECT_NEAR(Product(ra, b), Product(a, rb), 1e-4 * std::sqrt(Product(ra, a) * Product(rb, b))) << info.name;
		EXPECT_GT(Product(ra, a), 0) << info.name;
		for (std::size_t i = 0; i < ra.size(); ++i)
			if (input.held[i] != 0)
			{
				EXPECT_EQ(ra[i], (Vec3{})) << info.name;
			}
		for (const int workers : {2, 8})
			EXPECT_TRUE(Applied(*preconditioner, a, workers) == ra) << info.name;
		std::vector<Vec3> inPlace = a;
		AlignedArray<float> scratch;
		preconditioner->Apply(inPlace, *tasks, scratch, inPlace);
		EXPECT_TRUE(inPlace == ra) << info.name;
	}
}

TEST(Preconditioners, PackedInversesOfLargeBodiesAnswerAsWholeOnesDo)
{
	auto tasks = MakeSerialTaskRunner();
	const PreconditionerInput input = BlockInput(13, 9, 7, true); // 819 particles: the last leaf is not full
	const ConstantOperator source{&input.rest->elastic, &input.stiffness, input.massOverStepSquared, input.held};
	const auto whole = TwoLevelPreconditioner::Build(source, *tasks).TakeValue();
	const auto packed = TwoLevelPreconditioner::Build(source, *tasks, 0).TakeValue();
	EXPECT_LT(static_cast<double>(packed->Bytes()), 0.75 * static_cast<double>(whole->Bytes()));
	const std::vector<Vec3> q = RandomField(input.held.size(), input.held, 4);
	const std::vector<Vec3> expected = Applied(*whole, q), answer = Applied(*packed, q);
	double error = 0;
	for (std::size_t i = 0; i < q.size(); ++i)
		error += static_cast<double>(SquaredNorm(answer[i] - expected[i]));
	EXPECT_LT(std::sqrt(error / Product(expected, expected)), 1e-4);
}

TEST(Preconditioners, ArePositiveWhereTheFreeParticlesOfALeafLieInAPlane)
{
	// Pins that leave one layer of a leaf free, and a sheet: the affine modes of a leaf then depend on each other. Powers of (c - P) find
	// a negative eigenvalue of P if there is one.
	auto tasks = MakeSerialTaskRunner();
	PreconditionerInput halfHeld = BlockInput(40, 12, 12, false);
	for (std::size_t i = 0; i < halfHeld.held.size(); ++i)
		halfHeld.held[i] = halfHeld.rest->state.position[i].z > Real(0.1); // all but the lowest layer
	for (const PreconditionerInput& input : {halfHeld, BlockInput(90, 90, 1, false)})
	{
		const auto preconditioner = BuildPreconditioner("twolevel", input, *tasks).TakeValue();
		std::vector<Vec3> v = RandomField(input.held.size(), input.held, 4);
		double shift = 0;
		for (int iteration = 0; iteration < 200; ++iteration)
		{
			const std::vector<Vec3> image = Applied(*preconditioner, v);
			const double length = Product(v, v), curvature = Product(v, image) / length;
			ASSERT_GT(curvature, -1e-5 * shift);
			shift = std::max(shift, 2 * std::sqrt(Product(image, image) / length));
			const Real scale = static_cast<Real>(1 / std::sqrt(length) / shift);
			for (std::size_t i = 0; i < v.size(); ++i)
				v[i] = (v[i] * static_cast<Real>(shift) - image[i]) * scale;
		}
	}
}

TEST(Preconditioners, ImpossibleInputIsRefused)
{
	auto tasks = MakeSerialTaskRunner();
	PreconditionerInput input = BlockInput(5, 4, 3, false);
	input.massOverStepSquared.assign(input.massOverStepSquared.size(), NAN);
	EXPECT_FALSE(BuildPreconditioner("twolevel", input, *tasks).IsOk());
	EXPECT_NE(BuildPreconditioner("nonsense", input, *tasks).Message().find("twolevel"), std::string::npos);
}
