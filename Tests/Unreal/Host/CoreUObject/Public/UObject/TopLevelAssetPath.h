// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/FTopLevelAssetPath (package name and asset name; UClass::GetClassPathName since 5.1).
#pragma once

#include "UObject/NameTypes.h"

struct FTopLevelAssetPath
{
	FTopLevelAssetPath() = default;
	FTopLevelAssetPath(FName InPackageName, FName InAssetName)
		: PackageName(InPackageName)
		, AssetName(InAssetName)
	{
	}
	FName GetPackageName() const { return PackageName; }
	FName GetAssetName() const { return AssetName; }
	FString ToString() const { return PackageName.ToString() + TEXT(".") + AssetName.ToString(); }
	bool operator==(const FTopLevelAssetPath& Other) const { return PackageName == Other.PackageName && AssetName == Other.AssetName; }

private:
	FName PackageName, AssetName;
};
