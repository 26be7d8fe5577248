// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Plugins/GeometryCache/FGeometryCacheMeshData, .../FGeometryCacheMeshBatchInfo, .../FGeometryCacheVertexInfo (5.5 and current: fields and constructor of five flags).
#pragma once

#include "CoreMinimal.h"
#include "PackedNormal.h"

#include "GeometryCacheMeshData.generated.h"

USTRUCT()
struct FGeometryCacheMeshBatchInfo
{
	GENERATED_BODY()

	uint32 StartIndex = 0;
	uint32 NumTriangles = 0;
	uint32 MaterialIndex = 0;
};

struct FGeometryCacheVertexInfo
{
	FGeometryCacheVertexInfo() = default;
	FGeometryCacheVertexInfo(bool bSetTangentX, bool bSetTangentZ, bool bSetUV0, bool bSetColor0, bool bSetMotionVectors0)
		: bHasTangentX(bSetTangentX)
		, bHasTangentZ(bSetTangentZ)
		, bHasUV0(bSetUV0)
		, bHasColor0(bSetColor0)
		, bHasMotionVectors(bSetMotionVectors0)
	{
	}
	bool bHasTangentX = false, bHasTangentZ = false, bHasUV0 = false, bHasColor0 = false, bHasMotionVectors = false;
};

USTRUCT()
struct FGeometryCacheMeshData
{
	GENERATED_BODY()

	TArray<FVector3f> Positions;
	TArray<FVector2f> TextureCoordinates;
	TArray<FPackedNormal> TangentsX, TangentsZ;
	TArray<FColor> Colors;
	TArray<FVector3f> MotionVectors;
	TArray<uint32> ImportedVertexNumbers;
	TArray<uint32> Indices;
	TArray<FGeometryCacheMeshBatchInfo> BatchesInfo;
	FBox3f BoundingBox;
	FGeometryCacheVertexInfo VertexInfo;
};
