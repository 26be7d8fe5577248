// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FPrimitiveSceneProxy (CreateRenderThreadResources(FRHICommandListBase&), DestroyRenderThreadResources, GetDynamicMeshElements, GetViewRelevance, OnTransformChanged); Algoryx/AGXUnreal, TriAxis-Games/RealtimeMeshComponent.
#pragma once

#include "PrimitiveViewRelevance.h"
#include "RenderingThread.h"
#include "SceneInterface.h"
#include "SceneView.h"

class FMeshElementCollector;
class UPrimitiveComponent;

/// What the render thread has of a component: copies, never the component itself.
class FPrimitiveSceneProxy
{
public:
	explicit FPrimitiveSceneProxy(const UPrimitiveComponent* InComponent, FName ResourceName = NAME_None);
	/// On the render thread.
	virtual ~FPrimitiveSceneProxy();
	FPrimitiveSceneProxy(const FPrimitiveSceneProxy&) = delete;
	FPrimitiveSceneProxy& operator=(const FPrimitiveSceneProxy&) = delete;

	virtual SIZE_T GetTypeHash() const = 0;
	virtual uint32 GetMemoryFootprint() const = 0;
	uint32 GetAllocatedSize() const { return 0; }
	virtual FPrimitiveViewRelevance GetViewRelevance(const FSceneView* View) const { return FPrimitiveViewRelevance(); }
	virtual void GetDynamicMeshElements(const TArray<const FSceneView*>& Views, const FSceneViewFamily& ViewFamily, uint32 VisibilityMap,
		FMeshElementCollector& Collector) const
	{
	}
	virtual void CreateRenderThreadResources(FRHICommandListBase& RHICmdList) {}
	virtual void DestroyRenderThreadResources() {}
	virtual void OnTransformChanged(FRHICommandListBase& RHICmdList) {}
	virtual bool CanBeOccluded() const { return true; }

	const FMatrix& GetLocalToWorld() const;
	const FBoxSphereBounds& GetBounds() const;
	const FBoxSphereBounds& GetLocalBounds() const { return LocalBounds; }
	FSceneInterface& GetScene() const { return *Scene; }
	bool IsShown(const FSceneView*) const { return bShown; }
	bool IsShadowCast(const FSceneView*) const { return bCastShadow; }
	bool ShouldRenderInMainPass() const { return true; }
	bool ShouldRenderCustomDepth() const { return bRenderCustomDepth; }
	uint8 GetLightingChannelMask() const { return 1; }
	bool CastsVolumetricTranslucentShadow() const { return false; }
	bool ReceivesDecals() const { return bReceivesDecals; }
	bool AllowDebugViewmodes() const { return true; }
	bool IsLocalToWorldDeterminantNegative() const { return LocalToWorld.Determinant() < 0; }
	FName GetOwnerName() const { return OwnerName; }

	/// For the host's own use.
	void HostSetTransform(FRHICommandListBase& RHICmdList, const FMatrix& InLocalToWorld, const FBoxSphereBounds& InBounds,
		const FBoxSphereBounds& InLocalBounds);
	bool bHostInScene = false;

private:
	FSceneInterface* Scene;
	FName OwnerName;
	FMatrix LocalToWorld;
	FBoxSphereBounds Bounds, LocalBounds;
	bool bShown, bCastShadow, bRenderCustomDepth, bReceivesDecals;
};
