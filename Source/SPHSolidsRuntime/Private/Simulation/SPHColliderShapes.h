// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

#include <SPHSolids/Coupling/Shape.h>

class UPrimitiveComponent;
class USPHColliderComponent;

/// Shapes of the engine as the core's.
namespace SPHColliderShapes
{

/// One shape of a component.
struct FElement
{
	SPHSolids::Shape Shape = SPHSolids::Shape::Plane();
	/// Of the shape's frame, without scale, in the component's space with scale applied to its place.
	FTransform Local;
};

/// Simple collision: spheres, boxes, capsules and convex hulls. Empty if there is none. @param Scale Of what stands in the world.
TArray<FElement> SimpleCollisionOf(UPrimitiveComponent& Component, const FVector& Scale);

/// The shape that a collider component stands for, or why it stands for none.
SPHSolids::Result<SPHSolids::Shape> ShapeOf(const USPHColliderComponent& Collider, SPHSolids::TaskRunner& Tasks);

/// Where a shape is; its scale is part of the shape.
SPHSolids::Pose PoseOf(const FTransform& Place);
SPHSolids::Pose PoseOf(const FElement& Element, const FTransform& ComponentPlace);

}
