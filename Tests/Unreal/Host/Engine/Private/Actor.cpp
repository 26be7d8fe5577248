// Copyright (c) 2026 The SPHSolids authors

#include "GameFramework/Actor.h"

#include "Engine/World.h"
#include "Host/Objects.h"
#include "Host/Program.h"
#include "Templates/Casts.h"

AActor::AActor(const FObjectInitializer& ObjectInitializer)
	: Super(ObjectInitializer)
	, bHidden(false)
	, bReplicates(false)
{
	PrimaryActorTick.Target = this;
}

void AActor::AddReferencedObjects(UObject* InThis, FReferenceCollector& Collector)
{
	for (UActorComponent*& Component : static_cast<AActor*>(InThis)->OwnedComponents)
		Collector.AddReferencedObject(Component);
	Super::AddReferencedObjects(InThis, Collector);
}

UWorld* AActor::GetWorld() const
{
	HOST_CHECK(!IsInRenderingThread(), "an actor was touched on the render thread");
	return HasAnyFlags(RF_ClassDefaultObject) ? nullptr : GetTypedOuter<UWorld>();
}

ULevel* AActor::GetLevel() const
{
	return GetTypedOuter<ULevel>();
}

ENetMode AActor::GetNetMode() const
{
	return GetWorld() ? GetWorld()->GetNetMode() : NM_Standalone;
}

bool AActor::SetRootComponent(USceneComponent* NewRootComponent)
{
	if (NewRootComponent && NewRootComponent->GetOwner() != this)
		return false;
	RootComponent = NewRootComponent;
	return true;
}

const FTransform& AActor::GetActorTransform() const
{
	return RootComponent ? RootComponent->GetComponentTransform() : FTransform::Identity;
}

bool AActor::SetActorLocation(const FVector& NewLocation, bool bSweep, FHitResult* OutSweepHitResult, ETeleportType Teleport)
{
	if (RootComponent)
		RootComponent->SetWorldLocation(NewLocation, bSweep, OutSweepHitResult, Teleport);
	return RootComponent != nullptr;
}

bool AActor::SetActorTransform(const FTransform& NewTransform, bool bSweep, FHitResult* OutSweepHitResult, ETeleportType Teleport)
{
	if (RootComponent)
		RootComponent->SetWorldTransform(NewTransform, bSweep, OutSweepHitResult, Teleport);
	return RootComponent != nullptr;
}

void AActor::SetActorScale3D(FVector NewScale3D)
{
	if (RootComponent)
		RootComponent->SetRelativeScale3D(NewScale3D);
}

void AActor::SetActorHiddenInGame(bool bNewHidden)
{
	bHidden = bNewHidden;
	for (UActorComponent* Component : OwnedComponents)
		if (Component)
			Component->MarkRenderStateDirty();
}

FString AActor::GetActorNameOrLabel() const
{
#if WITH_EDITOR
	return GetActorLabel();
#else
	return GetName();
#endif
}

void AActor::AddOwnedComponent(UActorComponent* Component)
{
	OwnedComponents.AddUnique(Component);
}

void AActor::RemoveOwnedComponent(UActorComponent* Component)
{
	OwnedComponents.Remove(Component);
}

void AActor::GatherOwnedComponents()
{
	TArray<UObject*> Inside;
	GetObjectsWithOuter(this, Inside, false);
	for (UObject* Object : Inside)
		if (UActorComponent* Component = Cast<UActorComponent>(Object); Component && IsValid(Component))
			AddOwnedComponent(Component);
}

void AActor::PostLoad()
{
	Super::PostLoad();
	GatherOwnedComponents();
}

void AActor::AddTickPrerequisiteActor(AActor* PrerequisiteActor)
{
	PrimaryActorTick.AddPrerequisite(PrerequisiteActor, PrerequisiteActor->PrimaryActorTick);
}

void AActor::HostRegisterAllComponents()
{
	GatherOwnedComponents();
	// Parents before what is attached to them.
	const TFunction<void(UActorComponent*)> Register = [&](UActorComponent* Component)
	{
		if (!Component || Component->IsRegistered())
			return;
		if (const USceneComponent* SceneComponent = Cast<USceneComponent>(Component);
			SceneComponent && SceneComponent->GetAttachParent() && SceneComponent->GetAttachParent()->GetOwner() == this)
			Register(SceneComponent->GetAttachParent());
		Component->RegisterComponentWithWorld(GetWorld());
	};
	for (UActorComponent* Component : TArray<UActorComponent*>(OwnedComponents))
		Register(Component);
	PostRegisterAllComponents();
}

void AActor::HostUnregisterAllComponents()
{
	for (UActorComponent* Component : TArray<UActorComponent*>(OwnedComponents))
		if (Component)
			Component->UnregisterComponent();
	PrimaryActorTick.UnRegisterTickFunction();
}

void AActor::PostInitializeComponents()
{
	bInitialized = true;
	Host::NoteSuperCall();
}

void AActor::HostInitialize()
{
	if (bInitialized)
		return;
	for (UActorComponent* Component : TArray<UActorComponent*>(OwnedComponents))
		if (Component)
			Component->HostInitialize();
	Host::RoutedCall(this, "PostInitializeComponents", [this] { PostInitializeComponents(); });
}

void AActor::HostDispatchBeginPlay()
{
	if (!bHasBegunPlay && !bActorIsBeingDestroyed)
		Host::RoutedCall(this, "BeginPlay", [this] { BeginPlay(); });
}

void AActor::BeginPlay()
{
	HOST_CHECK(bInitialized, "BeginPlay of an actor that is not initialised");
	bHasBegunPlay = true;
	if (PrimaryActorTick.bCanEverTick)
	{
		PrimaryActorTick.Target = this;
		PrimaryActorTick.SetTickFunctionEnable(PrimaryActorTick.bStartWithTickEnabled);
		PrimaryActorTick.RegisterTickFunction(GetLevel());
	}
	for (UActorComponent* Component : TArray<UActorComponent*>(OwnedComponents))
		if (Component)
			Component->HostDispatchBeginPlay();
	Host::NoteSuperCall();
}

void AActor::HostRouteEndPlay(const EEndPlayReason::Type EndPlayReason)
{
	if (bHasBegunPlay)
		Host::RoutedCall(this, "EndPlay", [this, EndPlayReason] { EndPlay(EndPlayReason); });
}

void AActor::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	bHasBegunPlay = false;
	for (UActorComponent* Component : TArray<UActorComponent*>(OwnedComponents))
		if (Component)
			Component->HostDispatchEndPlay(EndPlayReason);
	Host::NoteSuperCall();
}

void AActor::ApplyWorldOffset(const FVector& InOffset, bool bWorldShift)
{
	for (UActorComponent* Component : TArray<UActorComponent*>(OwnedComponents))
		if (Component)
			Component->ApplyWorldOffset(InOffset, bWorldShift);
}

bool AActor::Destroy(bool bNetForce, bool bShouldModifyLevel)
{
	UWorld* World = GetWorld();
	return World && World->DestroyActor(this, bNetForce, bShouldModifyLevel);
}
