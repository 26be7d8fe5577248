// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/PlacementMode/IPlacementModeModule (Get, IsAvailable, RegisterPlacementCategory, UnregisterPlacementCategory, RegisterPlaceableItem), .../FPlacementCategoryInfo/__ctor (name, icon, handle, tag, order, sortable), .../FPlaceableItem/__ctor/4?application_version=5.4 (actor factory, asset data, order; since 5.4 beside one with TScriptInterface<IAssetFactoryInterface>).
#pragma once

#include "AssetRegistry/AssetData.h"
#include "Internationalization/Text.h"
#include "Misc/Optional.h"
#include "Modules/ModuleManager.h"
#include "Textures/SlateIcon.h"

class UActorFactory;

struct FPlacementCategoryInfo
{
	FPlacementCategoryInfo(
		FText InDisplayName, FSlateIcon InDisplayIcon, FName InHandle, FString InTagMetaData = FString(), int32 InSortOrder = 0)
		: DisplayName(InDisplayName)
		, UniqueHandle(InHandle)
	{
	}
	FText DisplayName;
	FName UniqueHandle;
};

struct FPlacementModeID
{
};

struct FPlaceableItem
{
	FPlaceableItem(UActorFactory* InFactory, const FAssetData& InAssetData, TOptional<int32> InSortOrder = TOptional<int32>())
		: AssetData(InAssetData)
	{
	}
	FAssetData AssetData;
};

class IPlacementModeModule : public IModuleInterface
{
public:
	static IPlacementModeModule& Get() { return FModuleManager::LoadModuleChecked<IPlacementModeModule>(TEXT("PlacementMode")); }
	static bool IsAvailable() { return FModuleManager::Get().IsModuleLoaded(TEXT("PlacementMode")); }
	bool RegisterPlacementCategory(const FPlacementCategoryInfo& Info)
	{
		HostItems.FindOrAdd(Info.UniqueHandle);
		return true;
	}
	void UnregisterPlacementCategory(FName Handle) { HostItems.Remove(Handle); }
	TOptional<FPlacementModeID> RegisterPlaceableItem(FName CategoryName, const TSharedRef<FPlaceableItem>& Item)
	{
		TArray<FString>* Items = HostItems.Find(CategoryName);
		if (!Items)
			return TOptional<FPlacementModeID>();
		Items->Add(Item->AssetData.AssetName.ToString());
		return FPlacementModeID();
	}
	TMap<FName, TArray<FString>> HostItems;
};
