#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Coupling/TouchBlock.h>

#include <vector>

#include <gtest/gtest.h>

using namespace SPHSolids;

namespace
{

std::vector<TouchBlock> Packed(const std::vector<TouchBlock::Touch>& touches)
{
	std::vector<TouchBlock> blocks(TouchBlocksFor(touches.size()));
	for (std::size_t k = 0; k < touches.size(); ++k)
		blocks[k / SimdWidth].Set(k % SimdWidth, touches[k]);
	return blocks;
}

/// Some overlap and some do not, some stick and some slip, some have no friction.
std::vector<TouchBlock::Touch> RandomTouches(int count)
{
	Random random(7);
	const auto anyVector = [&](double size) { return random.NextInBox({-size, -size, -size}, {size, size, size}).Cast<Real>(); };
	std::vector<TouchBlock::Touch> touches;
	for (int k = 0; k < count; ++k)
	{
		const Vec3 normal = NormalizedOr(anyVector(1), {0, 0, 1}), aside = anyVector(0.01);
		const Real stiffness = 100 + 20 * Real(k % 5), sticking = k % 3 == 0 ? 0 : 0.004f * Real(k % 3);
		touches.push_back({normal, aside - normal * Dot(aside, normal), 0.001f * Real(k % 7) - 0.0035f, stiffness, sticking});
	}
	return touches;
}

void ExpectNear(const Vec3d& a, const Vec3d& b, double tolerance)
{
	EXPECT_LT(Norm(a - b), tolerance) << a.x << ' ' << a.y << ' ' << a.z << " and " << b.x << ' ' << b.y << ' ' << b.z;
}

}

TEST(TouchBlock, ASpringPushesAndFrictionHoldsUntilItSlips)
{
	const std::vector<TouchBlock> blocks = Packed({{{0, 0, 1}, {0, 0, 0}, -0.01f, 100, 0.02f}});
	const ContactAnswer sticks = AnswerToShift(blocks, {0.01f, 0, -0.01f}), slips = AnswerToShift(blocks, {0.05f, 0, 0.02f});
	EXPECT_NEAR(sticks.energy, 100 * 0.02 * 0.02 / 2 + 100 * 0.01 * 0.01 / 2, 1e-7);
	ExpectNear(sticks.force, {-1, 0, 2}, 1e-6);
	ExpectNear(sticks.stiffness * Vec3d{1, 1, 1}, {100, 100, 100}, 1e-4);
	EXPECT_NEAR(slips.energy, 2 * (0.05 - 0.01), 1e-7);
	ExpectNear(slips.force, {-2, 0, 0}, 1e-6);
	ExpectNear(slips.stiffness * Vec3d{1, 1, 1}, {0, 2 / 0.05, 0}, 1e-4);
}

TEST(TouchBlock, WithoutFrictionOrSlideNothingHolds)
{
	const ContactAnswer answer = AnswerToShift(Packed({{{0, 0, 1}, {0, 0, 0}, -0.01f, 100, 0}}), {0, 0, 0});
	ExpectNear(answer.force, {0, 0, 1}, 1e-6);
	ExpectNear(answer.stiffness * Vec3d{1, 1, 1}, {0, 0, 100}, 1e-4);
}

TEST(TouchBlock, LanesThatAreNotUsedDoNothing)
{
	const ContactAnswer answer = AnswerToShift(std::vector<TouchBlock>(3), {0.1f, -0.2f, 0.3f});
	EXPECT_EQ(answer.energy, 0);
	EXPECT_EQ(answer.force, Vec3d{});
	EXPECT_EQ(answer.stiffness * Vec3d(1, 1, 1), Vec3d{});
}

TEST(TouchBlock, ManyAnswerWhatEachAnswers)
{
	const std::vector<TouchBlock::Touch> touches = RandomTouches(309);
	const Vec3 shift{0.001f, -0.002f, 0.003f};
	ContactAnswer sum;
	for (const TouchBlock::Touch& touch : touches)
	{
		const ContactAnswer one = AnswerToShift(Packed({touch}), shift);
		sum.energy += one.energy;
		sum.force += one.force;
		sum.stiffness = sum.stiffness + one.stiffness;
	}
	const ContactAnswer all = AnswerToShift(Packed(touches), shift);
	EXPECT_NEAR(all.energy, sum.energy, 1e-12);
	ExpectNear(all.force, sum.force, 1e-4);
	for (int axis = 0; axis < 3; ++axis)
		ExpectNear(all.stiffness.Column(axis), sum.stiffness.Column(axis), 1e-2);
}

TEST(TouchBlock, ForceIsTheSlopeOfEnergyAndStiffnessThatOfForce)
{
	const std::vector<TouchBlock> blocks = Packed(RandomTouches(309));
	const Vec3 shift{0.00031f, -0.00022f, 0.00013f};
	const ContactAnswer answer = AnswerToShift(blocks, shift);
	const Real h = 1e-4f;
	for (int axis = 0; axis < 3; ++axis)
	{
		Vec3 more = shift, less = shift;
		more[axis] += h;
		less[axis] -= h;
		const ContactAnswer above = AnswerToShift(blocks, more), below = AnswerToShift(blocks, less);
		const double width = static_cast<double>(more[axis]) - static_cast<double>(less[axis]);
		EXPECT_NEAR((above.energy - below.energy) / width, -answer.force[axis], 2e-3 * Norm(answer.force));
		ExpectNear((above.force - below.force) / width, answer.stiffness.Column(axis) * -1.0, 0.02 * Norm(answer.stiffness.Column(axis)));
	}
}
