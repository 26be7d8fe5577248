// Copyright (c) 2026 The SPHSolids authors

#include "BodyEditor/SPHBodyEditor.h"

#include "Adapters/SPHSolidBody.h"
#include "AdvancedPreviewScene.h"
#include "BodyEditor/SPHDropBake.h"
#include "Convert/SPHSolidsUnits.h"
#include "EditorViewportClient.h"
#include "Framework/Docking/TabManager.h"
#include "InputCoreTypes.h"
#include "PropertyEditorModule.h"
#include "SEditorViewport.h"
#include "SPHSolidBakeOptions.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsEditorCompat.h"
#include "UnrealWidgetFwd.h"
#include "Widgets/Docking/SDockTab.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SPHSolids"

namespace
{

const FName ViewTab(TEXT("SPHBodyEditor_View")), DetailsTab(TEXT("SPHBodyEditor_Details"));
constexpr float PreviewParticleSize = 6.0f;
constexpr double BakedDropSeconds = 2.0;

const FLinearColor GhostColour(0.5f, 0.5f, 0.55f, 0.35f);
/// More lines than this would only be a grey blot.
constexpr int32 MostGhostEdges = 20000;

/// Edges of the mesh, each once; of a fine mesh some of them.
TArray<FVector> GhostOf(const FSPHSolidBody& Body)
{
	const SPHSolids::SkinBinding& Skin = Body.Baked->skin;
	const TArray<uint32>& Indices = Body.Topology->Indices;
	TArray<FVector> Edges;
	TSet<uint64> Seen;
	const int32 Stride = 3 * (Indices.Num() / (3 * MostGhostEdges) + 1);
	for (int32 Triangle = 0; Triangle + 2 < Indices.Num(); Triangle += Stride)
		for (int32 Corner = 0; Corner < 3; ++Corner)
		{
			const uint32 From = Indices[Triangle + Corner], To = Indices[Triangle + (Corner + 1) % 3];
			// Vertices along texture seams lie on one point, so that a seam is drawn once.
			const uint32 A = Skin.point[From], B = Skin.point[To];
			bool bDrawn = false;
			Seen.Add(static_cast<uint64>(FMath::Min(A, B)) << 32 | FMath::Max(A, B), &bDrawn);
			if (bDrawn)
				continue;
			for (const uint32 Vertex : {From, To})
				Edges.Add(SPHSolidsUnits::VectorToEngine(Skin.positions[Vertex].Cast<double>() + Body.Baked->origin));
		}
	return Edges;
}

class FSPHBodyViewportClient final : public FEditorViewportClient
{
public:
	FSPHBodyViewportClient(FPreviewScene& Scene, USPHSolidComponent* InMesh, const TSharedRef<FSPHBodyPreview>& InPreview,
		const TSharedRef<SEditorViewport>& Widget)
		: FEditorViewportClient(nullptr, &Scene, Widget)
		, Mesh(InMesh)
		, Preview(InPreview)
	{
		SetRealtime(true);
	}
	virtual void Draw(const FSceneView* View, FPrimitiveDrawInterface* PDI) override
	{
		FEditorViewportClient::Draw(View, PDI);
		Preview->Draw(PDI);
	}
	virtual void Tick(float DeltaSeconds) override
	{
		FEditorViewportClient::Tick(DeltaSeconds);
		Preview->Advance(static_cast<double>(DeltaSeconds));
		Mesh->SetVisibility(Preview->ShowsSolidMesh());
	}

	virtual void ProcessClick(FSceneView& View, HHitProxy* HitProxy, FKey Key, EInputEvent Event, uint32 HitX, uint32 HitY) override
	{
		if (!Preview->GetRegions().Select(HitProxy))
			FEditorViewportClient::ProcessClick(View, HitProxy, Key, Event, HitX, HitY);
	}
	virtual UE::Widget::EWidgetMode GetWidgetMode() const override
	{
		return Preview->GetRegions().GetSelected() != INDEX_NONE ? UE::Widget::WM_Translate : UE::Widget::WM_None;
	}
	virtual FVector GetWidgetLocation() const override { return Preview->GetRegions().GetHandlePlace(); }
	virtual void TrackingStarted(const FInputEventState& InInputState, bool bIsDraggingWidget, bool bNudge) override
	{
		if (bIsDraggingWidget)
			Preview->GetRegions().BeginDrag();
	}
	virtual void TrackingStopped() override { Preview->GetRegions().EndDrag(); }
	virtual bool InputWidgetDelta(FViewport* InViewport, EAxisList::Type CurrentAxis, FVector& Drag, FRotator& Rot, FVector& Scale) override
	{
		// The camera moves through here too, then without an axis.
		return CurrentAxis != EAxisList::None && Preview->GetRegions().Drag(Drag);
	}

private:
	TStrongObjectPtr<USPHSolidComponent> Mesh;
	TSharedRef<FSPHBodyPreview> Preview;
};

class SSPHBodyViewport final : public SEditorViewport
{
public:
	SLATE_BEGIN_ARGS(SSPHBodyViewport) {}
	SLATE_ARGUMENT(TWeakObjectPtr<USPHSolidBodyAsset>, Asset)
	SLATE_ARGUMENT(TSharedPtr<FSPHBodyPreview>, Preview)
	SLATE_END_ARGS()
	void Construct(const FArguments& InArgs)
	{
		Preview = InArgs._Preview;
		Scene = MakeUnique<FAdvancedPreviewScene>(FPreviewScene::ConstructionValues());
		Mesh.Reset(NewObject<USPHSolidComponent>(GetTransientPackage(), NAME_None, RF_Transient));
		Mesh->SetBody(InArgs._Asset.Get());
		Scene->AddComponent(Mesh.Get(), FTransform::Identity);
		SEditorViewport::Construct(SEditorViewport::FArguments());
	}
	virtual TSharedRef<FEditorViewportClient> MakeEditorViewportClient() override
	{
		return MakeShared<FSPHBodyViewportClient>(
			*Scene, Mesh.Get(), Preview.ToSharedRef(), StaticCastSharedRef<SEditorViewport>(AsShared()));
	}

private:
	TSharedPtr<FSPHBodyPreview> Preview;
	TStrongObjectPtr<USPHSolidComponent> Mesh;
	TUniquePtr<FAdvancedPreviewScene> Scene;
};

}

FSPHBodyPreview::FSPHBodyPreview(USPHSolidBodyAsset* InAsset)
	: Asset(InAsset)
	, Regions(InAsset)
{
	Refresh();
}

void FSPHBodyPreview::Refresh()
{
	Body = Asset->GetBody();
	Colours.Reset();
	Places.Reset();
	Ghost.Reset();
	if (!Body)
		return;
	Colours = SPHParticleColours::Of(*Body, ColourBy, Asset->Regions);
	for (const SPHSolids::Vec3& Rest : Body->Baked->rest.position)
		Places.Add(SPHSolidsUnits::VectorToEngine(Rest.Cast<double>() + Body->Baked->origin));
	Ghost = GhostOf(*Body);
}

void FSPHBodyPreview::SetColourBy(ESPHColourBy By)
{
	ColourBy = By;
	if (Body)
		Colours = SPHParticleColours::Of(*Body, ColourBy, Asset->Regions);
}

void FSPHBodyPreview::ToggleDrop()
{
	if (Drop.IsRunning())
	{
		Drop.Stop();
		Refresh();
	}
	else if (Body)
		Drop.Start(*Asset, GetDefault<USPHSolidBakeOptions>()->MaterialPreset, Trouble);
}

void FSPHBodyPreview::Advance(double Seconds)
{
	// Baked again meanwhile: what is shown is the new one.
	if (Asset->GetBody() != Body)
	{
		Drop.Stop();
		Refresh();
	}
	// Regions change under the user's hand, by undo and in the details.
	if (ColourBy == ESPHColourBy::Stiffness)
		SetColourBy(ColourBy);
	if (!Drop.IsRunning())
		return;
	Drop.Advance(Seconds);
	Drop.GetParticles(Places);
}

void FSPHBodyPreview::Draw(FPrimitiveDrawInterface* PDI) const
{
	for (int32 Particle = 0; Particle < Places.Num() && Particle < Colours.Num(); ++Particle)
		PDI->DrawPoint(Places[Particle], Colours[Particle], PreviewParticleSize, SDPG_Foreground);
	if (Drop.IsRunning())
		return;
	for (int32 Edge = 0; Edge + 1 < Ghost.Num() && !bSolidMesh; Edge += 2)
		PDI->DrawLine(Ghost[Edge], Ghost[Edge + 1], GhostColour, SDPG_World);
	Regions.Draw(PDI);
}

FText FSPHBodyPreview::Describe() const
{
	if (!Body)
		return LOCTEXT("EditorEmpty", "There is no body in this asset. Bake a static mesh.");
	if (!Trouble.IsEmpty())
		return FText::FromString(Trouble);
	FString Text = FString::Printf(TEXT("%d particles of radius %.2f cm, coloured by: %s."), Body->NumParticles(),
		static_cast<double>(Asset->ParticleRadius), *SPHParticleColours::NameOf(ColourBy).ToString());
	if (Drop.IsRunning())
		Text += FString::Printf(TEXT(" %.1f ms a frame."), Drop.GetMilliseconds());
	return FText::FromString(Text);
}

void FSPHBodyEditor::Open(USPHSolidBodyAsset* Asset, const TSharedPtr<IToolkitHost>& Host)
{
	const TSharedRef<FSPHBodyEditor> Editor = MakeShared<FSPHBodyEditor>();
	Editor->Asset.Reset(Asset);
	Editor->Preview = MakeShared<FSPHBodyPreview>(Asset);
	const TSharedRef<FTabManager::FLayout> Layout =
		FTabManager::NewLayout(TEXT("SPHBodyEditor_Layout_v1"))
			->AddArea(FTabManager::NewPrimaryArea()
					->SetOrientation(Orient_Horizontal)
					->Split(FTabManager::NewStack()->SetSizeCoefficient(0.7f)->AddTab(ViewTab, ETabState::OpenedTab))
					->Split(FTabManager::NewStack()->SetSizeCoefficient(0.3f)->AddTab(DetailsTab, ETabState::OpenedTab)));
	Editor->InitAssetEditor(EToolkitMode::Standalone, Host, TEXT("SPHBodyEditorApp"), Layout, true, true, Asset);
}

void FSPHBodyEditor::RegisterTabSpawners(const TSharedRef<FTabManager>& InTabManager)
{
	FAssetEditorToolkit::RegisterTabSpawners(InTabManager);
	const TSharedRef<FSPHBodyEditor> Self = StaticCastSharedRef<FSPHBodyEditor>(AsShared());
	InTabManager->RegisterTabSpawner(ViewTab, FOnSpawnTab::CreateSP(Self, &FSPHBodyEditor::SpawnView))
		.SetDisplayName(LOCTEXT("ViewTab", "Particles"));
	InTabManager->RegisterTabSpawner(DetailsTab, FOnSpawnTab::CreateSP(Self, &FSPHBodyEditor::SpawnDetails))
		.SetDisplayName(LOCTEXT("DetailsTab", "Details"));
}

void FSPHBodyEditor::UnregisterTabSpawners(const TSharedRef<FTabManager>& InTabManager)
{
	FAssetEditorToolkit::UnregisterTabSpawners(InTabManager);
	InTabManager->UnregisterTabSpawner(ViewTab);
	InTabManager->UnregisterTabSpawner(DetailsTab);
}

TSharedRef<SDockTab> FSPHBodyEditor::SpawnView(const FSpawnTabArgs&)
{
	return SNew(SDockTab)[SNew(SSPHBodyViewport).Asset(TWeakObjectPtr<USPHSolidBodyAsset>(Asset.Get())).Preview(Preview)];
}

TSharedRef<SDockTab> FSPHBodyEditor::SpawnDetails(const FSpawnTabArgs&)
{
	const TSharedRef<IDetailsView> Details =
		FModuleManager::LoadModuleChecked<FPropertyEditorModule>(TEXT("PropertyEditor")).CreateDetailView(FDetailsViewArgs());
	Details->SetObject(Asset.Get());
	const TSharedPtr<FSPHBodyPreview> Shown = Preview;
	const auto DropLabel = [Shown] { return Shown->IsDropping() ? LOCTEXT("StopDrop", "Stop") : LOCTEXT("TestDrop", "Test Drop"); };
	const auto ToggleDrop = [Shown]
	{
		Shown->ToggleDrop();
		return FReply::Handled();
	};
	const auto BakeDrop = [Body = TWeakObjectPtr<USPHSolidBodyAsset>(Asset.Get())]
	{
		if (Body.IsValid())
			SPHDropBake::Bake(*Body, GetDefault<USPHSolidBakeOptions>()->MaterialPreset, BakedDropSeconds);
		return FReply::Handled();
	};
	const auto ToggleMesh = [Shown]
	{
		Shown->ToggleMesh();
		return FReply::Handled();
	};
	const auto AddRegion = [Shown](ESPHRegionKind Kind)
	{
		Shown->GetRegions().Add(Kind);
		Shown->SetColourBy(ESPHColourBy::Stiffness);
		return FReply::Handled();
	};
	const auto AddPin = [AddRegion] { return AddRegion(ESPHRegionKind::Pin); };
	const auto AddStiffness = [AddRegion] { return AddRegion(ESPHRegionKind::Stiffness); };
	const auto HasRegion = [Shown] { return Shown->GetRegions().GetSelected() != INDEX_NONE; };
	const auto DeleteRegion = [Shown]
	{
		Shown->GetRegions().DeleteSelected();
		return FReply::Handled();
	};
	const auto NextColour = [Shown]
	{
		Shown->SetColourBy(
			static_cast<ESPHColourBy>((static_cast<int32>(Shown->GetColourBy()) + 1) % static_cast<int32>(ESPHColourBy::Num)));
		return FReply::Handled();
	};
	return SNew(SDockTab)[SNew(SVerticalBox)
		+ SVerticalBox::Slot().AutoHeight().Padding(
			4.0f)[SNew(STextBlock).AutoWrapText(true).Text_Lambda([Shown] { return Shown->Describe(); })]
		+ SVerticalBox::Slot().AutoHeight().Padding(4.0f)[SNew(SButton).Text_Lambda(DropLabel).OnClicked_Lambda(ToggleDrop)]
		+ SVerticalBox::Slot().AutoHeight().Padding(
			4.0f)[SNew(SButton).Text(LOCTEXT("BakeDrop", "Bake Drop to Geometry Cache")).OnClicked_Lambda(BakeDrop)]
		+ SVerticalBox::Slot().AutoHeight().Padding(
			4.0f)[SNew(SButton).Text(LOCTEXT("ToggleMesh", "Mesh as Lines or Solid")).OnClicked_Lambda(ToggleMesh)]
		+ SVerticalBox::Slot().AutoHeight().Padding(
			4.0f)[SNew(SButton).Text(LOCTEXT("NextColour", "Colour by Something Else")).OnClicked_Lambda(NextColour)]
		+ SVerticalBox::Slot().AutoHeight().Padding(4.0f)[SNew(SHorizontalBox)
			+ SHorizontalBox::Slot().AutoWidth()[SNew(SButton).Text(LOCTEXT("AddPinRegion", "Add Pin Region")).OnClicked_Lambda(AddPin)]
			+ SHorizontalBox::Slot()
				.AutoWidth()[SNew(SButton).Text(LOCTEXT("AddStiffRegion", "Add Stiffness Region")).OnClicked_Lambda(AddStiffness)]
			+ SHorizontalBox::Slot().AutoWidth()
				[SNew(SButton).Text(LOCTEXT("DeleteRegion", "Delete Region")).IsEnabled_Lambda(HasRegion).OnClicked_Lambda(DeleteRegion)]]
		+ SVerticalBox::Slot().FillHeight(1.0f)[Details]];
}

FName FSPHBodyEditor::GetToolkitFName() const
{
	return TEXT("SPHBodyEditor");
}

FText FSPHBodyEditor::GetBaseToolkitName() const
{
	return LOCTEXT("ToolkitName", "SPH Body Editor");
}

FString FSPHBodyEditor::GetWorldCentricTabPrefix() const
{
	return TEXT("SPHBody");
}

FLinearColor FSPHBodyEditor::GetWorldCentricTabColorScale() const
{
	return FLinearColor(0.35f, 0.75f, 0.55f, 0.5f);
}

#undef LOCTEXT_NAMESPACE
