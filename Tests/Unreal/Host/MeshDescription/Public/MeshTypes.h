// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/MeshDescription/FElementID (GetValue), .../FVertexID, .../FVertexInstanceID, .../FTriangleID, .../FPolygonGroupID.
#pragma once

#include "CoreMinimal.h"

struct FElementID
{
	FElementID() = default;
	explicit FElementID(int32 InValue)
		: Value(InValue)
	{
	}
	int32 GetValue() const { return Value; }
	operator int32() const { return Value; }

private:
	int32 Value = INDEX_NONE;
};

#define HOST_ELEMENT_ID(Name)                                                                                                              \
	struct Name : FElementID                                                                                                               \
	{                                                                                                                                      \
		Name() = default;                                                                                                                  \
		Name(int32 InValue)                                                                                                                \
			: FElementID(InValue)                                                                                                          \
		{                                                                                                                                  \
		}                                                                                                                                  \
	};
HOST_ELEMENT_ID(FVertexID)
HOST_ELEMENT_ID(FVertexInstanceID)
HOST_ELEMENT_ID(FTriangleID)
HOST_ELEMENT_ID(FPolygonGroupID)
