// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

#include <SPHSolids/Body/SkinBinding.h>

#include <vector>

/// Coarser meshes of a body for those who see it from afar (Docs/decisions/0075-mesh-levels.md). A coarser mesh has no vertices of its own: some
/// vertices of the full mesh stand for those around them. So they move with the same weights, lie where the full mesh has them, and all levels
/// share one buffer in which those of the coarsest come first.
namespace SPHMeshLevels
{

struct FLevel
{
	std::size_t VertexCount = 0;
	double CellSize = 0; ///< m
	std::vector<SPHSolids::Triangle> Triangles;
	std::vector<std::uint16_t> Sections; ///< of each triangle, or none
};

/// Makes the coarser levels of a mesh, each of a quarter of the vertices or so, and puts the vertices of the binding into their order. None
/// for small meshes and for those whose triangles share no vertices; the binding then stays as it is.
std::vector<FLevel> Build(SPHSolids::SkinBinding& Binding);

/// The part of a binding that the first vertices need.
SPHSolids::SkinBinding FirstOf(const SPHSolids::SkinBinding& Binding, std::size_t VertexCount);

}
