// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "GameFramework/Actor.h"

#include "SPHHeatSourceActor.generated.h"

class USPHHeatSourceComponent;

/**
 * A flame, a lamp or a block of ice that can be placed in a level: nothing but a heat source. Give other actors an SPH Heat Source component instead.
 */
UCLASS(ClassGroup = (SPHSolids), meta = (DisplayName = "SPH Heat Source"))
class SPHSOLIDSRUNTIME_API ASPHHeatSourceActor : public AActor
{
	GENERATED_BODY()

public:
	ASPHHeatSourceActor();

	/** What is hot or cold, and how far it is felt. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	TObjectPtr<USPHHeatSourceComponent> Heat;
};
