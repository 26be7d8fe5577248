// Copyright (c) 2026 The SPHSolids authors
// Checked against: AGX_SimpleMeshComponent.cpp of Algoryx/AGXUnreal (FDynamicMeshIndexBuffer32 with Indices); dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FDynamicMeshIndexBuffer32.
#pragma once

#include "RenderResource.h"

class FDynamicMeshIndexBuffer32 : public FIndexBuffer
{
public:
	TArray<uint32> Indices;
	void InitRHI(FRHICommandListBase& RHICmdList) override;
	FString GetFriendlyName() const override { return TEXT("FDynamicMeshIndexBuffer32"); }
};
