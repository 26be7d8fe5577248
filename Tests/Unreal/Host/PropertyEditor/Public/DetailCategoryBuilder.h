// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/PropertyEditor/IDetailCategoryBuilder (AddCustomRow(FilterString, bForAdvanced)).
#pragma once

#include "DetailWidgetRow.h"

class IDetailCategoryBuilder
{
public:
	FDetailWidgetRow& AddCustomRow(const FText& FilterString, bool bForAdvanced = false)
	{
		HostRows.Add(MakeShared<FDetailWidgetRow>());
		return *HostRows.Last();
	}
	TArray<TSharedPtr<FDetailWidgetRow>> HostRows;
};
