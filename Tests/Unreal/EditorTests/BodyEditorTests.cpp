// Copyright (c) 2026 The SPHSolids authors

#include "BodyEditor/SPHBodyEditor.h"

#include "Adapters/SPHSolidBody.h"
#include "Meshes.h"
#include "PrimitiveDrawInterface.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidsEditorLibrary.h"
#include "Subsystems/AssetEditorSubsystem.h"

using namespace EditorTests;

class BodyEditor : public FEditorTest
{
protected:
	static double LowestOf(const TArray<FPrimitiveDrawInterface::FPoint>& Points)
	{
		double Lowest = MAX_dbl;
		for (const FPrimitiveDrawInterface::FPoint& Point : Points)
			Lowest = FMath::Min(Lowest, Point.Place.Z);
		return Lowest;
	}
};

TEST_F(BodyEditor, OpensWithTheNumbersAndClosesWithoutATrace)
{
	USPHSolidBodyAsset* Body = BakeQuickly(MakeBox(TEXT("OpenedBox")));
	ASSERT_TRUE(GEditor->GetEditorSubsystem<UAssetEditorSubsystem>()->OpenEditorForAsset(Body));
	ASSERT_FALSE(FAssetEditorToolkit::HostOpen().IsEmpty());
	const TSharedRef<FAssetEditorToolkit> Window = FAssetEditorToolkit::HostOpen().Last();
	ASSERT_EQ(Window->HostTabs.Num(), 2);
	EXPECT_TRUE(Window->HostTabs[1]->HostAllText().Contains(TEXT("125 particles of radius 4.00 cm")));
	EXPECT_TRUE(Window->HostTabs[1]->HostClickButton(TEXT("Test Drop")));
	EXPECT_TRUE(Window->HostTabs[1]->HostAllText().Contains(TEXT("ms a frame")));
	EXPECT_TRUE(Window->HostTabs[1]->HostClickButton(TEXT("Stop")));
	EXPECT_TRUE(Window->HostTabs[1]->HostClickButton(TEXT("Something Else")));
	EXPECT_TRUE(Window->HostTabs[1]->HostAllText().Contains(TEXT("Volume")));
	Window->HostClose();
}

TEST_F(BodyEditor, ParticlesAreColouredByWhatTheyAre)
{
	const TSharedPtr<const FSPHSolidBody> Body = BakeQuickly(MakeBox(TEXT("ColourBox")))->GetBody();
	const TArray<FLinearColor> ByVolume = SPHParticleColours::Of(*Body, ESPHColourBy::Volume);
	ASSERT_EQ(ByVolume.Num(), 125);
	const TArray<FLinearColor> ByNeighbours = SPHParticleColours::Of(*Body, ESPHColourBy::Neighbours);
	int32 Green = 0, Blue = 0;
	for (int32 Particle = 0; Particle < 125; ++Particle)
	{
		Green += ByNeighbours[Particle].G > 0.9f ? 1 : 0;
		Blue += ByNeighbours[Particle].B > 0.5f ? 1 : 0;
	}
	EXPECT_GE(Green, 1) << "the middle of the box is as a lattice";
	EXPECT_GE(Blue, 8) << "its corners have few neighbours";
	for (const FLinearColor& Colour : SPHParticleColours::Of(*Body, ESPHColourBy::Shape))
		EXPECT_GT(Colour.G, 0.99f) << "all neighbourhoods fill space";
}

TEST_F(BodyEditor, TheMeshIsAGhostAroundTheParticlesUntilItIsAskedForOrTheyFall)
{
	USPHSolidBodyAsset* Asset = BakeQuickly(MakeBox(TEXT("GhostBox")));
	FSPHBodyPreview Preview(Asset);
	const auto Lines = [&Preview]
	{
		FPrimitiveDrawInterface Drawn;
		Preview.Draw(&Drawn);
		for (const FPrimitiveDrawInterface::FLine& Line : Drawn.HostLines)
			EXPECT_NEAR(FMath::Max(Line.Start.GetAbs().X, Line.Start.GetAbs().Y), 20.0, 1e-3) << "on the box";
		return Drawn.HostLines.Num();
	};
	EXPECT_EQ(Lines(), 12 + 6) << "edges of a box and the diagonals of its faces, each once";
	EXPECT_FALSE(Preview.ShowsSolidMesh());
	Preview.ToggleMesh();
	EXPECT_EQ(Lines(), 0);
	EXPECT_TRUE(Preview.ShowsSolidMesh());
	Preview.ToggleDrop();
	EXPECT_FALSE(Preview.ShowsSolidMesh());
	EXPECT_EQ(Lines(), 0);
}

TEST_F(BodyEditor, TheTestDropFallsToTheFloorAndStaysOnIt)
{
	USPHSolidBodyAsset* Asset = BakeQuickly(MakeBox(TEXT("FallingBox")));
	FSPHTestDrop Drop;
	FString Message;
	ASSERT_TRUE(Drop.Start(*Asset, TEXT("Jelly"), Message)) << Host::ToUtf8(*Message);
	TArray<FVector> Places;
	Drop.GetParticles(Places);
	ASSERT_EQ(Places.Num(), 125);
	const double Floor = Drop.GetFloorHeight();
	EXPECT_NEAR(Floor, -24.0 - 24.0, 1e-3) << "half its height below the body";
	for (int32 Frame = 0; Frame < 90; ++Frame)
		Drop.Advance(1.0 / 60.0);
	Drop.GetParticles(Places);
	double Lowest = MAX_dbl, Mean = 0;
	for (const FVector& Place : Places)
	{
		Lowest = FMath::Min(Lowest, Place.Z);
		Mean += Place.Z / Places.Num();
	}
	EXPECT_NEAR(Lowest, Floor + 4.0, 2.5) << "a particle's radius above the floor";
	EXPECT_LT(Mean, -10.0) << "fallen";
	EXPECT_GT(Mean, Floor + 10.0) << "and not flat";
}

TEST_F(BodyEditor, APreviewFollowsARebakeAndShowsNothingOfAnEmptyAsset)
{
	USPHSolidBodyAsset* Asset = BakeQuickly(MakeBox(TEXT("PreviewBox")));
	FSPHBodyPreview Preview(Asset);
	FPrimitiveDrawInterface Before;
	Preview.Draw(&Before);
	EXPECT_EQ(Before.HostPoints.Num(), 125);
	Preview.ToggleDrop();
	for (int32 Frame = 0; Frame < 30; ++Frame)
		Preview.Advance(1.0 / 60.0);
	FPrimitiveDrawInterface Falling;
	Preview.Draw(&Falling);
	EXPECT_LT(LowestOf(Falling.HostPoints), LowestOf(Before.HostPoints) - 5.0);
	MakeBox(TEXT("PreviewBox"), 40.0);
	USPHSolidsEditorLibrary::RebakeBodies({Asset});
	Preview.Advance(1.0 / 60.0);
	EXPECT_FALSE(Preview.IsDropping());
	FPrimitiveDrawInterface After;
	Preview.Draw(&After);
	EXPECT_EQ(After.HostPoints.Num(), 1000);

	FSPHBodyPreview Nothing(NewObject<USPHSolidBodyAsset>());
	Nothing.ToggleDrop();
	EXPECT_FALSE(Nothing.IsDropping());
	EXPECT_TRUE(Nothing.Describe().ToString().Contains(TEXT("no body")));
}
