#include "AllocationCounter.h"

#include <SPHSolids/World/World.h>

#include <gtest/gtest.h>

#include <cmath>

using namespace SPHSolids;

namespace
{

/// Bytes that a world holds for each particle of water that falls over in a tank of this side, with everything that its walls need.
double BytesPerParticle(double side, bool hasPost)
{
	constexpr double radius = 0.01;
	const auto tasks = MakeSerialTaskRunner();
	const std::ptrdiff_t before = Tests::HeldBytes();
	auto world = World::Create({}).TakeValue();
	BoundaryDef box;
	box.shape = Shape::Box({side / 2, side / 2, 1}).Value().Inverted();
	box.pose.position = {0, 0, 1};
	world->AddBoundary(box).Value();
	if (hasPost)
	{
		BoundaryDef post;
		post.shape = Shape::Capsule(0.04, side / 4).Value();
		post.pose.position = {side / 4, 0, side / 4};
		world->AddBoundary(post).Value();
	}
	FluidDef water;
	water.particleRadius = radius;
	const std::size_t count =
		world->AddFluidBlock(world->AddFluid(water).Value(), {{-side / 2, -side / 2, 0}, {side / 4, side / 2, side}}).Value();
	EXPECT_GT(count, 4000u);
	for (int k = 0; k < 4; ++k)
		world->Step(0.016, *tasks);
	return static_cast<double>(Tests::HeldBytes() - before) / static_cast<double>(count);
}

}

TEST(Memory, AParticleOfWaterInATankTakesAtMostFourHundredBytesWithItsWalls)
{
	// Memory of neighbours comes in blocks for some ten thousand particles, the last of which is hardly used: so many of them that it does
	// not count.
	for (const bool hasPost : {false, true})
		EXPECT_LT(BytesPerParticle(0.8, hasPost), 400) << "post " << hasPost;
}
