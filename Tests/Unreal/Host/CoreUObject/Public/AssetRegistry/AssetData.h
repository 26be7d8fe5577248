// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/FAssetData (AssetName, PackageName, PackagePath, AssetClassPath, GetAsset, GetClass, IsValid, GetSoftObjectPath).
#pragma once

#include "UObject/SoftObjectPath.h"
#include "UObject/TopLevelAssetPath.h"

/// What is known of an asset without loading it.
struct FAssetData
{
	FAssetData() = default;
	FAssetData(const UObject* InAsset)
	{
		if (!InAsset)
			return;
		AssetName = InAsset->GetFName();
		PackageName = InAsset->GetPackage() ? InAsset->GetPackage()->GetFName() : FName();
		const UClass* Class = InAsset->GetClass();
		AssetClassPath = FTopLevelAssetPath(Class->GetOuter() ? Class->GetOuter()->GetFName() : FName(), Class->GetFName());
		HostPath = InAsset->GetPathName();
	}
	bool IsValid() const { return !AssetName.IsNone(); }
	UObject* GetAsset() const { return HostPath.IsEmpty() ? nullptr : FSoftObjectPath(HostPath).TryLoad(); }
	UClass* GetClass() const
	{
		const UObject* Asset = GetAsset();
		return Asset ? Asset->GetClass() : nullptr;
	}
	FSoftObjectPath GetSoftObjectPath() const { return FSoftObjectPath(HostPath); }
	bool IsInstanceOf(const UClass* BaseClass) const
	{
		const UObject* Asset = GetAsset();
		return Asset && Asset->IsA(BaseClass);
	}

	FName AssetName;
	FName PackageName;
	FTopLevelAssetPath AssetClassPath;
	FString HostPath;
};
