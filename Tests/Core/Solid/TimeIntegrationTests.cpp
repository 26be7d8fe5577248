#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Solid/ElasticSolver.h>
#include <SPHSolids/Solid/TimeIntegration.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace SPHSolids;

namespace
{

/// One particle on a spring, x'' = -omega^2 x, and how an integrator steps it.
struct Oscillator
{
	static constexpr double Omega = 2 * Pi; // one swing a second

	Integrator integrator;
	Vec3 x = {1, 0, 0}, v, previousX, previousV;
	double previousStep = 0;

	/// Begins on the swing, with a step behind it as if it had been exact.
	Oscillator(Integrator chosen, double firstStep)
		: integrator(chosen)
		, previousX(Exact(-firstStep))
		, previousV(Speed(-firstStep))
		, previousStep(firstStep)
	{
	}
	static Vec3 Exact(double t) { return {static_cast<Real>(std::cos(Omega * t)), 0, 0}; }
	static Vec3 Speed(double t) { return {static_cast<Real>(-Omega * std::sin(Omega * t)), 0, 0}; }

	void Step(double h)
	{
		const IntegratorStep step{integrator, h, previousStep};
		const double effective = step.EffectiveStep();
		// The minimum of (x - y)^2 / (2 h_eff^2) + omega^2 x^2 / 2.
		const Vec3 minimiser =
			step.Target(x, v, previousX, previousV, {}) * static_cast<Real>(1 / (1 + Omega * Omega * effective * effective));
		const Vec3 beforeX = x, beforeV = v;
		step.Finish(minimiser, previousX, x, v);
		previousX = beforeX;
		previousV = beforeV;
		previousStep = h;
	}
};

/// Error in place and speed after most of a swing in pairs of steps, the second so many times as long as the first.
double ErrorOfASwing(Integrator integrator, int pairs, double growth)
{
	const double duration = 0.7, first = duration / (pairs * (1 + growth));
	Oscillator oscillator(integrator, first * growth);
	for (int k = 0; k < pairs; ++k)
	{
		oscillator.Step(first);
		oscillator.Step(first * growth);
	}
	const Vec3 place = oscillator.x - Oscillator::Exact(duration);
	const Vec3 speed = (oscillator.v - Oscillator::Speed(duration)) * static_cast<Real>(1 / Oscillator::Omega);
	return static_cast<double>(Norm(place) + Norm(speed));
}

}

TEST(TimeIntegration, Bdf2FollowsConstantAccelerationExactlyHoweverTheStepChanges)
{
	Random random(1);
	const Vec3 gravity = {0, 0, -10};
	const Vec3 launch = {3, 0, 4};
	const auto placeAt = [&](double t) { return launch * static_cast<Real>(t) + gravity * static_cast<Real>(t * t / 2); };
	const auto speedAt = [&](double t) { return launch + gravity * static_cast<Real>(t); };
	double h = 0.01, t = 0;
	Vec3 x = placeAt(0), v = speedAt(0), previousX = placeAt(-h), previousV = speedAt(-h);
	for (int k = 0; k < 60; ++k)
	{
		const double next = std::clamp(h * random.NextIn(0.4, 2.4), 0.002, 0.05);
		const IntegratorStep step{Integrator::Bdf2, next, h};
		const Vec3 minimiser = step.Target(x, v, previousX, previousV, gravity), beforeX = x, beforeV = v;
		step.Finish(minimiser, previousX, x, v);
		previousX = beforeX;
		previousV = beforeV;
		h = next;
		t += next;
		ASSERT_LT(static_cast<double>(Norm(x - placeAt(t))), 2e-4) << "step " << k; // of up to ten metres, in float
		ASSERT_LT(static_cast<double>(Norm(v - speedAt(t))), 2e-3) << "step " << k;
	}
}

TEST(TimeIntegration, ErrorsFallWithTheOrderOfTheIntegratorAlsoWhereTheStepChanges)
{
	for (const double growth : {1.0, 1.5, 2.0}) // the coefficients of equal steps would be of order zero at the others
	{
		const auto ratio = [&](Integrator integrator, int pairs)
		{ return ErrorOfASwing(integrator, pairs, growth) / ErrorOfASwing(integrator, 2 * pairs, growth); };
		EXPECT_NEAR(ratio(Integrator::Bdf2, 30), 4, 0.3) << growth;
		EXPECT_NEAR(ratio(Integrator::ImplicitMidpoint, 12), 4, 0.3) << growth;
		EXPECT_NEAR(ratio(Integrator::ImplicitEuler, 100), 2, 0.15) << growth;
	}
	EXPECT_LT(ErrorOfASwing(Integrator::Bdf2, 60, 2), 0.01);
}

TEST(TimeIntegration, Bdf2IsImplicitEulerInItsFirstStepAndInOneThatIsMuchLonger)
{
	const Vec3 x = {1, 2, 3}, v = {4, 5, 6}, gravity = {0, 0, -10};
	for (const double previousStep : {0.0, 0.01 / 2.5})
	{
		const IntegratorStep step{Integrator::Bdf2, 0.01, previousStep}, euler{Integrator::ImplicitEuler, 0.01, previousStep};
		EXPECT_EQ(step.EffectiveStep(), 0.01);
		EXPECT_EQ(step.Target(x, v, {}, {}, gravity), euler.Target(x, v, {}, {}, gravity));
		Vec3 endX = x, endV = v, eulerX = x, eulerV = v;
		step.Finish({1, 1, 1}, {}, endX, endV);
		euler.Finish({1, 1, 1}, {}, eulerX, eulerV);
		EXPECT_EQ(endV, eulerV);
	}
	EXPECT_LT((IntegratorStep{Integrator::Bdf2, 0.01, 0.01 / 2.4}.EffectiveStep()), 0.009);
}

TEST(TimeIntegration, ABodyRemembersHowLongItsLastStepWas)
{
	SolidBodyDef def = Scenes::LatticeBody(4, 4, 4, 0.05, Scenes::MaterialOf(MaterialModel::StableNeoHookean, 1e5, 0.3, 1000, 1));
	def.integrator = Integrator::Bdf2;
	SolidBody body = SolidBody::Create(def).TakeValue();
	const auto solver = MakeElasticSolver({}, body).TakeValue();
	const auto tasks = MakeSerialTaskRunner();
	const Vec3 gravity = {0, 0, -10};
	const std::vector<Vec3> acceleration(body.ParticleCount(), gravity);
	// As if it had fallen before it began to be stepped.
	double h = 0.01, t = 0;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		body.previousPosition[i] = body.position[i] + gravity * static_cast<Real>(h * h / 2);
		body.previousVelocity[i] = gravity * static_cast<Real>(-h);
	}
	body.hasPrevious = true;
	body.previousStep = h;
	const Vec3d start = body.CentreOfMass();
	for (const double next : {0.01, 0.005, 0.01, 0.02, 0.004, 0.004, 0.008, 0.01})
	{
		t += next;
		solver->Step(body, next, t, acceleration, *tasks);
		EXPECT_EQ(body.previousStep, next);
		EXPECT_NEAR(body.CentreOfMass().z - start.z, -5 * t * t, 1e-5) << t;
	}
}
