// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/en-us/unreal-engine/API/Runtime/Engine/UEngine/AddOnScreenDebugMessage (Key, TimeToDisplay, DisplayColor, DebugMessage, bNewerOnTop, TextScale; the same key replaces).
#pragma once

#include "CoreMinimal.h"

class UEngine
{
public:
	void AddOnScreenDebugMessage(
		uint64 Key, float TimeToDisplay, FColor DisplayColor, const FString& DebugMessage, bool bNewerOnTop = true);

	/// What stands on the screen; nothing fades.
	TMap<uint64, FString> HostMessages;
};

extern UEngine* GEngine;
