// Copyright (c) 2026 The SPHSolids authors

#include "Render/SPHMeshSceneProxy.h"

#include "Components/MeshComponent.h"
#include "MaterialDomain.h"
#include "Materials/Material.h"
#include "Materials/MaterialRenderProxy.h"
#include "RHICommandList.h"
#include "Render/SPHSolidVertices.h"
#include "SPHSolidsEngineCompat.h"
#include "SceneManagement.h"
#include "SceneView.h"

FSPHMeshSceneProxy::FSPHMeshSceneProxy(const UMeshComponent& Component, const FSPHMeshTopology& Topology, const FSPHSolidVertices& Vertices)
	: FPrimitiveSceneProxy(&Component)
	, VertexFactory(GetScene().GetFeatureLevel(), "FSPHMeshSceneProxy")
	, Relevance(SPHSolidsEngine::MaterialRelevance(Component, GetScene()))
	, ShownLevel(Vertices.Level)
{
	const uint32 NumVertices = static_cast<uint32>(Topology.NumVertices);
	Buffers.PositionVertexBuffer.Init(NumVertices);
	Buffers.StaticMeshVertexBuffer.Init(NumVertices, 1);
	Buffers.ColorVertexBuffer.Init(NumVertices);
	for (uint32 Index = 0; Index < NumVertices; ++Index)
	{
		const int32 At = static_cast<int32>(Index);
		// Vertices that only finer levels use come with the first update that shows one of these.
		const bool bKnown = At < Vertices.Positions.Num();
		Buffers.PositionVertexBuffer.VertexPosition(Index) = bKnown ? Vertices.Positions[At] : FVector3f(0.0f, 0.0f, 0.0f);
		const FVector3f X = bKnown ? Vertices.Tangents[2 * At].ToFVector3f() : FVector3f(1.0f, 0.0f, 0.0f);
		const FVector4f Z = bKnown ? Vertices.Tangents[2 * At + 1].ToFVector4f() : FVector4f(0.0f, 0.0f, 1.0f, 1.0f);
		const FVector3f Normal(Z.X, Z.Y, Z.Z);
		Buffers.StaticMeshVertexBuffer.SetVertexTangents(Index, X, (Normal ^ X) * Z.W, Normal);
		Buffers.StaticMeshVertexBuffer.SetVertexUV(Index, 0, Topology.UVs.IsEmpty() ? FVector2f(0.0f, 0.0f) : Topology.UVs[At]);
		Buffers.ColorVertexBuffer.VertexColor(Index) = FColor::White;
	}
	AddLevel(Component, Topology.NumVertices, Topology.Indices, Topology.Sections);
	for (const FSPHMeshTopology::FCoarser& Coarser : Topology.Coarser)
		AddLevel(Component, Coarser.NumVertices, Coarser.Indices, Coarser.Sections);
}

void FSPHMeshSceneProxy::AddLevel(const UMeshComponent& Component, int32 NumVertices, const TArray<uint32>& Indices,
	const TArray<FSPHMeshTopology::FSection>& TopologySections)
{
	const uint32 FirstIndex = static_cast<uint32>(IndexBuffer.Indices.Num());
	IndexBuffer.Indices.Append(Indices);
	FLevel& Level = Levels.AddDefaulted_GetRef();
	Level.NumVertices = NumVertices;
	for (const FSPHMeshTopology::FSection& Section : TopologySections)
	{
		const UMaterialInterface* Material = Component.GetMaterial(Section.MaterialSlot);
		if (!Material)
			Material = UMaterial::GetDefaultMaterial(MD_Surface);
		Level.Sections.Add(FSection{
			Material->GetRenderProxy(), FirstIndex + Section.FirstIndex, Section.NumTriangles, Section.MinVertex, Section.MaxVertex});
	}
}

FSPHMeshSceneProxy::~FSPHMeshSceneProxy()
{
	Buffers.PositionVertexBuffer.ReleaseResource();
	Buffers.StaticMeshVertexBuffer.ReleaseResource();
	Buffers.ColorVertexBuffer.ReleaseResource();
	IndexBuffer.ReleaseResource();
	VertexFactory.ReleaseResource();
}

void FSPHMeshSceneProxy::UpdateVertices(FRHICommandListBase& RHICmdList, const FSPHSolidVertices& Vertices)
{
	check(IsInRenderingThread());
	const auto Copy = [&RHICmdList](FRHIBuffer* Buffer, const auto& Array)
	{
		const uint32 Size = static_cast<uint32>(Array.Num()) * Array.GetTypeSize();
		FMemory::Memcpy(RHICmdList.LockBuffer(Buffer, 0, Size, RLM_WriteOnly), Array.GetData(), Size);
		RHICmdList.UnlockBuffer(Buffer);
	};
	ShownLevel = Vertices.Level;
	if (ShownLevel == FSPHSolidVertices::Nothing)
		return;
	// Of a coarser level only as much is copied as it shows; a finer one overwrites all that it shows.
	check(Vertices.Positions.Num() == Levels[ShownLevel].NumVertices);
	Copy(Buffers.PositionVertexBuffer.VertexBufferRHI, Vertices.Positions);
	Copy(Buffers.StaticMeshVertexBuffer.TangentsVertexBuffer.VertexBufferRHI, Vertices.Tangents);
}

SIZE_T FSPHMeshSceneProxy::GetTypeHash() const
{
	static SIZE_T UniquePointer;
	return reinterpret_cast<SIZE_T>(&UniquePointer);
}

uint32 FSPHMeshSceneProxy::GetMemoryFootprint() const
{
	return static_cast<uint32>(sizeof(*this) + IndexBuffer.Indices.GetAllocatedSize()) + GetAllocatedSize();
}

bool FSPHMeshSceneProxy::CanBeOccluded() const
{
	return !Relevance.bDisableDepthTest;
}

FPrimitiveViewRelevance FSPHMeshSceneProxy::GetViewRelevance(const FSceneView* View) const
{
	FPrimitiveViewRelevance Result;
	Result.bDrawRelevance = IsShown(View);
	Result.bShadowRelevance = IsShadowCast(View);
	Result.bDynamicRelevance = true;
	Result.bRenderInMainPass = ShouldRenderInMainPass();
	Result.bUsesLightingChannels = GetLightingChannelMask() != 1;
	Result.bRenderCustomDepth = ShouldRenderCustomDepth();
	Result.bTranslucentSelfShadow = CastsVolumetricTranslucentShadow();
	Relevance.SetPrimitiveViewRelevance(Result);
	// The local vertex factory knows no previous positions, so motion vectors of the deformation would be wrong: none are written.
	Result.bVelocityRelevance = false;
	return Result;
}

void FSPHMeshSceneProxy::CreateRenderThreadResources(FRHICommandListBase& RHICmdList)
{
	Buffers.PositionVertexBuffer.InitResource(RHICmdList);
	Buffers.StaticMeshVertexBuffer.InitResource(RHICmdList);
	Buffers.ColorVertexBuffer.InitResource(RHICmdList);
	FLocalVertexFactory::FDataType Data;
	Buffers.PositionVertexBuffer.BindPositionVertexBuffer(&VertexFactory, Data);
	Buffers.StaticMeshVertexBuffer.BindTangentVertexBuffer(&VertexFactory, Data);
	Buffers.StaticMeshVertexBuffer.BindPackedTexCoordVertexBuffer(&VertexFactory, Data);
	Buffers.StaticMeshVertexBuffer.BindLightMapVertexBuffer(&VertexFactory, Data, 0);
	Buffers.ColorVertexBuffer.BindColorVertexBuffer(&VertexFactory, Data);
	VertexFactory.SetData(RHICmdList, Data);
	VertexFactory.InitResource(RHICmdList);
	IndexBuffer.InitResource(RHICmdList);
}

void FSPHMeshSceneProxy::GetDynamicMeshElements(const TArray<const FSceneView*>& Views, const FSceneViewFamily& ViewFamily,
	uint32 VisibilityMap, FMeshElementCollector& Collector) const
{
	if (ShownLevel == FSPHSolidVertices::Nothing)
		return;
	for (int32 ViewIndex = 0; ViewIndex < Views.Num(); ++ViewIndex)
	{
		if ((VisibilityMap & (1u << ViewIndex)) == 0)
			continue;
		FDynamicPrimitiveUniformBuffer& Uniforms = Collector.AllocateOneFrameResource<FDynamicPrimitiveUniformBuffer>();
		Uniforms.Set(Collector.GetRHICommandList(), GetLocalToWorld(), GetLocalToWorld(), GetBounds(), GetLocalBounds(), ReceivesDecals(),
			false, false);
		for (const FSection& Section : Levels[ShownLevel].Sections)
		{
			FMeshBatch& Mesh = Collector.AllocateMesh();
			Mesh.VertexFactory = &VertexFactory;
			Mesh.MaterialRenderProxy = Section.Material;
			Mesh.ReverseCulling = IsLocalToWorldDeterminantNegative();
			Mesh.Type = PT_TriangleList;
			Mesh.DepthPriorityGroup = SDPG_World;
			Mesh.bCanApplyViewModeOverrides = true;
			FMeshBatchElement& Element = Mesh.Elements[0];
			Element.IndexBuffer = &IndexBuffer;
			Element.FirstIndex = Section.FirstIndex;
			Element.NumPrimitives = Section.NumTriangles;
			Element.MinVertexIndex = Section.MinVertex;
			Element.MaxVertexIndex = Section.MaxVertex;
			Element.PrimitiveUniformBufferResource = &Uniforms.UniformBuffer;
			Collector.AddMesh(ViewIndex, Mesh);
		}
	}
}
