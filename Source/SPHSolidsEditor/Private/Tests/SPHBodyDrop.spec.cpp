// Copyright (c) 2026 The SPHSolids authors

#include "Misc/AutomationTest.h"

#if WITH_DEV_AUTOMATION_TESTS

#include "BodyEditor/SPHTestDrop.h"
#include "SPHSolidBodyAsset.h"
#include "Tests/SPHSpecBody.h"
#include "UObject/StrongObjectPtr.h"

BEGIN_DEFINE_SPEC(FSPHBodyDropSpec, "SPHSolids.BodyDrop", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FSPHBodyDropSpec)

void FSPHBodyDropSpec::Define()
{
	Describe(TEXT("A cube, baked and dropped in a preview world"),
		[this]
		{
			It(TEXT("falls and lies on the floor, neither crushed nor gone"),
				[this]
				{
					const TStrongObjectPtr<USPHSolidBodyAsset> Asset(BakeSPHSpecCube());
					FSPHTestDrop Drop;
					FString Message;
					TestTrue(TEXT("started"), Drop.Start(*Asset, TEXT("Jelly"), Message));
					for (int32 Frame = 0; Frame < 90; ++Frame)
						Drop.Advance(1.0 / 60.0);
					TArray<FVector> Places;
					Drop.GetParticles(Places);
					double Lowest = MAX_dbl, Highest = -MAX_dbl;
					for (const FVector& Place : Places)
					{
						Lowest = FMath::Min(Lowest, Place.Z);
						Highest = FMath::Max(Highest, Place.Z);
					}
					TestTrue(TEXT("has all its particles"), Places.Num() == 125);
					TestTrue(TEXT("lies on the floor"), FMath::Abs(Lowest - Drop.GetFloorHeight() - 4.0) < 3.0);
					TestTrue(TEXT("has its height"), Highest - Lowest > 20.0 && Highest - Lowest < 45.0);
				});
		});
}

#endif
