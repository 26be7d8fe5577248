// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/InputCore/FKey (a name). Nothing here asks which key it is.
#pragma once

#include "CoreMinimal.h"

struct FKey
{
	FName KeyName;
};
