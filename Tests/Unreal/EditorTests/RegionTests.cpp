// Copyright (c) 2026 The SPHSolids authors

#include "Adapters/SPHBodyRegions.h"
#include "Adapters/SPHSolidBody.h"
#include "BodyEditor/SPHParticleColours.h"
#include "BodyEditor/SPHRegionTool.h"
#include "BodyEditor/SPHTestDrop.h"
#include "Editor.h"
#include "EditorViewportClient.h"
#include "Engine/StaticMesh.h"
#include "Host/Engine.h"
#include "Host/Packages.h"
#include "Meshes.h"
#include "SPHSolidActor.h"
#include "SPHSolidBakeOptions.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsEditorLibrary.h"
#include "SceneView.h"
#include "Subsystems/AssetEditorSubsystem.h"
#include "Toolkits/AssetEditorToolkit.h"
#include "Validate/SPHBodyValidator.h"

using namespace EditorTests;

namespace
{

FSPHBodyRegion BoxRegion(ESPHRegionKind Kind, const FVector& Centre, const FVector& Extent, float Factor = 10.0f)
{
	FSPHBodyRegion Region;
	Region.Name = Kind == ESPHRegionKind::Pin ? FName(TEXT("Root")) : FName(TEXT("Bone"));
	Region.Kind = Kind;
	Region.Centre = Centre;
	Region.BoxExtent = Extent;
	Region.StiffnessFactor = Factor;
	return Region;
}

/// Where the user finds a handle of a region, and the proxy that a click on it brings.
FPrimitiveDrawInterface::FPoint FindHandle(FEditorViewportClient& Client, int32 Region, int32 Face)
{
	FPrimitiveDrawInterface Drawn;
	Client.Draw(nullptr, &Drawn);
	for (const FPrimitiveDrawInterface::FPoint& Point : Drawn.HostPoints)
		if (Point.Proxy && Point.Proxy->IsA(HSPHRegionHandle::StaticGetType()))
			if (const auto& Handle = static_cast<const HSPHRegionHandle&>(*Point.Proxy); Handle.Region == Region && Handle.Face == Face)
				return Point;
	return {};
}

}

class Regions : public FEditorTest
{
protected:
	/// A bar of 16 x 16 x 80 cm, upright: four particles in each of ten layers, 8 cm apart.
	USPHSolidBodyAsset* BakeBar(const TCHAR* Name) { return BakeQuickly(MakeMesh(Name, BoxDescription(FVector(8, 8, 40)))); }

	/// Plays the bar for a while and gives the mean height of each layer over the last half of it, top first.
	TArray<double> LayersInPlay(USPHSolidBodyAsset* Bar)
	{
		ASPHSolidActor* Actor = Editor.GetWorld()->SpawnActor<ASPHSolidActor>(FVector(0, 0, 500), FRotator(0, 0, 0));
		Actor->Solid->SetBody(Bar);
		Actor->Solid->StiffnessScale = 0.1f;
		Actor->SetActorLabel(TEXT("Hanging"));
		UWorld* Play = Editor.StartPlay();
		const USPHSolidComponent* Solid = nullptr;
		for (const AActor* One : Play->PersistentLevel->Actors)
			if (One && One->GetActorLabel() == TEXT("Hanging"))
				Solid = One->FindComponentByClass<USPHSolidComponent>();
		const auto& Rest = Bar->GetBody()->Baked->rest.position;
		TArray<double> Heights;
		Heights.Init(0.0, 10);
		constexpr int32 Frames = 120;
		for (int32 Frame = 0; Frame < Frames; ++Frame)
		{
			Host::FEngine::Get().Tick(1.0f / 60.0f);
			const TArray<FVector> Places = Solid->GetParticleLocations();
			for (int32 Particle = 0; Particle < Places.Num() && Frame >= Frames / 2; ++Particle)
			{
				const int32 Layer =
					FMath::RoundToInt((36.0 - 100.0 * static_cast<double>(Rest[static_cast<std::size_t>(Particle)].z)) / 8.0);
				Heights[Layer] += Places[Particle].Z / (4.0 * Frames / 2);
			}
		}
		Editor.StopPlay();
		Editor.GetWorld()->DestroyActor(Actor);
		return Heights;
	}
};

TEST_F(Regions, AStiffRegionReallyStretchesLessAndAPinRegionHolds)
{
	USPHSolidBodyAsset* Bar = BakeBar(TEXT("HangingBar"));
	ASSERT_EQ(Bar->NumParticles, 40);
	Bar->Regions.Add(BoxRegion(ESPHRegionKind::Pin, FVector(0, 0, 36), FVector(20, 20, 2)));
	const TArray<double> Plain = LayersInPlay(Bar);
	Bar->Regions.Add(BoxRegion(ESPHRegionKind::Stiffness, FVector(0, 0, 20), FVector(20, 20, 20), 20.0f));
	const TArray<double> Stiff = LayersInPlay(Bar);
	EXPECT_NEAR(Plain[0], 536.0, 1e-2) << "the top is held";
	EXPECT_NEAR(Stiff[0], 536.0, 1e-2);
	// Five layers are 32 cm apart at rest.
	const double PlainUpper = Plain[0] - Plain[4] - 32.0, StiffUpper = Stiff[0] - Stiff[4] - 32.0;
	const double PlainLower = Plain[5] - Plain[9] - 32.0, StiffLower = Stiff[5] - Stiff[9] - 32.0;
	EXPECT_GT(PlainUpper, 1.0) << "its own weight stretches it by more than a centimetre";
	EXPECT_LT(StiffUpper, 0.2 * PlainUpper) << "twenty times as stiff";
	EXPECT_NEAR(StiffLower, PlainLower, 0.3 * PlainLower) << "the rest is as soft as before";
}

TEST_F(Regions, FactorsFadeMultiplyAndIgnoreNonsense)
{
	const TSharedPtr<const FSPHSolidBody> Body = BakeBar(TEXT("FadingBar"))->GetBody();
	FSPHBodyRegion Ball = BoxRegion(ESPHRegionKind::Stiffness, FVector(0, 0, 36), FVector(1, 1, 1), 100.0f);
	EXPECT_EQ(Ball.WeightAt(FVector(0, 0, 36)), 1.0);
	EXPECT_EQ(Ball.WeightAt(FVector(0, 0, 34)), 0.0);
	Ball.Shape = ESPHPinShape::Sphere;
	Ball.Radius = 10.0f;
	Ball.Fade = 20.0f;
	EXPECT_NEAR(Ball.WeightAt(FVector(0, 0, 36 - 20)), 0.5, 1e-9);
	FSPHBodyRegion Twice = BoxRegion(ESPHRegionKind::Stiffness, FVector(0, 0, 0), FVector(100, 100, 100), 2.0f);
	const auto FactorAt = [&Body](const std::vector<float>& Factors, double Height)
	{
		for (std::size_t Particle = 0; Particle < Factors.size(); ++Particle)
			if (std::abs(100.0 * static_cast<double>(Body->Baked->rest.position[Particle].z) - Height) < 1.0)
				return Factors[Particle];
		return 0.0f;
	};
	const std::vector<float> Both = SPHBodyRegions::StiffnessOf({Ball, Twice}, *Body);
	EXPECT_NEAR(FactorAt(Both, 36), 200.0f, 0.1f);
	EXPECT_NEAR(FactorAt(Both, -36), 2.0f, 1e-4f);
	FSPHBodyRegion Zero = Twice, Pin = BoxRegion(ESPHRegionKind::Pin, FVector(0, 0, 0), FVector(100, 100, 100));
	Zero.StiffnessFactor = 0.0f;
	EXPECT_TRUE(SPHBodyRegions::StiffnessOf({Zero, Pin}, *Body).empty());
	EXPECT_EQ(SPHBodyRegions::PinnedBy({Pin, Pin}, *Body).size(), 40u) << "each once";
}

TEST_F(Regions, TurnedBoxesTurn)
{
	FSPHBodyRegion Box = BoxRegion(ESPHRegionKind::Pin, FVector(0, 0, 0), FVector(10, 1, 1));
	Box.Rotation = FRotator(0, 90, 0);
	EXPECT_EQ(Box.DistanceTo(FVector(0, 9, 0)), 0.0);
	EXPECT_NEAR(Box.DistanceTo(FVector(9, 0, 0)), 8.0, 1e-9);
}

TEST_F(Regions, ButtonsAddAndDeleteThemAndUndoTakesThemBack)
{
	USPHSolidBodyAsset* Bar = BakeBar(TEXT("ButtonBar"));
	ASSERT_TRUE(GEditor->GetEditorSubsystem<UAssetEditorSubsystem>()->OpenEditorForAsset(Bar));
	const TSharedRef<FAssetEditorToolkit> Window = FAssetEditorToolkit::HostOpen().Last();
	SWidget& Details = *Window->HostTabs[1];
	EXPECT_FALSE(Details.HostClickButton(TEXT("Delete Region"))) << "none is selected";
	EXPECT_TRUE(Details.HostClickButton(TEXT("Add Pin Region")));
	ASSERT_EQ(Bar->Regions.Num(), 1);
	EXPECT_EQ(Bar->Regions[0].Kind, ESPHRegionKind::Pin);
	EXPECT_EQ(SPHBodyRegions::PinnedBy(Bar->Regions, *Bar->GetBody()).size(), 4u) << "the top layer";
	EXPECT_TRUE(Details.HostAllText().Contains(TEXT("Stiffness and pins"))) << "and the colours show it";
	EXPECT_TRUE(Details.HostClickButton(TEXT("Add Stiffness Region")));
	EXPECT_EQ(Bar->Regions.Num(), 2);
	EXPECT_TRUE(Details.HostClickButton(TEXT("Delete Region")));
	EXPECT_EQ(Bar->Regions.Num(), 1) << "the new one was selected";
	GEditor->UndoTransaction();
	EXPECT_EQ(Bar->Regions.Num(), 2);
	GEditor->UndoTransaction();
	GEditor->UndoTransaction();
	EXPECT_TRUE(Bar->Regions.IsEmpty());
	EXPECT_TRUE(Bar->HasBody()) << "the body itself stays";
	GEditor->RedoTransaction();
	EXPECT_EQ(Bar->Regions.Num(), 1);
	Window->HostClose();
}

TEST_F(Regions, ASideIsDraggedInTheViewAndOneUndoBringsItBack)
{
	USPHSolidBodyAsset* Bar = BakeBar(TEXT("DraggedBar"));
	Bar->Regions.Add(BoxRegion(ESPHRegionKind::Stiffness, FVector(0, 0, 10), FVector(8, 8, 10)));
	ASSERT_TRUE(GEditor->GetEditorSubsystem<UAssetEditorSubsystem>()->OpenEditorForAsset(Bar));
	const TSharedRef<FAssetEditorToolkit> Window = FAssetEditorToolkit::HostOpen().Last();
	FEditorViewportClient* Client = nullptr;
	Window->HostTabs[0]->HostVisit([&Client](SWidget& Widget) { Client = Widget.HostViewport() ? Widget.HostViewport() : Client; });
	ASSERT_NE(Client, nullptr);
	EXPECT_EQ(Client->GetWidgetMode(), UE::Widget::WM_None) << "nothing is selected";
	FSceneView View;
	const auto Click = [&](HHitProxy* Proxy) { Client->ProcessClick(View, Proxy, FKey(), IE_Released, 0, 0); };
	FVector Way(0, 0, -4);
	FRotator NoTurn(0, 0, 0);
	FVector NoScale(0, 0, 0);
	EXPECT_FALSE(Client->InputWidgetDelta(nullptr, EAxisList::Z, Way, NoTurn, NoScale));

	EXPECT_FALSE(FindHandle(*Client, 0, 5).Proxy.IsValid()) << "sides show when the region is selected";
	Click(FindHandle(*Client, 0, HSPHRegionHandle::Middle).Proxy.Get());
	EXPECT_EQ(Client->GetWidgetMode(), UE::Widget::WM_Translate);
	EXPECT_TRUE(Client->GetWidgetLocation().Equals(FVector(0, 0, 10), 1e-9));
	const FPrimitiveDrawInterface::FPoint Top = FindHandle(*Client, 0, 5);
	ASSERT_TRUE(Top.Proxy.IsValid());
	EXPECT_TRUE(Top.Place.Equals(FVector(0, 0, 20), 1e-9));
	Click(Top.Proxy.Get());
	EXPECT_FALSE(Client->InputWidgetDelta(nullptr, EAxisList::None, Way, NoTurn, NoScale)) << "that is the camera";
	Client->TrackingStarted(FInputEventState(), true, false);
	EXPECT_TRUE(Client->InputWidgetDelta(nullptr, EAxisList::Z, Way, NoTurn, NoScale));
	EXPECT_TRUE(Client->InputWidgetDelta(nullptr, EAxisList::Z, Way, NoTurn, NoScale));
	Client->TrackingStopped();
	EXPECT_NEAR(Bar->Regions[0].Centre.Z, 6.0, 1e-9);
	EXPECT_NEAR(Bar->Regions[0].BoxExtent.Z, 6.0, 1e-9) << "the lower side is where it was";
	EXPECT_TRUE(Bar->GetPackage()->IsDirty());
	GEditor->UndoTransaction();
	EXPECT_NEAR(Bar->Regions[0].BoxExtent.Z, 10.0, 1e-9) << "both moves at once";
	Click(nullptr);
	EXPECT_EQ(Client->GetWidgetMode(), UE::Widget::WM_None);
	Window->HostClose();
}

TEST_F(Regions, ColoursShowWhatIsStiffSoftAndHeld)
{
	USPHSolidBodyAsset* Bar = BakeBar(TEXT("ColourBar"));
	Bar->Regions.Add(BoxRegion(ESPHRegionKind::Pin, FVector(0, 0, 36), FVector(20, 20, 2)));
	Bar->Regions.Add(BoxRegion(ESPHRegionKind::Stiffness, FVector(0, 0, 20), FVector(20, 20, 10), 10.0f));
	Bar->Regions.Add(BoxRegion(ESPHRegionKind::Stiffness, FVector(0, 0, -30), FVector(20, 20, 10), 0.1f));
	const TSharedPtr<const FSPHSolidBody> Body = Bar->GetBody();
	const TArray<FLinearColor> Colours = SPHParticleColours::Of(*Body, ESPHColourBy::Stiffness, Bar->Regions);
	int32 Red = 0, Blue = 0, Green = 0, Yellow = 0;
	for (const FLinearColor& Colour : Colours)
	{
		Red += Colour.R > 0.99f && Colour.G < 0.01f ? 1 : 0;
		Blue += Colour.B > 0.99f ? 1 : 0;
		Green += Colour.G > 0.99f && Colour.R < 0.01f ? 1 : 0;
		Yellow += Colour.R > 0.9f && Colour.G > 0.8f ? 1 : 0;
	}
	EXPECT_EQ(Yellow, 4);
	EXPECT_EQ(Red, 12) << "layers at 12, 20 and 28 cm";
	EXPECT_EQ(Blue, 12) << "at -20 and below";
	EXPECT_EQ(Green, 40 - 28);
	for (const FLinearColor& Colour : SPHParticleColours::Of(*Body, ESPHColourBy::Stiffness))
		EXPECT_GT(Colour.G, 0.99f) << "without regions all is as the material";
}

TEST_F(Regions, TheTestDropHoldsWhatIsPinned)
{
	USPHSolidBodyAsset* Bar = BakeBar(TEXT("HeldBar"));
	Bar->Regions.Add(BoxRegion(ESPHRegionKind::Pin, FVector(0, 0, 36), FVector(20, 20, 2)));
	FSPHTestDrop Drop;
	FString Message;
	ASSERT_TRUE(Drop.Start(*Bar, TEXT("Jelly"), Message));
	TArray<FVector> Before, After;
	Drop.GetParticles(Before);
	for (int32 Frame = 0; Frame < 30; ++Frame)
		Drop.Advance(1.0 / 60.0);
	Drop.GetParticles(After);
	int32 Still = 0;
	for (int32 Particle = 0; Particle < Before.Num(); ++Particle)
		Still += FVector::Dist(Before[Particle], After[Particle]) < 1e-3 ? 1 : 0;
	EXPECT_EQ(Still, 4);
}

TEST_F(Regions, TheySurviveABakeAndASaveAndTheValidatorNamesEmptyOnes)
{
	UStaticMesh* Mesh = MakeMesh(TEXT("SavedBar"), BoxDescription(FVector(8, 8, 40)));
	USPHSolidBakeOptions* Options = QuickOptions();
	Options->bSave = true;
	USPHSolidBodyAsset* Bar = USPHSolidsEditorLibrary::BakeStaticMeshes({Mesh}, Options)[0];
	Bar->Regions.Add(BoxRegion(ESPHRegionKind::Stiffness, FVector(1, 2, 3), FVector(4, 5, 6), 7.0f));
	ASSERT_EQ(USPHSolidsEditorLibrary::RebakeBodies({Bar}), 1);
	ASSERT_EQ(Bar->Regions.Num(), 1) << "kept by the bake, which saves";
	Bar = Cast<USPHSolidBodyAsset>(Host::LoadAsset(Host::SaveAsset(Bar), GetTransientPackage(), TEXT("SavedBarAgain")));
	ASSERT_NE(Bar, nullptr);
	ASSERT_EQ(Bar->Regions.Num(), 1);
	EXPECT_EQ(Bar->Regions[0].Name, FName(TEXT("Bone")));
	EXPECT_EQ(Bar->Regions[0].StiffnessFactor, 7.0f);
	EXPECT_TRUE(Bar->Regions[0].BoxExtent.Equals(FVector(4, 5, 6), 1e-9));

	const auto Validate = [](USPHSolidBodyAsset* Asset)
	{
		USPHBodyValidator* Validator = NewObject<USPHBodyValidator>();
		Validator->HostValidate(Asset);
		return FString::Join(Validator->HostWarnings, TEXT("\n"));
	};
	EXPECT_FALSE(Validate(Bar).Contains(TEXT("No particle is inside")));
	Bar->Regions[0].Centre = FVector(1000, 0, 0);
	EXPECT_TRUE(Validate(Bar).Contains(TEXT("No particle is inside the region Bone")));
}
