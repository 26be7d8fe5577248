// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FMeshElementCollector, .../FDynamicPrimitiveUniformBuffer/Set (command list first since 5.4); Algoryx/AGXUnreal.
#pragma once

#include "Materials/MaterialRenderProxy.h"
#include "MeshBatch.h"
#include "PrimitiveSceneProxy.h"

class FOneFrameResource
{
public:
	virtual ~FOneFrameResource() = default;
};

struct FHostUniformBuffer
{
	FMatrix LocalToWorld;
	FBoxSphereBounds WorldBounds, LocalBounds;
};

class FDynamicPrimitiveUniformBuffer : public FOneFrameResource
{
public:
	void Set(FRHICommandListBase&, const FMatrix& LocalToWorld, const FMatrix&, const FBoxSphereBounds& WorldBounds,
		const FBoxSphereBounds& LocalBounds, bool, bool, bool)
	{
		UniformBuffer = {LocalToWorld, WorldBounds, LocalBounds};
	}
	FHostUniformBuffer UniformBuffer;
};

class FColoredMaterialRenderProxy : public FMaterialRenderProxy
{
public:
	FColoredMaterialRenderProxy(const FMaterialRenderProxy* InParent, const FLinearColor& InColor)
		: FMaterialRenderProxy(InParent ? InParent->HostName : FString())
		, Color(InColor)
	{
	}
	FLinearColor Color;
};

/// Takes what the proxies want to draw in one frame. What it hands out lives until the frame is drawn.
class FMeshElementCollector
{
public:
	explicit FMeshElementCollector(FRHICommandList& InCommandList)
		: CommandList(InCommandList)
	{
	}
	FMeshBatch& AllocateMesh();
	void AddMesh(int32 ViewIndex, FMeshBatch& MeshBatch);
	FRHICommandList& GetRHICommandList() { return CommandList; }
	template <typename T, typename... Types>
	T& AllocateOneFrameResource(Types&&... Arguments)
	{
		T* Resource = new T(Forward<Types>(Arguments)...);
		OneFrame.Add(TSharedPtr<FOneFrameResource>(Resource));
		return *Resource;
	}
	void RegisterOneFrameMaterialProxy(FMaterialRenderProxy* Proxy) { Proxies.Add(TSharedPtr<FMaterialRenderProxy>(Proxy)); }
	const TArray<FMeshBatch*>& HostMeshes() const { return Meshes; }

private:
	FRHICommandList& CommandList;
	TArray<TSharedPtr<FMeshBatch>> Allocated;
	TArray<FMeshBatch*> Meshes;
	TArray<TSharedPtr<FOneFrameResource>> OneFrame;
	TArray<TSharedPtr<FMaterialRenderProxy>> Proxies;
};
