// Copyright (c) 2026 The SPHSolids authors

#include "Misc/AutomationTest.h"

#if WITH_DEV_AUTOMATION_TESTS

#include "Adapters/SPHSolidsTaskRunner.h"
#include "BodyEditor/SPHTestDrop.h"
#include "SPHSolidBodyAsset.h"
#include "UObject/Package.h"
#include "UObject/StrongObjectPtr.h"

#include <SPHSolids/Bake/BakeBody.h>
#include <SPHSolids/Body/BodyArchive.h>

namespace
{

/// A cube of 40 cm around the origin.
SPHSolids::RenderMesh MakeSpecCube()
{
	SPHSolids::RenderMesh Mesh;
	for (int32 Corner = 0; Corner < 8; ++Corner)
		Mesh.positions.push_back({(Corner & 1) != 0 ? 0.2 : -0.2, (Corner & 2) != 0 ? 0.2 : -0.2, (Corner & 4) != 0 ? 0.2 : -0.2});
	Mesh.triangles = {
		{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
	return Mesh;
}

USPHSolidBodyAsset* BakeSpecCube()
{
	SPHSolids::BakeSettings Settings;
	Settings.particleRadius = 0.04;
	Settings.method = SPHSolids::SamplingMethod::Grid;
	FSPHSolidsTaskRunner Tasks;
	const SPHSolids::Result<SPHSolids::BakedBody> Body = SPHSolids::BakeBody(MakeSpecCube(), Settings, Tasks, nullptr);
	TArray<uint8> Bytes;
	if (Body.IsOk())
		for (const std::byte Byte : SPHSolids::WriteBody(Body.Value()))
			Bytes.Add(static_cast<uint8>(Byte));
	USPHSolidBodyAsset* Asset = NewObject<USPHSolidBodyAsset>(GetTransientPackage());
	FString Message;
	Asset->SetBytes(Bytes, Message);
	return Asset;
}

}

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
					const TStrongObjectPtr<USPHSolidBodyAsset> Asset(BakeSpecCube());
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
