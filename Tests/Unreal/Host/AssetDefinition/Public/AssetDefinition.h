// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/AssetDefinition/UAssetDefinition (GetAssetDisplayName, GetAssetColor, GetAssetClass, GetAssetCategories, OpenAssets), .../FAssetOpenArgs (LoadObjects<T>, ToolkitHost, GetToolkitMode), .../FAssetCategoryPath, .../EAssetCategoryPaths.
#pragma once

#include "AssetRegistry/AssetData.h"
#include "Containers/ArrayView.h"
#include "Internationalization/Text.h"
#include "Templates/Casts.h"
#include "UObject/SoftObjectPtr.h"

#include "AssetDefinition.generated.h"

class IToolkitHost;
struct FSlateBrush;

enum class EAssetCommandResult : uint8
{
	Handled,
	Unhandled
};

struct FAssetCategoryPath
{
	FAssetCategoryPath(const FText& InCategory)
		: Category(InCategory)
	{
	}
	FText Category;
};

namespace EAssetCategoryPaths
{
inline const FAssetCategoryPath Physics(INVTEXT("Physics"));
}

namespace EToolkitMode
{
enum Type
{
	Standalone,
	WorldCentric
};
}

struct FAssetOpenArgs
{
	template <typename T>
	TArray<T*> LoadObjects() const
	{
		TArray<T*> Loaded;
		for (const FAssetData& Data : Assets)
			if (T* Asset = Cast<T>(Data.GetAsset()))
				Loaded.Add(Asset);
		return Loaded;
	}
	EToolkitMode::Type GetToolkitMode() const { return EToolkitMode::Standalone; }
	TSharedPtr<IToolkitHost> ToolkitHost;
	TArray<FAssetData> Assets;
};

UCLASS(Abstract)
class UAssetDefinition : public UObject
{
	GENERATED_BODY()

public:
	virtual FText GetAssetDisplayName() const { return FText(); }
	virtual FLinearColor GetAssetColor() const { return FLinearColor(1.0f, 1.0f, 1.0f); }
	virtual TSoftClassPtr<UObject> GetAssetClass() const { return TSoftClassPtr<UObject>(); }
	virtual TConstArrayView<FAssetCategoryPath> GetAssetCategories() const { return {}; }
	virtual const FSlateBrush* GetThumbnailBrush(const FAssetData& InAssetData, const FName InClassName) const { return nullptr; }
	virtual EAssetCommandResult OpenAssets(const FAssetOpenArgs& OpenArgs) const { return EAssetCommandResult::Unhandled; }
};
