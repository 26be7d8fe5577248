// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/actors-in-unreal-engine, dev.epicgames.com/documentation/unreal-engine/unreal-engine-actor-lifecycle, dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/AActor (ApplyWorldOffset: .../GameFramework/AActor/ApplyWorldOffset).
#pragma once

#include "Components/SceneComponent.h"

#include "Actor.generated.h"

UCLASS()
class AActor : public UObject
{
	GENERATED_BODY()

public:
	AActor(const FObjectInitializer& ObjectInitializer = FObjectInitializer::Get());

	virtual UWorld* GetWorld() const override final;
	ULevel* GetLevel() const;
	USceneComponent* GetRootComponent() const { return RootComponent; }
	bool SetRootComponent(USceneComponent* NewRootComponent);
	const FTransform& GetActorTransform() const;
	FVector GetActorLocation() const { return GetActorTransform().GetLocation(); }
	FRotator GetActorRotation() const { return GetActorTransform().Rotator(); }
	FVector GetActorScale3D() const { return GetActorTransform().GetScale3D(); }
	bool SetActorLocation(const FVector& NewLocation, bool bSweep = false, FHitResult* OutSweepHitResult = nullptr,
		ETeleportType Teleport = ETeleportType::None);
	bool SetActorTransform(const FTransform& NewTransform, bool bSweep = false, FHitResult* OutSweepHitResult = nullptr,
		ETeleportType Teleport = ETeleportType::None);
	void SetActorScale3D(FVector NewScale3D);
	void SetActorHiddenInGame(bool bNewHidden);
	bool IsHidden() const { return bHidden; }

	template <typename T>
	void GetComponents(TArray<T*>& OutComponents) const
	{
		OutComponents.Reset();
		for (UActorComponent* Component : OwnedComponents)
			if (Component && Component->IsA(T::StaticClass()))
				OutComponents.Add(static_cast<T*>(Component));
	}
	template <typename T>
	T* FindComponentByClass() const
	{
		TArray<T*> Found;
		GetComponents(Found);
		return Found.IsEmpty() ? nullptr : Found[0];
	}
	void AddOwnedComponent(UActorComponent* Component);
	void RemoveOwnedComponent(UActorComponent* Component);
	void AddInstanceComponent(UActorComponent* Component) { AddOwnedComponent(Component); }

	/// Of an actor that was spawned deferred.
	void FinishSpawning(const FTransform& Transform, bool bIsDefaultTransform = false);
	bool Destroy(bool bNetForce = false, bool bShouldModifyLevel = true);
	bool IsActorBeingDestroyed() const { return bActorIsBeingDestroyed; }
	bool HasActorBegunPlay() const { return bHasBegunPlay; }
	bool HasAuthority() const { return true; }
	bool GetIsReplicated() const { return bReplicates; }
	ENetMode GetNetMode() const;
	void SetActorTickEnabled(bool bEnabled) { PrimaryActorTick.SetTickFunctionEnable(bEnabled); }
	void AddTickPrerequisiteActor(AActor* PrerequisiteActor);
#if WITH_EDITOR
	const FString GetActorLabel(bool bCreateIfNone = true) const { return Label.IsEmpty() ? GetName() : Label; }
	void SetActorLabel(const FString& NewActorLabel, bool bMarkDirty = true) { Label = NewActorLabel; }
#endif
	FString GetActorNameOrLabel() const;

	virtual void Tick(float DeltaSeconds) {}
	virtual bool ShouldTickIfViewportsOnly() const { return false; }
	virtual void BeginPlay();
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason);
	virtual void PostInitializeComponents();
	virtual void OnConstruction(const FTransform& Transform) {}
	virtual void PostRegisterAllComponents() {}
	virtual void Destroyed() {}
	virtual void ApplyWorldOffset(const FVector& InOffset, bool bWorldShift);
	virtual void PostLoad() override;

	FActorTickFunction PrimaryActorTick;

	UPROPERTY()
	TArray<FName> Tags;

	/** Seconds until the actor destroys itself; zero for never. */
	UPROPERTY()
	float InitialLifeSpan = 0.0f;

	UPROPERTY()
	float CustomTimeDilation = 1.0f;

	static void AddReferencedObjects(UObject* InThis, FReferenceCollector& Collector);

	/** For the host's own use. */
	void HostRegisterAllComponents();
	void HostUnregisterAllComponents();
	void HostInitialize();
	void HostDispatchBeginPlay();
	void HostRouteEndPlay(const EEndPlayReason::Type EndPlayReason);
	const TArray<UActorComponent*>& HostComponents() const { return OwnedComponents; }

protected:
	UPROPERTY()
	TObjectPtr<USceneComponent> RootComponent;

	UPROPERTY()
	uint8 bHidden : 1;

	UPROPERTY()
	uint8 bReplicates : 1;

private:
	void GatherOwnedComponents();

	UPROPERTY()
	FString Label;

	TArray<UActorComponent*> OwnedComponents;
	bool bHasBegunPlay = false, bInitialized = false, bActorIsBeingDestroyed = false;
	friend class UWorld;
};
