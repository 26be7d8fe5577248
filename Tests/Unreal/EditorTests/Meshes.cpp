// Copyright (c) 2026 The SPHSolids authors

#include "Meshes.h"

#include "Engine/StaticMesh.h"
#include "Host/Program.h"
#include "SPHSolidBakeOptions.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidsEditorLibrary.h"
#include "StaticMeshAttributes.h"

#include <cmath>
#include <csignal>

namespace EditorTests
{
namespace
{

/// Adds a triangle whose corners are given counter-clockwise in a right-handed drawing of the engine's axes; turns it as the engine wants it.
void AddTriangle(FMeshDescription& Mesh, FPolygonGroupID Group, const FVertexID (&Corners)[3], const FVector2f (&UVs)[3], bool bSmooth)
{
	FStaticMeshAttributes Attributes(Mesh);
	const auto Positions = Attributes.GetVertexPositions();
	const FVector A(Positions[Corners[0]]), B(Positions[Corners[1]]), C(Positions[Corners[2]]);
	const FVector FaceNormal = FVector::CrossProduct(B - A, C - A).GetSafeNormal();
	TArray<FVertexInstanceID> Instances;
	for (const int32 Corner : {0, 2, 1})
	{
		const FVertexInstanceID Instance = Mesh.CreateVertexInstance(Corners[Corner]);
		const FVector Place(Positions[Corners[Corner]]);
		const FVector Normal = bSmooth ? Place.GetSafeNormal() : FaceNormal;
		Attributes.GetVertexInstanceNormals()[Instance] = FVector3f(Normal);
		const FVector Along = bSmooth ? FVector::CrossProduct(FVector(0.0, 0.0, 1.0), Normal).GetSafeNormal() : (B - A).GetSafeNormal();
		Attributes.GetVertexInstanceTangents()[Instance] = FVector3f(Along);
		Attributes.GetVertexInstanceBinormalSigns()[Instance] = 1.0f;
		Attributes.GetVertexInstanceUVs().Set(Instance, 0, UVs[Corner]);
		Instances.Add(Instance);
	}
	Mesh.CreateTriangle(Group, Instances);
}

FVertexID AddVertex(FMeshDescription& Mesh, const FVector& Place)
{
	const FVertexID Vertex = Mesh.CreateVertex();
	FStaticMeshAttributes(Mesh).GetVertexPositions()[Vertex] = FVector3f(Place);
	return Vertex;
}

}

FMeshDescription BoxDescription(const FVector& HalfSize, const FVector& Centre)
{
	FMeshDescription Mesh;
	FVertexID Corners[8];
	for (int32 Index = 0; Index < 8; ++Index)
		Corners[Index] = AddVertex(Mesh,
			Centre
				+ FVector(
					Index & 1 ? HalfSize.X : -HalfSize.X, Index & 2 ? HalfSize.Y : -HalfSize.Y, Index & 4 ? HalfSize.Z : -HalfSize.Z));
	const FPolygonGroupID Sides = Mesh.CreatePolygonGroup(), Top = Mesh.CreatePolygonGroup();
	FStaticMeshAttributes(Mesh).GetPolygonGroupMaterialSlotNames()[Sides] = FName(TEXT("Sides"));
	FStaticMeshAttributes(Mesh).GetPolygonGroupMaterialSlotNames()[Top] = FName(TEXT("Top"));
	// Counter-clockwise from outside if the axes were right-handed.
	const int32 Faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
	const FVector2f Square[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
	for (int32 Face = 0; Face < 6; ++Face)
	{
		const int32(&F)[4] = Faces[Face];
		const FPolygonGroupID Group = Face == 1 ? Top : Sides;
		AddTriangle(Mesh, Group, {Corners[F[0]], Corners[F[1]], Corners[F[2]]}, {Square[0], Square[1], Square[2]}, false);
		AddTriangle(Mesh, Group, {Corners[F[0]], Corners[F[2]], Corners[F[3]]}, {Square[0], Square[2], Square[3]}, false);
	}
	return Mesh;
}

FMeshDescription BallDescription(double Radius, int32 Rings)
{
	FMeshDescription Mesh;
	const FPolygonGroupID Group = Mesh.CreatePolygonGroup();
	const int32 Around = 2 * Rings;
	TArray<FVertexID> Vertices;
	for (int32 Ring = 0; Ring <= Rings; ++Ring)
		for (int32 Step = 0; Step < Around; ++Step)
		{
			const double Polar = UE_DOUBLE_PI * Ring / Rings, Angle = 2 * UE_DOUBLE_PI * Step / Around;
			const bool bPole = Ring == 0 || Ring == Rings;
			if (bPole && Step > 0)
				Vertices.Add(FVertexID(Vertices.Last()));
			else
				Vertices.Add(AddVertex(
					Mesh, FVector(std::sin(Polar) * std::cos(Angle), std::sin(Polar) * std::sin(Angle), std::cos(Polar)) * Radius));
		}
	const auto UV = [&](int32 Ring, int32 Step)
	{ return FVector2f(static_cast<float>(Step) / static_cast<float>(Around), static_cast<float>(Ring) / static_cast<float>(Rings)); };
	for (int32 Ring = 0; Ring < Rings; ++Ring)
		for (int32 Step = 0; Step < Around; ++Step)
		{
			const int32 Next = (Step + 1) % Around;
			const FVertexID A = Vertices[Ring * Around + Step], B = Vertices[(Ring + 1) * Around + Step],
							C = Vertices[(Ring + 1) * Around + Next], D = Vertices[Ring * Around + Next];
			if (Ring + 1 < Rings)
				AddTriangle(Mesh, Group, {A, B, C}, {UV(Ring, Step), UV(Ring + 1, Step), UV(Ring + 1, Step + 1)}, true);
			if (Ring > 0)
				AddTriangle(Mesh, Group, {A, C, D}, {UV(Ring, Step), UV(Ring + 1, Step + 1), UV(Ring, Step + 1)}, true);
		}
	return Mesh;
}

FMeshDescription OpenSheetDescription(double HalfSize, int32 Cells)
{
	FMeshDescription Mesh;
	const FPolygonGroupID Group = Mesh.CreatePolygonGroup();
	TArray<FVertexID> Vertices;
	for (int32 Row = 0; Row <= Cells; ++Row)
		for (int32 Column = 0; Column <= Cells; ++Column)
			Vertices.Add(AddVertex(Mesh, FVector((2.0 * Column / Cells - 1) * HalfSize, (2.0 * Row / Cells - 1) * HalfSize, 0.0)));
	const FVector2f Nowhere(0.0f, 0.0f);
	for (int32 Row = 0; Row < Cells; ++Row)
		for (int32 Column = 0; Column < Cells; ++Column)
		{
			const int32 At = Row * (Cells + 1) + Column;
			AddTriangle(Mesh, Group, {Vertices[At], Vertices[At + 1], Vertices[At + Cells + 2]}, {Nowhere, Nowhere, Nowhere}, false);
			AddTriangle(
				Mesh, Group, {Vertices[At], Vertices[At + Cells + 2], Vertices[At + Cells + 1]}, {Nowhere, Nowhere, Nowhere}, false);
		}
	return Mesh;
}

UStaticMesh* MakeMesh(const TCHAR* Name, const FMeshDescription& Description)
{
	const FString PackageName = FString(TEXT("/Game/Meshes/")) + Name;
	UPackage* Package = CreatePackage(*PackageName);
	UStaticMesh* Mesh = FindObject<UStaticMesh>(Package, Name);
	if (!Mesh)
		Mesh = NewObject<UStaticMesh>(Package, FName(Name), RF_Public | RF_Standalone | RF_Transactional);
	Mesh->CreateMeshDescription(0, Description);
	Mesh->CommitMeshDescription(0);
	return Mesh;
}

UStaticMesh* MakeBox(const TCHAR* Name, double HalfSize)
{
	return MakeMesh(Name, BoxDescription(FVector(HalfSize, HalfSize, HalfSize)));
}

USPHSolidBakeOptions* QuickOptions()
{
	USPHSolidBakeOptions* Options = NewObject<USPHSolidBakeOptions>();
	Options->Size = ESPHBakeSize::Radius;
	Options->ParticleRadius = 4.0f;
	Options->Method = ESPHBakeMethod::Grid;
	Options->bSave = false;
	Options->bOpen = false;
	return Options;
}

USPHSolidBodyAsset* BakeQuickly(UStaticMesh* Mesh)
{
	const TArray<USPHSolidBodyAsset*> Bodies = USPHSolidsEditorLibrary::BakeStaticMeshes({Mesh}, QuickOptions());
	return Bodies.IsEmpty() ? nullptr : Bodies[0];
}

FSmallDisk::FSmallDisk(uint64 Bytes)
{
	getrlimit(RLIMIT_FSIZE, &Old);
	OldHandler = std::signal(SIGXFSZ, SIG_IGN);
	rlimit Small = Old;
	Small.rlim_cur = Bytes;
	setrlimit(RLIMIT_FSIZE, &Small);
}

FSmallDisk::~FSmallDisk()
{
	setrlimit(RLIMIT_FSIZE, &Old);
	std::signal(SIGXFSZ, OldHandler);
}

void FEditorTest::TearDown()
{
	Host::ProgramFlags().bUnattended = true;
	Host::ProgramFlags().bCommandlet = false;
	Editor.ClearRecords();
}

}
