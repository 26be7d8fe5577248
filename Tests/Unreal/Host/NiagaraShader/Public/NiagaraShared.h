// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/en-us/unreal-engine/API/Plugins/NiagaraShader/FNiagaraDataInterfaceGPUParamInf- (DataInterfaceHLSLSymbol); CesiumGaussianSplatDataInterface.cpp of CesiumGS/cesium-unreal (DefinitionName, InstanceName).
#pragma once

#include "CoreMinimal.h"

struct FNiagaraDataInterfaceGPUParamInfo
{
	FString DataInterfaceHLSLSymbol;
};

struct FNiagaraDataInterfaceGeneratedFunction
{
	FName DefinitionName;
	FString InstanceName;
};
