// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Render/SPHMeshTopology.h"
#include "Render/SPHSolidVertices.h"

/// Particles as octahedra: six corners and eight triangles each.
namespace SPHBeads
{

inline constexpr int32 CornersPerBead = 6, TrianglesPerBead = 8;

TSharedRef<const FSPHMeshTopology> MakeTopology(int32 NumBeads);

/// Makes room for so many beads, all without size, and sets the normals.
void Resize(FSPHSolidVertices& Vertices, int32 NumBeads);

/// @param Radius cm
void Place(FSPHSolidVertices& Vertices, int32 Bead, const FVector3f& Centre, float Radius);

/// Beads from Used on vanish into the first one; bounds fit the used ones.
void Finish(FSPHSolidVertices& Vertices, int32 Used, float Radius);

}
