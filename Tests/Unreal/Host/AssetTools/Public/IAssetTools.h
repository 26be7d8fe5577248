// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Developer/AssetTools/IAssetTools/CreateUniqueAssetName.
#pragma once

#include "UObject/UObjectGlobals.h"

class IAssetTools
{
public:
	void CreateUniqueAssetName(const FString& InBasePackageName, const FString& InSuffix, FString& OutPackageName, FString& OutAssetName);
};
