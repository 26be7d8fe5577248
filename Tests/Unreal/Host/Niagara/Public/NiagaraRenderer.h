// Copyright (c) 2026 The SPHSolids authors
// Checked against: CesiumGaussianSplatDataInterface.cpp of CesiumGS/cesium-unreal (GetSrvOrDefaultFloat4 of a view that may be empty).
#pragma once

#include "RHIResources.h"

class FNiagaraRenderer
{
public:
	/// Shaders must never be handed nothing.
	static FRHIShaderResourceView* GetSrvOrDefaultFloat4(const FShaderResourceViewRHIRef& SRV);
};
