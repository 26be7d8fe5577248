// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FMeshBatch, .../FMeshBatchElement (include path MeshBatch.h).
#pragma once

#include "RenderResource.h"
#include "VertexFactory.h"

class FMaterialRenderProxy;
class FDynamicPrimitiveUniformBuffer;

enum ESceneDepthPriorityGroup
{
	SDPG_World,
	SDPG_Foreground
};

struct FMeshBatchElement
{
	const FIndexBuffer* IndexBuffer = nullptr;
	const void* PrimitiveUniformBufferResource = nullptr;
	uint32 FirstIndex = 0;
	uint32 NumPrimitives = 0;
	uint32 MinVertexIndex = 0;
	uint32 MaxVertexIndex = 0;
};

struct FMeshBatch
{
	TArray<FMeshBatchElement> Elements{FMeshBatchElement()};
	const FVertexFactory* VertexFactory = nullptr;
	const FMaterialRenderProxy* MaterialRenderProxy = nullptr;
	EPrimitiveType Type = PT_TriangleList;
	ESceneDepthPriorityGroup DepthPriorityGroup = SDPG_World;
	bool bWireframe = false;
	bool ReverseCulling = false;
	bool bCanApplyViewModeOverrides = false;
	bool CastShadow = true;
	uint16 SegmentIndex = 0;
};
