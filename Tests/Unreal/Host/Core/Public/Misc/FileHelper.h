// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FFileHelper (LoadFileToArray(TArray<uint8>&, const TCHAR*, uint32), SaveArrayToFile, LoadFileToString, SaveStringToFile with EEncodingOptions).
#pragma once

#include "Containers/UnrealString.h"

struct FFileHelper
{
	enum class EEncodingOptions
	{
		AutoDetect,
		ForceUTF8WithoutBOM
	};
	static bool LoadFileToArray(TArray<uint8>& Result, const TCHAR* Filename, uint32 Flags = 0);
	static bool SaveArrayToFile(const TArray<uint8>& Array, const TCHAR* Filename);
	static bool LoadFileToString(FString& Result, const TCHAR* Filename);
	static bool SaveStringToFile(const FString& String, const TCHAR* Filename, EEncodingOptions Options = EEncodingOptions::AutoDetect);
};
