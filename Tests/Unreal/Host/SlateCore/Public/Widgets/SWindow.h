// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/SWindow (Title, ClientSize, SizingRule, SupportsMaximize, SupportsMinimize, SetContent, RequestDestroyWindow).
#pragma once

#include "Widgets/SCompoundWidget.h"

enum class ESizingRule : uint8
{
	FixedSize,
	Autosized,
	UserSized
};

class SWindow : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SWindow) {}
	SLATE_ATTRIBUTE(FText, Title)
	SLATE_ARGUMENT(FVector2D, ClientSize)
	SLATE_ARGUMENT(ESizingRule, SizingRule)
	SLATE_ARGUMENT(bool, SupportsMaximize)
	SLATE_ARGUMENT(bool, SupportsMinimize)
	SLATE_END_ARGS()
	void Construct(const FArguments& InArgs)
	{
		Title = InArgs._Title;
		for (const TSharedRef<SWidget>& Content : InArgs.HostContent)
			HostChildren.Add(Content);
	}
	void SetContent(const TSharedRef<SWidget>& InContent) { ChildSlot[InContent]; }
	void RequestDestroyWindow() { bHostClosed = true; }
	FText HostText() const override { return Title.Get(); }
	bool bHostClosed = false;

private:
	TAttribute<FText> Title;
};
