// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "EditorValidatorBase.h"

#include "SPHMaterialValidator.generated.h"

/**
 * Data validation of soft body materials: values that no material can have, and ones that will not look as meant.
 */
UCLASS()
class USPHMaterialValidator : public UEditorValidatorBase
{
	GENERATED_BODY()

public:
	virtual bool CanValidateAsset_Implementation(
		const FAssetData& InAssetData, UObject* InObject, FDataValidationContext& InContext) const override;
	virtual EDataValidationResult ValidateLoadedAsset_Implementation(
		const FAssetData& InAssetData, UObject* InAsset, FDataValidationContext& Context) override;
};
