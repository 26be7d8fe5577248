// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

/// Particles of one source as they were after a step, ready for Niagara. Handed out once full and never changed then, so that Niagara's
/// workers and the render thread read without locks.
struct FSPHNiagaraParticles
{
	/// Places are relative to it: cm, in the world.
	FVector Origin = FVector(0.0, 0.0, 0.0);
	TArray<FVector4f> Places;  ///< x, y, z in cm; radius in cm
	TArray<FVector4f> Motions; ///< velocity in cm/s; temperature in degrees Celsius
	TArray<FVector4f> States;  ///< number of the body (fluids: -1 minus their own); J, volume as a share of the undeformed one; two unused

	int32 Num() const { return Places.Num(); }
	void SetNum(int32 Count)
	{
		for (TArray<FVector4f>* Array : {&Places, &Motions, &States})
			Array->SetNumUninitialized(Count, EAllowShrinking::No);
	}
};
