// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "UObject/UObjectGlobals.h"

namespace Host
{

/// What a .uasset file is to the engine: the object with everything inside it, its custom versions, its bulk data.
/// References to objects outside become paths.
TArray<uint8> SaveAsset(UObject* Asset);

/// Null, with `OutError` saying why, for bytes that are no asset. Objects get PostLoad after all of them were read.
UObject* LoadAsset(const TArray<uint8>& Bytes, UObject* Outer, FName Name, FString* OutError = nullptr);

}
