// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FParse (Value(Stream, Match, Value), Param(Stream, Param)); pafuhana1213/KawaiiPhysics (audit commandlet).
#pragma once

#include "Containers/UnrealString.h"

struct FParse
{
	/// What follows `Match`, for example "Shard=", up to the next space, or between quotes.
	static bool Value(const TCHAR* Stream, const TCHAR* Match, FString& OutValue, bool bShouldStopOnSeparator = true);
	static bool Value(const TCHAR* Stream, const TCHAR* Match, int32& OutValue);
	static bool Value(const TCHAR* Stream, const TCHAR* Match, float& OutValue);
	/// Whether -Param stands in the stream.
	static bool Param(const TCHAR* Stream, const TCHAR* Param);
};
