// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Plugins/Niagara/UNiagaraDataInterfaceArrayFuncti-/SetNiagaraArrayPosition, .../SetNiagaraArrayVector4 (component, name, const TArray<T>&); Algoryx/AGXUnreal links both.
#pragma once

#include "NiagaraComponent.h"

#include "NiagaraDataInterfaceArrayFunctionLibrary.generated.h"

UCLASS()
class UNiagaraDataInterfaceArrayFunctionLibrary : public UObject
{
	GENERATED_BODY()

public:
	static void SetNiagaraArrayPosition(UNiagaraComponent* NiagaraSystem, FName OverrideName, const TArray<FVector>& ArrayData);
	static void SetNiagaraArrayVector4(UNiagaraComponent* NiagaraSystem, FName OverrideName, const TArray<FVector4>& ArrayData);
};
