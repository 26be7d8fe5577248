// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "EditorValidatorBase.h"

#include "SPHBodyValidator.generated.h"

/**
 * Data validation of body assets: missing or damaged bakes, meshes that have changed, findings of the bake, too many particles.
 */
UCLASS()
class USPHBodyValidator : public UEditorValidatorBase
{
	GENERATED_BODY()

public:
	virtual bool CanValidateAsset_Implementation(
		const FAssetData& InAssetData, UObject* InObject, FDataValidationContext& InContext) const override;
	virtual EDataValidationResult ValidateLoadedAsset_Implementation(
		const FAssetData& InAssetData, UObject* InAsset, FDataValidationContext& Context) override;
};
