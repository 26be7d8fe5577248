// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Developer/MessageLog/FMessageLogInitializationOptions.
#pragma once

#include "CoreTypes.h"

struct FMessageLogInitializationOptions
{
	bool bShowFilters = false;
	bool bShowPages = false;
	bool bAllowClear = true;
};
