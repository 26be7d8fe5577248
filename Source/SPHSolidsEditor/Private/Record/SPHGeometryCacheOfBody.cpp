// Copyright (c) 2026 The SPHSolids authors

#include "Record/SPHRecordingAssets.h"

#include "Adapters/SPHSolidsCoreAccess.h"
#include "Adapters/SPHSolidsTaskRunner.h"
#include "AssetRegistry/AssetRegistryModule.h"
#include "Convert/SPHSolidsText.h"
#include "Convert/SPHSolidsUnits.h"
#include "GeometryCache.h"
#include "GeometryCacheCodecV1.h"
#include "GeometryCacheTrackStreamable.h"
#include "Materials/MaterialInterface.h"
#include "Misc/ScopedSlowTask.h"
#include "PackedNormal.h"
#include "UObject/Package.h"

namespace
{

/// What the engine's codec may change: a hundredth of a centimetre, a thousandth of a texture.
constexpr float PlacePrecision = 0.01f;
constexpr int32 TextureBits = 10;

/// Triangles, texture coordinates and materials: the same in all samples.
FGeometryCacheMeshData TopologyOf(const FSPHSolidBody& Body)
{
	FGeometryCacheMeshData Mesh;
	const FSPHMeshTopology& Topology = *Body.Topology;
	Mesh.Indices = Topology.Indices;
	Mesh.TextureCoordinates = Topology.UVs;
	Mesh.TextureCoordinates.SetNumZeroed(Topology.NumVertices);
	for (const FSPHMeshTopology::FSection& Section : Topology.Sections)
	{
		FGeometryCacheMeshBatchInfo Batch;
		Batch.StartIndex = Section.FirstIndex;
		Batch.NumTriangles = Section.NumTriangles;
		Batch.MaterialIndex = static_cast<uint32>(Section.MaterialSlot);
		Mesh.BatchesInfo.Add(Batch);
	}
	Mesh.VertexInfo = FGeometryCacheVertexInfo(true, true, true, false, false);
	return Mesh;
}

void FillSample(const FSPHSkinPoser& Poser, FGeometryCacheMeshData& Mesh)
{
	Mesh.Positions = Poser.GetPositions();
	const int32 Count = Mesh.Positions.Num();
	Mesh.TangentsX.SetNum(Count);
	Mesh.TangentsZ.SetNum(Count);
	for (int32 Vertex = 0; Vertex < Count; ++Vertex)
	{
		Mesh.TangentsX[Vertex] = Poser.GetTangents()[2 * Vertex];
		Mesh.TangentsZ[Vertex] = Poser.GetTangents()[2 * Vertex + 1];
	}
	Mesh.BoundingBox = FBox3f(FVector3f(Poser.GetBounds().Min), FVector3f(Poser.GetBounds().Max));
}

UGeometryCache* MakeAsset(const FSPHRecording::FObject& Object, const FString& Folder, FString& OutError)
{
	FString PackageName, AssetName;
	if (!Object.FindPlace(Folder, TEXT("GC_"), PackageName, AssetName, OutError))
		return nullptr;
	UGeometryCache* Cache = NewObject<UGeometryCache>(CreatePackage(*PackageName), FName(*AssetName), RF_Public | RF_Standalone);
	for (const TStrongObjectPtr<UMaterialInterface>& Material : Object.Materials)
		Cache->Materials.Add(Material.Get());
	Cache->MaterialSlotNames = Object.SlotNames;
	return Cache;
}

}

UGeometryCache* SPHRecordingAssets::MakeGeometryCache(const FSPHRecordedBody& Recorded, FString& OutError)
{
	const FSPHRecording::FObject& Object = Recorded.GetObject();
	const SPHSolids::CacheView& Frames = Recorded.Frames;
	if (!Object.Body || !Object.Body->HasSkin())
	{
		OutError = FString::Printf(TEXT("%s has no mesh, so there is no Geometry Cache of it; bake it with a skin."), *Object.Name);
		return nullptr;
	}
	UGeometryCache* Cache = MakeAsset(Object, Recorded.Folder, OutError);
	if (!Cache)
		return nullptr;
	UGeometryCacheTrackStreamable* Track = NewObject<UGeometryCacheTrackStreamable>(Cache, FName(TEXT("Skin")), RF_Public);
	UGeometryCacheCodecV1* Codec = NewObject<UGeometryCacheCodecV1>(Track, FName(TEXT("Codec")), RF_Public);
	Codec->InitializeEncoder(PlacePrecision, TextureBits);
	Track->BeginCoding(Codec, false, false, false);

	FSPHSolidsTaskRunner Tasks;
	FSPHSkinPoser Poser(Object.Body.ToSharedRef());
	FGeometryCacheMeshData Mesh = TopologyOf(*Object.Body);
	std::vector<SPHSolids::Vec3> Places;
	SPHSolids::Vec3d Origin;
	double Start = 0, Last = 0;
	int32 Samples = 0;
	for (std::size_t Index = 0; Index < Frames.FrameCount(); ++Index)
	{
		Recorded.Bar.EnterProgressFrame(1.0f);
		const SPHSolids::Result<SPHSolids::RecordedFrame> Frame = Frames.ReadFrame(Index);
		// Bodies come and go while a level plays; where one is not there the cache holds its last shape.
		if (!Frame.IsOk() || !FSPHRecording::TakeParticles(Frame.Value(), Recorded.Object, Object.Body->NumParticles(), Places, Origin))
			continue;
		Start = Samples == 0 ? Frame.Value().time : Start;
		Last = Frame.Value().time - Start;
		Poser.Pose(Places, Origin, Object.StartPlace, Tasks);
		FillSample(Poser, Mesh);
		Track->AddMeshSample(Mesh, static_cast<float>(Last), Samples > 0);
		++Samples;
	}
	Track->AddMatrixSample(FMatrix::Identity, 0.0f);
	Track->SetDuration(static_cast<float>(Last));
	if (!Track->EndCoding())
	{
		OutError = Recorded.NotInAnyFrame();
		Cache->ClearFlags(RF_Public | RF_Standalone);
		Cache->MarkAsGarbage();
		return nullptr;
	}
	Cache->AddTrack(Track);
	Cache->SetFrameStartEnd(0, Samples - 1);
	Cache->MarkPackageDirty();
	FAssetRegistryModule::AssetCreated(Cache);
	return Cache;
}
