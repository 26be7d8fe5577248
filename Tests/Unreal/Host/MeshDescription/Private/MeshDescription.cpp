// Copyright (c) 2026 The SPHSolids authors

#include "MeshDescription.h"

FVertexID FMeshDescription::CreateVertex()
{
	Positions.Add(FVector3f(0.0f, 0.0f, 0.0f));
	return FVertexID(VertexElements.HostAdd());
}

FVertexInstanceID FMeshDescription::CreateVertexInstance(const FVertexID VertexID)
{
	check(VertexElements.IsValid(VertexID));
	InstanceVertex.Add(VertexID);
	Normals.Add(FVector3f(0.0f, 0.0f, 0.0f));
	Tangents.Add(FVector3f(0.0f, 0.0f, 0.0f));
	BinormalSigns.Add(0.0f);
	UVs.Add(FVector2f(0.0f, 0.0f));
	return FVertexInstanceID(InstanceElements.HostAdd());
}

FPolygonGroupID FMeshDescription::CreatePolygonGroup()
{
	SlotNames.Add(FName());
	return FPolygonGroupID(GroupElements.HostAdd());
}

FTriangleID FMeshDescription::CreateTriangle(const FPolygonGroupID PolygonGroupID, TArrayView<const FVertexInstanceID> VertexInstanceIDs)
{
	check(VertexInstanceIDs.Num() == 3);
	for (const FVertexInstanceID Corner : VertexInstanceIDs)
	{
		check(InstanceElements.IsValid(Corner));
		TriangleCorners.Add(Corner);
	}
	TriangleGroup.Add(PolygonGroupID);
	return FTriangleID(TriangleElements.HostAdd());
}
