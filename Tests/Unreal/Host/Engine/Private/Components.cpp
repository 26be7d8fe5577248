// Copyright (c) 2026 The SPHSolids authors

#include "Components/MeshComponent.h"
#include "Engine/World.h"
#include "Host/Objects.h"
#include "Host/Program.h"
#include "Materials/Material.h"
#include "Misc/App.h"
#include "PrimitiveSceneProxy.h"
#include "SceneInterface.h"

DEFINE_LOG_CATEGORY_STATIC(LogActorComponent, Log, All);

const FAttachmentTransformRules FAttachmentTransformRules::KeepRelativeTransform(EAttachmentRule::KeepRelative, false);
const FAttachmentTransformRules FAttachmentTransformRules::KeepWorldTransform(EAttachmentRule::KeepWorld, false);
const FAttachmentTransformRules FAttachmentTransformRules::SnapToTargetNotIncludingScale(EAttachmentRule::SnapToTarget, false);
const FDetachmentTransformRules FDetachmentTransformRules::KeepRelativeTransform{false};
const FDetachmentTransformRules FDetachmentTransformRules::KeepWorldTransform{true};

UActorComponent::UActorComponent(const FObjectInitializer& ObjectInitializer)
	: Super(ObjectInitializer)
	, bAutoActivate(true)
	, bTickInEditor(false)
	, bWantsInitializeComponent(false)
	, bRenderStateCreated(false)
	, bRegistered(false)
{
	PrimaryComponentTick.Target = this;
}

AActor* UActorComponent::GetOwner() const
{
	HOST_CHECK(!IsInRenderingThread(), "a component was touched on the render thread");
	return GetTypedOuter<AActor>();
}

UWorld* UActorComponent::GetWorld() const
{
	HOST_CHECK(!IsInRenderingThread(), "a component was touched on the render thread");
	if (WorldPrivate)
		return WorldPrivate;
	const AActor* Owner = GetOwner();
	return Owner && !HasAnyFlags(RF_ClassDefaultObject) ? Owner->GetWorld() : GetTypedOuter<UWorld>();
}

FSceneInterface* UActorComponent::GetScene() const
{
	return WorldPrivate ? WorldPrivate->Scene : nullptr;
}

void UActorComponent::RegisterComponent()
{
	UWorld* World = GetWorld();
	if (World)
		RegisterComponentWithWorld(World);
	else
		UE_LOG(LogActorComponent, Warning, TEXT("RegisterComponent: %s has no world"), *GetPathName());
}

void UActorComponent::RegisterComponentWithWorld(UWorld* InWorld)
{
	Host::CheckGameThread("RegisterComponent off the game thread");
	Host::CheckAlive(this, "RegisterComponent");
	HOST_CHECK(!IsTemplate(), "a component of a class default object was registered");
	AActor* Owner = GetOwner();
	if (bRegistered || !IsValid(this) || !InWorld || (Owner && Owner->IsActorBeingDestroyed()))
		return;
	WorldPrivate = InWorld;
	if (Owner)
		Owner->AddOwnedComponent(this);
	Host::RoutedCall(this, "OnRegister", [this] { OnRegister(); });
	HostRecreateRenderState();
	OnCreatePhysicsState();
	if (InWorld->IsEditorWorld() && bTickInEditor)
		RegisterComponentTickFunctions(true);
	if (bAutoActivate)
		Activate();
	if (Owner && InWorld->AreActorsInitialized())
		HostInitialize();
	if (Owner ? Owner->HasActorBegunPlay() : InWorld->HasBegunPlay())
		HostDispatchBeginPlay();
}

void UActorComponent::UnregisterComponent()
{
	Host::CheckGameThread("UnregisterComponent off the game thread");
	if (!bRegistered)
		return;
	RegisterComponentTickFunctions(false);
	DestroyRenderState();
	OnDestroyPhysicsState();
	Host::RoutedCall(this, "OnUnregister", [this] { OnUnregister(); });
	WorldPrivate->HostForgetComponent(this);
	WorldPrivate = nullptr;
}

void UActorComponent::ReregisterComponent()
{
	UWorld* World = GetWorld();
	UnregisterComponent();
	if (World)
		RegisterComponentWithWorld(World);
}

void UActorComponent::DestroyComponent(bool)
{
	Host::CheckGameThread("DestroyComponent off the game thread");
	if (bIsBeingDestroyed)
		return;
	bIsBeingDestroyed = true;
	HostDispatchEndPlay(EEndPlayReason::Destroyed);
	UnregisterComponent();
	if (AActor* Owner = GetOwner())
		Owner->RemoveOwnedComponent(this);
	OnComponentDestroyed(false);
	MarkAsGarbage();
}

void UActorComponent::BeginDestroy()
{
	HOST_CHECK(!bRegistered, Host::FormatAssertion(TEXT("%s is destroyed while it is registered"), *GetFullName()));
	Super::BeginDestroy();
}

#if WITH_EDITOR
void UActorComponent::PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent)
{
	// The editor takes the component out and puts it in again, so that everything follows the new value.
	if (bRegistered)
		ReregisterComponent();
	Super::PostEditChangeProperty(PropertyChangedEvent);
}
#endif

void UActorComponent::OnRegister()
{
	HOST_CHECK(!bRegistered, "OnRegister of a registered component");
	bRegistered = true;
	Host::NoteSuperCall();
}

void UActorComponent::OnUnregister()
{
	bRegistered = false;
	Host::NoteSuperCall();
}

void UActorComponent::BeginPlay()
{
	HOST_CHECK(bRegistered, "BeginPlay of a component that is not registered");
	HOST_CHECK(!bHasBegunPlay, "BeginPlay twice");
	bHasBegunPlay = true;
	Host::NoteSuperCall();
}

void UActorComponent::EndPlay(const EEndPlayReason::Type)
{
	HOST_CHECK(bHasBegunPlay, "EndPlay of a component that has not begun");
	bHasBegunPlay = false;
	Host::NoteSuperCall();
}

void UActorComponent::InitializeComponent()
{
	bHasBeenInitialized = true;
	Host::NoteSuperCall();
}

void UActorComponent::UninitializeComponent()
{
	bHasBeenInitialized = false;
	Host::NoteSuperCall();
}

void UActorComponent::HostInitialize()
{
	if (bWantsInitializeComponent && !bHasBeenInitialized)
		Host::RoutedCall(this, "InitializeComponent", [this] { InitializeComponent(); });
}

void UActorComponent::HostDispatchBeginPlay()
{
	if (bHasBegunPlay || !bRegistered)
		return;
	RegisterComponentTickFunctions(true);
	Host::RoutedCall(this, "BeginPlay", [this] { BeginPlay(); });
}

void UActorComponent::HostDispatchEndPlay(const EEndPlayReason::Type EndPlayReason)
{
	if (bHasBegunPlay)
		Host::RoutedCall(this, "EndPlay", [this, EndPlayReason] { EndPlay(EndPlayReason); });
	if (bHasBeenInitialized)
		Host::RoutedCall(this, "UninitializeComponent", [this] { UninitializeComponent(); });
}

void UActorComponent::RegisterComponentTickFunctions(bool bRegister)
{
	if (!bRegister)
		PrimaryComponentTick.UnRegisterTickFunction();
	else if (PrimaryComponentTick.bCanEverTick && !PrimaryComponentTick.IsTickFunctionRegistered() && WorldPrivate)
	{
		PrimaryComponentTick.Target = this;
		PrimaryComponentTick.SetTickFunctionEnable(PrimaryComponentTick.bStartWithTickEnabled);
		PrimaryComponentTick.RegisterTickFunction(WorldPrivate->PersistentLevel);
	}
}

void UActorComponent::AddTickPrerequisiteComponent(UActorComponent* PrerequisiteComponent)
{
	PrimaryComponentTick.AddPrerequisite(PrerequisiteComponent, PrerequisiteComponent->PrimaryComponentTick);
}

void UActorComponent::AddTickPrerequisiteActor(AActor* PrerequisiteActor)
{
	PrimaryComponentTick.AddPrerequisite(PrerequisiteActor, PrerequisiteActor->PrimaryActorTick);
}

void UActorComponent::CreateRenderState_Concurrent(FRegisterComponentContext*)
{
	HOST_CHECK(bRegistered && !bRenderStateCreated, "CreateRenderState_Concurrent out of order");
	bRenderStateCreated = true;
	bRenderStateDirty = bRenderTransformDirty = bRenderDynamicDataDirty = false;
	Host::NoteSuperCall();
}

void UActorComponent::DestroyRenderState_Concurrent()
{
	HOST_CHECK(bRenderStateCreated, "DestroyRenderState_Concurrent without a render state");
	bRenderStateCreated = false;
	Host::NoteSuperCall();
}

void UActorComponent::SendRenderTransform_Concurrent()
{
	bRenderTransformDirty = false;
	Host::NoteSuperCall();
}

void UActorComponent::SendRenderDynamicData_Concurrent()
{
	bRenderDynamicDataDirty = false;
	Host::NoteSuperCall();
}

void UActorComponent::OnCreatePhysicsState() {}

void UActorComponent::OnDestroyPhysicsState() {}

void UActorComponent::DestroyRenderState()
{
	if (bRenderStateCreated)
		Host::RoutedCall(this, "DestroyRenderState_Concurrent", [this] { DestroyRenderState_Concurrent(); });
}

void UActorComponent::HostRecreateRenderState()
{
	DestroyRenderState();
	if (bRegistered && FApp::CanEverRender() && GetScene() && ShouldCreateRenderState())
		Host::RoutedCall(this, "CreateRenderState_Concurrent", [this] { CreateRenderState_Concurrent(nullptr); });
}

void UActorComponent::MarkForEndOfFrameUpdate()
{
	if (WorldPrivate)
		WorldPrivate->HostMarkForEndOfFrameUpdate(this);
}

void UActorComponent::MarkRenderStateDirty()
{
	if (!bRegistered)
		return;
	bRenderStateDirty = true;
	MarkForEndOfFrameUpdate();
}

void UActorComponent::MarkRenderDynamicDataDirty()
{
	if (!bRegistered || !bRenderStateCreated)
		return;
	bRenderDynamicDataDirty = true;
	MarkForEndOfFrameUpdate();
}

void UActorComponent::MarkRenderTransformDirty()
{
	if (!bRegistered || !bRenderStateCreated)
		return;
	bRenderTransformDirty = true;
	MarkForEndOfFrameUpdate();
}

void UActorComponent::HostDoDeferredRenderUpdates()
{
	if (!bRegistered)
		return;
	if (bRenderStateDirty)
	{
		bRenderStateDirty = false;
		HostRecreateRenderState();
		return;
	}
	if (bRenderTransformDirty)
		Host::RoutedCall(this, "SendRenderTransform_Concurrent", [this] { SendRenderTransform_Concurrent(); });
	if (bRenderDynamicDataDirty)
		Host::RoutedCall(this, "SendRenderDynamicData_Concurrent", [this] { SendRenderDynamicData_Concurrent(); });
}

USceneComponent::USceneComponent(const FObjectInitializer& ObjectInitializer)
	: Super(ObjectInitializer)
	, Bounds(ForceInit)
	, Mobility(EComponentMobility::Movable)
	, bVisible(true)
	, bHiddenInGame(false)
	, bAbsoluteLocation(false)
	, bAbsoluteRotation(false)
	, bAbsoluteScale(false)
{
}

const FTransform& USceneComponent::GetComponentTransform() const
{
	HOST_CHECK(!IsInRenderingThread(), "a component was touched on the render thread");
	return ComponentToWorld;
}

void USceneComponent::OnRegister()
{
	if (AttachParent)
		AttachParent->AttachChildren.AddUnique(this);
	UpdateComponentToWorld();
	Super::OnRegister();
	UpdateBounds();
}

void USceneComponent::OnUnregister()
{
	Super::OnUnregister();
}

void USceneComponent::DestroyComponent(bool bPromoteChildren)
{
	const TArray<TObjectPtr<USceneComponent>> Children = AttachChildren;
	for (const TObjectPtr<USceneComponent>& Child : Children)
		if (IsValid(Child))
			Child->DetachFromComponent(FDetachmentTransformRules::KeepWorldTransform);
	DetachFromComponent(FDetachmentTransformRules::KeepWorldTransform);
	Super::DestroyComponent(bPromoteChildren);
}

void USceneComponent::SetupAttachment(USceneComponent* InParent, FName InSocketName)
{
	HOST_CHECK(!IsRegistered(), "SetupAttachment of a registered component; use AttachToComponent");
	HOST_CHECK(InParent != this, "a component was attached to itself");
	AttachParent = InParent;
	AttachSocketName = InSocketName;
}

bool USceneComponent::AttachToComponent(USceneComponent* InParent, const FAttachmentTransformRules& AttachmentRules, FName InSocketName)
{
	for (USceneComponent* Above = InParent; Above; Above = Above->AttachParent)
		if (Above == this)
			return false;
	if (!InParent)
		return false;
	const FTransform World = ComponentToWorld;
	DetachFromComponent(FDetachmentTransformRules::KeepRelativeTransform);
	AttachParent = InParent;
	AttachSocketName = InSocketName;
	InParent->AttachChildren.AddUnique(this);
	const FTransform Relative = World.GetRelativeTransform(InParent->GetSocketTransform(InSocketName));
	const auto Choose = [](EAttachmentRule Rule, auto& Value, const auto& KeptInWorld, const auto& Snapped)
	{
		if (Rule == EAttachmentRule::KeepWorld)
			Value = KeptInWorld;
		else if (Rule == EAttachmentRule::SnapToTarget)
			Value = Snapped;
	};
	Choose(AttachmentRules.LocationRule, RelativeLocation, Relative.GetLocation(), FVector(0));
	Choose(AttachmentRules.RotationRule, RelativeRotation, Relative.Rotator(), FRotator(0, 0, 0));
	Choose(AttachmentRules.ScaleRule, RelativeScale3D, Relative.GetScale3D(), FVector(1));
	UpdateComponentToWorld();
	return true;
}

void USceneComponent::DetachFromComponent(const FDetachmentTransformRules& DetachmentRules)
{
	if (!AttachParent)
		return;
	AttachParent->AttachChildren.Remove(this);
	AttachParent = nullptr;
	AttachSocketName = NAME_None;
	if (DetachmentRules.bKeepWorld)
	{
		RelativeLocation = ComponentToWorld.GetLocation();
		RelativeRotation = ComponentToWorld.Rotator();
		RelativeScale3D = ComponentToWorld.GetScale3D();
	}
	UpdateComponentToWorld();
}

FTransform USceneComponent::ToWorld(const FTransform& Relative) const
{
	if (!AttachParent)
		return Relative;
	const FTransform World = Relative * AttachParent->GetSocketTransform(AttachSocketName);
	return FTransform(bAbsoluteRotation ? Relative.GetRotation() : World.GetRotation(),
		bAbsoluteLocation ? Relative.GetLocation() : World.GetLocation(), bAbsoluteScale ? Relative.GetScale3D() : World.GetScale3D());
}

FTransform USceneComponent::ToRelative(const FTransform& World) const
{
	if (!AttachParent)
		return World;
	const FTransform Relative = World.GetRelativeTransform(AttachParent->GetSocketTransform(AttachSocketName));
	return FTransform(bAbsoluteRotation ? World.GetRotation() : Relative.GetRotation(),
		bAbsoluteLocation ? World.GetLocation() : Relative.GetLocation(), bAbsoluteScale ? World.GetScale3D() : Relative.GetScale3D());
}

void USceneComponent::SetAbsolute(bool bNewAbsoluteLocation, bool bNewAbsoluteRotation, bool bNewAbsoluteScale)
{
	bAbsoluteLocation = bNewAbsoluteLocation;
	bAbsoluteRotation = bNewAbsoluteRotation;
	bAbsoluteScale = bNewAbsoluteScale;
	UpdateComponentToWorld();
}

void USceneComponent::ApplyWorldOffset(const FVector& InOffset, bool bWorldShift)
{
	Super::ApplyWorldOffset(InOffset, bWorldShift);
	if (!AttachParent)
		RelativeLocation += InOffset;
	UpdateComponentToWorld();
}

void USceneComponent::UpdateComponentToWorld(EUpdateTransformFlags UpdateTransformFlags, ETeleportType Teleport)
{
	ComponentToWorld = ToWorld(GetRelativeTransform());
	if (IsRegistered())
	{
		UpdateBounds();
		OnUpdateTransform(UpdateTransformFlags, Teleport);
	}
	for (const TObjectPtr<USceneComponent>& Child : AttachChildren)
		if (Child)
			Child->UpdateComponentToWorld(UpdateTransformFlags | EUpdateTransformFlags::PropagateFromParent, Teleport);
}

void USceneComponent::SetRelativeTransform(const FTransform& NewTransform, bool, FHitResult*, ETeleportType Teleport)
{
	Host::CheckGameThread("a component was moved off the game thread");
	HOST_CHECK(!NewTransform.ContainsNaN(), "a component was moved to a place that is not a number");
	RelativeLocation = NewTransform.GetLocation();
	RelativeRotation = NewTransform.Rotator();
	RelativeScale3D = NewTransform.GetScale3D();
	UpdateComponentToWorld(EUpdateTransformFlags::None, Teleport);
}

void USceneComponent::SetRelativeLocation(FVector NewLocation, bool, FHitResult*, ETeleportType Teleport)
{
	Host::CheckGameThread("a component was moved off the game thread");
	RelativeLocation = NewLocation;
	UpdateComponentToWorld(EUpdateTransformFlags::None, Teleport);
}

void USceneComponent::SetRelativeRotation(FRotator NewRotation, bool, FHitResult*, ETeleportType Teleport)
{
	Host::CheckGameThread("a component was moved off the game thread");
	RelativeRotation = NewRotation;
	UpdateComponentToWorld(EUpdateTransformFlags::None, Teleport);
}

void USceneComponent::SetRelativeScale3D(FVector NewScale3D)
{
	RelativeScale3D = NewScale3D;
	UpdateComponentToWorld();
}

void USceneComponent::SetWorldTransform(const FTransform& NewTransform, bool bSweep, FHitResult* OutSweepHitResult, ETeleportType Teleport)
{
	SetRelativeTransform(ToRelative(NewTransform), bSweep, OutSweepHitResult, Teleport);
}

void USceneComponent::SetWorldLocation(FVector NewLocation, bool bSweep, FHitResult* OutSweepHitResult, ETeleportType Teleport)
{
	SetRelativeLocation(
		ToRelative(FTransform(GetComponentQuat(), NewLocation, GetComponentScale())).GetLocation(), bSweep, OutSweepHitResult, Teleport);
}

FBoxSphereBounds USceneComponent::CalcBounds(const FTransform& LocalToWorld) const
{
	return FBoxSphereBounds(LocalToWorld.GetLocation(), FVector(0), 0);
}

void USceneComponent::UpdateBounds()
{
	Bounds = CalcBounds(ComponentToWorld);
	HOST_CHECK(!Bounds.ContainsNaN(), Host::FormatAssertion(TEXT("the bounds of %s are not numbers"), *GetFullName()));
}

bool USceneComponent::IsVisible() const
{
	const AActor* Owner = GetOwner();
	const bool bInGame = GetWorld() && GetWorld()->IsGameWorld();
	return bVisible && !(bInGame && (bHiddenInGame || (Owner && Owner->IsHidden())));
}

void USceneComponent::SetVisibility(bool bNewVisibility, bool bPropagateToChildren)
{
	bVisible = bNewVisibility;
	MarkRenderStateDirty();
	if (bPropagateToChildren)
		for (const TObjectPtr<USceneComponent>& Child : AttachChildren)
			Child->SetVisibility(bNewVisibility, true);
}

void USceneComponent::SetHiddenInGame(bool bNewHidden, bool bPropagateToChildren)
{
	bHiddenInGame = bNewHidden;
	MarkRenderStateDirty();
	if (bPropagateToChildren)
		for (const TObjectPtr<USceneComponent>& Child : AttachChildren)
			Child->SetHiddenInGame(bNewHidden, true);
}

UPrimitiveComponent::UPrimitiveComponent(const FObjectInitializer& ObjectInitializer)
	: Super(ObjectInitializer)
	, CastShadow(true)
	, bRenderCustomDepth(false)
	, bReceivesDecals(true)
	, CollisionEnabled(ECollisionEnabled::QueryAndPhysics)
	, CollisionObjectType(ECC_WorldDynamic)
{
}

bool UPrimitiveComponent::ShouldCreateRenderState() const
{
	return IsVisible();
}

void UPrimitiveComponent::SetCastShadow(bool NewCastShadow)
{
	CastShadow = NewCastShadow;
	MarkRenderStateDirty();
}

void UPrimitiveComponent::OnUpdateTransform(EUpdateTransformFlags UpdateTransformFlags, ETeleportType Teleport)
{
	Super::OnUpdateTransform(UpdateTransformFlags, Teleport);
	MarkRenderTransformDirty();
}

void UPrimitiveComponent::CreateRenderState_Concurrent(FRegisterComponentContext* Context)
{
	Super::CreateRenderState_Concurrent(Context);
	UpdateBounds();
	GetScene()->AddPrimitive(this);
}

void UPrimitiveComponent::SendRenderTransform_Concurrent()
{
	UpdateBounds();
	GetScene()->UpdatePrimitiveTransform(this);
	Super::SendRenderTransform_Concurrent();
}

void UPrimitiveComponent::DestroyRenderState_Concurrent()
{
	GetScene()->RemovePrimitive(this);
	Super::DestroyRenderState_Concurrent();
}

void UPrimitiveComponent::BeginDestroy()
{
	Super::BeginDestroy();
	DetachFence.BeginFence();
}

bool UPrimitiveComponent::IsReadyForFinishDestroy()
{
	return Super::IsReadyForFinishDestroy() && DetachFence.IsFenceComplete();
}

UMeshComponent::UMeshComponent(const FObjectInitializer& ObjectInitializer)
	: Super(ObjectInitializer)
{
}

TArray<UMaterialInterface*> UMeshComponent::GetMaterials() const
{
	TArray<UMaterialInterface*> Materials;
	for (int32 Index = 0; Index < GetNumMaterials(); ++Index)
		Materials.Add(GetMaterial(Index));
	return Materials;
}

UMaterialInterface* UMeshComponent::GetMaterial(int32 ElementIndex) const
{
	return OverrideMaterials.IsValidIndex(ElementIndex) ? OverrideMaterials[ElementIndex].Get() : nullptr;
}

void UMeshComponent::SetMaterial(int32 ElementIndex, UMaterialInterface* Material)
{
	if (ElementIndex < 0)
		return;
	if (OverrideMaterials.Num() <= ElementIndex)
		OverrideMaterials.SetNum(ElementIndex + 1);
	OverrideMaterials[ElementIndex] = Material;
	MarkRenderStateDirty();
}

void UMeshComponent::GetUsedMaterials(TArray<UMaterialInterface*>& OutMaterials, bool) const
{
	for (UMaterialInterface* Material : GetMaterials())
		if (Material)
			OutMaterials.AddUnique(Material);
}

#if UE_VERSION_OLDER_THAN(5, 7, 0)
FMaterialRelevance UMeshComponent::GetMaterialRelevance(ERHIFeatureLevel::Type) const
#else
FMaterialRelevance UMeshComponent::GetMaterialRelevance(EShaderPlatform) const
#endif
{
	FMaterialRelevance Relevance;
	for (int32 Index = 0; Index < GetNumMaterials(); ++Index)
	{
		const UMaterialInterface* Material = GetMaterial(Index);
		Relevance |= (Material ? Material : UMaterial::GetDefaultMaterial(MD_Surface))->HostRelevance;
	}
	return Relevance;
}

FMaterialRenderProxy* UMaterialInterface::GetRenderProxy() const
{
	if (!RenderProxy)
		RenderProxy = MakeUnique<FMaterialRenderProxy>(GetName());
	return RenderProxy.Get();
}

UMaterial* UMaterial::GetDefaultMaterial(EMaterialDomain)
{
	static TWeakObjectPtr<UMaterial> Default;
	if (!Default.IsValid())
	{
		Default = NewObject<UMaterial>(GetTransientPackage(), TEXT("DefaultMaterial"));
		Default->AddToRoot();
	}
	return Default.Get();
}
