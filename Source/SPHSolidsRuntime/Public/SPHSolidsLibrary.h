// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Kismet/BlueprintFunctionLibrary.h"

#include "SPHSolidsLibrary.generated.h"

class AActor;
class ASPHSolidActor;
class USPHSolidBodyAsset;
class USPHSolidComponent;
class USPHSolidMaterial;

/** Where a line meets a soft body. */
USTRUCT(BlueprintType)
struct FSPHSolidHit
{
	GENERATED_BODY()

	/** The soft body; none if nothing was hit. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	TObjectPtr<USPHSolidComponent> Solid;

	/** Where the line enters it, in the world, cm. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	FVector Location = FVector(0.0, 0.0, 0.0);

	/** Direction out of the body there, of length one. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	FVector Normal = FVector(0.0, 0.0, 1.0);

	/** How far that is along the line, cm. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	float Distance = 0.0f;

	/** Number of the particle that was hit. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	int32 Particle = INDEX_NONE;
};

/**
 * Makes, finds and removes soft bodies while a game runs.
 */
UCLASS()
class SPHSOLIDSRUNTIME_API USPHSolidsLibrary : public UBlueprintFunctionLibrary
{
	GENERATED_BODY()

public:
	/**
	 * Makes a soft body and starts to simulate it. None, with a line in the log that says why, if there is no body in the asset or the place cannot be
	 * simulated.
	 * @param Body A baked body.
	 * @param Place Where its mesh stands, cm; the same scale in all directions, 0.01 to 10.
	 * @param Material What it is made of. None: soft rubber.
	 * @param Velocity At the start, in cm/s, world space.
	 * @param StiffnessScale Factor on the stiffness of the material.
	 */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids", meta = (WorldContext = "WorldContextObject", DisplayName = "Spawn SPH Solid"))
	static ASPHSolidActor* SpawnSolid(const UObject* WorldContextObject, USPHSolidBodyAsset* Body, const FTransform& Place,
		USPHSolidMaterial* Material = nullptr, FVector Velocity = FVector::ZeroVector, float StiffnessScale = 1.0f);

	/**
	 * Makes an actor's soft body of its own: an SPH Solid component at a place of the actor, simulated at once. None, with a line in the log that says
	 * why, if that cannot be.
	 * @param Body A baked body.
	 * @param Place Where its mesh stands in the world, cm.
	 * @param Material What it is made of. None: soft rubber.
	 */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids", meta = (DisplayName = "Add SPH Solid"))
	static USPHSolidComponent* AddSolid(
		AActor* Actor, USPHSolidBodyAsset* Body, const FTransform& Place, USPHSolidMaterial* Material = nullptr);

	/**
	 * Finds the first soft body that a line meets, deformed as it is: for shots, clicks and cursors. The engine's own traces find only a box around
	 * it. True if there is one. Looks at the particles of every body whose bounds the line crosses.
	 * @param Start In the world, cm.
	 * @param End In the world, cm.
	 */
	UFUNCTION(
		BlueprintCallable, Category = "SPHSolids", meta = (WorldContext = "WorldContextObject", DisplayName = "Line Trace SPH Solids"))
	static bool LineTraceSolids(const UObject* WorldContextObject, FVector Start, FVector End, FSPHSolidHit& OutHit);

	/**
	 * Removes a soft body: with its actor if that was made for it alone (an SPH Solid), else the component. False if there was none any more.
	 * Safe at any moment, also while the solver works.
	 */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids", meta = (DisplayName = "Destroy SPH Solid"))
	static bool DestroySolid(USPHSolidComponent* Solid);
};
