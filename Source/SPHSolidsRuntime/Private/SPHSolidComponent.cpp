// Copyright (c) 2026 The SPHSolids authors

#include "SPHSolidComponent.h"

#include "Adapters/SPHSolidBody.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "Render/SPHSolidVertices.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidMaterial.h"
#include "SPHSolidQueryShape.h"
#include "SPHSolidsLog.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidSkinning.h"
#include "Simulation/SPHSolidsSimulation.h"

USPHSolidComponent::USPHSolidComponent()
	: VertexPool(MakeShared<FSPHSolidVertexPool>())
	, LocalBounds(ForceInit)
{
	SetMobility(EComponentMobility::Movable);
	// No rigid body of the engine's physics stands in for a soft one; queries find a box (bFoundByQueries).
	SetCollisionEnabled(ECollisionEnabled::NoCollision);
	SetGenerateOverlapEvents(false);
	SetIsReplicatedByDefault(true);
	// Only to show recordings; simulated bodies are ticked by the subsystem.
	PrimaryComponentTick.bCanEverTick = true;
	PrimaryComponentTick.bStartWithTickEnabled = false;
	bTickInEditor = true;
}

FString USPHSolidComponent::StartPreview()
{
	bSimulate = true;
	ReportedIssues.Reset();
	StartSimulation();
	return Instance ? FString() : ReportedIssues.IsEmpty() ? FString(TEXT("The body cannot be simulated.")) : ReportedIssues.Last();
}

USPHSolidsWorldSubsystem* USPHSolidComponent::GetSubsystem() const
{
	return UWorld::GetSubsystem<USPHSolidsWorldSubsystem>(GetWorld());
}

FString USPHSolidComponent::GetReadableOwnerName() const
{
	return GetOwner() ? GetOwner()->GetActorNameOrLabel() : GetName();
}

TSharedPtr<const FSPHSolidBody> USPHSolidComponent::GetDecodedBody() const
{
	return Body ? Body->GetBody() : nullptr;
}

FSPHSolidVertexPool& USPHSolidComponent::GetVertexPool()
{
	return *VertexPool;
}

void USPHSolidComponent::ReportIssue(const FString& Message)
{
	if (ReportedIssues.Contains(Message))
		return;
	ReportedIssues.Add(Message);
	UE_LOG(LogSPHSolids, Warning, TEXT("Soft body %s of %s: %s"), *GetName(), *GetReadableOwnerName(), *Message);
	OnIssue.Broadcast(this, Message);
}

void USPHSolidComponent::OnRegister()
{
	Super::OnRegister();
	ListenToAssets(true);
	if (!Vertices)
		ShowRestShape();
	// A component that was taken out while playing and put in again, as editing a property does.
	if (HasBegunPlay() && bSimulate)
		StartSimulation();
	else
		ShowRecording();
	SetComponentTickEnabled(CacheMode == ESPHCacheMode::Play);
}

void USPHSolidComponent::OnUnregister()
{
	StopSimulation();
	ListenToAssets(false);
	if (Vertices)
		FSPHSolidVertexPool::GiveBack(*Vertices);
	Vertices.Reset();
	Super::OnUnregister();
}

void USPHSolidComponent::BeginPlay()
{
	Super::BeginPlay();
	const bool bCameBack = !KeptState.IsEmpty();
	if (!bCameBack)
		StartPlace = GetComponentTransform();
	if (bSimulate)
		StartSimulation();
	const FTransform Place = GetComponentTransform();
	if (bCameBack && Instance && Place.GetRotation().Equals(KeptPlace.GetRotation(), 1e-6)
		&& Place.GetScale3D().Equals(KeptPlace.GetScale3D(), 1e-6))
		TakeState(KeptState, Place.GetLocation() - KeptPlace.GetLocation());
	KeptState.Empty();
}

void USPHSolidComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	if (EndPlayReason == EEndPlayReason::RemovedFromWorld)
	{
		// The level may only be hidden and come back with the same actors.
		KeptState = SaveBodyState();
		KeptPlace = GetComponentTransform();
	}
	StopSimulation();
	Super::EndPlay(EndPlayReason);
}

void USPHSolidComponent::StartSimulation()
{
	const USPHSolidsWorldSubsystem* Subsystem = GetSubsystem();
	FSPHSolidsSimulation* Simulation = Subsystem ? Subsystem->GetSimulation() : nullptr;
	if (CacheMode == ESPHCacheMode::Play)
		ShowRecording();
	if (Instance || !Simulation || CacheMode == ESPHCacheMode::Play)
		return;
	// What the component is attached to no longer carries it: the body moves by itself.
	if (GetAttachParent())
	{
		const FTransform Place = GetComponentTransform();
		SetAbsolute(true, true, true);
		SetWorldTransform(Place);
	}
	Instance = Simulation->AddBody(*this);
	if (Instance && bFoundByQueries && GetOwner() && GetWorld()->IsGameWorld())
		AddQueryShape();
}

void USPHSolidComponent::AddQueryShape()
{
	QueryShape = NewObject<USPHSolidQueryShape>(GetOwner(), NAME_None, RF_Transient);
	QueryShape->SetGenerateOverlapEvents(GetGenerateOverlapEvents());
	// Attached only to know its body: it is moved less often.
	QueryShape->SetupAttachment(this);
	QueryShape->SetAbsolute(true, true, true);
	QueryShape->Follow(Instance->ParticleBounds);
	QueryShape->RegisterComponent();
}

void USPHSolidComponent::MoveQueryShape(const FBox& ParticleBounds)
{
	if (QueryShape)
		QueryShape->Follow(ParticleBounds);
}

void USPHSolidComponent::StopSimulation()
{
	if (!Instance)
		return;
	if (const USPHSolidsWorldSubsystem* Subsystem = GetSubsystem(); Subsystem && Subsystem->GetSimulation())
		Subsystem->GetSimulation()->RemoveBody(*Instance);
	Instance = nullptr;
	RecordStart = -1.0;
	if (IsValid(QueryShape))
		QueryShape->DestroyComponent();
	QueryShape = nullptr;
}

void USPHSolidComponent::ListenToAssets(bool bListen)
{
	if (USPHSolidBodyAsset* Old = ListenedBody.Get())
		Old->OnBodyChanged.Remove(BodyHandle);
	if (USPHSolidMaterial* Old = ListenedMaterial.Get())
		Old->OnMaterialChanged.Remove(MaterialHandle);
	ListenedBody = bListen ? Body.Get() : nullptr;
	ListenedMaterial = bListen ? SolidMaterial.Get() : nullptr;
	if (USPHSolidBodyAsset* New = ListenedBody.Get())
		BodyHandle = New->OnBodyChanged.AddUObject(this, &USPHSolidComponent::OnBodyAssetChanged);
	if (USPHSolidMaterial* New = ListenedMaterial.Get())
		MaterialHandle = New->OnMaterialChanged.AddUObject(this, &USPHSolidComponent::OnMaterialAssetChanged);
}

void USPHSolidComponent::ShowRestShape()
{
	if (Vertices)
		FSPHSolidVertexPool::GiveBack(*Vertices);
	Vertices.Reset();
	LocalBounds = FBox(ForceInit);
	if (const TSharedPtr<const FSPHSolidBody> Decoded = GetDecodedBody())
	{
		LocalBounds = Decoded->Bounds;
		if (Decoded->HasSkin())
		{
			// Not from the pool, whose sets may still be on their way to the render thread with another number of vertices.
			Vertices = MakeShared<FSPHSolidVertices>();
			FSPHSolidVertexPool::Share(*Vertices);
			SPHSolidSkinning::FillRestShape(*Decoded, *Vertices);
		}
	}
	bVerticesUnsent = false;
	MarkRenderStateDirty();
}

void USPHSolidComponent::OnBodyAssetChanged()
{
	const bool bWasSimulated = Instance != nullptr;
	StopSimulation();
	VertexPool = MakeShared<FSPHSolidVertexPool>();
	ReportedIssues.Reset();
	ShowRestShape();
	UpdateBounds();
	if (bWasSimulated || (HasBegunPlay() && bSimulate))
		StartSimulation();
}

void USPHSolidComponent::OnMaterialAssetChanged()
{
	if (Instance)
		GetSubsystem()->GetSimulation()->UpdateMaterial(*Instance);
}

void USPHSolidComponent::SetBody(USPHSolidBodyAsset* NewBody)
{
	if (NewBody == Body)
		return;
	Body = NewBody;
	if (!IsRegistered())
		return;
	ListenToAssets(true);
	OnBodyAssetChanged();
}

void USPHSolidComponent::SetSolidMaterial(USPHSolidMaterial* NewMaterial)
{
	SolidMaterial = NewMaterial;
	if (IsRegistered())
		ListenToAssets(true);
	OnMaterialAssetChanged();
}

void USPHSolidComponent::SetStiffnessScale(float NewScale)
{
	StiffnessScale = NewScale;
	OnMaterialAssetChanged();
}

void USPHSolidComponent::SetSimulating(bool bNewSimulate)
{
	bSimulate = bNewSimulate;
	if (bSimulate && HasBegunPlay())
		StartSimulation();
	else if (!bSimulate && Instance)
	{
		StopSimulation();
		ShowRestShape();
	}
}

bool USPHSolidComponent::IsSimulatingBody() const
{
	return Instance != nullptr;
}

void USPHSolidComponent::ResetBody()
{
	if (Instance)
		SetWorldTransform(StartPlace, false, nullptr, ETeleportType::ResetPhysics);
}

void USPHSolidComponent::OnUpdateTransform(EUpdateTransformFlags UpdateTransformFlags, ETeleportType Teleport)
{
	Super::OnUpdateTransform(UpdateTransformFlags, Teleport);
	// A simulated body is not carried by what it is attached to.
	if (!Instance || bMovedByBody || EnumHasAnyFlags(UpdateTransformFlags, EUpdateTransformFlags::PropagateFromParent))
		return;
	if (GetComponentTransform().GetScale3D().Equals(Instance->Place.GetScale3D(), 1e-6))
	{
		GetSubsystem()->GetSimulation()->TeleportBody(*Instance);
		return;
	}
	// Another size is another body.
	StopSimulation();
	ShowRestShape();
	StartSimulation();
}

void USPHSolidComponent::ApplyWorldOffset(const FVector& InOffset, bool bWorldShift)
{
	const FVector Goal = GetComponentLocation() + InOffset;
	bMovedByBody = true;
	Super::ApplyWorldOffset(InOffset, bWorldShift);
	// One that was attached to something and moves by itself now may not have been taken along.
	if (Instance && !GetComponentLocation().Equals(Goal, 1e-3))
		SetWorldLocation(Goal);
	bMovedByBody = false;
	StartPlace.AddToTranslation(InOffset);
	// When the whole world is shifted the simulation sees to all that is in it.
	if (Instance && !bWorldShift)
		GetSubsystem()->GetSimulation()->ShiftBody(*Instance, InOffset);
}

void USPHSolidComponent::Publish(const TSharedPtr<FSPHSolidVertices>& NewVertices, const FTransform& NewPlace, const FBox& ParticleBounds)
{
	if (CacheMode == ESPHCacheMode::Record && Instance)
		RecordFrame();
	if (NewVertices)
	{
		if (Vertices)
			FSPHSolidVertexPool::GiveBack(*Vertices);
		Vertices = NewVertices;
		LocalBounds = NewVertices->Bounds;
		bVerticesUnsent = true;
		MarkRenderDynamicDataDirty();
	}
	else
		LocalBounds = ParticleBounds.TransformBy(NewPlace.Inverse());
	if (Instance && Instance->NetFrame.IsSet())
		TakeNetFrame(*Instance->NetFrame);
	bMovedByBody = true;
	SetWorldTransform(NewPlace, false, nullptr, ETeleportType::TeleportPhysics);
	bMovedByBody = false;
	// Bounds change even where the place does not.
	UpdateBounds();
	MarkRenderTransformDirty();
}
