// Copyright (c) 2026 The SPHSolids authors

#include "Bake/SPHMeshReader.h"

#include "Bake/SPHBakeEstimate.h"
#include "Engine/StaticMesh.h"
#include "Meshes.h"
#include "SPHSolidBakeOptions.h"
#include "StaticMeshAttributes.h"

#include <SPHSolids/Geometry/MeshDiagnosis.h>

using namespace EditorTests;

namespace
{

SPHSolids::RenderMesh ReadMesh(const UStaticMesh& Mesh, int32 LOD = 0)
{
	FString Message;
	const FMeshDescription* Description = FSPHMeshSource::Find(Mesh, LOD, Message);
	EXPECT_NE(Description, nullptr);
	FSPHMeshReader Reader(Mesh, *Description, LOD);
	while (!Reader.Advance(1.0))
	{
	}
	SPHSolids::RenderMesh Read = Reader.Take();
	FSPHMeshReader::FillMissingNormals(Read);
	return Read;
}

SPHSolids::MeshDiagnosis Diagnose(const SPHSolids::RenderMesh& Mesh)
{
	const auto Tasks = SPHSolids::MakeSerialTaskRunner();
	return SPHSolids::DiagnoseMesh(Mesh.View(), {}, *Tasks, nullptr).TakeValue();
}

}

TEST(MeshReader, ABoxOfTheEngineIsAClosedSolidOfTheCoreThatFacesOutwards)
{
	const SPHSolids::RenderMesh Mesh = ReadMesh(*MakeMesh(TEXT("ReaderBox"), BoxDescription(FVector(10, 20, 30), FVector(100, 0, 0))));
	EXPECT_EQ(Mesh.triangles.size(), 12u);
	const SPHSolids::MeshDiagnosis Found = Diagnose(Mesh);
	EXPECT_TRUE(Found.closed);
	EXPECT_EQ(Found.Find(SPHSolids::MeshDefect::InsideOut), nullptr);
	EXPECT_EQ(Found.Find(SPHSolids::MeshDefect::InconsistentOrientation), nullptr);
	EXPECT_NEAR(Found.volume, 0.2 * 0.4 * 0.6, 1e-9);
	EXPECT_NEAR(Found.bounds.min.x, 0.9, 1e-6);
	EXPECT_NEAR(Found.bounds.max.z, 0.3, 1e-6);
	// Signed, so that outwards is not only consistent but right.
	double Volume = 0;
	for (const SPHSolids::Triangle& T : Mesh.triangles)
		Volume += SPHSolids::Dot(Mesh.positions[T[0]], SPHSolids::Cross(Mesh.positions[T[1]], Mesh.positions[T[2]])) / 6;
	EXPECT_NEAR(Volume, 0.048, 1e-9);
}

TEST(MeshReader, YIsTurnedRoundAndNormalsStayOutside)
{
	const SPHSolids::RenderMesh Mesh = ReadMesh(*MakeMesh(TEXT("ReaderShifted"), BoxDescription(FVector(10), FVector(0, 50, 0))));
	for (std::size_t Vertex = 0; Vertex < Mesh.positions.size(); ++Vertex)
	{
		EXPECT_NEAR(Mesh.positions[Vertex].y, -0.5, 0.1001);
		const SPHSolids::Vec3d FromCentre = Mesh.positions[Vertex] - SPHSolids::Vec3d{0, -0.5, 0};
		EXPECT_GT(SPHSolids::Dot(FromCentre, Mesh.normals[Vertex].Cast<double>()), 0.09);
	}
}

TEST(MeshReader, TheDirectionOfVSurvivesTheMirroring)
{
	const UStaticMesh& Source = *MakeBox(TEXT("ReaderTangents"));
	const SPHSolids::RenderMesh Mesh = ReadMesh(Source);
	const FStaticMeshConstAttributes Attributes(*Source.GetMeshDescription(0));
	// The engine's v direction of the first corner, in the core's axes, must be sign * n x t there.
	const FVertexInstanceID First(0);
	const FVector Binormal =
		FVector::CrossProduct(FVector(Attributes.GetVertexInstanceNormals()[First]), FVector(Attributes.GetVertexInstanceTangents()[First]))
		* static_cast<double>(Attributes.GetVertexInstanceBinormalSigns()[First]);
	const SPHSolids::Vec3 Mirrored{static_cast<float>(Binormal.X), static_cast<float>(-Binormal.Y), static_cast<float>(Binormal.Z)};
	const SPHSolids::Vec3 Core = SPHSolids::Cross(Mesh.normals[0], Mesh.tangents[0].direction) * Mesh.tangents[0].sign;
	EXPECT_NEAR(SPHSolids::Norm(Core - Mirrored), 0, 1e-5);
}

TEST(MeshReader, CornersThatAgreeAreOneVertexAndSeamsStayOpenInTheIndicesOnly)
{
	const SPHSolids::RenderMesh Box = ReadMesh(*MakeBox(TEXT("ReaderWeld")));
	EXPECT_LE(Box.positions.size(), 36u);
	EXPECT_GE(Box.positions.size(), 24u);
	const int32 Rings = 16;
	const SPHSolids::RenderMesh Ball = ReadMesh(*MakeMesh(TEXT("ReaderBall"), BallDescription(30.0, Rings)));
	const std::size_t Places = static_cast<std::size_t>((Rings - 1) * 2 * Rings + 2);
	EXPECT_GT(Ball.positions.size(), Places) << "vertices along the seam are there twice";
	EXPECT_LT(Ball.positions.size(), Places + 3 * Rings + 4 * Rings) << "and only those";
	EXPECT_TRUE(Diagnose(Ball).closed) << "in space it is closed";
}

TEST(MeshReader, TheBuildScaleAppliesAlsoIfItMirrors)
{
	UStaticMesh* Mesh = MakeBox(TEXT("ReaderScaled"), 10.0);
	Mesh->GetSourceModel(0).BuildSettings.BuildScale3D = FVector(2.0, 1.0, 1.0);
	EXPECT_NEAR(Diagnose(ReadMesh(*Mesh)).volume, 2 * 0.008, 1e-9);
	Mesh->GetSourceModel(0).BuildSettings.BuildScale3D = FVector(-1.0, 1.0, 1.0);
	const SPHSolids::MeshDiagnosis Mirrored = Diagnose(ReadMesh(*Mesh));
	EXPECT_EQ(Mirrored.Find(SPHSolids::MeshDefect::InsideOut), nullptr);
	EXPECT_NEAR(Mirrored.volume, 0.008, 1e-9);
}

TEST(MeshReader, SlotsGoByTheImportedNames)
{
	UStaticMesh* Mesh = MakeBox(TEXT("ReaderSlots"));
	Mesh->GetStaticMaterials().SetNum(3);
	Mesh->GetStaticMaterials()[2].ImportedMaterialSlotName = FName(TEXT("Top"));
	Mesh->GetStaticMaterials()[1].MaterialSlotName = FName(TEXT("Sides"));
	const SPHSolids::RenderMesh Read = ReadMesh(*Mesh);
	EXPECT_EQ(std::count(Read.sections.begin(), Read.sections.end(), 2), 2);
	EXPECT_EQ(std::count(Read.sections.begin(), Read.sections.end(), 1), 10);
}

TEST(MeshReader, NumbersWithHolesAndMissingNormalsDoNoHarm)
{
	FMeshDescription Description = BoxDescription(FVector(10));
	Description.HostDeleteTriangle(FTriangleID(3));
	for (FVector3f& Normal : Description.Normals)
		Normal = FVector3f(0.0f, 0.0f, 0.0f);
	const SPHSolids::RenderMesh Read = ReadMesh(*MakeMesh(TEXT("ReaderHoles"), Description));
	EXPECT_EQ(Read.triangles.size(), 11u);
	for (std::size_t Vertex = 0; Vertex < Read.positions.size(); ++Vertex)
	{
		EXPECT_NEAR(SPHSolids::Norm(Read.normals[Vertex]), 1, 1e-4);
		EXPECT_GT(SPHSolids::Dot(Read.normals[Vertex].Cast<double>(), Read.positions[Vertex]), 0);
	}
}

TEST(MeshReader, ReadsInSlices)
{
	const UStaticMesh* Mesh = MakeMesh(TEXT("ReaderSliced"), BallDescription(30.0, 64));
	FSPHMeshReader Reader(*Mesh, *Mesh->GetMeshDescription(0), 0);
	int32 Slices = 1;
	float Last = 0;
	for (; !Reader.Advance(0.0); ++Slices)
	{
		EXPECT_GE(Reader.Fraction(), Last);
		Last = Reader.Fraction();
	}
	EXPECT_GT(Slices, 8) << "no slice reads more than a thousand triangles beyond its time";
}

TEST(MeshReader, LevelsOfDetailAndTheHighResolutionSourceAreFoundOrRefusedWithAReason)
{
	UStaticMesh* Mesh = MakeBox(TEXT("ReaderLods"), 10.0);
	FString Message;
	EXPECT_EQ(FSPHMeshSource::Find(*Mesh, 3, Message), nullptr);
	EXPECT_TRUE(Message.Contains(TEXT("3")) && Message.Contains(TEXT("choose level 0")));
	EXPECT_EQ(FSPHMeshSource::Find(*Mesh, -1, Message), Mesh->GetMeshDescription(0)) << "level 0 stands in for a source that is not there";
	Mesh->HostSetHiRes(MakeShared<FMeshDescription>(BallDescription(10.0, 8)));
	EXPECT_EQ(FSPHMeshSource::Find(*Mesh, -1, Message), Mesh->GetHiResMeshDescription());
}

TEST(BakeEstimate, AgreesWithTheBakeWithinATenth)
{
	USPHSolidBakeOptions* Options = QuickOptions();
	Options->ParticleRadius = 2.0f;
	const FSPHMeshMeasures Measures = FSPHMeshMeasures::Of(ReadMesh(*MakeBox(TEXT("EstimateBox"), 20.0)));
	EXPECT_NEAR(Measures.Volume, 0.064, 1e-9);
	EXPECT_NEAR(Measures.Area, 0.96, 1e-9);
	FSPHBakeEstimate Estimate = FSPHBakeEstimate::Of(Measures, *Options);
	EXPECT_EQ(Estimate.Particles, 1000);
	EXPECT_NEAR(Estimate.Kilograms, 64.0, 1e-6) << "soft rubber has the density of water";
	Options->Size = ESPHBakeSize::Count;
	Options->ParticleCount = 8000;
	Estimate = FSPHBakeEstimate::Of(Measures, *Options);
	EXPECT_NEAR(Estimate.Radius, 1.0, 1e-9);
	EXPECT_GT(Estimate.Megabytes, 1.0);
	EXPECT_TRUE(Estimate.ToText().ToString().Contains(TEXT("8000")));
}

TEST(BakeEstimate, ASheetIsCountedByItsArea)
{
	USPHSolidBakeOptions* Options = QuickOptions();
	Options->ParticleRadius = 1.0f;
	const FSPHMeshMeasures Measures = FSPHMeshMeasures::Of(ReadMesh(*MakeMesh(TEXT("EstimateSheet"), OpenSheetDescription(50.0, 4))));
	EXPECT_EQ(FSPHBakeEstimate::Of(Measures, *Options).Particles, 2500);
}
