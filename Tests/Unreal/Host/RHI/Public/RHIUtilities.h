// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/RHI/FReadBuffer/Initialize?application_version=5.5 (command list, name, bytes per element, elements, format, usage); CesiumGaussianSplatDataInterface.cpp of CesiumGS/cesium-unreal (NumBytes, Buffer, SRV, Release).
#pragma once

#include "RHICommandList.h"

struct FReadBuffer
{
	void Initialize(FRHICommandListBase& RHICmdList, const TCHAR* InDebugName, uint32 BytesPerElement, uint32 NumElements,
		EPixelFormat Format, EBufferUsageFlags AdditionalUsage = EBufferUsageFlags::None);
	void Release();

	uint32 NumBytes = 0;
	FBufferRHIRef Buffer;
	FShaderResourceViewRHIRef SRV;
};
