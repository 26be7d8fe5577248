// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/UAssetEditorSubsystem (OpenEditorForAsset(UObject*)): calls the asset definition's OpenAssets.
#pragma once

#include "EditorSubsystem.h"

#include "AssetEditorSubsystem.generated.h"

UCLASS()
class UAssetEditorSubsystem : public UEditorSubsystem
{
	GENERATED_BODY()

public:
	bool OpenEditorForAsset(UObject* Asset);
	TArray<FString> HostOpened;
};
