// Copyright (c) 2026 The SPHSolids authors

#include "Render/SPHBeads.h"

namespace
{

const FVector3f BeadCorners[SPHBeads::CornersPerBead] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
/// One triangle per octant, corners going round so that their cross product points inwards, as the engine's renderer wants it.
const uint32 BeadTriangles[SPHBeads::TrianglesPerBead][3] = {
	{0, 4, 2}, {2, 4, 1}, {1, 4, 3}, {3, 4, 0}, {2, 5, 0}, {1, 5, 2}, {3, 5, 1}, {0, 5, 3}};

}

TSharedRef<const FSPHMeshTopology> SPHBeads::MakeTopology(int32 NumBeads)
{
	TSharedRef<FSPHMeshTopology> Topology = MakeShared<FSPHMeshTopology>();
	Topology->NumVertices = NumBeads * CornersPerBead;
	Topology->Indices.Reserve(NumBeads * TrianglesPerBead * 3);
	for (int32 Bead = 0; Bead < NumBeads; ++Bead)
		for (const uint32(&Triangle)[3] : BeadTriangles)
			for (const uint32 Corner : Triangle)
				Topology->Indices.Add(static_cast<uint32>(Bead * CornersPerBead) + Corner);
	FSPHMeshTopology::FSection All;
	All.NumTriangles = static_cast<uint32>(NumBeads * TrianglesPerBead);
	All.MaxVertex = static_cast<uint32>(FMath::Max(0, Topology->NumVertices - 1));
	Topology->Sections.Add(All);
	return Topology;
}

void SPHBeads::Resize(FSPHSolidVertices& Vertices, int32 NumBeads)
{
	const int32 Before = Vertices.Positions.Num() / CornersPerBead;
	if (Before == NumBeads)
		return;
	Vertices.Positions.SetNumZeroed(NumBeads * CornersPerBead);
	Vertices.Tangents.SetNumUninitialized(2 * NumBeads * CornersPerBead);
	for (int32 Bead = Before; Bead < NumBeads; ++Bead)
		for (int32 Corner = 0; Corner < CornersPerBead; ++Corner)
		{
			const FVector3f Normal = BeadCorners[Corner];
			const int32 At = 2 * (Bead * CornersPerBead + Corner);
			Vertices.Tangents[At] = FPackedNormal(FVector4f(FVector3f(Normal.Y, Normal.Z, Normal.X), 0.0f));
			Vertices.Tangents[At + 1] = FPackedNormal(FVector4f(Normal, 1.0f));
		}
}

void SPHBeads::Place(FSPHSolidVertices& Vertices, int32 Bead, const FVector3f& Centre, float Radius)
{
	for (int32 Corner = 0; Corner < CornersPerBead; ++Corner)
		Vertices.Positions[Bead * CornersPerBead + Corner] = Centre + BeadCorners[Corner] * Radius;
}

void SPHBeads::Finish(FSPHSolidVertices& Vertices, int32 Used, float Radius)
{
	Vertices.Bounds = FBox(ForceInit);
	for (int32 Bead = 0; Bead < Used; ++Bead)
		Vertices.Bounds += FVector((Vertices.Positions[Bead * CornersPerBead] + Vertices.Positions[Bead * CornersPerBead + 1]) * 0.5f);
	if (Used > 0)
		Vertices.Bounds = Vertices.Bounds.ExpandBy(static_cast<double>(Radius));
	const FVector3f Nowhere = Used > 0 ? Vertices.Positions[0] : FVector3f(0.0f, 0.0f, 0.0f);
	for (int32 At = Used * CornersPerBead; At < Vertices.Positions.Num(); ++At)
		Vertices.Positions[At] = Nowhere;
}
