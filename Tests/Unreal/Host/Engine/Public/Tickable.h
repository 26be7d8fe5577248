// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FTickableGameObject (Tick, IsTickable, GetStatId, GetTickableTickType, GetTickableGameObjectWorld).
#pragma once

#include "CoreMinimal.h"

class UWorld;

enum class ETickableTickType : uint8
{
	Conditional,
	Always,
	Never,
	NewObject
};

class FTickableGameObject
{
public:
	FTickableGameObject();
	virtual ~FTickableGameObject();
	virtual void Tick(float DeltaTime) = 0;
	virtual TStatId GetStatId() const = 0;
	virtual bool IsTickable() const { return true; }
	virtual bool IsTickableInEditor() const { return false; }
	virtual bool IsTickableWhenPaused() const { return false; }
	virtual bool IsAllowedToTick() const { return true; }
	virtual ETickableTickType GetTickableTickType() const { return ETickableTickType::Conditional; }
	virtual UWorld* GetTickableGameObjectWorld() const { return nullptr; }
};
