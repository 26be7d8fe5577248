// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/ULevel (Actors).
#pragma once

#include "UObject/UObjectGlobals.h"

#include "Level.generated.h"

class AActor;
class UWorld;

UCLASS()
class ULevel : public UObject
{
	GENERATED_BODY()

public:
	virtual UWorld* GetWorld() const override;
#if WITH_EDITOR
	virtual void PostEditUndo() override;
#endif

	UPROPERTY()
	TArray<TObjectPtr<AActor>> Actors;
};
