// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "SPHPinComponent.h"

class FPrimitiveDrawInterface;

/// A box or ball that is shaped by dragging its six sides, whatever it belongs to.
struct FSPHVolumeHandles
{
	static constexpr int32 NumFaces = 6;

	ESPHPinShape Shape = ESPHPinShape::Box;
	FTransform Frame; ///< of the box; of the ball only the place counts
	FVector BoxExtent = FVector(0.0, 0.0, 0.0);
	double Radius = 0;

	/// @param Face 0 to 5: minus and plus x, y, z. Where the middle of a side is, in the space of the frame's parent.
	FVector PlaceOf(int32 Face) const;
	/// Moves a side of a box and leaves the opposite one where it is; a ball grows about its centre. Neither can be turned inside out.
	void Drag(int32 Face, const FVector& Way);
	void DrawWire(FPrimitiveDrawInterface* PDI, const FLinearColor& Colour) const;
};
