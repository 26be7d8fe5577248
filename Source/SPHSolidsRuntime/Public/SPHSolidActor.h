// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "GameFramework/Actor.h"

#include "SPHSolidActor.generated.h"

class USPHSolidComponent;

/**
 * A soft body to drop into the level: an actor whose root is an SPH Solid component. Choose a baked body in its details and press Play.
 */
UCLASS(ClassGroup = (SPHSolids), meta = (DisplayName = "SPH Solid"))
class SPHSOLIDSRUNTIME_API ASPHSolidActor : public AActor
{
	GENERATED_BODY()

public:
	ASPHSolidActor();

	/** The soft body. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	TObjectPtr<USPHSolidComponent> Solid;
};
