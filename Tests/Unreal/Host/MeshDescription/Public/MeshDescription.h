// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/MeshDescription/FMeshDescription (GetTriangleVertexInstances, GetVertexInstanceVertex, GetTrianglePolygonGroup, Triangles, Create*), .../FMeshElementContainer (Num, GetElementIDs, GetArraySize). Numbers have holes where elements were deleted.
#pragma once

#include "MeshTypes.h"

/// Elements by number, some of them deleted.
class FMeshElementContainer
{
public:
	int32 Num() const { return Count; }
	/// One more than the largest number ever given out.
	int32 GetArraySize() const { return Alive.Num(); }
	bool IsValid(int32 Index) const { return Alive.IsValidIndex(Index) && Alive[Index]; }
	int32 GetFirstValidID() const { return NextFrom(0); }

	int32 HostAdd()
	{
		++Count;
		return Alive.Add(true);
	}
	void HostRemove(int32 Index)
	{
		Alive[Index] = false;
		--Count;
	}
	int32 NextFrom(int32 Index) const
	{
		while (Index < Alive.Num() && !Alive[Index])
			++Index;
		return Index;
	}

private:
	TArray<bool> Alive;
	int32 Count = 0;
};

template <typename IDType>
class TMeshElementContainer : public FMeshElementContainer
{
public:
	class FElementIDs
	{
	public:
		class TIterator
		{
		public:
			TIterator(const FMeshElementContainer& InOwner, int32 InIndex)
				: Owner(InOwner)
				, Index(InIndex)
			{
			}
			IDType operator*() const { return IDType(Index); }
			TIterator& operator++()
			{
				Index = Owner.NextFrom(Index + 1);
				return *this;
			}
			bool operator!=(const TIterator& Other) const { return Index != Other.Index; }

		private:
			const FMeshElementContainer& Owner;
			int32 Index;
		};
		explicit FElementIDs(const FMeshElementContainer& InOwner)
			: Owner(InOwner)
		{
		}
		TIterator begin() const { return TIterator(Owner, Owner.NextFrom(0)); }
		TIterator end() const { return TIterator(Owner, Owner.GetArraySize()); }

	private:
		const FMeshElementContainer& Owner;
	};
	FElementIDs GetElementIDs() const { return FElementIDs(*this); }
};

struct FMeshDescription
{
	const TMeshElementContainer<FVertexID>& Vertices() const { return VertexElements; }
	const TMeshElementContainer<FVertexInstanceID>& VertexInstances() const { return InstanceElements; }
	const TMeshElementContainer<FTriangleID>& Triangles() const { return TriangleElements; }
	const TMeshElementContainer<FPolygonGroupID>& PolygonGroups() const { return GroupElements; }
	bool IsEmpty() const { return VertexElements.Num() == 0 && TriangleElements.Num() == 0; }

	FVertexID CreateVertex();
	FVertexInstanceID CreateVertexInstance(const FVertexID VertexID);
	FPolygonGroupID CreatePolygonGroup();
	FTriangleID CreateTriangle(const FPolygonGroupID PolygonGroupID, TArrayView<const FVertexInstanceID> VertexInstanceIDs);
	void HostDeleteTriangle(FTriangleID Triangle) { TriangleElements.HostRemove(Triangle); }

	TArrayView<const FVertexInstanceID> GetTriangleVertexInstances(const FTriangleID TriangleID) const
	{
		check(TriangleElements.IsValid(TriangleID));
		return TArrayView<const FVertexInstanceID>(&TriangleCorners[3 * TriangleID], 3);
	}
	FVertexID GetVertexInstanceVertex(const FVertexInstanceID VertexInstanceID) const { return InstanceVertex[VertexInstanceID]; }
	FPolygonGroupID GetTrianglePolygonGroup(const FTriangleID TriangleID) const { return TriangleGroup[TriangleID]; }

	// Attributes, by number; StaticMeshAttributes.h gives access.
	TArray<FVector3f> Positions;
	TArray<FVector3f> Normals, Tangents;
	TArray<float> BinormalSigns;
	TArray<FVector2f> UVs;
	TArray<FName> SlotNames;
	bool bHasUVs = true;

private:
	TMeshElementContainer<FVertexID> VertexElements;
	TMeshElementContainer<FVertexInstanceID> InstanceElements;
	TMeshElementContainer<FTriangleID> TriangleElements;
	TMeshElementContainer<FPolygonGroupID> GroupElements;
	TArray<FVertexID> InstanceVertex;
	TArray<FVertexInstanceID> TriangleCorners;
	TArray<FPolygonGroupID> TriangleGroup;
};
