// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FApp (CanEverRender, IsUnattended); CesiumGS/cesium-unreal asks it before it spawns Niagara systems.
#pragma once

#include "CoreTypes.h"

struct FApp
{
	/// False for dedicated servers, commandlets and -nullrhi.
	static bool CanEverRender();
	static bool IsUnattended();
	static double GetDeltaTime();
	static double GetCurrentTime();
};
