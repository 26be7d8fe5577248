// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/TArray (allocator parameter), .../TInlineAllocator, .../EAllowShrinking.
#pragma once

#include "CoreTypes.h"

/// Where elements live. Here all of them live on the heap: the choice changes speed, not behaviour.
struct FDefaultAllocator;
struct FHeapAllocator;
template <uint32 NumInlineElements>
struct TInlineAllocator;
template <uint32 NumInlineElements>
struct TFixedAllocator;

enum class EAllowShrinking : uint8
{
	No,
	Yes,
	Default = Yes
};

template <typename T, typename Allocator = FDefaultAllocator>
class TArray;
template <typename T>
class TArrayView;
template <typename T>
using TConstArrayView = TArrayView<const T>;
class FString;
class FName;
class FText;
class FArchive;
