// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/AssetRegistry/FAssetRegistryModule (Get, AssetCreated), .../IAssetRegistry (GetAssetsByClass(path, out, subclasses), GetAssetByObjectPath).
#pragma once

#include "AssetRegistry/AssetData.h"
#include "Modules/ModuleManager.h"

class IAssetRegistry
{
public:
	bool GetAssetsByClass(FTopLevelAssetPath ClassPathName, TArray<FAssetData>& OutAssetData, bool bSearchSubClasses = false) const;
	bool GetAssetsByPath(FName PackagePath, TArray<FAssetData>& OutAssetData, bool bRecursive = false) const;
	void SearchAllAssets(bool bSynchronousSearch) {}
	/// Host: what AssetCreated was told, in order.
	TArray<FString> HostCreated;
};

class FAssetRegistryModule : public IModuleInterface
{
public:
	IAssetRegistry& Get() const;
	static void AssetCreated(UObject* NewAsset);
};
