// Copyright (c) 2026 The SPHSolids authors

#include "Visualise/SPHPinVisualizer.h"

#include "Adapters/SPHSolidBody.h"
#include "Convert/SPHSolidsUnits.h"
#include "SPHPinComponent.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsEditorCompat.h"
#include "Templates/Casts.h"
#include "Visualise/SPHVolumeHandles.h"

IMPLEMENT_HIT_PROXY(HSPHPinHandle, HComponentVisProxy)

namespace
{

const FLinearColor PinColour(1.0f, 0.55f, 0.1f), HeldColour(1.0f, 0.9f, 0.2f), BoundsColour(0.35f, 0.75f, 0.55f);
constexpr float HandleSize = 10.0f, ParticleSize = 4.0f;

FSPHVolumeHandles HandlesOfPin(const USPHPinComponent& Pin)
{
	return {Pin.Shape, Pin.GetComponentTransform(), Pin.BoxExtent, static_cast<double>(Pin.Radius)};
}

}

FVector FSPHPinVisualizer::HandlePlace(const USPHPinComponent& Pin, int32 Face)
{
	return HandlesOfPin(Pin).PlaceOf(Face);
}

void FSPHPinVisualizer::DrawVisualization(const UActorComponent* Component, const FSceneView*, FPrimitiveDrawInterface* PDI)
{
	const USPHPinComponent* Pin = Cast<const USPHPinComponent>(Component);
	if (!Pin)
		return;
	HandlesOfPin(*Pin).DrawWire(PDI, PinColour);
	for (int32 Face = 0; Face < FSPHVolumeHandles::NumFaces; ++Face)
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
	FSPHVolumeHandles Handles = HandlesOfPin(*Pin);
	Handles.Drag(SelectedFace, DeltaTranslate);
	if (Pin->Shape == ESPHPinShape::Box)
		Pin->SetWorldLocation(Handles.Frame.GetLocation());
	Pin->BoxExtent = Handles.BoxExtent;
	Pin->Radius = static_cast<float>(Handles.Radius);
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
