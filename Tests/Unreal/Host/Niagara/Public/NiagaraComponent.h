// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Plugins/Niagara/UNiagaraComponent (SetVariableInt, SetVariableFloat, SetSystemFixedBounds, GetOverrideParameters); Algoryx/AGXUnreal, CesiumGS/cesium-unreal.
#pragma once

#include "Components/PrimitiveComponent.h"
#include "NiagaraTypes.h"

#include "NiagaraComponent.generated.h"

UCLASS()
class UNiagaraComponent : public UPrimitiveComponent
{
	GENERATED_BODY()

public:
	void SetVariableInt(FName InVariableName, int32 InValue);
	void SetVariableFloat(FName InVariableName, float InValue);
	void SetSystemFixedBounds(FBox LocalBounds) { HostBounds = LocalBounds; }
	const FNiagaraUserRedirectionParameterStore& GetOverrideParameters() const { return HostStore; }

	/** For the host's own use: a user parameter of the "system", and what was set last. Setting one that does not exist warns, every time. */
	void HostAddParameter(const TCHAR* Name);
	bool HostKnows(FName Name) const;
	FNiagaraUserRedirectionParameterStore HostStore;
	TMap<FName, int32> HostIntegers;
	TMap<FName, float> HostFloats;
	TMap<FName, TArray<FVector>> HostPositions;
	TMap<FName, TArray<FVector4>> HostVectors;
	FBox HostBounds;
};
