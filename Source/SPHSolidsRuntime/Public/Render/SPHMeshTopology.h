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

	int32 NumVertices = 0;
	TArray<FVector2f> UVs; ///< one per vertex, or none
	TArray<uint32> Indices;
	TArray<FSection> Sections; ///< triangles of a section follow each other
};
