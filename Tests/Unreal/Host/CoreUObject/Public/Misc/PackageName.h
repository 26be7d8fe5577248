// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/FPackageName (LongPackageNameToFilename, GetAssetPackageExtension, DoesPackageExist, GetLongPackagePath, GetShortName, IsValidLongPackageName).
#pragma once

#include "UObject/UObjectGlobals.h"

class FPackageName
{
public:
	static FString LongPackageNameToFilename(const FString& InLongPackageName, const FString& InExtension = FString());
	static const FString& GetAssetPackageExtension();
	static bool DoesPackageExist(const FString& LongPackageName);
	static FString GetLongPackagePath(const FString& InLongPackageName);
	static FString GetShortName(const FString& LongName);
	static bool IsValidLongPackageName(const FString& InLongPackageName);
};
