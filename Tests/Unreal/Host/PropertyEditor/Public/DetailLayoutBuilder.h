// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/PropertyEditor/IDetailLayoutBuilder (EditCategory(name, display name, priority), GetObjectsBeingCustomized, ForceRefreshDetails).
#pragma once

#include "DetailCategoryBuilder.h"
#include "UObject/WeakObjectPtr.h"

namespace ECategoryPriority
{
enum Type
{
	Variable,
	Transform,
	Important,
	TypeSpecific,
	Default,
	Uncommon
};
}

class IDetailLayoutBuilder
{
public:
	IDetailCategoryBuilder& EditCategory(FName CategoryName, const FText& NewLocalizedDisplayName = FText(),
		ECategoryPriority::Type CategoryType = ECategoryPriority::Default)
	{
		return HostCategories.FindOrAdd(CategoryName);
	}
	void GetObjectsBeingCustomized(TArray<TWeakObjectPtr<UObject>>& OutObjects) const { OutObjects = HostObjects; }
	void ForceRefreshDetails() { ++HostRefreshes; }

	TArray<TWeakObjectPtr<UObject>> HostObjects;
	TMap<FName, IDetailCategoryBuilder> HostCategories;
	int32 HostRefreshes = 0;
	FString HostAllText();
	bool HostClickButton(const TCHAR* Words);
};
