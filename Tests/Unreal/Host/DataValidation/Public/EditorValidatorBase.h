// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Plugins/DataValidation/UEditorValidatorBase (CanValidateAsset_Implementation, ValidateLoadedAsset_Implementation with FAssetData and FDataValidationContext since 5.4; AssetFails, AssetWarning, AssetPasses).
#pragma once

#include "AssetRegistry/AssetData.h"
#include "Misc/DataValidation.h"

#include "EditorValidatorBase.generated.h"

UCLASS(Abstract)
class UEditorValidatorBase : public UObject
{
	GENERATED_BODY()

public:
	virtual bool CanValidateAsset_Implementation(const FAssetData& InAssetData, UObject* InObject, FDataValidationContext& InContext) const
	{
		return false;
	}
	virtual EDataValidationResult ValidateLoadedAsset_Implementation(
		const FAssetData& InAssetData, UObject* InAsset, FDataValidationContext& Context)
	{
		return EDataValidationResult::NotValidated;
	}
	EDataValidationResult GetValidationResult() const { return Result; }

	/** For the host's own use: what the editor's validation does with one asset. */
	EDataValidationResult HostValidate(UObject* Asset);
	TArray<FString> HostErrors, HostWarnings;

protected:
	void AssetFails(const UObject* InAsset, const FText& InMessage);
	void AssetWarning(const UObject* InAsset, const FText& InMessage);
	void AssetPasses(const UObject* InAsset);

private:
	EDataValidationResult Result = EDataValidationResult::NotValidated;
};
