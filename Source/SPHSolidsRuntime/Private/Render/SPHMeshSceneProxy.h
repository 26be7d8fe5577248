// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "DynamicMeshBuilder.h"
#include "LocalVertexFactory.h"
#include "Materials/MaterialInterface.h"
#include "PrimitiveSceneProxy.h"
#include "Render/SPHMeshTopology.h"
#include "StaticMeshResources.h"

class UMeshComponent;
struct FSPHSolidVertices;

/// A deforming mesh on the render thread: topology, texture coordinates and materials stay, positions and tangents are replaced
/// every frame. All levels of detail share the buffers; which one is shown comes with the vertices.
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

	struct FLevel
	{
		int32 NumVertices = 0;
		TArray<FSection> Sections;
	};
	void AddLevel(const UMeshComponent& Component, int32 NumVertices, const TArray<uint32>& Indices,
		const TArray<FSPHMeshTopology::FSection>& TopologySections);

	FStaticMeshVertexBuffers Buffers;
	FDynamicMeshIndexBuffer32 IndexBuffer;
	FLocalVertexFactory VertexFactory;
	FMaterialRelevance Relevance;
	TArray<FLevel> Levels;
	int32 ShownLevel; ///< render thread
};
