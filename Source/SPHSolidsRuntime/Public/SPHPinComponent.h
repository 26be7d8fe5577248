// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Components/SceneComponent.h"
#include "CoreMinimal.h"

#include "SPHPinComponent.generated.h"

class AActor;
class USPHSolidComponent;

/** Shape of the region that a pin holds. */
UENUM(BlueprintType)
enum class ESPHPinShape : uint8
{
	/** A box with the component's place, turn and scale. */
	Box,
	/** A ball around the component. */
	Sphere
};

/**
 * Holds a part of a soft body: all particles inside the pin's shape when play begins. They follow the pin exactly, whatever pulls on them.
 *
 * Put it into the soft body's actor to nail that part to the world. Attach it to a bone, socket or moving component, or name an actor to
 * follow, and the held part moves with it, animation included.
 */
UCLASS(ClassGroup = (SPHSolids), meta = (BlueprintSpawnableComponent, DisplayName = "SPH Pin"))
class SPHSOLIDSRUNTIME_API USPHPinComponent : public USceneComponent
{
	GENERATED_BODY()

public:
	/** Shape of the region. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids")
	ESPHPinShape Shape = ESPHPinShape::Box;

	/** Half sides of the box in centimetres. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids", meta = (EditCondition = "Shape == ESPHPinShape::Box"))
	FVector BoxExtent = FVector(20.0, 20.0, 20.0);

	/** Radius of the ball in centimetres. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids",
		meta = (ClampMin = "0", Units = "cm", EditCondition = "Shape == ESPHPinShape::Sphere"))
	float Radius = 20.0f;

	/** Actor whose soft body is held. Empty: the one of the pin's own actor. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids")
	TObjectPtr<AActor> SolidActor;

	/** Actor that the held part follows. Empty: the pin itself, or the world if the pin is attached to the soft body. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids")
	TObjectPtr<AActor> FollowActor;

	/** Bone or socket of the followed actor. Empty: its root. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids", meta = (EditCondition = "FollowActor != nullptr"))
	FName FollowSocket;

	/** Takes hold of what is inside the shape now, after Release. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	void Hold();

	/** Lets go of everything that this pin holds. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	void Release();

	/** How many particles the pin holds. */
	UFUNCTION(BlueprintPure, Category = "SPHSolids")
	int32 GetNumHeld() const { return NumHeld; }

	/** Whether a place in the world, cm, is inside the shape. */
	UFUNCTION(BlueprintPure, Category = "SPHSolids")
	bool Contains(FVector Location) const;

	/** For the plugin's own use: what the held particles move with. */
	FTransform GetFollowedFrame() const;
	/** For the plugin's own use: the soft body that this pin is about; none if there is none. */
	USPHSolidComponent* FindSolid() const;
	/** For the plugin's own use. */
	void NotifyHeld(int32 Num);

	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;
	virtual void ApplyWorldOffset(const FVector& InOffset, bool bWorldShift) override;

private:
	int32 NumHeld = 0;
	/** Where the pin was when it took hold. */
	FTransform HeldFrame;
};
