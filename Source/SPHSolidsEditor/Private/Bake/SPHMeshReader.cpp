// Copyright (c) 2026 The SPHSolids authors

#include "Bake/SPHMeshReader.h"

#include "Convert/SPHSolidsUnits.h"
#include "Engine/StaticMesh.h"
#include "HAL/PlatformTime.h"
#include "MeshDescription.h"
#include "StaticMeshAttributes.h"

#include <algorithm>
#include <limits>

namespace
{

constexpr uint32 NoVertex = std::numeric_limits<uint32>::max();
/// Corners whose normals, tangents and texture coordinates differ by less are one.
constexpr float SameAttribute = 1e-4f;
/// Shorter than this, a normal or tangent counts as left out.
constexpr double LeftOut = 0.1;
constexpr int32 TrianglesPerLook = 1024;

/// Slots of triangles go by the name in the imported file; meshes made in the editor have only the other name.
uint16 FindSlot(const TArray<FStaticMaterial>& Slots, FName Name, int32 Group)
{
	for (int32 Index = 0; Index < Slots.Num(); ++Index)
		if (Slots[Index].ImportedMaterialSlotName == Name)
			return static_cast<uint16>(Index);
	for (int32 Index = 0; Index < Slots.Num(); ++Index)
		if (Slots[Index].MaterialSlotName == Name)
			return static_cast<uint16>(Index);
	return static_cast<uint16>(FMath::Clamp(Group, 0, FMath::Max(Slots.Num() - 1, 0)));
}

SPHSolids::Vec3 AnyPerpendicular(const SPHSolids::Vec3& Normal)
{
	const SPHSolids::Vec3 Axis = std::abs(Normal.x) < 0.7f ? SPHSolids::Vec3{1, 0, 0} : SPHSolids::Vec3{0, 1, 0};
	return SPHSolids::NormalizedOr(SPHSolids::Cross(Normal, Axis), SPHSolids::Vec3{0, 0, 1});
}

}

const FMeshDescription* FSPHMeshSource::Find(const UStaticMesh& Mesh, int32 LOD, FString& OutMessage)
{
	const FMeshDescription* Found = nullptr;
	if (LOD == HighResolution)
		Found = Mesh.IsHiResMeshDescriptionValid() ? Mesh.GetHiResMeshDescription() : Mesh.GetMeshDescription(0);
	else
		Found = Mesh.GetMeshDescription(LOD);
	if (!Found && LOD > 0)
		OutMessage = FString::Printf(TEXT("Level of detail %d is not there or is made by the engine; choose level 0."), LOD);
	else if (!Found)
		OutMessage = TEXT("It has no source geometry; import it again.");
	else if (Found->Triangles().Num() == 0)
	{
		OutMessage = FString::Printf(TEXT("Level of detail %d has no triangles; choose another level or import the mesh again."), LOD);
		return nullptr;
	}
	return Found;
}

FSPHMeshReader::FSPHMeshReader(const UStaticMesh& Mesh, const FMeshDescription& InDescription, int32 LOD)
	: Description(InDescription)
	, Scale(1.0, 1.0, 1.0)
{
	// The description is as it was imported; the scale of the build settings comes on top of it in everything that is drawn.
	if (Mesh.GetNumSourceModels() > 0)
		Scale = Mesh.GetSourceModel(FMath::Clamp(LOD, 0, Mesh.GetNumSourceModels() - 1)).BuildSettings.BuildScale3D;
	bMirrored = Scale.X * Scale.Y * Scale.Z < 0.0;

	const auto SlotNames = FStaticMeshConstAttributes(Description).GetPolygonGroupMaterialSlotNames();
	SlotOfGroup.SetNum(Description.PolygonGroups().GetArraySize());
	for (const FPolygonGroupID Group : Description.PolygonGroups().GetElementIDs())
		SlotOfGroup[Group.GetValue()] = FindSlot(Mesh.GetStaticMaterials(), SlotNames[Group], Group.GetValue());

	const std::size_t Triangles = static_cast<std::size_t>(Description.Triangles().Num());
	Result.triangles.reserve(Triangles);
	Result.sections.reserve(Triangles);
	// At least one vertex for each place: lists that grow by copying would stop the editor for large meshes.
	const std::size_t Places = static_cast<std::size_t>(Description.Vertices().Num());
	Result.positions.reserve(Places);
	Result.normals.reserve(Places);
	Result.tangents.reserve(Places);
	Result.uvs.reserve(Places);
	NextAtPlace.reserve(Places);
	FirstAtPlace.assign(static_cast<std::size_t>(Description.Vertices().GetArraySize()), NoVertex);
}

float FSPHMeshReader::Fraction() const
{
	const int32 All = Description.Triangles().GetArraySize();
	return All > 0 ? static_cast<float>(NextTriangle) / static_cast<float>(All) : 1.0f;
}

bool FSPHMeshReader::Advance(double Seconds)
{
	if (bFinished)
		return true;
	const double End = FPlatformTime::Seconds() + Seconds;
	const int32 All = Description.Triangles().GetArraySize();
	while (NextTriangle < All)
	{
		const int32 Last = FMath::Min(NextTriangle + TrianglesPerLook, All);
		for (; NextTriangle < Last; ++NextTriangle)
			if (Description.Triangles().IsValid(FTriangleID(NextTriangle)))
				ReadTriangle(NextTriangle);
		if (FPlatformTime::Seconds() > End)
			return false;
	}
	bFinished = true;
	return true;
}

void FSPHMeshReader::ReadTriangle(int32 Triangle)
{
	const TArrayView<const FVertexInstanceID> Corners = Description.GetTriangleVertexInstances(FTriangleID(Triangle));
	SPHSolids::Triangle Made;
	for (int32 Corner = 0; Corner < 3; ++Corner)
		Made[static_cast<std::size_t>(Corner)] = FindOrAddVertex(Corners[Corner].GetValue());
	// The mirroring of axes keeps the order of corners (Convert/SPHSolidsUnits.h); a mirroring build scale turns the surface inside out.
	if (bMirrored)
		std::swap(Made[1], Made[2]);
	Result.triangles.push_back(Made);
	Result.sections.push_back(SlotOfGroup[Description.GetTrianglePolygonGroup(FTriangleID(Triangle)).GetValue()]);
}

uint32 FSPHMeshReader::FindOrAddVertex(int32 Corner)
{
	const FStaticMeshConstAttributes Attributes(Description);
	const FVertexInstanceID Instance(Corner);
	const FVertexID Place = Description.GetVertexInstanceVertex(Instance);
	// Normals are divided by the scale: they stay at right angles to the scaled surface.
	const FVector3f GivenNormal = Attributes.GetVertexInstanceNormals()[Instance];
	const SPHSolids::Vec3 Normal =
		SPHSolidsUnits::DirectionToCore(FVector(GivenNormal.X / Scale.X, GivenNormal.Y / Scale.Y, GivenNormal.Z / Scale.Z).GetSafeNormal())
			.Cast<SPHSolids::Real>();
	const SPHSolids::Vec3 Tangent =
		SPHSolidsUnits::DirectionToCore((FVector(Attributes.GetVertexInstanceTangents()[Instance]) * Scale).GetSafeNormal())
			.Cast<SPHSolids::Real>();
	// The side of v is a product of a cross product, so the mirroring of axes turns it round, and so does a mirroring scale.
	const float Sign = (Attributes.GetVertexInstanceBinormalSigns()[Instance] < 0.0f) == bMirrored ? -1.0f : 1.0f;
	const auto UVs = Attributes.GetVertexInstanceUVs();
	const FVector2f UV = UVs.GetNumChannels() > 0 ? UVs.Get(Instance, 0) : FVector2f(0.0f, 0.0f);

	const auto IsSame = [](const SPHSolids::Vec3& A, const SPHSolids::Vec3& B) { return SPHSolids::Norm(A - B) < SameAttribute; };
	uint32& First = FirstAtPlace[static_cast<std::size_t>(Place.GetValue())];
	for (uint32 Known = First; Known != NoVertex; Known = NextAtPlace[Known])
		if (IsSame(Result.normals[Known], Normal) && IsSame(Result.tangents[Known].direction, Tangent)
			&& Result.tangents[Known].sign == Sign && std::abs(Result.uvs[Known][0] - UV.X) < SameAttribute
			&& std::abs(Result.uvs[Known][1] - UV.Y) < SameAttribute)
			return Known;

	const uint32 Added = static_cast<uint32>(Result.positions.size());
	Result.positions.push_back(SPHSolidsUnits::VectorToCore(FVector(Attributes.GetVertexPositions()[Place]) * Scale));
	Result.normals.push_back(Normal);
	Result.tangents.push_back({Tangent, Sign});
	Result.uvs.push_back({UV.X, UV.Y});
	NextAtPlace.push_back(First);
	First = Added;
	return Added;
}

void FSPHMeshReader::FillMissingNormals(SPHSolids::RenderMesh& Mesh)
{
	std::vector<SPHSolids::Vec3d> FaceSum;
	const auto IsMissing = [](const SPHSolids::Vec3& Direction) { return !(SPHSolids::Norm(Direction) > LeftOut); };
	if (std::any_of(Mesh.normals.begin(), Mesh.normals.end(), IsMissing))
	{
		FaceSum.resize(Mesh.positions.size());
		for (const SPHSolids::Triangle& Corners : Mesh.triangles)
		{
			const SPHSolids::Vec3d A = Mesh.positions[Corners[0]];
			const SPHSolids::Vec3d Area = SPHSolids::Cross(Mesh.positions[Corners[1]] - A, Mesh.positions[Corners[2]] - A);
			for (const uint32 Corner : Corners)
				FaceSum[Corner] += Area;
		}
	}
	for (std::size_t Vertex = 0; Vertex < Mesh.positions.size(); ++Vertex)
	{
		SPHSolids::Vec3& Normal = Mesh.normals[Vertex];
		if (IsMissing(Normal))
		{
			const double Length = SPHSolids::Norm(FaceSum[Vertex]);
			Normal = Length > 0 ? (FaceSum[Vertex] / Length).Cast<SPHSolids::Real>() : SPHSolids::Vec3{0, 0, 1};
		}
		if (IsMissing(Mesh.tangents[Vertex].direction))
			Mesh.tangents[Vertex].direction = AnyPerpendicular(Normal);
	}
}
