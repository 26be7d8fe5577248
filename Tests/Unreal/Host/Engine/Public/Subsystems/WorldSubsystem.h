// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/UWorldSubsystem and .../UTickableWorldSubsystem (5.4, 5.5, 5.8 pages): ticks from Initialize to Deinitialize, subclasses must call Super.
#pragma once

#include "Engine/EngineTypes.h"
#include "Subsystems/SubsystemCollection.h"
#include "Tickable.h"

#include "WorldSubsystem.generated.h"

class UWorld;

UCLASS(Abstract)
class UWorldSubsystem : public USubsystem
{
	GENERATED_BODY()

public:
	virtual bool ShouldCreateSubsystem(UObject* Outer) const override;
	virtual void PostInitialize() {}
	virtual void OnWorldBeginPlay(UWorld& InWorld) {}
	virtual void OnWorldComponentsUpdated(UWorld& World) {}
	virtual void UpdateStreamingState() {}
	virtual UWorld* GetWorld() const override;
	UWorld& GetWorldRef() const;

protected:
	virtual bool DoesSupportWorldType(const EWorldType::Type WorldType) const;
};

UCLASS(Abstract)
class UTickableWorldSubsystem : public UWorldSubsystem, public FTickableGameObject
{
	GENERATED_BODY()

public:
	virtual void Initialize(FSubsystemCollectionBase& Collection) override;
	virtual void Deinitialize() override;
	virtual void Tick(float DeltaTime) override {}
	virtual TStatId GetStatId() const override PURE_VIRTUAL(UTickableWorldSubsystem::GetStatId, return TStatId(););
	virtual ETickableTickType GetTickableTickType() const override;
	virtual UWorld* GetTickableGameObjectWorld() const override { return GetWorld(); }
	virtual bool IsAllowedToTick() const override final { return bInitialized; }
	bool IsInitialized() const { return bInitialized; }

private:
	bool bInitialized = false;
};
