// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/StaticMeshDescription/FStaticMeshConstAttributes (GetVertexPositions, GetVertexInstanceNormals, ...Tangents, ...BinormalSigns, ...UVs, GetPolygonGroupMaterialSlotNames), .../MeshDescription/TMeshAttributesConstRef (operator[], Get(id, channel), GetNumChannels, IsValid).
#pragma once

#include "MeshDescription.h"

/// One attribute of all elements of a kind.
template <typename IDType, typename T>
class TMeshAttributesConstRef
{
public:
	TMeshAttributesConstRef(const TArray<T>* InValues, int32 InChannels)
		: Values(InValues)
		, Channels(InChannels)
	{
	}
	bool IsValid() const { return Values != nullptr; }
	int32 GetNumChannels() const { return Channels; }
	const T& operator[](IDType ID) const { return (*Values)[ID]; }
	const T& Get(IDType ID, int32 Channel = 0) const
	{
		check(Channel < Channels);
		return (*Values)[ID];
	}

private:
	const TArray<T>* Values;
	int32 Channels;
};

template <typename IDType, typename T>
class TMeshAttributesRef : public TMeshAttributesConstRef<IDType, T>
{
public:
	TMeshAttributesRef(TArray<T>* InValues, int32 InChannels)
		: TMeshAttributesConstRef<IDType, T>(InValues, InChannels)
		, Mutable(InValues)
	{
	}
	T& operator[](IDType ID) const { return (*Mutable)[ID]; }
	void Set(IDType ID, const T& Value) const { (*Mutable)[ID] = Value; }
	void Set(IDType ID, int32 Channel, const T& Value) const { (*Mutable)[ID] = Value; }

private:
	TArray<T>* Mutable;
};

template <typename T>
using TVertexAttributesConstRef = TMeshAttributesConstRef<FVertexID, T>;
template <typename T>
using TVertexAttributesRef = TMeshAttributesRef<FVertexID, T>;
template <typename T>
using TVertexInstanceAttributesConstRef = TMeshAttributesConstRef<FVertexInstanceID, T>;
template <typename T>
using TVertexInstanceAttributesRef = TMeshAttributesRef<FVertexInstanceID, T>;
template <typename T>
using TPolygonGroupAttributesConstRef = TMeshAttributesConstRef<FPolygonGroupID, T>;
template <typename T>
using TPolygonGroupAttributesRef = TMeshAttributesRef<FPolygonGroupID, T>;

class FStaticMeshConstAttributes
{
public:
	explicit FStaticMeshConstAttributes(const FMeshDescription& InMesh)
		: Mesh(InMesh)
	{
	}
	TVertexAttributesConstRef<FVector3f> GetVertexPositions() const { return {&Mesh.Positions, 1}; }
	TVertexInstanceAttributesConstRef<FVector3f> GetVertexInstanceNormals() const { return {&Mesh.Normals, 1}; }
	TVertexInstanceAttributesConstRef<FVector3f> GetVertexInstanceTangents() const { return {&Mesh.Tangents, 1}; }
	TVertexInstanceAttributesConstRef<float> GetVertexInstanceBinormalSigns() const { return {&Mesh.BinormalSigns, 1}; }
	TVertexInstanceAttributesConstRef<FVector2f> GetVertexInstanceUVs() const { return {&Mesh.UVs, Mesh.bHasUVs ? 1 : 0}; }
	TPolygonGroupAttributesConstRef<FName> GetPolygonGroupMaterialSlotNames() const { return {&Mesh.SlotNames, 1}; }

private:
	const FMeshDescription& Mesh;
};

class FStaticMeshAttributes
{
public:
	explicit FStaticMeshAttributes(FMeshDescription& InMesh)
		: Mesh(InMesh)
	{
	}
	void Register() {}
	TVertexAttributesRef<FVector3f> GetVertexPositions() { return {&Mesh.Positions, 1}; }
	TVertexInstanceAttributesRef<FVector3f> GetVertexInstanceNormals() { return {&Mesh.Normals, 1}; }
	TVertexInstanceAttributesRef<FVector3f> GetVertexInstanceTangents() { return {&Mesh.Tangents, 1}; }
	TVertexInstanceAttributesRef<float> GetVertexInstanceBinormalSigns() { return {&Mesh.BinormalSigns, 1}; }
	TVertexInstanceAttributesRef<FVector2f> GetVertexInstanceUVs() { return {&Mesh.UVs, 1}; }
	TPolygonGroupAttributesRef<FName> GetPolygonGroupMaterialSlotNames() { return {&Mesh.SlotNames, 1}; }

private:
	FMeshDescription& Mesh;
};
