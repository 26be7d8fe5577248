// Copyright (c) 2026 The SPHSolids authors

#include "Engine/World.h"
#include "Components/PrimitiveComponent.h"
#include "Engine/OverlapResult.h"
#include "GameFramework/WorldSettings.h"
#include "Kismet/GameplayStatics.h"
#include "Templates/Casts.h"

#include "Host/Engine.h"
#include "Host/Objects.h"
#include "Host/Program.h"
#include "Host/Scene.h"

#include <vector>

DEFINE_LOG_CATEGORY_STATIC(LogSpawn, Log, All);
DEFINE_LOG_CATEGORY_STATIC(LogTick, Log, All);

TMulticastDelegate<void(UWorld*, ELevelTick, float)> FWorldDelegates::OnWorldTickStart;
TMulticastDelegate<void(UWorld*, ELevelTick, float)> FWorldDelegates::OnWorldPreActorTick;
TMulticastDelegate<void(UWorld*, ELevelTick, float)> FWorldDelegates::OnWorldPostActorTick;
TMulticastDelegate<void(UWorld*, bool, bool)> FWorldDelegates::OnWorldCleanup;
TMulticastDelegate<void(UWorld*)> FWorldDelegates::OnWorldBeginTearDown;

namespace
{
std::vector<FTickableGameObject*>& HostTickables()
{
	static std::vector<FTickableGameObject*> List;
	return List;
}
}

FTickFunction::FTickFunction()
	: TickGroup(TG_PrePhysics)
	, EndTickGroup(TG_PrePhysics)
	, bTickEvenWhenPaused(false)
	, bCanEverTick(false)
	, bStartWithTickEnabled(true)
	, bAllowTickOnDedicatedServer(true)
	, bHighPriority(false)
	, bRunOnAnyThread(false)
	, HostActualGroup(TG_PrePhysics)
{
}

FTickFunction::~FTickFunction()
{
	if (HostLevel)
	{
		HOST_CHECK(!HostLevel->GetWorld() || !HostLevel->GetWorld()->HostIsTicking(),
			"a registered tick function was destroyed during a tick frame; unregister it first");
		UnRegisterTickFunction();
	}
}

FTickFunction& FTickFunction::operator=(const FTickFunction& Other)
{
	TickGroup = Other.TickGroup;
	EndTickGroup = Other.EndTickGroup;
	bTickEvenWhenPaused = Other.bTickEvenWhenPaused;
	bCanEverTick = Other.bCanEverTick;
	bStartWithTickEnabled = Other.bStartWithTickEnabled;
	bAllowTickOnDedicatedServer = Other.bAllowTickOnDedicatedServer;
	TickInterval = Other.TickInterval;
	return *this;
}

void FTickFunction::RegisterTickFunction(ULevel* Level)
{
	Host::CheckGameThread("RegisterTickFunction off the game thread");
	if (HostLevel || (IsRunningDedicatedServer() && !bAllowTickOnDedicatedServer))
		return;
	check(Level && Level->GetWorld());
	HostLevel = Level;
	HostSinceLastTick = 0;
	Level->GetWorld()->HostRegisterTick(this);
}

void FTickFunction::UnRegisterTickFunction()
{
	if (!HostLevel)
		return;
	Host::CheckGameThread("UnRegisterTickFunction off the game thread");
	if (UWorld* World = HostLevel->GetWorld())
		World->HostUnregisterTick(this);
	HostLevel = nullptr;
}

void FTickFunction::AddPrerequisite(UObject* TargetObject, FTickFunction& TargetTickFunction)
{
	HostPrerequisites.AddUnique(FTickPrerequisite(TargetObject, TargetTickFunction));
}

void FTickFunction::RemovePrerequisite(UObject* TargetObject, FTickFunction& TargetTickFunction)
{
	HostPrerequisites.Remove(FTickPrerequisite(TargetObject, TargetTickFunction));
}

void FTickFunction::ExecuteTick(float, ELevelTick, ENamedThreads::Type, const FGraphEventRef&)
{
	HOST_CHECK(false, "FTickFunction::ExecuteTick was not overridden");
}

void FActorTickFunction::ExecuteTick(float DeltaTime, ELevelTick TickType, ENamedThreads::Type, const FGraphEventRef&)
{
	if (IsValid(Target) && !Target->IsActorBeingDestroyed() && (TickType != LEVELTICK_ViewportsOnly || Target->ShouldTickIfViewportsOnly()))
		Target->Tick(DeltaTime * Target->CustomTimeDilation);
}

FString FActorTickFunction::DiagnosticMessage()
{
	return Target->GetFullName() + TEXT("[TickActor]");
}

void FActorComponentTickFunction::ExecuteTick(float DeltaTime, ELevelTick TickType, ENamedThreads::Type, const FGraphEventRef&)
{
	if (!IsValid(Target) || !Target->IsRegistered() || Target->IsBeingDestroyed())
		return;
	const AActor* Owner = Target->GetOwner();
	if (TickType != LEVELTICK_ViewportsOnly || Target->bTickInEditor)
		Target->TickComponent(DeltaTime * (Owner ? Owner->CustomTimeDilation : 1.0f), TickType, this);
}

FString FActorComponentTickFunction::DiagnosticMessage()
{
	return Target->GetFullName() + TEXT("[TickComponent]");
}

FTickableGameObject::FTickableGameObject()
{
	Host::CheckGameThread("FTickableGameObject");
	HostTickables().push_back(this);
}

FTickableGameObject::~FTickableGameObject()
{
	std::erase(HostTickables(), this);
}

void USubsystem::Initialize(FSubsystemCollectionBase&) {}

void USubsystem::Deinitialize() {}

bool UWorldSubsystem::ShouldCreateSubsystem(UObject* Outer) const
{
	const UWorld* World = Cast<UWorld>(Outer);
	return Super::ShouldCreateSubsystem(Outer) && World && DoesSupportWorldType(World->WorldType);
}

bool UWorldSubsystem::DoesSupportWorldType(const EWorldType::Type WorldType) const
{
	return WorldType == EWorldType::Game || WorldType == EWorldType::Editor || WorldType == EWorldType::PIE;
}

UWorld* UWorldSubsystem::GetWorld() const
{
	return Cast<UWorld>(GetOuter());
}

UWorld& UWorldSubsystem::GetWorldRef() const
{
	return *CastChecked<UWorld>(GetOuter());
}

void UTickableWorldSubsystem::Initialize(FSubsystemCollectionBase& Collection)
{
	Super::Initialize(Collection);
	bInitialized = true;
}

void UTickableWorldSubsystem::Deinitialize()
{
	Super::Deinitialize();
	bInitialized = false;
}

ETickableTickType UTickableWorldSubsystem::GetTickableTickType() const
{
	return IsTemplate() || !bInitialized ? ETickableTickType::Never : ETickableTickType::Conditional;
}

USubsystem* FSubsystemCollectionBase::HostFind(const UClass* Class) const
{
	for (USubsystem* Subsystem : Subsystems)
		if (Subsystem->IsA(Class))
			return Subsystem;
	return nullptr;
}

USubsystem* FSubsystemCollectionBase::InitializeDependency(UClass* Class)
{
	if (USubsystem* Existing = HostFind(Class))
		return Existing;
	if (Class->HasAnyClassFlags(CLASS_Abstract) || !Class->GetDefaultObject<USubsystem>()->ShouldCreateSubsystem(Outer))
		return nullptr;
	USubsystem* Subsystem = NewObject<USubsystem>(Outer, Class, NAME_None, RF_Transient);
	Subsystems.Add(Subsystem);
	Subsystem->Initialize(*this);
	if (const UTickableWorldSubsystem* Tickable = Cast<UTickableWorldSubsystem>(Subsystem))
		HOST_CHECK(Tickable->IsInitialized(),
			Host::FormatAssertion(TEXT("%s::Initialize does not call Super, so it will never tick"), *Class->GetName()));
	return Subsystem;
}

void FSubsystemCollectionBase::HostInitialize(UObject* NewOuter, UClass* Base)
{
	Outer = NewOuter;
	TArray<UObject*> Classes;
	GetObjectsOfClass(UClass::StaticClass(), Classes);
	for (UObject* Object : Classes)
		if (UClass* Class = static_cast<UClass*>(Object); Class->IsChildOf(Base))
			InitializeDependency(Class);
}

void FSubsystemCollectionBase::HostDeinitialize()
{
	for (int32 Index = Subsystems.Num() - 1; Index >= 0; --Index)
	{
		Subsystems[Index]->Deinitialize();
		if (const UTickableWorldSubsystem* Tickable = Cast<UTickableWorldSubsystem>(Subsystems[Index].Get()))
			HOST_CHECK(!Tickable->IsInitialized(),
				Host::FormatAssertion(TEXT("%s::Deinitialize does not call Super"), *Tickable->GetClass()->GetName()));
	}
	Subsystems.Empty();
}

TArray<USubsystem*> FSubsystemCollectionBase::HostAll() const
{
	TArray<USubsystem*> All;
	for (USubsystem* Subsystem : Subsystems)
		All.Add(Subsystem);
	return All;
}

void FTimerManager::SetTimer(FTimerHandle& InOutHandle, const FTimerDelegate& Delegate, float InRate, bool InbLoop, float InFirstDelay)
{
	ClearTimer(InOutHandle);
	if (InRate <= 0.0f)
		return;
	InOutHandle.Handle = NextId++;
	const double Rate = static_cast<double>(InRate);
	Timers.Add({InOutHandle.Handle, Delegate, Rate, InFirstDelay >= 0.0f ? static_cast<double>(InFirstDelay) : Rate, InbLoop});
}

void FTimerManager::ClearTimer(FTimerHandle& InHandle)
{
	Timers.RemoveAll([&](const FTimer& Timer) { return Timer.Id == InHandle.Handle; });
	InHandle.Invalidate();
}

bool FTimerManager::IsTimerActive(FTimerHandle InHandle) const
{
	return Timers.ContainsByPredicate([&](const FTimer& Timer) { return Timer.Id == InHandle.Handle; });
}

void FTimerManager::ClearAllTimersForObject(const void* Object)
{
	Timers.RemoveAll([&](const FTimer& Timer) { return Timer.Delegate.IsBoundToObject(Object); });
}

void FTimerManager::Tick(float DeltaTime)
{
	for (FTimer& Timer : Timers)
		Timer.Remaining -= static_cast<double>(DeltaTime);
	// A callback may set and clear timers: look anew each time.
	for (;;)
	{
		FTimer* Due = Timers.FindByPredicate([](const FTimer& Timer) { return Timer.Remaining <= 0.0; });
		if (!Due)
			return;
		const FTimer Fired = *Due;
		if (Due->bLoop)
			Due->Remaining += Due->Rate;
		else
			Timers.RemoveAll([&](const FTimer& Timer) { return Timer.Id == Fired.Id; });
		Fired.Delegate.ExecuteIfBound();
	}
}

UWorld* ULevel::GetWorld() const
{
	return GetTypedOuter<UWorld>();
}

void UWorld::AddReferencedObjects(UObject* InThis, FReferenceCollector& Collector)
{
	for (USubsystem* Subsystem : static_cast<UWorld*>(InThis)->Subsystems.HostAll())
		Collector.AddReferencedObject(Subsystem);
	for (ULevel*& Level : static_cast<UWorld*>(InThis)->StreamedLevels)
		Collector.AddReferencedObject(Level);
	Super::AddReferencedObjects(InThis, Collector);
}

ENetMode UWorld::GetNetMode() const
{
	return IsRunningDedicatedServer() ? NM_DedicatedServer : NetMode;
}

void UWorld::HostForEachActor(TFunctionRef<void(AActor&)> Visit) const
{
	for (int32 Index = 0; Index < PersistentLevel->Actors.Num(); ++Index)
		Visit(*PersistentLevel->Actors[Index]);
	for (const ULevel* Level : StreamedLevels)
		for (int32 Index = 0; Index < Level->Actors.Num(); ++Index)
			Visit(*Level->Actors[Index]);
}

void UWorld::HostAddLevel(ULevel* Level)
{
	Host::CheckGameThread("a level was added off the game thread");
	check(Level->GetWorld() == this && !StreamedLevels.Contains(Level));
	StreamedLevels.Add(Level);
	for (int32 Index = 0; Index < Level->Actors.Num(); ++Index)
		Level->Actors[Index]->HostRegisterAllComponents();
	if (bActorsInitialized)
		for (int32 Index = 0; Index < Level->Actors.Num(); ++Index)
			Level->Actors[Index]->HostInitialize();
	if (bBegunPlay)
		for (int32 Index = 0; Index < Level->Actors.Num(); ++Index)
			Level->Actors[Index]->HostDispatchBeginPlay();
}

void UWorld::HostRemoveLevel(ULevel* Level)
{
	Host::CheckGameThread("a level was removed off the game thread");
	check(StreamedLevels.Contains(Level));
	for (int32 Index = 0; Index < Level->Actors.Num(); ++Index)
		Level->Actors[Index]->HostRouteEndPlay(EEndPlayReason::RemovedFromWorld);
	for (int32 Index = 0; Index < Level->Actors.Num(); ++Index)
	{
		Level->Actors[Index]->HostUnregisterAllComponents();
		Level->Actors[Index]->bInitialized = false;
	}
	StreamedLevels.Remove(Level);
}

void UWorld::HostSetOrigin(const FIntVector& NewOrigin)
{
	const FVector Offset(OriginLocation.X - NewOrigin.X, OriginLocation.Y - NewOrigin.Y, OriginLocation.Z - NewOrigin.Z);
	OriginLocation = NewOrigin;
	HostForEachActor([&Offset](AActor& Actor) { Actor.ApplyWorldOffset(Offset, true); });
}

void UWorld::HostNoteRendered()
{
	for (UPrimitiveComponent* Primitive : Primitives)
		Primitive->HostNoteRendered(TimeSeconds);
}

FIntVector UGameplayStatics::GetWorldOriginLocation(const UObject* WorldContextObject)
{
	return WorldContextObject->GetWorld()->OriginLocation;
}

void UWorld::HostInitialize(EWorldType::Type Type)
{
	WorldType = Type;
	Scene = Host::CreateScene(this);
	if (!PersistentLevel)
		PersistentLevel = NewObject<ULevel>(this, TEXT("PersistentLevel"));
	Subsystems.HostInitialize(this, UWorldSubsystem::StaticClass());
	for (USubsystem* Subsystem : Subsystems.HostAll())
		static_cast<UWorldSubsystem*>(Subsystem)->PostInitialize();
	for (int32 Index = 0; Index < PersistentLevel->Actors.Num(); ++Index)
		PersistentLevel->Actors[Index]->HostRegisterAllComponents();
	for (USubsystem* Subsystem : Subsystems.HostAll())
		static_cast<UWorldSubsystem*>(Subsystem)->OnWorldComponentsUpdated(*this);
}

void UWorld::HostInitializeActors()
{
	bActorsInitialized = true;
	for (int32 Index = 0; Index < PersistentLevel->Actors.Num(); ++Index)
		PersistentLevel->Actors[Index]->HostInitialize();
}

void UWorld::BeginPlay()
{
	check(bActorsInitialized && !bBegunPlay);
	for (USubsystem* Subsystem : Subsystems.HostAll())
		static_cast<UWorldSubsystem*>(Subsystem)->OnWorldBeginPlay(*this);
	if (!WorldSettings) // the host's own worlds play as if they had a game mode
		HostBeginActors();
}

void UWorld::HostBeginActors()
{
	bBegunPlay = true;
	for (int32 Index = 0; Index < PersistentLevel->Actors.Num(); ++Index)
		PersistentLevel->Actors[Index]->HostDispatchBeginPlay();
}

void AWorldSettings::NotifyBeginPlay()
{
	if (!GetWorld()->HasBegunPlay())
		GetWorld()->HostBeginActors();
}

UWorld* UWorld::CreateWorld(const EWorldType::Type InWorldType, bool, FName WorldName)
{
	Host::CheckGameThread("a world was made off the game thread");
	UWorld* World = NewObject<UWorld>(GetTransientPackage(), WorldName);
	World->AddToRoot();
	World->HostInitialize(InWorldType);
	World->WorldSettings = World->SpawnActor<AWorldSettings>();
	return World;
}

void UWorld::InitializeActorsForPlay(const FURL&)
{
	HostInitializeActors();
}

void UWorld::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	HostForEachActor([EndPlayReason](AActor& Actor) { Actor.HostRouteEndPlay(EndPlayReason); });
	bBegunPlay = false;
}

void UWorld::DestroyWorld(bool)
{
	HostTearDown(EEndPlayReason::Quit);
	RemoveFromRoot();
}

void UWorld::HostTearDown(EEndPlayReason::Type Reason)
{
	bIsTearingDown = true;
	FWorldDelegates::OnWorldBeginTearDown.Broadcast(this);
	HostForEachActor([Reason](AActor& Actor) { Actor.HostRouteEndPlay(Reason); });
	bBegunPlay = false;
	FWorldDelegates::OnWorldCleanup.Broadcast(this, true, true);
	HostForEachActor([](AActor& Actor) { Actor.HostUnregisterAllComponents(); });
	Subsystems.HostDeinitialize();
	for (FTickFunction* Function : Ticks.Array())
	{
		UE_LOG(LogTick, Error, TEXT("A tick function is still registered when its world is torn down: %s"), *Function->DiagnosticMessage());
		Function->UnRegisterTickFunction();
	}
	Host::DestroyScene(Scene);
	Scene = nullptr;
}

AActor* UWorld::SpawnActor(UClass* Class, const FTransform* Transform, const FActorSpawnParameters& SpawnParameters)
{
	Host::CheckGameThread("SpawnActor off the game thread");
	if (!Class || !Class->IsChildOf(AActor::StaticClass()) || Class->HasAnyClassFlags(CLASS_Abstract))
	{
		UE_LOG(LogSpawn, Warning, TEXT("SpawnActor failed because no class was specified, or it is abstract or no actor"));
		return nullptr;
	}
	if (bIsTearingDown)
	{
		UE_LOG(LogSpawn, Warning, TEXT("SpawnActor failed because we are in the process of tearing down the world"));
		return nullptr;
	}
	if (Transform && Transform->ContainsNaN())
	{
		UE_LOG(LogSpawn, Warning, TEXT("SpawnActor failed because the given transform is invalid"));
		return nullptr;
	}
	if (WorldType == EWorldType::Editor)
		PersistentLevel->Modify();
	ULevel* Level = SpawnParameters.OverrideLevel ? SpawnParameters.OverrideLevel : PersistentLevel.Get();
	AActor* Actor = NewObject<AActor>(Level, Class, SpawnParameters.Name, SpawnParameters.ObjectFlags, SpawnParameters.Template);
	Level->Actors.Add(Actor);
	Actor->GatherOwnedComponents();
	if (Transform && Actor->GetRootComponent())
		Actor->GetRootComponent()->SetWorldTransform(*Transform, false, nullptr, ETeleportType::ResetPhysics);
	if (!SpawnParameters.bDeferConstruction)
		Actor->FinishSpawning(Actor->GetActorTransform(), true);
	return IsValid(Actor) ? Actor : nullptr;
}

void AActor::FinishSpawning(const FTransform& Transform, bool)
{
	UWorld* World = GetWorld();
	if (RootComponent)
		RootComponent->SetWorldTransform(Transform, false, nullptr, ETeleportType::ResetPhysics);
	HostRegisterAllComponents();
	OnConstruction(GetActorTransform());
	if (World->AreActorsInitialized())
		HostInitialize();
	if (World->HasBegunPlay())
		HostDispatchBeginPlay();
}

bool UWorld::DestroyActor(AActor* Actor, bool, bool)
{
	Host::CheckGameThread("DestroyActor off the game thread");
	check(Actor);
	if (Actor->bActorIsBeingDestroyed)
		return true;
	Actor->bActorIsBeingDestroyed = true;
	Actor->Destroyed();
	Actor->HostRouteEndPlay(EEndPlayReason::Destroyed);
	Actor->HostUnregisterAllComponents();
	Actor->GetLevel()->Actors.Remove(Actor);
	for (UActorComponent* Component : TArray<UActorComponent*>(Actor->OwnedComponents))
		if (Component)
			Component->DestroyComponent();
	Actor->MarkAsGarbage();
	return true;
}

#if WITH_EDITOR
bool UWorld::EditorDestroyActor(AActor* Actor, bool bShouldModifyLevel)
{
	if (bShouldModifyLevel)
		PersistentLevel->Modify();
	Actor->HostUnregisterAllComponents();
	return PersistentLevel->Actors.Remove(Actor) > 0;
}

void ULevel::PostEditUndo()
{
	TArray<UObject*> Inside;
	GetObjectsWithOuter(this, Inside, false);
	for (UObject* Object : Inside)
		if (AActor* Actor = Cast<AActor>(Object))
		{
			if (Actors.Contains(Actor))
				Actor->HostRegisterAllComponents();
			else
				Actor->HostUnregisterAllComponents();
		}
}
#endif

void UWorld::HostRegisterTick(FTickFunction* Function)
{
	Ticks.Add(Function);
}

void UWorld::HostUnregisterTick(FTickFunction* Function)
{
	Ticks.Remove(Function);
}

void UWorld::HostMarkForEndOfFrameUpdate(UActorComponent* Component)
{
	Host::CheckGameThread("a component was marked for a render update off the game thread");
	if (!Exchange(Component->bHostInEndOfFrame, true))
		EndOfFrame.Add(Component);
}

void UWorld::HostForgetComponent(UActorComponent* Component)
{
	if (Exchange(Component->bHostInEndOfFrame, false))
		EndOfFrame.Remove(Component);
}

TArray<FTickFunction*> UWorld::OrderTicks()
{
	// Depth first through the prerequisites, so that each comes before what waits for it; a group can only get later by them.
	TArray<FTickFunction*> Order, Open;
	const uint64 Visit = ++TickVisit;
	const TFunction<void(FTickFunction*)> Place = [&](FTickFunction* Function)
	{
		if (Function->HostVisit == Visit)
		{
			if (Open.Contains(Function))
				UE_LOG(LogTick, Error, TEXT("Tick functions wait for each other in a circle: %s"), *Function->DiagnosticMessage());
			return;
		}
		Function->HostVisit = Visit;
		Open.Add(Function);
		int32 Group = Function->TickGroup.GetValue();
		for (const FTickPrerequisite& Prerequisite : Function->HostPrerequisites)
		{
			FTickFunction* Before = Prerequisite.Get();
			if (!Before || !Ticks.Contains(Before) || !Before->IsTickFunctionEnabled())
				continue;
			Place(Before);
			Group = FMath::Max<int32>(Group, Before->HostActualGroup.GetValue());
		}
		Function->HostActualGroup = static_cast<ETickingGroup>(Group);
		Open.Pop();
		Order.Add(Function);
	};
	for (FTickFunction* Function : Ticks)
		Place(Function);
	return Order;
}

void UWorld::RunTickGroup(ETickingGroup Group, float DeltaSeconds, ELevelTick TickType)
{
	HostTickGroup = Group;
	// What registers while this group runs is not in this list: it starts with the next one.
	for (FTickFunction* Function : OrderTicks())
	{
		// One that ran before may have taken it away.
		const bool bTurn =
			Ticks.Contains(Function) && Function->HostActualGroup.GetValue() <= Group && Function->HostLastFrame != TickFrame;
		if (!bTurn || !Function->IsTickFunctionEnabled() || (bPaused && !Function->bTickEvenWhenPaused))
			continue;
		Function->HostLastFrame = TickFrame;
		Function->HostSinceLastTick += DeltaSeconds;
		if (Function->TickInterval > 0.0f && Function->HostSinceLastTick < Function->TickInterval)
			continue;
		const float Elapsed = Function->HostSinceLastTick;
		Function->HostSinceLastTick = 0;
		Function->ExecuteTick(Function->TickInterval > 0.0f ? Elapsed : DeltaSeconds, bPaused ? LEVELTICK_PauseTick : TickType,
			ENamedThreads::GameThread, FGraphEventRef());
	}
}

void UWorld::TickObjects(float DeltaSeconds, ELevelTick TickType)
{
	const std::vector<FTickableGameObject*> Snapshot = HostTickables();
	for (FTickableGameObject* Object : Snapshot)
	{
		const bool bStillThere = std::find(HostTickables().begin(), HostTickables().end(), Object) != HostTickables().end();
		if (!bStillThere || Object->GetTickableTickType() == ETickableTickType::Never || Object->GetTickableGameObjectWorld() != this
			|| !Object->IsAllowedToTick())
			continue;
		const bool bWanted =
			(!bPaused || Object->IsTickableWhenPaused()) && (TickType != LEVELTICK_ViewportsOnly || Object->IsTickableInEditor());
		if (!bWanted || (Object->GetTickableTickType() == ETickableTickType::Conditional && !Object->IsTickable()))
			continue;
		HOST_CHECK(UE_BUILD_SHIPPING || Object->GetStatId().IsValidStat(), "GetStatId of a tickable object returns nothing");
		Object->Tick(DeltaSeconds);
	}
}

void UWorld::Tick(ELevelTick TickType, float DeltaSeconds)
{
	Host::CheckGameThread("UWorld::Tick off the game thread");
	HOST_CHECK(!bTicking, "UWorld::Tick inside UWorld::Tick");
	bTicking = true;
	++TickFrame;
	const float Dilated = DeltaSeconds * TimeDilation;
	UnpausedTimeSeconds += static_cast<double>(Dilated);
	DeltaTimeSeconds = Dilated;
	if (!bPaused)
		TimeSeconds += static_cast<double>(Dilated);
	FWorldDelegates::OnWorldTickStart.Broadcast(this, TickType, Dilated);
	FWorldDelegates::OnWorldPreActorTick.Broadcast(this, TickType, Dilated);
	for (const ETickingGroup Group : {TG_PrePhysics, TG_StartPhysics, TG_DuringPhysics, TG_EndPhysics, TG_PostPhysics})
	{
		RunTickGroup(Group, Dilated, TickType);
		// Bodies get their new places at the end of physics, as if it had run beside the groups before.
		if (Group == TG_EndPhysics && !bPaused && IsGameWorld())
			for (UPrimitiveComponent* Primitive : TArray<UPrimitiveComponent*>(Primitives))
				Primitive->HostStepPhysics(Dilated, GetGravityZ());
	}
	if (!bPaused)
		TimerManager.Tick(Dilated);
	const bool bEarly = Host::FEngine::Get().bTickablesBeforePostUpdateWork;
	if (bEarly)
		TickObjects(Dilated, TickType);
	for (const ETickingGroup Group : {TG_PostUpdateWork, TG_LastDemotable, TG_NewlySpawned})
		RunTickGroup(Group, Dilated, TickType);
	HostTickGroup = TG_MAX;
	if (!bEarly)
		TickObjects(Dilated, TickType);
	bTicking = false;
	FWorldDelegates::OnWorldPostActorTick.Broadcast(this, TickType, Dilated);
}

void UWorld::SendAllEndOfFrameUpdates()
{
	// On several threads in the engine; never the same component twice at once. Here one after another, in no promised order.
	while (!EndOfFrame.IsEmpty())
	{
		UActorComponent* Component = EndOfFrame.Pop(EAllowShrinking::No);
		Component->bHostInEndOfFrame = false;
		Component->HostDoDeferredRenderUpdates();
	}
}
