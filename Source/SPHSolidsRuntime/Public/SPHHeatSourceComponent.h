// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Components/SceneComponent.h"
#include "CoreMinimal.h"

#include "SPHHeatSourceComponent.generated.h"

/**
 * Warms or cools what is near: the surfaces of soft bodies whose material takes heat, and fluids that such bodies melt into. Get Temperature At of
 * the world's SPHSolids subsystem gives the temperature of any place; particles of bodies that take no heat have that of their place in Niagara.
 */
UCLASS(ClassGroup = (SPHSolids), meta = (BlueprintSpawnableComponent, DisplayName = "SPH Heat Source"))
class SPHSOLIDSRUNTIME_API USPHHeatSourceComponent : public USceneComponent
{
	GENERATED_BODY()

public:
	/** Temperature at the component, in degrees Celsius. Colder than the surroundings is allowed. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids")
	float Temperature = 200.0f;

	/** How far it is felt, in centimetres. The temperature falls evenly to that of the surroundings there. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids", meta = (ClampMin = "1", Units = "cm"))
	float Reach = 100.0f;

	/** How fast surfaces at the component take on its temperature, in watts per square metre and degree: hot air 50, a flame 200. Falls evenly to the reach. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids", meta = (ClampMin = "0", UIMax = "10000"))
	float HeatTransfer = 200.0f;

	/** Whether it is at work. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids")
	bool bIsOn = true;

	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;
};
