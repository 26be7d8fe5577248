// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

class FSlateStyleSet;

/// Icons of the plugin's classes and actions, from Resources/.
class FSPHSolidsStyle
{
public:
	static const FName SetName;
	void Register();
	void Unregister();

private:
	TSharedPtr<FSlateStyleSet> Style;
};
