// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "EditorValidatorBase.h"

#include "SPHLevelValidator.generated.h"

/**
 * Data validation of levels: soft bodies without a bake, odd scales, bodies that overlap when play begins, pins that hold nothing, things
 * nearby that soft bodies fall through, too many particles in all.
 */
UCLASS()
class USPHLevelValidator : public UEditorValidatorBase
{
	GENERATED_BODY()

public:
	virtual bool CanValidateAsset_Implementation(
		const FAssetData& InAssetData, UObject* InObject, FDataValidationContext& InContext) const override;
	virtual EDataValidationResult ValidateLoadedAsset_Implementation(
		const FAssetData& InAssetData, UObject* InAsset, FDataValidationContext& Context) override;
};
