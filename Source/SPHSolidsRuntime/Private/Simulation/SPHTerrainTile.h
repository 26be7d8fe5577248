// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

#include <SPHSolids/Coupling/Shape.h>

class UPrimitiveComponent;

/// A square of ground under soft bodies. Landscapes have no simple collision, and their heights belong to the engine's physics: they are asked for by
/// lines from above, once per square, and become the grid of a collider. What is seen from above counts; overhangs of other terrains do not.
namespace SPHTerrainTile
{

/// Side of a square and distance of its lines, cm. A landscape's own quads are a metre wide if nobody changed that.
inline constexpr double Side = 200.0, Spacing = 25.0;

/// Squares are counted from the component's place, so that a shift of the world's origin changes nothing.
FIntPoint IndexAt(const UPrimitiveComponent& Terrain, const FVector& Place);

/// Everything that the lines of a square may hit, cm. Reaches beyond the square, and over the whole height of the terrain.
FBox BoxOf(const UPrimitiveComponent& Terrain, const FIntPoint& Index);

struct FTile
{
	SPHSolids::Shape Shape = SPHSolids::Shape::Plane();
	FVector Corner; ///< of the shape's frame in the world, cm
};
/// Nothing where no line hits. @param Neighbours All terrains in the box, so that the ground goes on where one of them ends.
TOptional<FTile> Trace(const UPrimitiveComponent& Terrain, const FIntPoint& Index, TConstArrayView<UPrimitiveComponent*> Neighbours);

}
