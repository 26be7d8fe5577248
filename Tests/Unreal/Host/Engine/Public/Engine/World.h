// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/UWorld (SpawnActor, SpawnActorDeferred, GetSubsystem, Tick, GetTimeSeconds, SendAllEndOfFrameUpdates, IsGameWorld; CreateWorld, InitializeActorsForPlay, DestroyWorld, GetWorldSettings; BeginPlay: without a game mode no actor begins; RemoveFromWorld for what becomes of a streamed level; OriginLocation by UGameplayStatics/GetWorldOriginLocation; OverlapMultiByObjectType(results, place, turn, object types, shape, parameters)), .../FWorldDelegates, .../FActorSpawnParameters.
#pragma once

#include "CollisionQueryParams.h"
#include "CollisionShape.h"
#include "Engine/EngineBaseTypes.h"
#include "Engine/Level.h"
#include "GameFramework/Actor.h"
#include "Subsystems/WorldSubsystem.h"
#include "Templates/SubclassOf.h"
#include "TimerManager.h"

#include "World.generated.h"

class AWorldSettings;
class FSceneInterface;
class UPrimitiveComponent;
struct FOverlapResult;

enum class ESpawnActorCollisionHandlingMethod : uint8
{
	Undefined,
	AlwaysSpawn
};

struct FActorSpawnParameters
{
	FName Name;
	AActor* Template = nullptr;
	AActor* Owner = nullptr;
	ULevel* OverrideLevel = nullptr;
	ESpawnActorCollisionHandlingMethod SpawnCollisionHandlingOverride = ESpawnActorCollisionHandlingMethod::Undefined;
	EObjectFlags ObjectFlags = RF_Transactional;
	uint8 bDeferConstruction : 1 = 0;
	uint8 bNoFail : 1 = 0;
};

struct FWorldDelegates
{
	static TMulticastDelegate<void(UWorld*, ELevelTick, float)> OnWorldTickStart;
	static TMulticastDelegate<void(UWorld*, ELevelTick, float)> OnWorldPreActorTick;
	static TMulticastDelegate<void(UWorld*, ELevelTick, float)> OnWorldPostActorTick;
	static TMulticastDelegate<void(UWorld*, bool, bool)> OnWorldCleanup;
	static TMulticastDelegate<void(UWorld*)> OnWorldBeginTearDown;
};

class APlayerController;

/// Over the players of a world. The engine's walks an array of weak pointers; so does this.
class FConstPlayerControllerIterator
{
public:
	explicit FConstPlayerControllerIterator(TArray<TWeakObjectPtr<APlayerController>> InPlayers)
		: Players(MoveTemp(InPlayers))
	{
	}
	explicit operator bool() const { return Index < Players.Num(); }
	FConstPlayerControllerIterator& operator++()
	{
		++Index;
		return *this;
	}
	const TWeakObjectPtr<APlayerController>* operator->() const { return &Players[Index]; }

private:
	TArray<TWeakObjectPtr<APlayerController>> Players;
	int32 Index = 0;
};

UCLASS()
class UWorld : public UObject
{
	GENERATED_BODY()

public:
	/// A world without a game mode, as tests make it: AWorldSettings::NotifyBeginPlay lets its actors begin. The caller destroys it.
	static UWorld* CreateWorld(const EWorldType::Type InWorldType, bool bInformEngineOfWorld, FName WorldName = NAME_None);
	void InitializeActorsForPlay(const FURL& InURL);
	void EndPlay(const EEndPlayReason::Type EndPlayReason);
	void DestroyWorld(bool bInformEngineOfWorld);
	AWorldSettings* GetWorldSettings() const { return WorldSettings; }

	virtual UWorld* GetWorld() const override { return const_cast<UWorld*>(this); }

	AActor* SpawnActor(
		UClass* Class, const FTransform* Transform = nullptr, const FActorSpawnParameters& SpawnParameters = FActorSpawnParameters());
	template <typename T>
	T* SpawnActor(const FActorSpawnParameters& SpawnParameters = FActorSpawnParameters())
	{
		return static_cast<T*>(SpawnActor(T::StaticClass(), nullptr, SpawnParameters));
	}
	template <typename T>
	T* SpawnActor(const FVector& Location, const FRotator& Rotation, const FActorSpawnParameters& SpawnParameters = FActorSpawnParameters())
	{
		const FTransform Transform(Rotation, Location);
		return static_cast<T*>(SpawnActor(T::StaticClass(), &Transform, SpawnParameters));
	}
	template <typename T>
	T* SpawnActor(UClass* Class, const FTransform& Transform, const FActorSpawnParameters& SpawnParameters = FActorSpawnParameters())
	{
		return static_cast<T*>(SpawnActor(Class, &Transform, SpawnParameters));
	}
	/// Without components registered; AActor::FinishSpawning does the rest.
	template <typename T>
	T* SpawnActorDeferred(UClass* Class, const FTransform& Transform, AActor* Owner = nullptr)
	{
		FActorSpawnParameters Parameters;
		Parameters.Owner = Owner;
		Parameters.bDeferConstruction = true;
		return static_cast<T*>(SpawnActor(Class, &Transform, Parameters));
	}
	bool DestroyActor(AActor* Actor, bool bNetForce = false, bool bShouldModifyLevel = true);
#if WITH_EDITOR
	/// Takes an actor out of an edited level; undo puts it back.
	bool EditorDestroyActor(AActor* Actor, bool bShouldModifyLevel);
#endif

	FConstPlayerControllerIterator GetPlayerControllerIterator() const;
	template <typename T>
	T* GetSubsystem() const
	{
		return static_cast<T*>(Subsystems.HostFind(T::StaticClass()));
	}
	template <typename T>
	static T* GetSubsystem(const UWorld* World)
	{
		return World ? World->GetSubsystem<T>() : nullptr;
	}

	void Tick(ELevelTick TickType, float DeltaSeconds);
	void SendAllEndOfFrameUpdates();
	void BeginPlay();
	bool HasBegunPlay() const { return bBegunPlay; }
	bool AreActorsInitialized() const { return bActorsInitialized; }
	bool IsGameWorld() const
	{
		return WorldType == EWorldType::Game || WorldType == EWorldType::PIE || WorldType == EWorldType::GamePreview;
	}
	bool IsEditorWorld() const { return WorldType == EWorldType::Editor || WorldType == EWorldType::EditorPreview; }
	bool IsPlayInEditor() const { return WorldType == EWorldType::PIE; }
	bool IsPaused() const { return bPaused; }
	bool IsNetMode(ENetMode Mode) const { return GetNetMode() == Mode; }
	ENetMode GetNetMode() const;
	double GetTimeSeconds() const { return TimeSeconds; }
	double GetUnpausedTimeSeconds() const { return UnpausedTimeSeconds; }
	float GetDeltaSeconds() const { return DeltaTimeSeconds; }
	FTimerManager& GetTimerManager() const { return const_cast<FTimerManager&>(TimerManager); }
	ULevel* GetCurrentLevel() const { return PersistentLevel; }
	float GetGravityZ() const { return -980.0f; }
	/// By bounding boxes: finds what the engine would find, and some more.
	bool OverlapMultiByObjectType(TArray<FOverlapResult>& OutOverlaps, const FVector& Pos, const FQuat& Rot,
		const FCollisionObjectQueryParams& ObjectQueryParams, const FCollisionShape& CollisionShape,
		const FCollisionQueryParams& Params = FCollisionQueryParams()) const;
	FString GetMapName() const { return GetName(); }

	TEnumAsByte<EWorldType::Type> WorldType;
	FSceneInterface* Scene = nullptr;
	bool bIsTearingDown = false;

	UPROPERTY()
	TObjectPtr<ULevel> PersistentLevel;

	UPROPERTY()
	TObjectPtr<AWorldSettings> WorldSettings;

	/** Centimetres that places of this world are measured from, seen from where it began. */
	FIntVector OriginLocation = FIntVector(0, 0, 0);

	/** For the host's own use. */
	void HostInitialize(EWorldType::Type Type);
	void HostInitializeActors();
	void HostBeginActors();
	void HostTearDown(EEndPlayReason::Type Reason);
	/** A streamed level appears: its components are registered, and its actors begin play if the world plays. Its outer is the world. */
	void HostAddLevel(ULevel* Level);
	/** It goes away; its actors may come back. */
	void HostRemoveLevel(ULevel* Level);
	void HostForEachActor(TFunctionRef<void(AActor&)> Visit) const;
	void HostSetOrigin(const FIntVector& NewOrigin);
	void HostSetNetMode(ENetMode Mode) { NetMode = Mode; }
	/** What is drawn now was seen now. */
	void HostNoteRendered();
	void HostSetPaused(bool bInPaused) { bPaused = bInPaused; }
	void HostSetTimeDilation(float InDilation) { TimeDilation = InDilation; }
	void HostRegisterTick(FTickFunction* Function);
	void HostUnregisterTick(FTickFunction* Function);
	void HostMarkForEndOfFrameUpdate(UActorComponent* Component);
	void HostForgetComponent(UActorComponent* Component);
	void HostAddPrimitive(UPrimitiveComponent* Primitive) { Primitives.Add(Primitive); }
	void HostRemovePrimitive(UPrimitiveComponent* Primitive) { Primitives.Remove(Primitive); }
	bool HostIsTicking() const { return bTicking; }
	ETickingGroup HostTickGroup = TG_MAX;
	static void AddReferencedObjects(UObject* InThis, FReferenceCollector& Collector);

private:
	void RunTickGroup(ETickingGroup Group, float DeltaSeconds, ELevelTick TickType);
	TArray<FTickFunction*> OrderTicks();
	void TickObjects(float DeltaSeconds, ELevelTick TickType);

	FSubsystemCollectionBase Subsystems;
	FTimerManager TimerManager;
	TArray<ULevel*> StreamedLevels;
	ENetMode NetMode = NM_Standalone;
	TSet<FTickFunction*> Ticks;
	TArray<UActorComponent*> EndOfFrame;
	TArray<UPrimitiveComponent*> Primitives;
	double TimeSeconds = 0, UnpausedTimeSeconds = 0;
	uint64 TickFrame = 0, TickVisit = 0;
	float DeltaTimeSeconds = 0, TimeDilation = 1;
	bool bBegunPlay = false, bActorsInitialized = false, bPaused = false, bTicking = false;
};
