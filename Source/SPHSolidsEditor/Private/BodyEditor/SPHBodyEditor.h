// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "BodyEditor/SPHParticleColours.h"
#include "BodyEditor/SPHRegionTool.h"
#include "BodyEditor/SPHTestDrop.h"
#include "CoreMinimal.h"
#include "Toolkits/AssetEditorToolkit.h"
#include "UObject/StrongObjectPtr.h"

class FPrimitiveDrawInterface;
class SDockTab;
class USPHSolidBodyAsset;

/// What the window of a body shows and does, whoever draws it: particles in colours, or falling.
class FSPHBodyPreview
{
public:
	explicit FSPHBodyPreview(USPHSolidBodyAsset* InAsset);
	void SetColourBy(ESPHColourBy By);
	ESPHColourBy GetColourBy() const { return ColourBy; }
	/// Starts the test drop, or ends it.
	void ToggleDrop();
	bool IsDropping() const { return Drop.IsRunning(); }
	void Advance(double Seconds);
	void Draw(FPrimitiveDrawInterface* PDI) const;
	FText Describe() const;
	FSPHRegionTool& GetRegions() { return Regions; }
	/// The mesh is drawn as thin lines around the particles, or as it looks in the level. While particles fall it is not drawn.
	void ToggleMesh() { bSolidMesh = !bSolidMesh; }
	bool ShowsSolidMesh() const { return bSolidMesh && !Drop.IsRunning(); }

private:
	void Refresh();

	TStrongObjectPtr<USPHSolidBodyAsset> Asset;
	TSharedPtr<const FSPHSolidBody> Body;
	ESPHColourBy ColourBy = ESPHColourBy::Neighbours;
	TArray<FLinearColor> Colours;
	TArray<FVector> Places;
	/// Edges of the mesh, two places each.
	TArray<FVector> Ghost;
	bool bSolidMesh = false;
	FSPHTestDrop Drop;
	FSPHRegionTool Regions;
	FString Trouble;
};

/// The editor of body assets: a view of the particles over the mesh, the numbers, and Test Drop.
class FSPHBodyEditor final : public FAssetEditorToolkit
{
public:
	static void Open(USPHSolidBodyAsset* Asset, const TSharedPtr<IToolkitHost>& Host);

	virtual void RegisterTabSpawners(const TSharedRef<FTabManager>& InTabManager) override;
	virtual void UnregisterTabSpawners(const TSharedRef<FTabManager>& InTabManager) override;
	virtual FName GetToolkitFName() const override;
	virtual FText GetBaseToolkitName() const override;
	virtual FString GetWorldCentricTabPrefix() const override;
	virtual FLinearColor GetWorldCentricTabColorScale() const override;

private:
	TSharedRef<SDockTab> SpawnView(const FSpawnTabArgs& Args);
	TSharedRef<SDockTab> SpawnDetails(const FSpawnTabArgs& Args);

	TStrongObjectPtr<USPHSolidBodyAsset> Asset;
	TSharedPtr<FSPHBodyPreview> Preview;
};
