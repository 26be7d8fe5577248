// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "GameFramework/Actor.h"

#include "SPHFluidVolume.generated.h"

class USPHFluidType;
class USPHParticlesComponent;

/**
 * A box full of fluid when play begins. Place it inside a basin or let it fall. Its particles are drawn by its particles component, which
 * shows all fluids of the world.
 */
UCLASS(ClassGroup = (SPHSolids), meta = (DisplayName = "SPH Fluid Volume"))
class SPHSOLIDSRUNTIME_API ASPHFluidVolume : public AActor
{
	GENERATED_BODY()

public:
	ASPHFluidVolume();

	/** What fills the box. Empty: water. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	TObjectPtr<USPHFluidType> Fluid;

	/** Half sides of the box in centimetres, before the actor's scale. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	FVector BoxExtent = FVector(50.0, 50.0, 50.0);

	/** Velocity of the fluid at the start, cm/s, world space. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	FVector InitialVelocity = FVector(0.0, 0.0, 0.0);

	/** Draws the particles of all fluids. Hide it if another volume or Niagara draws them. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	TObjectPtr<USPHParticlesComponent> Particles;

	/** How many particles the volume made. */
	UFUNCTION(BlueprintPure, Category = "SPHSolids")
	int32 GetNumMade() const { return NumMade; }

	virtual void BeginPlay() override;

private:
	int32 NumMade = 0;
};
