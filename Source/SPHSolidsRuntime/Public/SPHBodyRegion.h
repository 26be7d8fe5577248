// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "SPHPinComponent.h"

#include "SPHBodyRegion.generated.h"

/** What a region of a body does to the particles inside it. */
UENUM(BlueprintType)
enum class ESPHRegionKind : uint8
{
	/** They are held where they are when the body comes into the world. */
	Pin,
	/** They are stiffer or softer than the rest. */
	Stiffness
};

/**
 * A part of a body that is held or is stiffer than the rest: a box or ball in the space of its mesh. Kept when the body is baked again.
 */
USTRUCT(BlueprintType)
struct SPHSOLIDSRUNTIME_API FSPHBodyRegion
{
	GENERATED_BODY()

	/** For you to tell regions apart; messages use it. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	FName Name;

	/** What the region does. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	ESPHRegionKind Kind = ESPHRegionKind::Stiffness;

	/** Box or ball. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	ESPHPinShape Shape = ESPHPinShape::Box;

	/** Middle of the region in centimetres, in the space of the mesh. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	FVector Centre = FVector(0.0, 0.0, 0.0);

	/** Turn of the box. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids", meta = (EditCondition = "Shape == ESPHPinShape::Box"))
	FRotator Rotation = FRotator(0.0, 0.0, 0.0);

	/** Half sides of the box in centimetres. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids", meta = (EditCondition = "Shape == ESPHPinShape::Box"))
	FVector BoxExtent = FVector(10.0, 10.0, 10.0);

	/** Radius of the ball in centimetres. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids",
		meta = (ClampMin = "0", Units = "cm", EditCondition = "Shape == ESPHPinShape::Sphere"))
	float Radius = 10.0f;

	/** Factor on the stiffness of the material: 10 for a bone in the flesh, 0.2 for a soft spot. Regions that overlap multiply. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids",
		meta = (ClampMin = "0.001", ClampMax = "1000", EditCondition = "Kind == ESPHRegionKind::Stiffness"))
	float StiffnessFactor = 10.0f;

	/** How far outside the factor fades to 1, in centimetres. 0 for a sharp border. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids",
		meta = (ClampMin = "0", Units = "cm", EditCondition = "Kind == ESPHRegionKind::Stiffness"))
	float Fade = 0.0f;

	/** Place and turn of the region. */
	FTransform GetFrame() const { return FTransform(FQuat(Rotation), Centre); }
	/** How far a place is outside, cm; 0 inside. */
	double DistanceTo(const FVector& Place) const;
	/** How much the region counts at a place: 1 inside, 0 beyond its fade. */
	double WeightAt(const FVector& Place) const;
};
