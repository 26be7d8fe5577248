#include <Scenes/MassSpringCloth.h>

#include <gtest/gtest.h>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

TEST(MassSpringCloth, WithoutGravityItStaysAtRest)
{
	SolidScene scene = SwingingCloth(0.1, 10);
	scene.gravity = {};
	MassSpringCloth cloth(scene);
	for (int k = 0; k < 5; ++k)
		cloth.Step();
	for (std::size_t i = 0; i < cloth.Positions().size(); ++i)
		EXPECT_LT(Norm(cloth.Positions()[i] - cloth.RestPositions()[i]), 1e-9);
}

TEST(MassSpringCloth, FreeOfPinsItFallsAsImplicitEulerSays)
{
	SolidScene scene = SwingingCloth(0.1, 8);
	scene.pins.clear();
	MassSpringCloth cloth(scene);
	for (int k = 0; k < 10; ++k)
		cloth.Step();
	// Sum of h^2 g k for k = 1 .. 10.
	const double fall = 9.81 * scene.step * scene.step * 55;
	for (std::size_t i = 0; i < cloth.Positions().size(); ++i)
		EXPECT_NEAR(cloth.RestPositions()[i].z - cloth.Positions()[i].z, fall, 1e-3 * fall);
}

TEST(MassSpringCloth, HeldCornersStayAndTheFreeEdgeSags)
{
	const SolidScene scene = SwingingCloth(0.1, 10);
	MassSpringCloth cloth(scene);
	for (int k = 0; k < 60; ++k)
		cloth.Step();
	double lowest = 0;
	for (std::size_t i = 0; i < cloth.Positions().size(); ++i)
	{
		const bool isHeld =
			scene.pins[0].region.Contains(cloth.RestPositions()[i]) || scene.pins[1].region.Contains(cloth.RestPositions()[i]);
		if (isHeld)
		{
			EXPECT_EQ(Norm(cloth.Positions()[i] - cloth.RestPositions()[i]), 0);
		}
		lowest = std::min(lowest, cloth.Positions()[i].z);
	}
	EXPECT_LT(lowest, -0.3);
}
