// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

class UObject;
class USPHSolidBodyAsset;

/// Whether a body still is what baking its mesh would give.
enum class ESPHFreshness : uint8
{
	UpToDate,
	/// The mesh is not what it was.
	MeshChanged,
	/// The mesh is gone or has no triangles any more.
	MeshMissing,
	/// Loaded from a file: there is no mesh to compare with.
	NoSource,
	/// Made but never baked, or its bytes cannot be read.
	Empty
};

namespace SPHBodyFreshness
{

/// Reads the mesh and compares: some 20 ms for 50,000 triangles. Game thread.
ESPHFreshness Check(const USPHSolidBodyAsset& Body);
/// One sentence for the banner and the validator; empty if the body is up to date.
FText Describe(ESPHFreshness Freshness, const USPHSolidBodyAsset& Body);
/// All bodies of the project that were baked from a mesh, loaded if need be. @param Mesh Only those baked from it.
TArray<USPHSolidBodyAsset*> FindBodies(const UObject* Mesh = nullptr);
/// Those whose mesh has changed.
TArray<USPHSolidBodyAsset*> FindOutOfDate();

}
