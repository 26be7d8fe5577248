// Copyright (c) 2026 The SPHSolids authors

#include "CoreMinimal.h"

#include <gtest/gtest.h>

namespace
{

void ExpectNear(const FVector& A, const FVector& B)
{
	EXPECT_TRUE(A.Equals(B, 1e-9)) << TCHAR_TO_UTF8(*A.ToString()) << " instead of " << TCHAR_TO_UTF8(*B.ToString());
}

FTransform SomeTransform(double Seed, const FVector& Scale)
{
	return FTransform(FRotator(10 * Seed, 20 + Seed, -30 * Seed), FVector(Seed, -2 * Seed, 5), Scale);
}

}

TEST(HostMath, PositionsAreDoublesAndConvertOnlyWhenAsked)
{
	static_assert(std::is_same_v<decltype(FVector::X), double>);
	static_assert(std::is_same_v<decltype(FVector3f::X), float>);
	static_assert(!std::is_convertible_v<FVector, FVector3f> && !std::is_convertible_v<FVector3f, FVector>);
	EXPECT_EQ(FVector3f(FVector(0.1, 0, 0)).X, 0.1f);
	// A kilometre-sized world keeps tenths of a micrometre.
	EXPECT_EQ(FVector(1e8 + 0.125, 0, 0).X - 1e8, 0.125);
}

TEST(HostMath, RotatorsTurnTheWayTheEngineDoes)
{
	// Yaw turns forward to right, pitch lifts the nose, roll tilts the right side down.
	ExpectNear(FRotator(0, 90, 0).RotateVector(FVector::ForwardVector), FVector::RightVector);
	ExpectNear(FRotator(90, 0, 0).RotateVector(FVector::ForwardVector), FVector::UpVector);
	ExpectNear(FRotator(0, 0, 90).RotateVector(FVector::RightVector), FVector::DownVector);
	for (const FRotator& Rotator : {FRotator(10, 20, 30), FRotator(-70, 170, -100), FRotator(45, -90, 5)})
		EXPECT_TRUE(Rotator.Quaternion().Rotator().Equals(Rotator, 1e-9));
}

TEST(HostMath, TheAxesAreLeftHanded)
{
	// The formula of the cross product is the usual one; forward x right = up makes the space left-handed with y to the right.
	ExpectNear(FVector::ForwardVector ^ FVector::RightVector, FVector::UpVector);
	// Seen from above (z towards the eye, x up the page) y points to the right: positive yaw is clockwise.
	EXPECT_GT(FRotator(0, 1, 0).Vector().Y, 0.0);
}

TEST(HostMath, QuaternionsTurnRightFactorFirst)
{
	const FQuat Yaw = FRotator(0, 90, 0).Quaternion(), Pitch = FRotator(90, 0, 0).Quaternion();
	ExpectNear((Yaw * Pitch).RotateVector(FVector::ForwardVector), Yaw.RotateVector(Pitch.RotateVector(FVector::ForwardVector)));
	EXPECT_TRUE(FQuat::Slerp(FQuat::Identity, Yaw, 0.5).Equals(FRotator(0, 45, 0).Quaternion()));
	ExpectNear(FQuat::FindBetweenNormals(FVector::ForwardVector, FVector::BackwardVector).RotateVector(FVector::ForwardVector),
		FVector::BackwardVector);
	EXPECT_TRUE(Yaw.Equals(FQuat(-Yaw.X, -Yaw.Y, -Yaw.Z, -Yaw.W))) << "q and -q are one rotation";
}

TEST(HostMath, TransformsScaleThenTurnThenMoveAndMultiplyLeftFirst)
{
	const FTransform A(FRotator(0, 90, 0), FVector(10, 0, 0), FVector(2));
	ExpectNear(A.TransformPosition(FVector(1, 0, 0)), FVector(10, 2, 0));
	const FTransform B = SomeTransform(1.5, FVector(3));
	const FVector P(1, 2, 3);
	ExpectNear((A * B).TransformPosition(P), B.TransformPosition(A.TransformPosition(P)));
	ExpectNear(A.InverseTransformPosition(A.TransformPosition(P)), P);
	ExpectNear((A * A.Inverse()).TransformPosition(P), P);
	// Where am I, seen from my parent?
	const FTransform Child = A * B;
	EXPECT_TRUE(Child.GetRelativeTransform(B).Equals(A, 1e-9));
	const FVector4 ByMatrix = SomeTransform(2, FVector(1, 2, 3)).ToMatrixWithScale().TransformPosition(P);
	ExpectNear(FVector(ByMatrix.X, ByMatrix.Y, ByMatrix.Z), SomeTransform(2, FVector(1, 2, 3)).TransformPosition(P));
	EXPECT_LT(FTransform(FQuat::Identity, FVector(0), FVector(1, -1, 1)).ToMatrixWithScale().Determinant(), 0.0);
	// A scale of zero does not divide by zero.
	EXPECT_FALSE(FTransform(FQuat::Identity, FVector(0), FVector(0)).InverseTransformPosition(P).ContainsNaN());
}

TEST(HostMath, BoxesGrowAndBoundsHold)
{
	FBox Box(ForceInit);
	EXPECT_FALSE(Box.IsValid);
	Box += FVector(1, 2, 3);
	Box += FVector(-1, 0, 5);
	ExpectNear(Box.GetCenter(), FVector(0, 1, 4));
	ExpectNear(Box.GetExtent(), FVector(1, 1, 1));
	const FBoxSphereBounds Bounds(Box);
	EXPECT_NEAR(Bounds.SphereRadius, std::sqrt(3.0), 1e-12);
	const FTransform Transform = SomeTransform(1, FVector(2));
	const FBoxSphereBounds Moved = Bounds.TransformBy(Transform);
	for (const FVector& Corner : {Box.Min, Box.Max})
	{
		EXPECT_TRUE(Moved.GetBox().ExpandBy(1e-9).IsInside(Transform.TransformPosition(Corner)));
		EXPECT_LE(FVector::Dist(Moved.Origin, Transform.TransformPosition(Corner)), Moved.SphereRadius + 1e-9);
	}
}

TEST(HostMath, NormalsOfNothingAreZeroAndColoursGoThroughGamma)
{
	EXPECT_TRUE(FVector(0).GetSafeNormal().IsZero());
	EXPECT_TRUE(FVector(std::nan(""), 0, 0).ContainsNaN());
	EXPECT_TRUE(FLinearColor(FColor(188, 0, 255)).ToFColor(true) == FColor(188, 0, 255));
	EXPECT_NEAR(FLinearColor(FColor(188, 0, 0)).R, 0.5f, 0.01f);
	EXPECT_EQ(FMath::RoundToInt(-0.5f), 0);
	EXPECT_EQ(FMath::Clamp(5, 0, 3), 3);
}
