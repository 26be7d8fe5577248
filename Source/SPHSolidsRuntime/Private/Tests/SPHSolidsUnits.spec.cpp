// Copyright (c) 2026 The SPHSolids authors

#include "Misc/AutomationTest.h"

#if WITH_DEV_AUTOMATION_TESTS

#include "Convert/SPHSolidsUnits.h"

BEGIN_DEFINE_SPEC(FSPHSolidsUnitsSpec, "SPHSolids.Units",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ClientContext | EAutomationTestFlags::ServerContext
		| EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FSPHSolidsUnitsSpec)

void FSPHSolidsUnitsSpec::Define()
{
	Describe(TEXT("Units"),
		[this]
		{
			It(TEXT("turn a hundred centimetres forward into a metre along x, and right into minus y"),
				[this]
				{
					const SPHSolids::Vec3d Core = SPHSolidsUnits::VectorToCore(FVector(100.0, 200.0, 300.0));
					TestNearlyEqual(TEXT("x"), Core.x, 1.0);
					TestNearlyEqual(TEXT("y"), Core.y, -2.0);
					TestNearlyEqual(TEXT("z"), Core.z, 3.0);
				});
			It(TEXT("turn vectors as the engine's quaternions do"),
				[this]
				{
					// The engine's own maths is the judge: this is where a wrong idea of its handedness would show.
					const FQuat Rotation = FRotator(20.0, 30.0, 40.0).Quaternion();
					const FVector Vector(1.0, 2.0, 3.0);
					const SPHSolids::Vec3d Core = SPHSolidsUnits::RotationToCore(Rotation) * SPHSolidsUnits::VectorToCore(Vector);
					TestTrue(TEXT("the same vector"), SPHSolidsUnits::VectorToEngine(Core).Equals(Rotation.RotateVector(Vector), 1e-9));
				});
			It(TEXT("let points of a turning body move the same way on both sides"),
				[this]
				{
					const FVector Angular(0.1, -0.2, 0.3), Arm(10.0, 20.0, -5.0);
					const SPHSolids::Vec3d Core = SPHSolids::Cross(SPHSolidsUnits::AxialToCore(Angular), SPHSolidsUnits::VectorToCore(Arm));
					TestTrue(
						TEXT("the same velocity"), SPHSolidsUnits::VectorToEngine(Core).Equals(FVector::CrossProduct(Angular, Arm), 1e-9));
				});
		});
}

#endif
