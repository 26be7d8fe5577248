// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

/// What stays the same while a mesh deforms: triangles, texture coordinates, material slots. Shared by all who draw the same mesh.
struct FSPHMeshTopology
{
	struct FSection
	{
		int32 MaterialSlot = 0;
		uint32 FirstIndex = 0;
		uint32 NumTriangles = 0;
		uint32 MinVertex = 0;
		uint32 MaxVertex = 0;
	};

	/// A coarser mesh over the first vertices of the full one.
	struct FCoarser
	{
		int32 NumVertices = 0;
		/// Vertices nearer to each other than this were taken together, cm.
		double CellSize = 0.0;
		TArray<uint32> Indices;
		TArray<FSection> Sections;
	};

	int32 NumVertices = 0;
	TArray<FVector2f> UVs; ///< one per vertex, or none
	TArray<uint32> Indices;
	TArray<FSection> Sections; ///< triangles of a section follow each other
	TArray<FCoarser> Coarser;  ///< the coarsest last

	/// @param Level 0 for the full mesh, negative for nothing at all.
	int32 NumVerticesOf(int32 Level) const { return Level < 0 ? 0 : Level == 0 ? NumVertices : Coarser[Level - 1].NumVertices; }
};
