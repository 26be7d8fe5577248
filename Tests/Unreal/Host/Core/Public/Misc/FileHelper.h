// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FFileHelper (LoadFileToArray(TArray<uint8>&, const TCHAR*, uint32), SaveArrayToFile).
#pragma once

#include "Containers/UnrealString.h"

struct FFileHelper
{
	static bool LoadFileToArray(TArray<uint8>& Result, const TCHAR* Filename, uint32 Flags = 0);
	static bool SaveArrayToFile(const TArray<uint8>& Array, const TCHAR* Filename);
};
