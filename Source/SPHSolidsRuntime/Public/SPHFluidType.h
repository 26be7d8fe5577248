// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Engine/DataAsset.h"

#include "SPHFluidType.generated.h"

/**
 * What a fluid is made of. Volumes and emitters with the same type make one fluid. All fluids of a world have particles of one size: that of
 * the first that is made.
 */
UCLASS(BlueprintType, meta = (DisplayName = "SPH Fluid"))
class SPHSOLIDSRUNTIME_API USPHFluidType : public UDataAsset
{
	GENERATED_BODY()

public:
	/** Density in kilograms per cubic metre. Water 1000, oil 900. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids", meta = (ClampMin = "1", UIMax = "5000"))
	float Density = 1000.0f;

	/** Radius of a particle in centimetres. Half of it means eight times the particles. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids", meta = (ClampMin = "0.1", Units = "cm"))
	float ParticleRadius = 2.5f;

	/** Viscosity in pascal seconds. Water 0.001, oil 0.1, honey 10. 0 is fastest and looks like water. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids", meta = (ClampMin = "0", UIMax = "100"))
	float Viscosity = 0.0f;

	/** How much particles take on the velocity of those around them, 0 to 1. Cheap; calms spray. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids", meta = (ClampMin = "0", ClampMax = "1"))
	float Smoothing = 0.01f;

	/** Surface tension in newton per metre. Water has 0.07: drops round themselves. 0 for none. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids", meta = (ClampMin = "0", UIMax = "1"))
	float SurfaceTension = 0.0f;

	/** Keeps small eddies alive: a factor from 0 for not at all to 0.5. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, AdvancedDisplay, Category = "SPHSolids", meta = (ClampMin = "0", ClampMax = "0.5"))
	float Vorticity = 0.0f;

	/** Friction on colliders. 0 slips freely. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, AdvancedDisplay, Category = "SPHSolids", meta = (ClampMin = "0", UIMax = "1"))
	float Friction = 0.0f;
};
