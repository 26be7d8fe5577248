// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FLocalVertexFactory (constructor with feature level and name, SetData(FRHICommandListBase&, const FDataType&) since 5.4).
#pragma once

#include "VertexFactory.h"

struct FStaticMeshDataType
{
	FVertexStreamComponent PositionComponent;
	FVertexStreamComponent TangentBasisComponents[2];
	FVertexStreamComponent TextureCoordinates;
	FVertexStreamComponent ColorComponent;
	int32 NumTexCoords = 0;
	int32 LightMapCoordinateIndex = -1;
};

class FLocalVertexFactory : public FVertexFactory
{
public:
	using FDataType = FStaticMeshDataType;
	FLocalVertexFactory(ERHIFeatureLevel::Type, const char* InDebugName)
		: DebugName(InDebugName)
	{
	}
	void SetData(FRHICommandListBase& RHICmdList, const FDataType& InData);
	/// Without data it would draw from nowhere.
	void InitRHI(FRHICommandListBase& RHICmdList) override;
	FString GetFriendlyName() const override { return FString(DebugName); }
	const FDataType& HostData() const { return Data; }

private:
	FDataType Data;
	bool bHasData = false;
	const char* DebugName;
};
