// Copyright (c) 2026 The SPHSolids authors
// Checked against: AGX_SimpleMeshComponent.cpp of Algoryx/AGXUnreal and rdeioris/glTFRuntime (Init, VertexPosition, SetVertexTangents, SetVertexUV, Bind...VertexBuffer); dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FStaticMeshVertexBuffers.
#pragma once

#include "LocalVertexFactory.h"
#include "PackedNormal.h"

/// Positions, three floats per vertex: kept on the processor until InitResource copies them to the card.
class FPositionVertexBuffer : public FVertexBuffer
{
public:
	void Init(uint32 InNumVertices, bool bInNeedsCPUAccess = true);
	FVector3f& VertexPosition(uint32 Index) { return Positions[static_cast<int32>(Index)]; }
	const FVector3f& VertexPosition(uint32 Index) const { return Positions[static_cast<int32>(Index)]; }
	uint32 GetNumVertices() const { return NumVertices; }
	uint32 GetStride() const { return sizeof(FVector3f); }
	void InitRHI(FRHICommandListBase& RHICmdList) override;
	void BindPositionVertexBuffer(const FVertexFactory* VertexFactory, FStaticMeshDataType& Data) const;
	FString GetFriendlyName() const override { return TEXT("PositionOnly Static-mesh vertices"); }

private:
	TArray<FVector3f> Positions;
	uint32 NumVertices = 0;
};

class FTangentsVertexBuffer : public FVertexBuffer
{
public:
	FString GetFriendlyName() const override { return TEXT("FTangentsVertexBuffer"); }
};

class FTexcoordVertexBuffer : public FVertexBuffer
{
public:
	FString GetFriendlyName() const override { return TEXT("FTexcoordVertexBuffer"); }
};

/// Tangents (x and z packed into four bytes each; the sign of y in w of z) and texture coordinates, in two buffers.
class FStaticMeshVertexBuffer : public FRenderResource
{
public:
	void Init(uint32 InNumVertices, uint32 InNumTexCoords, bool bInNeedsCPUAccess = true);
	void SetVertexTangents(uint32 Index, FVector3f X, FVector3f Y, FVector3f Z);
	void SetVertexUV(uint32 Index, uint32 UVIndex, const FVector2f& UV);
	FVector4f VertexTangentX(uint32 Index) const { return Tangents[static_cast<int32>(2 * Index)].ToFVector4f(); }
	FVector4f VertexTangentZ(uint32 Index) const { return Tangents[static_cast<int32>(2 * Index + 1)].ToFVector4f(); }
	FVector2f GetVertexUV(uint32 Index, uint32 UVIndex) const { return TexCoords[static_cast<int32>(Index * NumTexCoords + UVIndex)]; }
	uint32 GetNumVertices() const { return NumVertices; }
	uint32 GetNumTexCoords() const { return NumTexCoords; }
	uint32 GetTangentSize() const { return static_cast<uint32>(Tangents.Num()) * static_cast<uint32>(sizeof(FPackedNormal)); }
	bool GetUseHighPrecisionTangentBasis() const { return false; }
	void InitRHI(FRHICommandListBase& RHICmdList) override;
	void ReleaseRHI() override;
	void BindTangentVertexBuffer(const FVertexFactory* VertexFactory, FStaticMeshDataType& Data) const;
	void BindPackedTexCoordVertexBuffer(const FVertexFactory* VertexFactory, FStaticMeshDataType& Data) const;
	void BindLightMapVertexBuffer(const FVertexFactory* VertexFactory, FStaticMeshDataType& Data, int LightMapCoordinateIndex) const;
	FString GetFriendlyName() const override { return TEXT("Static-mesh vertices"); }

	FTangentsVertexBuffer TangentsVertexBuffer;
	FTexcoordVertexBuffer TexCoordVertexBuffer;

private:
	TArray<FPackedNormal> Tangents;
	TArray<FVector2f> TexCoords;
	uint32 NumVertices = 0, NumTexCoords = 0;
};

class FColorVertexBuffer : public FVertexBuffer
{
public:
	void Init(uint32 InNumVertices, bool bInNeedsCPUAccess = true);
	FColor& VertexColor(uint32 Index) { return Colors[static_cast<int32>(Index)]; }
	uint32 GetNumVertices() const { return static_cast<uint32>(Colors.Num()); }
	void InitRHI(FRHICommandListBase& RHICmdList) override;
	void BindColorVertexBuffer(const FVertexFactory* VertexFactory, FStaticMeshDataType& Data) const;
	FString GetFriendlyName() const override { return TEXT("ColorVertexBuffer"); }

private:
	TArray<FColor> Colors;
};

struct FStaticMeshVertexBuffers
{
	FStaticMeshVertexBuffer StaticMeshVertexBuffer;
	FPositionVertexBuffer PositionVertexBuffer;
	FColorVertexBuffer ColorVertexBuffer;
};
