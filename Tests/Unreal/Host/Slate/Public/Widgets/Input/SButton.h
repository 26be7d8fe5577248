// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Slate/SButton (Text, OnClicked: FOnClicked returns FReply).
#pragma once

#include "Widgets/SCompoundWidget.h"

DECLARE_DELEGATE_RetVal(FReply, FOnClicked);

class SButton : public SWidget
{
public:
	SLATE_BEGIN_ARGS(SButton) {}
	SLATE_ATTRIBUTE(FText, Text)
	SLATE_EVENT(FOnClicked, OnClicked)
	SLATE_END_ARGS()
	void Construct(const FArguments& InArgs)
	{
		BoundText = InArgs._Text;
		OnClicked = InArgs._OnClicked;
		Enabled = InArgs._IsEnabled;
	}
	FText HostText() const override { return BoundText.Get(); }
	bool HostIsEnabled() const override { return Enabled.Get(true); }
	bool HostClick() override
	{
		if (!HostIsEnabled() || !OnClicked.IsBound())
			return false;
		OnClicked.Execute();
		return true;
	}

private:
	TAttribute<FText> BoundText;
	TAttribute<bool> Enabled;
	FOnClicked OnClicked;
};
