// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/PropertyEditor/FDetailWidgetRow (WholeRowContent, NameContent, ValueContent, Visibility).
#pragma once

#include "Widgets/SCompoundWidget.h"

class FDetailWidgetRow
{
public:
	struct FContent
	{
		FDetailWidgetRow& Row;
		FDetailWidgetRow& operator[](const TSharedRef<SWidget>& Content)
		{
			Row.HostRoot->HostChildren.Add(Content);
			return Row;
		}
	};
	FContent WholeRowContent() { return {*this}; }
	FContent NameContent() { return {*this}; }
	FContent ValueContent() { return {*this}; }
	FDetailWidgetRow& Visibility(const TAttribute<EVisibility>& InVisibility)
	{
		HostVisibility = InVisibility;
		return *this;
	}
	TSharedRef<SWidget> HostRoot = MakeShared<SWidget>();
	TAttribute<EVisibility> HostVisibility;
};
