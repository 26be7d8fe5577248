// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FPaths (GetPath, GetBaseFilename, Combine, ConvertRelativePathToFull, ProjectSavedDir).
#pragma once

#include "Containers/UnrealString.h"

class FPaths
{
public:
	static FString GetPath(const FString& InPath);
	static FString GetBaseFilename(const FString& InPath, bool bRemovePath = true);
	static FString ConvertRelativePathToFull(const FString& InPath) { return InPath; }
	static FString ProjectSavedDir();
	template <typename... Types>
	static FString Combine(const FString& First, const Types&... Rest)
	{
		FString Joined = First;
		((Joined = Joined / FString(Rest)), ...);
		return Joined;
	}
};
