// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/FSlateIcon (style set name, style name).
#pragma once

#include "UObject/NameTypes.h"

struct FSlateIcon
{
	FSlateIcon() = default;
	FSlateIcon(const FName& InStyleSetName, const FName& InStyleName)
		: StyleSetName(InStyleSetName)
		, StyleName(InStyleName)
	{
	}
	FName GetStyleSetName() const { return StyleSetName; }
	FName GetStyleName() const { return StyleName; }

private:
	FName StyleSetName, StyleName;
};
