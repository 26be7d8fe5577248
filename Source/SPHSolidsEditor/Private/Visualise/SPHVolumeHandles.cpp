// Copyright (c) 2026 The SPHSolids authors

#include "Visualise/SPHVolumeHandles.h"

#include "SPHSolidsEditorCompat.h"

namespace
{

/// A volume keeps this much of an extent, so that it cannot be turned inside out.
constexpr double LeastExtent = 0.1;
constexpr int32 BallSides = 32;

FVector FaceDirection(int32 Face)
{
	FVector Direction(0.0, 0.0, 0.0);
	Direction[Face / 2] = Face % 2 == 0 ? -1.0 : 1.0;
	return Direction;
}

}

FVector FSPHVolumeHandles::PlaceOf(int32 Face) const
{
	const FVector Direction = FaceDirection(Face);
	if (Shape == ESPHPinShape::Box)
		return Frame.TransformPosition(Direction * BoxExtent[Face / 2]);
	return Frame.GetLocation() + Direction * Radius;
}

void FSPHVolumeHandles::Drag(int32 Face, const FVector& Way)
{
	const FVector Direction = FaceDirection(Face);
	if (Shape == ESPHPinShape::Sphere)
	{
		Radius = FMath::Max(Radius + (Way | Direction), LeastExtent);
		return;
	}
	// The box grows by half of the way and its centre moves by the other half.
	double& Extent = BoxExtent[Face / 2];
	const double Grown = FMath::Max(Extent + (Frame.InverseTransformVector(Way) | Direction) / 2, LeastExtent);
	Frame.SetLocation(Frame.TransformPosition(Direction * (Grown - Extent)));
	Extent = Grown;
}

void FSPHVolumeHandles::DrawWire(FPrimitiveDrawInterface* PDI, const FLinearColor& Colour) const
{
	if (Shape == ESPHPinShape::Box)
		DrawWireBox(PDI, Frame.ToMatrixWithScale(), FBox(-BoxExtent, BoxExtent), Colour, SDPG_World);
	else
		DrawWireSphere(PDI, Frame.GetLocation(), Colour, Radius, BallSides, SDPG_World);
}
