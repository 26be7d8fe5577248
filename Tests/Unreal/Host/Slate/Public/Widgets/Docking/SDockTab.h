// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Slate/SDockTab (Label; content in brackets).
#pragma once

#include "Widgets/SCompoundWidget.h"

class SDockTab : public SWidget
{
public:
	SLATE_BEGIN_ARGS(SDockTab) {}
	SLATE_ATTRIBUTE(FText, Label)
	SLATE_END_ARGS()
	void Construct(const FArguments& InArgs)
	{
		for (const TSharedRef<SWidget>& Content : InArgs.HostContent)
			HostChildren.Add(Content);
	}
};
