#include <Coupling/FoldBound.h>

#include <SPHSolids/Base/Random.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

using namespace SPHSolids;

namespace
{

constexpr Real Spacing = 0.02f, Away = 3 * Spacing, Distance = Spacing, Seconds = 0.02f;

/// A bar whose particles are somewhere.
struct Bar
{
	SolidBody body;
	std::shared_ptr<const ContactShell> shell;
	std::vector<PaddedVec3> place, velocity;
	std::vector<Real> looseness;
	Real slack = 0;

	Bar()
		: body(
			  SolidBody::Create(Scenes::LatticeBody(13, 5, 5, 0.02, Scenes::MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 1000, 1)))
				  .TakeValue())
		, shell(MakeContactShell(body.Rest().state))
		, looseness((shell->particles.size() + ContactShell::ClusterSize - 1) / ContactShell::ClusterSize)
	{
	}
	/// Turned, stretched, bent and shaken.
	void Move(const Mat3& stretch, const Mat3& flow, Real bend, Real noise, Random& random)
	{
		place.clear();
		velocity.clear();
		for (const Vec3& X : body.Rest().state.position)
		{
			const Vec3 bent = X + Vec3{0, bend * X.x * X.x, 0};
			const Vec3 x = stretch * bent;
			place.emplace_back(x + Vec3{5, -3, 1} + random.NextDirection().Cast<Real>() * noise);
			velocity.emplace_back(flow * x + Vec3{2, 0, 0} + random.NextDirection().Cast<Real>() * (noise / Seconds));
		}
	}
	void Bound()
	{
		ContactBody entry;
		entry.body = &body;
		entry.shell = shell.get();
		slack = BoundFolds(entry, place, velocity, Away, Distance, Seconds, looseness);
	}
	Real Slack(std::size_t a, std::size_t b) const
	{
		return slack - looseness[a / ContactShell::ClusterSize] - looseness[b / ContactShell::ClusterSize];
	}
	/// Of two particles of the shell within the time.
	Real Nearest(std::size_t a, std::size_t b) const
	{
		const std::uint32_t i = shell->particles[a], j = shell->particles[b];
		const Vec3 x = place[i].Xyz() - place[j].Xyz(), v = velocity[i].Xyz() - velocity[j].Xyz();
		const Real time = std::clamp(-Dot(x, v) / std::max(SquaredNorm(v), 1e-20f), Real(0), Seconds);
		return Norm(x + v * time);
	}
	/// Checks what is promised of all pairs. @return How many are told apart.
	std::size_t Check() const
	{
		std::size_t apart = 0;
		for (std::size_t a = 0; a < shell->particles.size(); ++a)
			for (std::size_t b = 0; b < a; ++b)
			{
				const AlignedArray<Vec3>& rest = body.Rest().state.position;
				if (Norm(rest[shell->particles[a]] - rest[shell->particles[b]]) < Away || !(Slack(a, b) > 0))
					continue;
				++apart;
				EXPECT_GE(Nearest(a, b), Distance * 0.9999f) << a << ' ' << b;
			}
		return apart;
	}
};

TEST(FoldBound, ParticlesThatAreToldApartStayApart)
{
	Random random(5);
	Bar bar;
	ASSERT_NE(bar.shell->particles.size() % SimdWidth, 0u); // the last few count too
	std::size_t apart = 0;
	for (int trial = 0; trial < 60; ++trial)
	{
		const Mat3 turn = AxisAngleRotation(random.NextDirection().Cast<Real>(), static_cast<Real>(random.NextIn(0, 3)));
		const Vec3 widths = random.NextInBox({0.5, 0.5, 0.5}, {1.5, 1.5, 1.5}).Cast<Real>();
		const Vec3 rates = random.NextInBox({-15, -15, -15}, {15, 15, 15}).Cast<Real>();
		const Mat3 spin = {{{0, -9, 4}, {9, 0, -7}, {-4, 7, 0}}};
		bar.Move(turn * Mat3::Diagonal(widths), spin + Mat3::Diagonal(rates), static_cast<Real>(random.NextIn(0, 3)),
			Spacing * static_cast<Real>(random.NextIn(0, 0.3)), random);
		bar.Bound();
		apart += bar.Check();
	}
	EXPECT_GT(apart, 100000u); // not for want of a bound
}

TEST(FoldBound, ABodyThatOnlyTurnsIsToldApartFromItself)
{
	Random random(6);
	Bar bar;
	bar.Move(AxisAngleRotation(Vec3{0, 0.6f, 0.8f}, Real(2)), {{{0, -9, 0}, {9, 0, 0}, {0, 0, 0}}}, 0, 0, random);
	bar.Bound();
	EXPECT_FLOAT_EQ(bar.slack, Away - Distance);
	for (const Real loose : bar.looseness)
		EXPECT_EQ(loose, 0);
}

TEST(FoldBound, AParticleThatStraysOrFliesOffIsFoundInItsCluster)
{
	Random random(7);
	for (const bool isLast : {false, true})
		for (const bool flies : {false, true})
		{
			Bar bar;
			bar.Move(Mat3::Identity(), {}, 0, 0, random);
			const std::size_t stray = isLast ? bar.shell->particles.size() - 1 : 3;
			PaddedVec3& what = (flies ? bar.velocity : bar.place)[bar.shell->particles[stray]];
			what.SetXyz(what.Xyz() + Vec3{0, 0, 2 * Spacing} / (flies ? Seconds : 1));
			bar.Bound();
			EXPECT_GT(bar.looseness[stray / ContactShell::ClusterSize], 1.8f * Spacing) << isLast << flies;
		}
}

}
