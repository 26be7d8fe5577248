// Copyright (c) 2026 The SPHSolids authors

#include "ActorFactories/ActorFactory.h"
#include "Adapters/SPHSolidMaterialAdapter.h"
#include "AssetTypes/AssetDefinition_SPHSolidBody.h"
#include "AssetTypes/SPHSolidMaterialFactory.h"
#include "Details/SPHStressCurve.h"
#include "Editor/UnrealEdEngine.h"
#include "Engine/StaticMesh.h"
#include "HAL/FileManager.h"
#include "Host/Engine.h"
#include "IPlacementModeModule.h"
#include "Meshes.h"
#include "PrimitiveDrawInterface.h"
#include "PropertyEditorModule.h"
#include "SPHPinComponent.h"
#include "SPHSolidActor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidMaterial.h"
#include "ScopedTransaction.h"
#include "Styling/SlateStyleRegistry.h"
#include "UnrealEdGlobals.h"
#include "Visualise/SPHPinVisualizer.h"

using namespace EditorTests;

class AssetTypes : public FEditorTest
{
};

TEST_F(AssetTypes, ABodyDraggedIntoTheLevelBecomesASoftBody)
{
	USPHSolidBodyAsset* Body = BakeQuickly(MakeBox(TEXT("DraggedBox")));
	UWorld* World = Editor.GetWorld();
	UActorFactory* Factory = nullptr;
	FText Why;
	for (UActorFactory* One : GEditor->ActorFactories)
		if (One->CanCreateActorFrom(FAssetData(Body), Why))
			Factory = One;
	ASSERT_NE(Factory, nullptr);
	AActor* Dropped = Factory->HostDrop(Body, World, FTransform(FVector(10, 20, 30)));
	const ASPHSolidActor* Actor = Cast<ASPHSolidActor>(Dropped);
	ASSERT_NE(Actor, nullptr);
	EXPECT_EQ(Actor->Solid->Body, Body);
	EXPECT_EQ(Factory->GetAssetFromActorInstance(Dropped), Body);
	EXPECT_FALSE(Factory->CanCreateActorFrom(FAssetData(MakeBox(TEXT("DraggedMesh"))), Why));
	EXPECT_TRUE(Why.ToString().Contains(TEXT("bake")));
	World->DestroyActor(Dropped);
}

TEST_F(AssetTypes, ThePlaceActorsPanelOffersSoftBodiesAndWater)
{
	const TArray<FString>* Items = IPlacementModeModule::Get().HostItems.Find(TEXT("SPHSolids"));
	ASSERT_NE(Items, nullptr);
	EXPECT_EQ(*Items, TArray<FString>({TEXT("SPHSolidActor"), TEXT("SPHFluidVolume")}));
}

TEST_F(AssetTypes, EveryIconOfTheStyleIsAFile)
{
	const FSlateStyleSet* Style = FSlateStyleRegistry::FindSlateStyle(TEXT("SPHSolidsStyle"));
	ASSERT_NE(Style, nullptr);
	EXPECT_GE(Style->Brushes.Num(), 11);
	for (const auto& [Name, Brush] : Style->Brushes)
		EXPECT_TRUE(IFileManager::Get().FileExists(*Brush->HostFile)) << Host::ToUtf8(*Brush->HostFile);
	EXPECT_NE(GetDefault<UAssetDefinition_SPHSolidBody>()->GetThumbnailBrush(FAssetData(), NAME_None), nullptr);
	EXPECT_EQ(GetDefault<UAssetDefinition_SPHSolidBody>()->GetAssetClass().Get(), USPHSolidBodyAsset::StaticClass());
}

TEST_F(AssetTypes, TheFactoryMakesMaterials)
{
	USPHSolidMaterialFactory* Factory = NewObject<USPHSolidMaterialFactory>();
	EXPECT_TRUE(Factory->ShouldShowInNewMenu());
	const UObject* Made = Factory->FactoryCreateNew(
		Factory->SupportedClass.Get(), CreatePackage(TEXT("/Game/M")), TEXT("M"), RF_Public | RF_Standalone, nullptr, nullptr);
	ASSERT_NE(Made, nullptr);
	EXPECT_TRUE(Made->IsA<USPHSolidMaterial>());
}

TEST_F(AssetTypes, TheStressCurveStartsWithYoungsModulusAndBalancesTheSides)
{
	for (const SPHSolids::MaterialPreset& Preset : SPHSolids::MaterialPresets())
	{
		const TArray<FSPHStressCurve::FPoint> Curve = FSPHStressCurve::Compute(Preset.material, 1 - 1e-4, 1 + 1e-4, 3);
		const double Slope = (Curve[2].Stress - Curve[0].Stress) / 2e-4;
		// As-rigid-as-possible keeps no volume: its Young's modulus is not the one of the settings.
		if (Preset.material.model == SPHSolids::MaterialModel::Arap)
			continue;
		EXPECT_NEAR(Slope / Preset.material.young, 1, 0.01) << Preset.name;
		EXPECT_NEAR(Curve[1].Stress / Preset.material.young, 0, 1e-6) << Preset.name;
	}
}

TEST_F(AssetTypes, ThePanelOfAMaterialDrawsItsCurveAnewWhenItChanges)
{
	USPHSolidMaterial* Material = NewObject<USPHSolidMaterial>();
	const TSharedRef<SSPHStressCurve> Curve = SNew(SSPHStressCurve).Material(TWeakObjectPtr<const USPHSolidMaterial>(Material));
	FGeometry Paper;
	Paper.HostSize = FVector2D(200, 100);
	const auto Draw = [&]
	{
		FSlateWindowElementList Elements;
		Curve->OnPaint(FPaintArgs(), Paper, FSlateRect(), Elements, 0, FWidgetStyle(), true);
		return Elements.HostLines;
	};
	Material->Model = ESPHSolidModel::Corotated;
	const auto Linear = Draw();
	ASSERT_EQ(Linear.Num(), 3) << "two axes and the curve";
	for (const FVector2f& Point : Linear[2].Points)
		EXPECT_TRUE(Point.X >= 0 && Point.X <= 200 && Point.Y >= -0.01f && Point.Y <= 100.01f);
	for (int32 Index = 1; Index < Linear[2].Points.Num(); ++Index)
		EXPECT_LE(Linear[2].Points[Index].Y, Linear[2].Points[Index - 1].Y + 1e-3f) << "more stretch, more stress";
	Material->Model = ESPHSolidModel::StableNeoHookean;
	EXPECT_NE(Draw()[2].Points[10].Y, Linear[2].Points[10].Y);
	Material->PoissonRatio = 0.5f;
	EXPECT_TRUE(Draw().IsEmpty()) << "nothing to draw of an impossible material";
	IDetailLayoutBuilder Layout;
	Layout.HostObjects.Add(Material);
	ASSERT_TRUE(FModuleManager::LoadModuleChecked<FPropertyEditorModule>(TEXT("PropertyEditor")).HostCustomise(Layout));
	EXPECT_TRUE(Layout.HostAllText().Contains(TEXT("Stress in a bar")));
}

class Visualizer : public FEditorTest
{
protected:
	void SetUp() override
	{
		FEditorTest::SetUp();
		World = Host::FEngine::Get().CreateWorld(EWorldType::Editor, *FString::Printf(TEXT("Visualised%d"), ++Worlds));
		Actor = World->SpawnActor<ASPHSolidActor>(FVector(100, 0, 0), FRotator(0, 0, 0));
		Actor->Solid->SetBody(BakeQuickly(MakeBox(TEXT("VisualBox"))));
		Pin = NewObject<USPHPinComponent>(Actor, NAME_None, RF_Transactional);
		Pin->SetupAttachment(Actor->GetRootComponent());
		Pin->RegisterComponent();
		Pin->BoxExtent = FVector(10, 20, 30);
		Drawn = GUnrealEd->FindComponentVisualizer(TEXT("SPHPinComponent"));
	}
	void TearDown() override
	{
		Drawn->EndEditing();
		Host::FEngine::Get().DestroyWorld(World);
		FEditorTest::TearDown();
	}
	/// Clicks the handle of a face and drags it.
	void Drag(int32 Face, FVector Way)
	{
		FPrimitiveDrawInterface PDI;
		Drawn->DrawVisualization(Pin, nullptr, &PDI);
		for (const FPrimitiveDrawInterface::FPoint& Point : PDI.HostPoints)
			if (Point.Proxy && static_cast<HSPHPinHandle&>(*Point.Proxy).Face == Face)
				ASSERT_TRUE(Drawn->VisProxyHandleClick(nullptr, static_cast<HComponentVisProxy*>(Point.Proxy.Get()), FViewportClick()));
		FRotator NoTurn(0, 0, 0);
		FVector NoScale(0, 0, 0);
		EXPECT_TRUE(Drawn->HandleInputDelta(nullptr, nullptr, Way, NoTurn, NoScale));
	}
	UWorld* World = nullptr;
	ASPHSolidActor* Actor = nullptr;
	USPHPinComponent* Pin = nullptr;
	TSharedPtr<FComponentVisualizer> Drawn;
	/// Undo keeps old levels alive, so each needs a name of its own.
	static inline int32 Worlds = 0;
};

TEST_F(Visualizer, DrawsThePinItsHandlesAndTheParticlesItHolds)
{
	FPrimitiveDrawInterface PDI;
	Drawn->DrawVisualization(Pin, nullptr, &PDI);
	EXPECT_EQ(PDI.HostLines.Num(), 12);
	int32 Handles = 0, Held = 0;
	for (const FPrimitiveDrawInterface::FPoint& Point : PDI.HostPoints)
		++(Point.Proxy ? Handles : Held);
	EXPECT_EQ(Handles, 6);
	EXPECT_EQ(Held, 3 * 5 * 5) << "particles 8 cm apart within 10, 20 and 30 cm of the centre";
	FPrimitiveDrawInterface Bounds;
	GUnrealEd->FindComponentVisualizer(TEXT("SPHSolidComponent"))->DrawVisualization(Actor->Solid, nullptr, &Bounds);
	EXPECT_EQ(Bounds.HostLines.Num(), 12);
}

TEST_F(Visualizer, DraggingAFaceLeavesTheOppositeOneWhereItIsAndCanBeUndone)
{
	const FVector Left = FSPHPinVisualizer::HandlePlace(*Pin, 0);
	{
		const FScopedTransaction Mouse(INVTEXT("Drag"));
		Drag(1, FVector(8, 3, -5));
	}
	EXPECT_DOUBLE_EQ(Pin->BoxExtent.X, 14);
	EXPECT_TRUE(FSPHPinVisualizer::HandlePlace(*Pin, 0).Equals(Left, 1e-9));
	FVector Widget;
	ASSERT_TRUE(Drawn->GetWidgetLocation(nullptr, Widget));
	EXPECT_TRUE(Widget.Equals(Left + FVector(28, 0, 0), 1e-9)) << "the handle follows along its axis only";
	Drag(1, FVector(-1000, 0, 0));
	EXPECT_GT(Pin->BoxExtent.X, 0) << "never inside out";
	GEditor->UndoTransaction();
	EXPECT_DOUBLE_EQ(Pin->BoxExtent.X, 10);
}

TEST_F(Visualizer, DraggingABallChangesItsRadius)
{
	Pin->Shape = ESPHPinShape::Sphere;
	Pin->Radius = 15.0f;
	Drag(4, FVector(0, 0, -5));
	EXPECT_FLOAT_EQ(Pin->Radius, 20.0f);
	HComponentVisProxy Stranger(Pin);
	EXPECT_FALSE(Drawn->VisProxyHandleClick(nullptr, &Stranger, FViewportClick()));
	FVector Unused;
	EXPECT_FALSE(Drawn->GetWidgetLocation(nullptr, Unused)) << "let go";
}
