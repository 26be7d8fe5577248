// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/EVisibility (Visible, Collapsed, Hidden).
#pragma once

#include "CoreTypes.h"

struct EVisibility
{
	static const EVisibility Visible, Collapsed, Hidden;
	bool operator==(const EVisibility& Other) const { return Value == Other.Value; }
	uint8 Value = 0;
};
inline const EVisibility EVisibility::Visible{0};
inline const EVisibility EVisibility::Collapsed{1};
inline const EVisibility EVisibility::Hidden{2};
