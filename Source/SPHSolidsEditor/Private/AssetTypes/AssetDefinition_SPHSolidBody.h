// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "AssetDefinition.h"
#include "AssetDefinitionDefault.h"

#include "AssetDefinition_SPHSolidBody.generated.h"

/** How body assets appear in the content browser. */
UCLASS()
class UAssetDefinition_SPHSolidBody : public UAssetDefinitionDefault
{
	GENERATED_BODY()

public:
	virtual FText GetAssetDisplayName() const override;
	virtual FLinearColor GetAssetColor() const override;
	virtual TSoftClassPtr<UObject> GetAssetClass() const override;
	virtual TConstArrayView<FAssetCategoryPath> GetAssetCategories() const override;
	virtual EAssetCommandResult OpenAssets(const FAssetOpenArgs& OpenArgs) const override;
	virtual const FSlateBrush* GetThumbnailBrush(const FAssetData& InAssetData, const FName InClassName) const override;
};
