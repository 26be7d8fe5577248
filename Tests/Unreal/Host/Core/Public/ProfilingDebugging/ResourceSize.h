// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FResourceSizeEx; used by TriAxis-Games/RealtimeMeshComponent.
#pragma once

#include "CoreTypes.h"

namespace EResourceSizeMode
{
enum Type : uint8
{
	Exclusive,
	EstimatedTotal
};
}

struct FResourceSizeEx
{
	explicit FResourceSizeEx(EResourceSizeMode::Type InMode)
		: Mode(InMode)
	{
	}
	FResourceSizeEx& AddDedicatedSystemMemoryBytes(SIZE_T Bytes)
	{
		Total += Bytes;
		return *this;
	}
	FResourceSizeEx& AddDedicatedVideoMemoryBytes(SIZE_T Bytes)
	{
		Total += Bytes;
		return *this;
	}
	SIZE_T GetTotalMemoryBytes() const { return Total; }
	EResourceSizeMode::Type GetResourceSizeMode() const { return Mode; }

private:
	EResourceSizeMode::Type Mode;
	SIZE_T Total = 0;
};
