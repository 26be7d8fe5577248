// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/SVerticalBox, .../SHorizontalBox (Slot, AutoHeight, AutoWidth, FillHeight, Padding).
#pragma once

#include "Widgets/DeclarativeSyntaxSupport.h"

struct FMargin
{
	FMargin() = default;
	FMargin(float) {}
	FMargin(float, float) {}
	FMargin(float, float, float, float) {}
};

class SBoxPanel : public SWidget
{
public:
	struct FSlotArguments
	{
		FSlotArguments& AutoHeight() { return *this; }
		FSlotArguments& AutoWidth() { return *this; }
		FSlotArguments& FillHeight(float) { return *this; }
		FSlotArguments& FillWidth(float) { return *this; }
		FSlotArguments& Padding(FMargin) { return *this; }
		FSlotArguments& Padding(float, float) { return *this; }
		FSlotArguments& operator[](const TSharedRef<SWidget>& Content)
		{
			HostContent = Content;
			return *this;
		}
		TSharedPtr<SWidget> HostContent;
	};
	static FSlotArguments Slot() { return FSlotArguments(); }
	SLATE_BEGIN_ARGS(SBoxPanel) {}
	SLATE_END_ARGS()
	void Construct(const FArguments& InArgs)
	{
		for (const TSharedRef<SWidget>& Content : InArgs.HostContent)
			HostChildren.Add(Content);
	}
};

class SVerticalBox : public SBoxPanel
{
};
class SHorizontalBox : public SBoxPanel
{
};
