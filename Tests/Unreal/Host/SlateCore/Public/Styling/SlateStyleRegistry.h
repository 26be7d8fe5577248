// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/FSlateStyleRegistry (RegisterSlateStyle, UnRegisterSlateStyle, FindSlateStyle).
#pragma once

#include "Styling/SlateStyle.h"

class FSlateStyleRegistry
{
public:
	static void RegisterSlateStyle(const FSlateStyleSet& InSlateStyle) { All().Add(InSlateStyle.GetStyleSetName(), &InSlateStyle); }
	static void UnRegisterSlateStyle(const FSlateStyleSet& InSlateStyle) { All().Remove(InSlateStyle.GetStyleSetName()); }
	static const FSlateStyleSet* FindSlateStyle(const FName& InSlateStyleName) { return All().FindRef(InSlateStyleName); }

private:
	static TMap<FName, const FSlateStyleSet*>& All()
	{
		static TMap<FName, const FSlateStyleSet*> Styles;
		return Styles;
	}
};
