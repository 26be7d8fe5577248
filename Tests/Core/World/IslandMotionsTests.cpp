#include <World/IslandMotions.h>

#include <SPHSolids/Base/Random.h>

#include <gtest/gtest.h>

using namespace SPHSolids;

namespace
{

/// A slab of particles far from the origin of its rest shape; so many of them that the last eight are not full.
struct Slab
{
	static constexpr std::size_t Count = 8 * 257 + 3;
	Random random{3};
	std::vector<Vec3> rest, position;
	std::vector<float> weight;
	IslandMotions motions;

	Slab()
	{
		for (std::size_t i = 0; i < Count; ++i)
		{
			rest.push_back(random.NextInBox({2, -3, 5}, {2.3, -2.8, 5.1}).Cast<Real>());
			position.push_back(rest.back() + Vec3{10, 0, 0});
			weight.push_back(static_cast<float>(random.NextIn(1, 3)));
		}
		motions.Clear(1);
		motions.Describe(0, Traits());
	}
	IslandMotions::Traits Traits() const { return {rest, position, weight, 10, 20, true}; }
	Vec3 Affine(const Vec3& X) const { return Vec3{0.3f, -0.1f, 0.2f} + Mat3{{{1, 2, -1}, {0, -2, 1}, {3, 1, 1}}} * (X - rest.front()); }
};

/// The largest of twelve.
Real Largest(const IslandMotions::Motion& motion)
{
	Real largest = 0;
	for (std::size_t k = 0; k < IslandMotions::Unknowns; ++k)
		largest = std::max(largest, std::fabs(motion.value[k]));
	return largest;
}

TEST(IslandMotions, WhatIsTakenOutOfForcesLeavesNoneThatMovesTheWhole)
{
	Slab slab;
	std::vector<Vec3> q, rest(Slab::Count), none(Slab::Count);
	for (std::size_t i = 0; i < Slab::Count; ++i)
		q.push_back(slab.random.NextInBox({-1, 0, 1}, {1, 2, 2}).Cast<Real>());
	const IslandMotions::Motion all = slab.motions.TakeOut(0, slab.Traits(), q, rest);
	const IslandMotions::Motion left = slab.motions.TakeOut(0, slab.Traits(), rest, none);
	EXPECT_GT(Largest(all), Slab::Count); // its z alone adds up to so much
	// A thin direction is held by a share of the inertia, ThinnestShare, that is not taken out.
	EXPECT_LT(Largest(left), 2e-3f * Largest(all));
}

TEST(IslandMotions, ForcesThatMoveABodyAsAWholeAreTakenOutWhole)
{
	Slab slab;
	std::vector<Vec3> q, rest(Slab::Count);
	for (std::size_t i = 0; i < Slab::Count; ++i)
		q.push_back(slab.Affine(slab.rest[i]) * slab.weight[i]);
	slab.motions.TakeOut(0, slab.Traits(), q, rest);
	for (std::size_t i = 0; i < Slab::Count; ++i)
		ASSERT_LT(Norm(rest[i]), 2e-3f * Norm(q[i]) + 1e-3f) << i;
}

TEST(IslandMotions, ThePartOfAMotionOfTheWholeIsThatMotion)
{
	Slab slab;
	std::vector<Vec3> r;
	for (const Vec3& X : slab.rest)
		r.push_back(slab.Affine(X));
	const IslandMotions::Motion part = slab.motions.PartOf(0, slab.Traits(), r);
	slab.motions.Add(0, slab.Traits(), {}, part, 0.5f, r);
	for (std::size_t i = 0; i < Slab::Count; ++i)
		ASSERT_LT(Norm(r[i]), 1e-3f * Norm(slab.Affine(slab.rest[i])) + 1e-4f) << i;
}

}
