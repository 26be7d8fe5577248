// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FTickFunction (and its pages ExecuteTick, AddPrerequisite, RegisterTickFunction), .../ETickingGroup, .../ELevelTick, .../FURL.
#pragma once

#include "Async/TaskGraphInterfaces.h"
#include "Engine/EngineTypes.h"

class AActor;
class UActorComponent;
class ULevel;
struct FTickFunction;

/// Where a world comes from. Nothing here travels.
struct FURL
{
};

enum ETickingGroup : int
{
	TG_PrePhysics,
	TG_StartPhysics,
	TG_DuringPhysics,
	TG_EndPhysics,
	TG_PostPhysics,
	TG_PostUpdateWork,
	TG_LastDemotable,
	TG_NewlySpawned,
	TG_MAX
};

enum ELevelTick
{
	LEVELTICK_TimeOnly = 0,
	LEVELTICK_ViewportsOnly = 1,
	LEVELTICK_All = 2,
	LEVELTICK_PauseTick = 3
};

struct FTickPrerequisite
{
	FTickPrerequisite() = default;
	FTickPrerequisite(UObject* TargetObject, FTickFunction& TargetTickFunction)
		: PrerequisiteObject(TargetObject)
		, PrerequisiteTickFunction(&TargetTickFunction)
	{
	}
	FTickFunction* Get() const { return PrerequisiteObject.IsValid() ? PrerequisiteTickFunction : nullptr; }
	bool operator==(const FTickPrerequisite& Other) const { return PrerequisiteTickFunction == Other.PrerequisiteTickFunction; }
	TWeakObjectPtr<UObject> PrerequisiteObject;
	FTickFunction* PrerequisiteTickFunction = nullptr;
};

/// Something called once per frame in a tick group. Registered with a level; the raw pointer is kept, so it must be unregistered before it dies.
struct FTickFunction
{
	FTickFunction();
	virtual ~FTickFunction();
	FTickFunction(const FTickFunction&) = delete;
	/// Settings only; what is registered stays so.
	FTickFunction& operator=(const FTickFunction& Other);

	void RegisterTickFunction(ULevel* Level);
	void UnRegisterTickFunction();
	bool IsTickFunctionRegistered() const { return HostLevel != nullptr; }
	void SetTickFunctionEnable(bool bInEnabled) { bEnabled = bInEnabled; }
	bool IsTickFunctionEnabled() const { return bEnabled; }
	void AddPrerequisite(UObject* TargetObject, FTickFunction& TargetTickFunction);
	void RemovePrerequisite(UObject* TargetObject, FTickFunction& TargetTickFunction);
	virtual void ExecuteTick(
		float DeltaTime, ELevelTick TickType, ENamedThreads::Type CurrentThread, const FGraphEventRef& MyCompletionGraphEvent);
	virtual FString DiagnosticMessage() { return TEXT("FTickFunction"); }
	virtual FName DiagnosticContext(bool) { return NAME_None; }
	TEnumAsByte<ETickingGroup> GetActualTickGroup() const { return HostActualGroup; }

	TEnumAsByte<ETickingGroup> TickGroup;
	TEnumAsByte<ETickingGroup> EndTickGroup;
	uint8 bTickEvenWhenPaused : 1;
	uint8 bCanEverTick : 1;
	uint8 bStartWithTickEnabled : 1;
	uint8 bAllowTickOnDedicatedServer : 1;
	uint8 bHighPriority : 1;
	uint8 bRunOnAnyThread : 1;
	float TickInterval = 0.0f;

	ULevel* HostLevel = nullptr;
	TEnumAsByte<ETickingGroup> HostActualGroup;
	float HostSinceLastTick = 0.0f;
	uint64 HostLastFrame = 0;
	uint64 HostVisit = 0;
	TArray<FTickPrerequisite> HostPrerequisites;

private:
	bool bEnabled = true;
};

struct FActorTickFunction : FTickFunction
{
	void ExecuteTick(
		float DeltaTime, ELevelTick TickType, ENamedThreads::Type CurrentThread, const FGraphEventRef& MyCompletionGraphEvent) override;
	FString DiagnosticMessage() override;
	AActor* Target = nullptr;
};

struct FActorComponentTickFunction : FTickFunction
{
	void ExecuteTick(
		float DeltaTime, ELevelTick TickType, ENamedThreads::Type CurrentThread, const FGraphEventRef& MyCompletionGraphEvent) override;
	FString DiagnosticMessage() override;
	UActorComponent* Target = nullptr;
};

template <typename T>
struct TStructOpsTypeTraitsBase2
{
	enum
	{
		WithCopy = true
	};
};
template <typename T>
struct TStructOpsTypeTraits : TStructOpsTypeTraitsBase2<T>
{
};
