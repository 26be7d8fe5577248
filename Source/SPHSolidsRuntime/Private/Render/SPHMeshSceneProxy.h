// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "DynamicMeshBuilder.h"
#include "LocalVertexFactory.h"
#include "Materials/MaterialInterface.h"
#include "PrimitiveSceneProxy.h"
#include "StaticMeshResources.h"

class UMeshComponent;
struct FSPHMeshTopology;
struct FSPHSolidVertices;

/// A deforming mesh on the render thread: topology, texture coordinates and materials stay, positions and tangents are replaced
/// every frame.
class FSPHMeshSceneProxy final : public FPrimitiveSceneProxy
{
public:
	/// Game thread. @param Vertices Where the vertices are now.
	FSPHMeshSceneProxy(const UMeshComponent& Component, const FSPHMeshTopology& Topology, const FSPHSolidVertices& Vertices);
	virtual ~FSPHMeshSceneProxy() override;

	/// Render thread: copies the vertices into the card's buffers.
	void UpdateVertices(FRHICommandListBase& RHICmdList, const FSPHSolidVertices& Vertices);

	virtual SIZE_T GetTypeHash() const override;
	virtual uint32 GetMemoryFootprint() const override;
	virtual bool CanBeOccluded() const override;
	virtual FPrimitiveViewRelevance GetViewRelevance(const FSceneView* View) const override;
	virtual void CreateRenderThreadResources(FRHICommandListBase& RHICmdList) override;
	virtual void GetDynamicMeshElements(const TArray<const FSceneView*>& Views, const FSceneViewFamily& ViewFamily, uint32 VisibilityMap,
		FMeshElementCollector& Collector) const override;

private:
	struct FSection
	{
		FMaterialRenderProxy* Material;
		uint32 FirstIndex, NumTriangles, MinVertex, MaxVertex;
	};

	FStaticMeshVertexBuffers Buffers;
	FDynamicMeshIndexBuffer32 IndexBuffer;
	FLocalVertexFactory VertexFactory;
	FMaterialRelevance Relevance;
	TArray<FSection> Sections;
};
