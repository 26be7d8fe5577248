// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/ENamedThreads__Type, .../FGraphEventRef.
#pragma once

#include "Templates/SharedPointer.h"

namespace ENamedThreads
{
enum Type : int32
{
	GameThread = 1,
	ActualRenderingThread = 2,
	AnyThread = 0xff,
	AnyBackgroundThreadNormalTask = 0x1ff
};
}

class FGraphEvent;
using FGraphEventRef = TSharedPtr<FGraphEvent>;
