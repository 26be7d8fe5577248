// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Plugins/Niagara/FNiagaraVariable (GetName), .../FNiagaraUserRedirectionParameterStore; used as in AGX_SoilParticleRendererComponent.cpp of Algoryx/AGXUnreal.
#pragma once

#include "CoreMinimal.h"

struct FNiagaraVariable
{
	const FName& GetName() const { return HostName; }
	FName HostName;
};

struct FNiagaraUserRedirectionParameterStore
{
	void GetParameters(TArray<FNiagaraVariable>& OutParameters) const { OutParameters = HostParameters; }
	TArray<FNiagaraVariable> HostParameters;
};
