// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/UActorComponent (RegisterComponent, OnRegister, CreateRenderState_Concurrent 5.4, SendRenderDynamicData_Concurrent 5.4, TickComponent, BeginPlay, EndPlay, DestroyComponent, SetCanEverAffectNavigation).
#pragma once

#include "Engine/EngineBaseTypes.h"

#include "ActorComponent.generated.h"

class FRegisterComponentContext;
class FSceneInterface;

UCLASS(DefaultToInstanced, Abstract)
class UActorComponent : public UObject
{
	GENERATED_BODY()

public:
	UActorComponent(const FObjectInitializer& ObjectInitializer = FObjectInitializer::Get());

	AActor* GetOwner() const;
	template <typename T>
	T* GetOwner() const
	{
		return static_cast<T*>(GetOwner());
	}
	virtual UWorld* GetWorld() const override final;
	FSceneInterface* GetScene() const;
	bool IsRegistered() const { return bRegistered; }
	bool IsRenderStateCreated() const { return bRenderStateCreated; }
	bool IsRenderStateDirty() const { return bRenderStateDirty; }
	bool HasBegunPlay() const { return bHasBegunPlay; }
	void SetCanEverAffectNavigation(bool bRelevant) {}
	bool IsBeingDestroyed() const { return bIsBeingDestroyed; }
	bool IsActive() const { return bIsActive; }
	virtual void Activate(bool bReset = false) { bIsActive = true; }
	virtual void Deactivate() { bIsActive = false; }
	void SetActive(bool bNewActive, bool bReset = false) { bNewActive ? Activate(bReset) : Deactivate(); }

	void RegisterComponent();
	void RegisterComponentWithWorld(UWorld* InWorld);
	void UnregisterComponent();
	void ReregisterComponent();
	virtual void DestroyComponent(bool bPromoteChildren = false);

	void MarkRenderStateDirty();
	void MarkRenderDynamicDataDirty();
	void MarkRenderTransformDirty();

	virtual void BeginPlay();
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason);
	virtual void InitializeComponent();
	virtual void UninitializeComponent();
	virtual void TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction) {}
	virtual void OnComponentCreated() {}
	virtual void OnComponentDestroyed(bool bDestroyingHierarchy) {}
	virtual void ApplyWorldOffset(const FVector& InOffset, bool bWorldShift) {}
	virtual bool ShouldCreateRenderState() const { return false; }
	virtual void BeginDestroy() override;
#if WITH_EDITOR
	virtual void PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent) override;
#endif

	void SetComponentTickEnabled(bool bEnabled) { PrimaryComponentTick.SetTickFunctionEnable(bEnabled); }
	bool IsComponentTickEnabled() const { return PrimaryComponentTick.IsTickFunctionEnabled(); }
	void SetTickGroup(ETickingGroup NewTickGroup) { PrimaryComponentTick.TickGroup = NewTickGroup; }
	void AddTickPrerequisiteComponent(UActorComponent* PrerequisiteComponent);
	void AddTickPrerequisiteActor(AActor* PrerequisiteActor);
	void SetIsReplicatedByDefault(bool bNewReplicates) { bReplicates = bNewReplicates; }
	bool GetIsReplicated() const { return bReplicates; }

	FActorComponentTickFunction PrimaryComponentTick;

	UPROPERTY()
	TArray<FName> ComponentTags;

	UPROPERTY()
	uint8 bAutoActivate : 1;

	UPROPERTY()
	uint8 bTickInEditor : 1;

	UPROPERTY()
	uint8 bWantsInitializeComponent : 1;

	/** For the host's own use. */
	void HostDispatchBeginPlay();
	void HostDispatchEndPlay(const EEndPlayReason::Type EndPlayReason);
	void HostInitialize();
	void HostDoDeferredRenderUpdates();
	void HostRecreateRenderState();
	bool bHostInEndOfFrame = false;

protected:
	virtual void OnRegister();
	virtual void OnUnregister();
	virtual void CreateRenderState_Concurrent(FRegisterComponentContext* Context);
	virtual void SendRenderTransform_Concurrent();
	virtual void SendRenderDynamicData_Concurrent();
	virtual void DestroyRenderState_Concurrent();
	virtual void OnCreatePhysicsState();
	virtual void OnDestroyPhysicsState();
	virtual void RegisterComponentTickFunctions(bool bRegister);

	uint8 bRenderStateCreated : 1;
	uint8 bRegistered : 1;

private:
	void DestroyRenderState();
	void MarkForEndOfFrameUpdate();

	bool bRenderStateDirty = false, bRenderTransformDirty = false, bRenderDynamicDataDirty = false;
	bool bHasBegunPlay = false, bHasBeenInitialized = false, bIsBeingDestroyed = false, bIsActive = false, bReplicates = false;
	UWorld* WorldPrivate = nullptr;
};
