// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Components/MeshComponent.h"
#include "Engine/World.h"

#include "HostWorldTypes.generated.h"

/** Writes down what happens to it. */
UCLASS()
class HOSTTESTS_API UHostDiaryComponent : public USceneComponent
{
	GENERATED_BODY()

public:
	UHostDiaryComponent();
	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;
	virtual void TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction) override;

	/** Called by timers. */
	void Ring() { Diary.Add(TEXT("Ring")); }

	UPROPERTY()
	int32 Saved = 0;

	TArray<FString> Diary;
	/** Shared by all, in the order of events. */
	static TArray<FString> Common;

protected:
	virtual void OnRegister() override;
	virtual void OnUnregister() override;
};

UCLASS()
class HOSTTESTS_API AHostDiaryActor : public AActor
{
	GENERATED_BODY()

public:
	AHostDiaryActor();
	virtual void Tick(float DeltaSeconds) override;
	virtual void BeginPlay() override;

	UPROPERTY()
	TObjectPtr<UHostDiaryComponent> First;

	UPROPERTY()
	TObjectPtr<UHostDiaryComponent> Second;

	TArray<FString> Diary;
	bool bDestroyInTick = false;
};

/** Forgets its base in BeginPlay. */
UCLASS()
class HOSTTESTS_API UHostForgetfulComponent : public UActorComponent
{
	GENERATED_BODY()

public:
	virtual void BeginPlay() override {}
};

UCLASS()
class HOSTTESTS_API UHostDiarySubsystem : public UTickableWorldSubsystem
{
	GENERATED_BODY()

public:
	virtual void Initialize(FSubsystemCollectionBase& Collection) override;
	virtual void PostInitialize() override { Diary.Add(TEXT("PostInitialize")); }
	virtual void OnWorldBeginPlay(UWorld& InWorld) override { Diary.Add(TEXT("OnWorldBeginPlay")); }
	virtual void Deinitialize() override;
	virtual void Tick(float DeltaTime) override;
	virtual TStatId GetStatId() const override { RETURN_QUICK_DECLARE_CYCLE_STAT(UHostDiarySubsystem, STATGROUP_Tickables); }
	virtual bool IsTickableInEditor() const override { return bInEditor; }

	TArray<FString> Diary;
	bool bInEditor = false;
	static int32 Alive;
};

/** A triangle whose corners move: the way of a soft body, in small. */
UCLASS()
class HOSTTESTS_API UHostTriangleComponent : public UMeshComponent
{
	GENERATED_BODY()

public:
	virtual FPrimitiveSceneProxy* CreateSceneProxy() override;
	virtual FBoxSphereBounds CalcBounds(const FTransform& LocalToWorld) const override;
	virtual int32 GetNumMaterials() const override { return 1; }
	void Move(float Height);

	bool bForgetRelease = false;
	bool bTouchComponent = false;

protected:
	virtual void SendRenderDynamicData_Concurrent() override;

private:
	float Height = 0;
};
