// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/en-us/unreal-engine/API/Runtime/Engine/UEngine/AddOnScreenDebugMessage (Key, TimeToDisplay, DisplayColor, DebugMessage, bNewerOnTop, TextScale; the same key replaces), .../FWorldContext (SetCurrentWorld), .../UEngine (CreateNewWorldContext, DestroyWorldContext).
#pragma once

#include "CoreMinimal.h"
#include "Engine/EngineTypes.h"

class UWorld;

/// One track of worlds that follow each other.
struct FWorldContext
{
	UWorld* World() const { return HostWorld; }
	void SetCurrentWorld(UWorld* World) { HostWorld = World; }

	EWorldType::Type WorldType = EWorldType::None;
	UWorld* HostWorld = nullptr;
};

class UEngine
{
public:
	void AddOnScreenDebugMessage(
		uint64 Key, float TimeToDisplay, FColor DisplayColor, const FString& DebugMessage, bool bNewerOnTop = true);

	FWorldContext& CreateNewWorldContext(EWorldType::Type WorldType);
	void DestroyWorldContext(UWorld* InWorld);

	/// What stands on the screen; nothing fades.
	TMap<uint64, FString> HostMessages;

private:
	TArray<TUniquePtr<FWorldContext>> Contexts;
};

extern UEngine* GEngine;
