// Copyright (c) 2026 The SPHSolids authors

#include "ActorFactories/ActorFactory.h"
#include "Adapters/SPHSolidMaterialAdapter.h"
#include "AssetTypes/AssetDefinition_SPHSolidBody.h"
#include "AssetTypes/SPHAssetFactories.h"
#include "CanvasItem.h"
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
#include "SPHSolidRecording.h"
#include "ScopedTransaction.h"
#include "Styling/SlateStyleRegistry.h"
#include "ThumbnailRendering/ThumbnailManager.h"
#include "UnrealEdGlobals.h"
#include "Visualise/SPHPinVisualizer.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

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

TEST_F(AssetTypes, TheThumbnailOfABodyShowsItsShapeWithinItsFrame)
{
	const USPHSolidBodyAsset* Bar = BakeQuickly(MakeMesh(TEXT("ThumbnailBar"), BoxDescription(FVector(16, 16, 60))));
	UClass* const* Found = UThumbnailManager::Get().HostRenderers.Find(USPHSolidBodyAsset::StaticClass());
	ASSERT_NE(Found, nullptr);
	UThumbnailRenderer* Renderer = NewObject<UThumbnailRenderer>(GetTransientPackage(), *Found);
	ASSERT_TRUE(Renderer->CanVisualizeAsset(const_cast<USPHSolidBodyAsset*>(Bar)));
	FCanvas Canvas;
	Renderer->Draw(const_cast<USPHSolidBodyAsset*>(Bar), 10, 20, 256, 128, nullptr, &Canvas, false);
	ASSERT_GT(Canvas.HostTiles.Num(), 50);
	FVector2D Low(1e9, 1e9), High(-1e9, -1e9);
	for (const FCanvas::FTile& Tile : Canvas.HostTiles)
	{
		Low = FVector2D(FMath::Min(Low.X, Tile.Position.X), FMath::Min(Low.Y, Tile.Position.Y));
		High = FVector2D(FMath::Max(High.X, Tile.Position.X + Tile.Size.X), FMath::Max(High.Y, Tile.Position.Y + Tile.Size.Y));
	}
	EXPECT_GE(Low.Y, 20.0);
	EXPECT_LE(High.Y, 20.0 + 128.0);
	EXPECT_GT(High.Y - Low.Y, 0.8 * 128.0) << "as large as fits";
	EXPECT_LT(High.X - Low.X, 0.7 * (High.Y - Low.Y)) << "upright";
	EXPECT_NEAR((Low.X + High.X) / 2, 10.0 + 128.0, 1.0) << "in the middle";
	EXPECT_LT(Canvas.HostTiles[0].Color.G, Canvas.HostTiles.Last().Color.G) << "what is near is brighter and drawn last";

	USPHSolidBodyAsset* Empty = NewObject<USPHSolidBodyAsset>();
	EXPECT_FALSE(Renderer->CanVisualizeAsset(Empty));
	FCanvas Nothing;
	Renderer->Draw(Empty, 0, 0, 64, 64, nullptr, &Nothing, false);
	EXPECT_TRUE(Nothing.HostTiles.IsEmpty());
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

TEST_F(AssetTypes, RecordingsCanBeMadeInTheContentBrowser)
{
	USPHSolidRecordingFactory* Factory = NewObject<USPHSolidRecordingFactory>();
	EXPECT_TRUE(Factory->bCreateNew);
	const USPHSolidRecording* Made = Cast<USPHSolidRecording>(Factory->FactoryCreateNew(
		USPHSolidRecording::StaticClass(), GetTransientPackage(), TEXT("NewRecording"), RF_Public, nullptr, nullptr));
	ASSERT_NE(Made, nullptr);
	EXPECT_EQ(Made->NumFrames, 0);
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

TEST_F(AssetTypes, PresetsHaveCurvesOfTheirOwn)
{
	struct FCurve
	{
		std::string Name;
		TArray<FSPHStressCurve::FPoint> Points;
	};
	std::vector<FCurve> Curves;
	for (const SPHSolids::MaterialPreset& Preset : SPHSolids::MaterialPresets())
	{
		Curves.push_back({std::string(Preset.name), FSPHStressCurve::Compute(Preset.material, 0.6, 1.8, 49)});
		const TArray<FSPHStressCurve::FPoint>& Points = Curves.back().Points;
		for (int32 Index = 1; Index < Points.Num(); ++Index)
			EXPECT_GT(Points[Index].Stress, Points[Index - 1].Stress) << Preset.name << ": more stretch pulls harder";
		for (std::size_t Other = 0; Other + 1 < Curves.size(); ++Other)
			EXPECT_GT(std::abs(Curves[Other].Points.Last().Stress / Points.Last().Stress - 1), 0.01)
				<< Preset.name << " and " << Curves[Other].Name;
	}
	// Docs/images/editor/draw asks for the picture of the guide: each curve in units of its own Young's modulus.
	const char* File = std::getenv("SPHSOLIDS_DRAW_CURVES");
	if (!File)
		return;
	const char* Inks[] = {"#4c9a6f", "#3a7ca5", "#b5655a", "#8a6fb0", "#c08f3b", "#555555"};
	std::ofstream Svg(File);
	Svg << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"400\" font-family=\"sans-serif\" font-size=\"13\">"
		<< "<rect width=\"640\" height=\"400\" fill=\"white\"/>";
	const auto X = [](double Stretch) { return 60 + 430 * (Stretch - 0.6) / 1.2; };
	const auto Y = [](double Share) { return 40 + 320 * (1.2 - Share) / 2.6; };
	Svg << "<path d=\"M" << X(0.6) << " " << Y(0) << "H" << X(1.8) << "M" << X(1) << " " << Y(1.2) << "V" << Y(-1.4)
		<< "\" stroke=\"#999\" fill=\"none\"/>";
	for (const double Stretch : {0.6, 0.8, 1.2, 1.4, 1.6, 1.8})
		Svg << "<text x=\"" << X(Stretch) << "\" y=\"" << Y(0) + 16 << "\" text-anchor=\"middle\">" << Stretch << "</text>";
	for (const double Share : {-1.0, -0.5, 0.5, 1.0})
		Svg << "<text x=\"" << X(1) - 6 << "\" y=\"" << Y(Share) + 4 << "\" text-anchor=\"end\">" << Share << "</text>";
	Svg << "<text x=\"60\" y=\"22\">stress / Young's modulus over length / length at rest</text>";
	std::size_t Row = 0;
	for (const SPHSolids::MaterialPreset& Preset : SPHSolids::MaterialPresets())
	{
		Svg << "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" << Inks[Row % 6] << "\" points=\"";
		for (const FSPHStressCurve::FPoint& Point : Curves[Row].Points)
			if (const double Share = Point.Stress / Preset.material.young; Share > -1.4 && Share < 1.2)
				Svg << X(Point.Stretch) << "," << Y(Share) << " ";
		Svg << "\"/><text x=\"505\" y=\"" << 60 + 20 * Row << "\" fill=\"" << Inks[Row % 6] << "\">" << Curves[Row].Name << ", "
			<< Preset.material.young / 1000 << " kPa</text>";
		++Row;
	}
	Svg << "</svg>\n";
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
