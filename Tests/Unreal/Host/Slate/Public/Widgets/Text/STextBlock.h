// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Slate/STextBlock (Text, AutoWrapText).
#pragma once

#include "Widgets/SCompoundWidget.h"

class STextBlock : public SWidget
{
public:
	SLATE_BEGIN_ARGS(STextBlock) {}
	SLATE_ATTRIBUTE(FText, Text)
	SLATE_ATTRIBUTE(bool, AutoWrapText)
	SLATE_END_ARGS()
	void Construct(const FArguments& InArgs) { BoundText = InArgs._Text; }
	FText HostText() const override { return BoundText.Get(); }

private:
	TAttribute<FText> BoundText;
};
