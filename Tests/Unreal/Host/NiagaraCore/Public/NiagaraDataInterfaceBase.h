// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/en-us/unreal-engine/API/Plugins/NiagaraCore/UNiagaraDataInterfaceBase (BuildShaderParameters is called on the default object only); CesiumGS/cesium-unreal includes it by this name.
#pragma once

#include "UObject/UObjectGlobals.h"

#include "NiagaraDataInterfaceBase.generated.h"

class FNiagaraShaderParametersBuilder;

using FNiagaraSystemInstanceID = uint64;

UCLASS(Abstract, EditInlineNew)
class UNiagaraDataInterfaceBase : public UObject
{
	GENERATED_BODY()

public:
	UNiagaraDataInterfaceBase(const FObjectInitializer& ObjectInitializer = FObjectInitializer::Get())
		: Super(ObjectInitializer)
	{
	}
	virtual void BuildShaderParameters(FNiagaraShaderParametersBuilder& ShaderParametersBuilder) const {}
};
