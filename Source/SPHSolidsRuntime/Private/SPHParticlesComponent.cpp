// Copyright (c) 2026 The SPHSolids authors

#include "SPHParticlesComponent.h"

#include "Engine/World.h"
#include "Render/SPHBeads.h"
#include "Render/SPHMeshSceneProxy.h"
#include "RenderingThread.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidsSimulation.h"

USPHParticlesComponent::USPHParticlesComponent()
	: VertexPool(MakeShared<FSPHSolidVertexPool>())
	, LocalBounds(ForceInit)
{
	SetMobility(EComponentMobility::Movable);
	SetCollisionEnabled(ECollisionEnabled::NoCollision);
}

void USPHParticlesComponent::BeginPlay()
{
	Super::BeginPlay();
	SetAbsolute(true, true, true);
	SetWorldTransform(FTransform(GetComponentLocation()));
	if (const USPHSolidsWorldSubsystem* Subsystem = UWorld::GetSubsystem<USPHSolidsWorldSubsystem>(GetWorld());
		Subsystem && Subsystem->GetSimulation())
		Subsystem->GetSimulation()->AddParticles(*this);
}

void USPHParticlesComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	if (const USPHSolidsWorldSubsystem* Subsystem = UWorld::GetSubsystem<USPHSolidsWorldSubsystem>(GetWorld());
		Subsystem && Subsystem->GetSimulation())
		Subsystem->GetSimulation()->RemoveParticles(*this);
	Super::EndPlay(EndPlayReason);
}

TSharedPtr<FSPHSolidVertices> USPHParticlesComponent::TakeVertices(int32 NumParticles)
{
	// Room grows by halves, so that a growing fluid does not make a new proxy every frame.
	const int32 Room = Topology ? Topology->NumVertices / SPHBeads::CornersPerBead : 0;
	if (NumParticles > Room)
	{
		Topology = SPHBeads::MakeTopology(NumParticles + NumParticles / 2);
		VertexPool = MakeShared<FSPHSolidVertexPool>();
	}
	if (!Topology)
		return nullptr;
	TSharedPtr<FSPHSolidVertices> Taken = VertexPool->Take();
	SPHBeads::Resize(*Taken, Topology->NumVertices / SPHBeads::CornersPerBead);
	return Taken;
}

void USPHParticlesComponent::Publish(const TSharedPtr<FSPHSolidVertices>& NewVertices, int32 NumParticles)
{
	const bool bSameRoom = Vertices && Vertices->Positions.Num() == NewVertices->Positions.Num();
	if (Vertices)
		FSPHSolidVertexPool::GiveBack(*Vertices);
	Vertices = NewVertices;
	NumDrawn = NumParticles;
	LocalBounds = NewVertices->Bounds;
	bVerticesUnsent = bSameRoom;
	if (bSameRoom)
		MarkRenderDynamicDataDirty();
	else
		MarkRenderStateDirty();
	UpdateBounds();
	MarkRenderTransformDirty();
}

FPrimitiveSceneProxy* USPHParticlesComponent::CreateSceneProxy()
{
	if (!Vertices || !Topology || NumDrawn == 0 || Vertices->Positions.Num() != Topology->NumVertices)
		return nullptr;
	bVerticesUnsent = false;
	return new FSPHMeshSceneProxy(*this, *Topology, *Vertices);
}

void USPHParticlesComponent::SendRenderDynamicData_Concurrent()
{
	Super::SendRenderDynamicData_Concurrent();
	if (!Vertices || !bVerticesUnsent)
		return;
	if (!SceneProxy)
	{
		// There was nothing to draw when the proxy was asked for.
		MarkRenderStateDirty();
		return;
	}
	bVerticesUnsent = false;
	FSPHSolidVertexPool::Share(*Vertices);
	ENQUEUE_RENDER_COMMAND(SPHParticles)
	(
		[Proxy = static_cast<FSPHMeshSceneProxy*>(SceneProxy), Sent = Vertices](FRHICommandListImmediate& RHICmdList)
		{
			Proxy->UpdateVertices(RHICmdList, *Sent);
			FSPHSolidVertexPool::GiveBack(*Sent);
		});
}

FBoxSphereBounds USPHParticlesComponent::CalcBounds(const FTransform& LocalToWorld) const
{
	if (!LocalBounds.IsValid)
		return FBoxSphereBounds(LocalToWorld.GetLocation(), FVector(1.0, 1.0, 1.0), 1.0);
	return FBoxSphereBounds(LocalBounds).TransformBy(LocalToWorld);
}

UMaterialInterface* USPHParticlesComponent::GetMaterial(int32 ElementIndex) const
{
	UMaterialInterface* Override = Super::GetMaterial(ElementIndex);
	return Override ? Override : BeadMaterial.Get();
}
