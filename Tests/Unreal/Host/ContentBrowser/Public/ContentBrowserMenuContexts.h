// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/ContentBrowser/UContentBrowserAssetContextMenuC- (SelectedAssets, bCanBeModified, FindContextWithAssets, LoadSelectedObjects<T>).
#pragma once

#include "AssetRegistry/AssetData.h"
#include "UObject/UObjectGlobals.h"

#include "ContentBrowserMenuContexts.generated.h"

UCLASS()
class UContentBrowserAssetContextMenuContext : public UObject
{
	GENERATED_BODY()

public:
	template <typename MenuOrSectionType>
	static const UContentBrowserAssetContextMenuContext* FindContextWithAssets(const MenuOrSectionType& MenuOrSection)
	{
		const UContentBrowserAssetContextMenuContext* Found = MenuOrSection.template FindContext<UContentBrowserAssetContextMenuContext>();
		return Found && !Found->SelectedAssets.IsEmpty() ? Found : nullptr;
	}
	template <typename ExpectedAssetType>
	TArray<ExpectedAssetType*> LoadSelectedObjects() const
	{
		TArray<ExpectedAssetType*> Loaded;
		for (const FAssetData& Data : SelectedAssets)
			if (ExpectedAssetType* Asset = Cast<ExpectedAssetType>(Data.GetAsset()))
				Loaded.Add(Asset);
		return Loaded;
	}

	TArray<FAssetData> SelectedAssets;
	bool bCanBeModified = true;
};
