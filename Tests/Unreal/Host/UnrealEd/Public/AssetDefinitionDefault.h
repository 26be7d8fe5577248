// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/UAssetDefinitionDefault: opens the plain property editor unless told otherwise. Found by reflection.
#pragma once

#include "AssetDefinition.h"

#include "AssetDefinitionDefault.generated.h"

UCLASS(Abstract)
class UAssetDefinitionDefault : public UAssetDefinition
{
	GENERATED_BODY()

public:
	virtual EAssetCommandResult OpenAssets(const FAssetOpenArgs& OpenArgs) const override { return EAssetCommandResult::Handled; }
};
