// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

#include <SPHSolids/Geometry/RenderMesh.h>

#include <vector>

class UStaticMesh;
struct FMeshDescription;

/// What of a static mesh is read: the high-resolution source or a level of detail.
struct FSPHMeshSource
{
	static constexpr int32 HighResolution = -1;

	/// Null, with a sentence that says why, if the mesh has no triangles there.
	static const FMeshDescription* Find(const UStaticMesh& Mesh, int32 LOD, FString& OutMessage);
};

/// Turns the engine's description of a mesh into the core's, a slice at a time so that the editor stays awake: centimetres become metres,
/// the build scale is applied, corners that agree in everything become one vertex, corners along texture seams stay apart (the core welds
/// them for the particles by their places). The description must not change meanwhile.
class FSPHMeshReader
{
public:
	FSPHMeshReader(const UStaticMesh& Mesh, const FMeshDescription& InDescription, int32 LOD);

	/// Works for about so many seconds. True when all is read; normals that the description leaves out are not filled in yet.
	bool Advance(double Seconds);
	float Fraction() const;
	SPHSolids::RenderMesh Take() { return MoveTemp(Result); }
	/// Meshes that compute their normals or tangents when they are built have none in their description: normals then follow the faces.
	/// Any thread.
	static void FillMissingNormals(SPHSolids::RenderMesh& Mesh);

private:
	void ReadTriangle(int32 Triangle);
	uint32 FindOrAddVertex(int32 Corner);

	const FMeshDescription& Description;
	FVector Scale;
	bool bMirrored;
	/// Of each polygon group.
	TArray<uint16> SlotOfGroup;
	SPHSolids::RenderMesh Result;
	/// The first vertex made at a place of the description, and the next at the same place.
	std::vector<uint32> FirstAtPlace, NextAtPlace;
	int32 NextTriangle = 0;
	bool bFinished = false;
};
