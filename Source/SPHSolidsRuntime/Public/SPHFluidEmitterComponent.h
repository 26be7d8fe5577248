// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Components/SceneComponent.h"
#include "CoreMinimal.h"

#include "SPHFluidEmitterComponent.generated.h"

class USPHFluidType;

/**
 * Pours a fluid along its x axis, like a tap or a hose. May move while it pours.
 */
UCLASS(ClassGroup = (SPHSolids), meta = (BlueprintSpawnableComponent, DisplayName = "SPH Fluid Emitter"))
class SPHSOLIDSRUNTIME_API USPHFluidEmitterComponent : public USceneComponent
{
	GENERATED_BODY()

public:
	/** What is poured. Empty: water. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	TObjectPtr<USPHFluidType> Fluid;

	/** Radius of the stream in centimetres. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids", meta = (ClampMin = "0.1", Units = "cm"))
	float Radius = 10.0f;

	/** Speed of the stream in cm/s. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids", meta = (ClampMin = "1", Units = "cm/s"))
	float Speed = 200.0f;

	/** Seconds from Start Pouring until it ends by itself. 0 for never. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids", meta = (ClampMin = "0", Units = "s"))
	float Duration = 0.0f;

	/** Seconds after which a particle disappears. 0 for never. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids", meta = (ClampMin = "0", Units = "s"))
	float Lifetime = 0.0f;

	/** Most particles that this emitter makes. 0 for as many as the world allows. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids", meta = (ClampMin = "0"))
	int32 MaxParticles = 20000;

	/** Pours from the beginning of play. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	bool bPourAtStart = true;

	/** Begins to pour. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	void StartPouring();

	/** Stops pouring; what was poured stays. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	void StopPouring();

	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;
};
