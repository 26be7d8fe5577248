// Copyright (c) 2026 The SPHSolids authors

#include "Convert/SPHSolidsUnits.h"

#include <random>

#include <gtest/gtest.h>

namespace
{

FVector RandomVector(std::mt19937& Random)
{
	std::uniform_real_distribution<double> Distribution(-100.0, 100.0);
	return FVector(Distribution(Random), Distribution(Random), Distribution(Random));
}

FQuat RandomRotation(std::mt19937& Random)
{
	return FQuat(RandomVector(Random).GetSafeNormal(), std::uniform_real_distribution<double>(-3.0, 3.0)(Random));
}

double Difference(const SPHSolids::Vec3d& A, const SPHSolids::Vec3d& B)
{
	return SPHSolids::Norm(A - B);
}

}

TEST(Units, AMetreForwardIsAHundredUnitsAndRightIsMinusY)
{
	EXPECT_EQ(SPHSolidsUnits::VectorToCore(FVector(100, 200, 300)), (SPHSolids::Vec3d{1, -2, 3}));
	EXPECT_EQ(SPHSolidsUnits::VectorToEngine({1, -2, 3}), FVector(100, 200, 300));
}

TEST(Units, ThereAndBackIsTheSame)
{
	std::mt19937 Random(1);
	for (int32 Count = 0; Count < 100; ++Count)
	{
		const FVector Vector = RandomVector(Random);
		EXPECT_TRUE(SPHSolidsUnits::VectorToEngine(SPHSolidsUnits::VectorToCore(Vector)).Equals(Vector, 1e-12));
		EXPECT_EQ(SPHSolidsUnits::AxialToEngine(SPHSolidsUnits::AxialToCore(Vector)), Vector);
	}
}

TEST(Units, TurningThenConvertingIsConvertingThenTurning)
{
	std::mt19937 Random(2);
	for (int32 Count = 0; Count < 100; ++Count)
	{
		const FVector Vector = RandomVector(Random);
		const FQuat Rotation = RandomRotation(Random);
		const SPHSolids::Mat3d Core = SPHSolidsUnits::RotationToCore(Rotation);
		EXPECT_LT(
			Difference(SPHSolidsUnits::VectorToCore(Rotation.RotateVector(Vector)), Core * SPHSolidsUnits::VectorToCore(Vector)), 1e-12);
		EXPECT_NEAR(SPHSolids::Determinant(Core), 1.0, 1e-12) << "a mirroring is no rotation";
		EXPECT_LT(SPHSolidsUnits::RotationToEngine(Core).AngularDistance(Rotation), 1e-6) << "and back";
	}
}

TEST(Units, APointTurnsTheSameWayOnBothSides)
{
	// v = w x r in both worlds, by the same formula.
	std::mt19937 Random(3);
	for (int32 Count = 0; Count < 100; ++Count)
	{
		const FVector Angular = RandomVector(Random), Arm = RandomVector(Random);
		const SPHSolids::Vec3d Core = SPHSolids::Cross(SPHSolidsUnits::AxialToCore(Angular), SPHSolidsUnits::VectorToCore(Arm));
		EXPECT_LT(Difference(SPHSolidsUnits::VectorToCore(FVector::CrossProduct(Angular, Arm)), Core), 1e-10);
	}
}

TEST(Units, AnAngularImpulseIsArmTimesImpulseOnBothSides)
{
	std::mt19937 Random(4);
	for (int32 Count = 0; Count < 100; ++Count)
	{
		const FVector Arm = RandomVector(Random), Impulse = RandomVector(Random);
		const SPHSolids::Vec3d Core = SPHSolids::Cross(SPHSolidsUnits::VectorToCore(Arm), SPHSolidsUnits::VectorToCore(Impulse));
		EXPECT_TRUE(SPHSolidsUnits::AngularImpulseToEngine(Core).Equals(FVector::CrossProduct(Arm, Impulse), 1e-8));
	}
}

TEST(Units, VerticesEndInTheComponentsSpace)
{
	std::mt19937 Random(5);
	for (int32 Count = 0; Count < 100; ++Count)
	{
		const FTransform Place(RandomRotation(Random), RandomVector(Random), FVector(1.7));
		const SPHSolids::Vec3d Origin = SPHSolidsUnits::VectorToCore(RandomVector(Random));
		const SPHSolids::Vec3 Local{0.1f, -0.2f, 0.3f};
		const FVector Expected = Place.InverseTransformPosition(SPHSolidsUnits::VectorToEngine(Origin + Local.Cast<double>()));
		EXPECT_TRUE(FVector(SPHSolidsUnits::FToEngine::ToLocal(Origin, Place).Place(Local)).Equals(Expected, 1e-3));
	}
}
