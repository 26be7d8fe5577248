// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Components/ActorComponent.h"
#include "CoreMinimal.h"
#include "SPHParticlesComponent.h"

#include "SPHNiagaraFeedComponent.generated.h"

class UNiagaraComponent;

/**
 * Hands particles to a Niagara system every frame, through array parameters that the system reads. Put it into an actor beside a Niagara
 * component whose system has the user parameters named below; those it does not have are left out.
 */
UCLASS(ClassGroup = (SPHSolids), meta = (BlueprintSpawnableComponent, DisplayName = "SPH Niagara Feed"))
class SPHSOLIDSRUNTIME_API USPHNiagaraFeedComponent : public UActorComponent
{
	GENERATED_BODY()

public:
	/** Which particles are handed over. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	ESPHParticleSource Source = ESPHParticleSource::Fluids;

	/** User parameter of type Niagara Position Array: places of the particles in the world. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	FName PositionsParameter = FName(TEXT("SPHPositions"));

	/** User parameter of type Niagara Vector 4 Array: velocity in cm/s, and the radius in centimetres as fourth number. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	FName VelocitiesParameter = FName(TEXT("SPHVelocities"));

	/** User parameter of type int: how many particles there are. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	FName CountParameter = FName(TEXT("SPHCount"));

	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;

	/** For the plugin's own use: room for the particles of a frame, kept from frame to frame. */
	void Resize(int32 NumParticles);
	/** For the plugin's own use. */
	void Set(int32 Index, const FVector& Place, const FVector& Velocity, float Radius);
	/** For the plugin's own use: hands what was set to Niagara. */
	void Send(const FBox& WorldBounds);

private:
	UPROPERTY(Transient)
	TObjectPtr<UNiagaraComponent> Niagara;

	TArray<FVector> Places;
	TArray<FVector4> Velocities;
	bool bHasPositions = false, bHasVelocities = false, bHasCount = false;
};
