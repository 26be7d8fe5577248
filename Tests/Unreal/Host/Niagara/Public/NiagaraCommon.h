// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/en-us/unreal-engine/API/Plugins/Niagara/FNiagaraFunctionSignature (bMemberFunction, bRequiresContext, bSupportsCPU, bSupportsGPU; AddInput, SetDescription of 5.5), .../FVMExternalFunctionBindingInfo (Name), .../UNiagaraDataInterface/GetVMExternalFunction (FVMExternalFunction is a delegate), .../ENiagaraSimTarget; AGX_ParticleUpsamplingDI.cpp of Algoryx/AGXUnreal (AddOutput).
#pragma once

#include "Delegates/Delegate.h"
#include "NiagaraTypes.h"
#include "VectorVM.h"

enum class ENiagaraSimTarget : uint8
{
	CPUSim,
	GPUComputeSim
};

struct FNiagaraFunctionSignature
{
	void AddInput(const FNiagaraVariable& InputVar, const FText& Tooltip = FText()) { Inputs.Add(InputVar); }
	void AddOutput(const FNiagaraVariable& OutputVar, const FText& Tooltip = FText()) { Outputs.Add(OutputVar); }
	void SetDescription(const FText& Desc) { HostDescription = Desc; }

	FName Name;
	TArray<FNiagaraVariable> Inputs, Outputs;
	bool bMemberFunction = false, bRequiresContext = true, bSupportsCPU = true, bSupportsGPU = true;
	FText HostDescription;
};

struct FVMExternalFunctionBindingInfo
{
	FName Name;
};

using FVMExternalFunction = TDelegate<void(FVectorVMExternalFunctionContext&)>;
