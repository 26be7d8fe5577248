// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/TEnumAsByte.
#pragma once

#include "CoreTypes.h"

template <typename EnumType>
class TEnumAsByte
{
public:
	TEnumAsByte() = default;
	TEnumAsByte(EnumType InValue)
		: Value(static_cast<uint8>(InValue))
	{
	}
	explicit TEnumAsByte(uint8 InValue)
		: Value(InValue)
	{
	}
	operator EnumType() const { return static_cast<EnumType>(Value); }
	EnumType GetValue() const { return static_cast<EnumType>(Value); }
	bool operator==(const TEnumAsByte&) const = default;
	bool operator==(EnumType Other) const { return GetValue() == Other; }

private:
	uint8 Value = 0;
};
