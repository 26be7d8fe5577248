// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Components/SceneComponent.h"
#include "CoreMinimal.h"

#include "SPHColliderComponent.generated.h"

class USPHSolidBodyAsset;

/** Shape of an SPH Collider. */
UENUM(BlueprintType)
enum class ESPHColliderShape : uint8
{
	/** A box with the component's place, turn and scale. */
	Box,
	/** A ball around the component. */
	Sphere,
	/** A capsule along the component's z axis. */
	Capsule,
	/** Everything below the component's xy plane, without end. */
	Plane,
	/** The mesh of a baked body, with all its dents and holes. */
	Mesh
};

/**
 * A shape that soft bodies and fluids cannot enter, or cannot leave. Needs no collision of the engine: use it for floors, basins, moving
 * paddles, and for bodies whose own collision is too complex. It may move; what is in its way is pushed.
 */
UCLASS(ClassGroup = (SPHSolids), meta = (BlueprintSpawnableComponent, DisplayName = "SPH Collider"))
class SPHSOLIDSRUNTIME_API USPHColliderComponent : public USceneComponent
{
	GENERATED_BODY()

public:
	/** The shape. Change it before play begins. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids")
	ESPHColliderShape Shape = ESPHColliderShape::Box;

	/** Half sides of the box in centimetres. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids", meta = (EditCondition = "Shape == ESPHColliderShape::Box"))
	FVector BoxExtent = FVector(50.0, 50.0, 50.0);

	/** Radius of ball and capsule in centimetres. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids", meta = (ClampMin = "0.1", Units = "cm"))
	float Radius = 50.0f;

	/** Half the height of the capsule with its caps, in centimetres. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids",
		meta = (ClampMin = "0.1", Units = "cm", EditCondition = "Shape == ESPHColliderShape::Capsule"))
	float HalfHeight = 100.0f;

	/**
	 * For the shape Mesh: a baked body, whose mesh is what things bump into; it is not simulated. Bake the static mesh that should be solid. Its
	 * distance field is made when play begins, once for all colliders of the same body, scale and cell.
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids", meta = (EditCondition = "Shape == ESPHColliderShape::Mesh"))
	TObjectPtr<USPHSolidBodyAsset> MeshBody;

	/** For the shape Mesh: how fine its distance field is, in centimetres. 0 for the body's particle radius. Half of it takes eight times the memory. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids",
		meta = (ClampMin = "0", Units = "cm", EditCondition = "Shape == ESPHColliderShape::Mesh"))
	float MeshCellSize = 0.0f;

	/** Keeps things inside instead of outside: a basin, an aquarium. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids")
	bool bContainer = false;

	/** Friction: 0 ice, 0.5 wood, 1 rubber. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids", meta = (ClampMin = "0", UIMax = "1"))
	float Friction = 0.5f;

	/** Speed of the surface in cm/s, world space, while the shape stays: a conveyor belt. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids")
	FVector SurfaceVelocity = FVector(0.0, 0.0, 0.0);

	/** Temperature of a hot or cold surface, in degrees Celsius. Felt where Heat Transfer is above 0. Set before play begins. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids|Heat")
	float Temperature = 20.0f;

	/** How fast what touches it takes on its temperature, in watts per square metre and degree: a hot pan 500. 0 gives no heat. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids|Heat", meta = (ClampMin = "0", UIMax = "10000"))
	float HeatTransfer = 0.0f;

	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;
};
