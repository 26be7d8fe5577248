// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Components/SceneComponent.h"
#include "CoreMinimal.h"

#include "SPHHeatSourceComponent.generated.h"

/**
 * Warms or cools what is near. Particles that Niagara reads have the temperature of the place where they are, and Get Temperature At of the
 * world's SPHSolids subsystem gives it for any place. Bodies do not conduct heat and do not melt yet.
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

	/** Whether it is at work. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids")
	bool bIsOn = true;

	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;
};
