// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/FAssetEditorToolkit (InitAssetEditor, RegisterTabSpawners, UnregisterTabSpawners, GetToolkitFName, GetBaseToolkitName, GetWorldCentricTabPrefix, GetWorldCentricTabColorScale); Nebukam/PCGExtendedToolkit.
#pragma once

#include "AssetDefinition.h"
#include "Framework/Docking/TabManager.h"

class FAssetEditorToolkit : public TSharedFromThis<FAssetEditorToolkit>
{
public:
	virtual ~FAssetEditorToolkit() = default;
	/// Opens the editor: spawners are registered, the tabs of the layout are spawned.
	void InitAssetEditor(const EToolkitMode::Type Mode, const TSharedPtr<IToolkitHost>& InitToolkitHost, const FName AppIdentifier,
		const TSharedRef<FTabManager::FLayout>& StandaloneDefaultLayout, const bool bCreateDefaultStandaloneMenu,
		const bool bCreateDefaultToolbar, UObject* ObjectToEdit);
	virtual void RegisterTabSpawners(const TSharedRef<FTabManager>& InTabManager) {}
	virtual void UnregisterTabSpawners(const TSharedRef<FTabManager>& InTabManager) {}
	virtual FName GetToolkitFName() const = 0;
	virtual FText GetBaseToolkitName() const = 0;
	virtual FString GetWorldCentricTabPrefix() const = 0;
	virtual FLinearColor GetWorldCentricTabColorScale() const = 0;
	/// Host: editors that are open, newest last. Closing one lets go of it.
	static TArray<TSharedRef<FAssetEditorToolkit>>& HostOpen();
	void HostClose();
	TArray<TSharedRef<SDockTab>> HostTabs;

private:
	TSharedPtr<FTabManager> TabManager;
};
