// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/UCommandlet (Main(const FString&), IsClient, IsServer, IsEditor, LogToConsole); pafuhana1213/KawaiiPhysics.
#pragma once

#include "UObject/UObjectGlobals.h"

#include "Commandlet.generated.h"

UCLASS(Abstract)
class UCommandlet : public UObject
{
	GENERATED_BODY()

public:
	virtual int32 Main(const FString& Params) { return 0; }

	bool IsServer = true;
	bool IsClient = true;
	bool IsEditor = true;
	bool LogToConsole = false;
};
