// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/RHI/FRHICommandListBase/LockBuffer, .../UnlockBuffer, .../CreateBuffer; CesiumGS/cesium-unreal, Algoryx/AGXUnreal.
#pragma once

#include "RHIResources.h"

class FRHICommandListBase
{
public:
	virtual ~FRHICommandListBase() = default;
#if !UE_VERSION_OLDER_THAN(5, 6, 0)
	FBufferRHIRef CreateBuffer(const FRHIBufferCreateDesc& Desc);
#else
	FBufferRHIRef CreateVertexBuffer(uint32 Size, EBufferUsageFlags Usage, FRHIResourceCreateInfo& CreateInfo);
	FBufferRHIRef CreateIndexBuffer(uint32 Stride, uint32 Size, EBufferUsageFlags Usage, FRHIResourceCreateInfo& CreateInfo);
#endif
	/// Write-only memory comes filled with 0xCD: what is not written is visibly wrong.
	void* LockBuffer(FRHIBuffer* Buffer, uint32 Offset, uint32 SizeRHI, EResourceLockMode LockMode);
	void UnlockBuffer(FRHIBuffer* Buffer);
};

class FRHICommandList : public FRHICommandListBase
{
};

class FRHICommandListImmediate : public FRHICommandList
{
};
