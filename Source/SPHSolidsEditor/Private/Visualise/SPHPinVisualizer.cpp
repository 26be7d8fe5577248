// Copyright (c) 2026 The SPHSolids authors

#include "Visualise/SPHPinVisualizer.h"

#include "Adapters/SPHSolidBody.h"
#include "Convert/SPHSolidsUnits.h"
#include "SPHPinComponent.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsEditorCompat.h"
#include "Templates/Casts.h"

IMPLEMENT_HIT_PROXY(HSPHPinHandle, HComponentVisProxy)

namespace
{

const FLinearColor PinColour(1.0f, 0.55f, 0.1f), HeldColour(1.0f, 0.9f, 0.2f), BoundsColour(0.35f, 0.75f, 0.55f);
constexpr float HandleSize = 10.0f, ParticleSize = 4.0f;
constexpr int32 NumFaces = 6, BallSides = 32;
/// A pin keeps this much of an extent, so that it cannot be turned inside out.
constexpr double LeastExtent = 0.1;

FVector FaceDirection(int32 Face)
{
	FVector Direction(0.0, 0.0, 0.0);
	Direction[Face / 2] = Face % 2 == 0 ? -1.0 : 1.0;
	return Direction;
}

}

FVector FSPHPinVisualizer::HandlePlace(const USPHPinComponent& Pin, int32 Face)
{
	const FVector Direction = FaceDirection(Face);
	if (Pin.Shape == ESPHPinShape::Box)
		return Pin.GetComponentTransform().TransformPosition(Direction * Pin.BoxExtent[Face / 2]);
	return Pin.GetComponentLocation() + Direction * static_cast<double>(Pin.Radius);
}

void FSPHPinVisualizer::DrawVisualization(const UActorComponent* Component, const FSceneView*, FPrimitiveDrawInterface* PDI)
{
	const USPHPinComponent* Pin = Cast<const USPHPinComponent>(Component);
	if (!Pin)
		return;
	if (Pin->Shape == ESPHPinShape::Box)
		DrawWireBox(PDI, Pin->GetComponentTransform().ToMatrixWithScale(), FBox(-Pin->BoxExtent, Pin->BoxExtent), PinColour, SDPG_World);
	else
		DrawWireSphere(PDI, Pin->GetComponentLocation(), PinColour, static_cast<double>(Pin->Radius), BallSides, SDPG_World);
	for (int32 Face = 0; Face < NumFaces; ++Face)
	{
		PDI->SetHitProxy(new HSPHPinHandle(Component, Face));
		PDI->DrawPoint(HandlePlace(*Pin, Face), PinColour, HandleSize, SDPG_Foreground);
		PDI->SetHitProxy(nullptr);
	}
	const USPHSolidComponent* Solid = Pin->FindSolid();
	const TSharedPtr<const FSPHSolidBody> Body = Solid && Solid->Body ? Solid->Body->GetBody() : nullptr;
	if (!Body)
		return;
	for (const SPHSolids::Vec3& Rest : Body->Baked->rest.position)
	{
		const FVector Place =
			Solid->GetComponentTransform().TransformPosition(SPHSolidsUnits::VectorToEngine(Rest.Cast<double>() + Body->Baked->origin));
		if (Pin->Contains(Place))
			PDI->DrawPoint(Place, HeldColour, ParticleSize, SDPG_Foreground);
	}
}

bool FSPHPinVisualizer::VisProxyHandleClick(FEditorViewportClient*, HComponentVisProxy* VisProxy, const FViewportClick&)
{
	if (!VisProxy || !VisProxy->IsA(HSPHPinHandle::StaticGetType()))
	{
		EndEditing();
		return false;
	}
	const HSPHPinHandle* Handle = static_cast<const HSPHPinHandle*>(VisProxy);
	Selected = Cast<USPHPinComponent>(const_cast<UActorComponent*>(Handle->Component.Get()));
	SelectedFace = Handle->Face;
	return Selected.IsValid();
}

bool FSPHPinVisualizer::GetWidgetLocation(const FEditorViewportClient*, FVector& OutLocation) const
{
	if (!Selected.IsValid())
		return false;
	OutLocation = HandlePlace(*Selected, SelectedFace);
	return true;
}

bool FSPHPinVisualizer::HandleInputDelta(FEditorViewportClient*, FViewport*, FVector& DeltaTranslate, FRotator&, FVector&)
{
	USPHPinComponent* Pin = Selected.Get();
	if (!Pin)
		return false;
	Pin->Modify();
	const FVector Direction = FaceDirection(SelectedFace);
	if (Pin->Shape == ESPHPinShape::Sphere)
	{
		Pin->Radius = static_cast<float>(FMath::Max(static_cast<double>(Pin->Radius) + (DeltaTranslate | Direction), LeastExtent));
		return true;
	}
	// The opposite face stays where it is: the box grows by half of the way and its centre moves by the other half.
	const int32 Axis = SelectedFace / 2;
	const double Way = Pin->GetComponentTransform().InverseTransformVector(DeltaTranslate) | Direction;
	const double Grown = FMath::Max(Pin->BoxExtent[Axis] + Way / 2, LeastExtent);
	const FVector CentreMove = Direction * (Grown - Pin->BoxExtent[Axis]);
	Pin->SetWorldLocation(Pin->GetComponentTransform().TransformPosition(CentreMove));
	Pin->BoxExtent[Axis] = Grown;
	return true;
}

void FSPHPinVisualizer::EndEditing()
{
	Selected.Reset();
	SelectedFace = INDEX_NONE;
}

void FSPHSolidVisualizer::DrawVisualization(const UActorComponent* Component, const FSceneView*, FPrimitiveDrawInterface* PDI)
{
	const USPHSolidComponent* Solid = Cast<const USPHSolidComponent>(Component);
	const TSharedPtr<const FSPHSolidBody> Body = Solid && Solid->Body ? Solid->Body->GetBody() : nullptr;
	if (Body)
		DrawWireBox(PDI, Solid->GetComponentTransform().ToMatrixWithScale(), Body->Bounds, BoundsColour, SDPG_World);
}
