// Copyright (c) 2026 The SPHSolids authors

#include "BodyEditor/SPHRegionTool.h"

#include "Adapters/SPHSolidBody.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidsEditorCompat.h"
#include "ScopedTransaction.h"
#include "Visualise/SPHVolumeHandles.h"

#define LOCTEXT_NAMESPACE "SPHSolids"

IMPLEMENT_HIT_PROXY(HSPHRegionHandle, HHitProxy)

namespace
{

const FLinearColor PinRegionColour(1.0f, 0.9f, 0.2f), StiffRegionColour(1.0f, 0.25f, 0.1f), SoftRegionColour(0.2f, 0.4f, 1.0f);
constexpr float MiddleHandleSize = 14.0f, FaceHandleSize = 10.0f;
/// Parts of the body's bounds that a new region takes.
constexpr double TopShare = 0.15, MiddleShare = 0.3;

FLinearColor ColourOf(const FSPHBodyRegion& Region)
{
	if (Region.Kind == ESPHRegionKind::Pin)
		return PinRegionColour;
	return Region.StiffnessFactor >= 1.0f ? StiffRegionColour : SoftRegionColour;
}

FSPHVolumeHandles HandlesOf(const FSPHBodyRegion& Region)
{
	return {Region.Shape, Region.GetFrame(), Region.BoxExtent, static_cast<double>(Region.Radius)};
}

}

FSPHRegionTool::FSPHRegionTool(USPHSolidBodyAsset* InAsset)
	: Asset(InAsset)
{
}

FSPHRegionTool::~FSPHRegionTool() = default;

void FSPHRegionTool::Add(ESPHRegionKind Kind)
{
	const TSharedPtr<const FSPHSolidBody> Body = Asset->GetBody();
	if (!Body)
		return;
	const FVector Centre = Body->Bounds.GetCenter(), Half = Body->Bounds.GetSize() * 0.5;
	FSPHBodyRegion Region;
	Region.Kind = Kind;
	if (Kind == ESPHRegionKind::Pin)
	{
		Region.BoxExtent = FVector(Half.X, Half.Y, Half.Z * TopShare);
		Region.Centre = Centre + FVector(0.0, 0.0, Half.Z * (1.0 - TopShare));
	}
	else
	{
		Region.BoxExtent = Half * MiddleShare;
		Region.Centre = Centre;
	}
	Region.Radius = static_cast<float>(Region.BoxExtent.GetMin());
	Region.Name =
		FName(*FString::Printf(TEXT("%s%d"), Kind == ESPHRegionKind::Pin ? TEXT("Pin") : TEXT("Stiff"), Asset->Regions.Num() + 1));
	const FScopedTransaction Transaction(LOCTEXT("AddRegion", "Add SPH Region"));
	Asset->Modify();
	Asset->Regions.Add(Region);
	Selected = Asset->Regions.Num() - 1;
	SelectedFace = HSPHRegionHandle::Middle;
}

void FSPHRegionTool::DeleteSelected()
{
	if (!FindSelected())
		return;
	const FScopedTransaction Transaction(LOCTEXT("DeleteRegion", "Delete SPH Region"));
	Asset->Modify();
	Asset->Regions.RemoveAt(Selected);
	Selected = INDEX_NONE;
}

bool FSPHRegionTool::Select(const HHitProxy* Proxy)
{
	Selected = INDEX_NONE;
	if (!Proxy || !Proxy->IsA(HSPHRegionHandle::StaticGetType()))
		return false;
	const HSPHRegionHandle* Handle = static_cast<const HSPHRegionHandle*>(Proxy);
	Selected = Handle->Region;
	SelectedFace = Handle->Face;
	return FindSelected() != nullptr;
}

FSPHBodyRegion* FSPHRegionTool::FindSelected() const
{
	// Undo may have taken it away.
	return Asset->Regions.IsValidIndex(Selected) ? &Asset->Regions[Selected] : nullptr;
}

int32 FSPHRegionTool::GetSelected() const
{
	return FindSelected() ? Selected : INDEX_NONE;
}

FVector FSPHRegionTool::GetHandlePlace() const
{
	const FSPHBodyRegion* Region = FindSelected();
	if (!Region)
		return FVector(0.0, 0.0, 0.0);
	return SelectedFace == HSPHRegionHandle::Middle ? Region->Centre : HandlesOf(*Region).PlaceOf(SelectedFace);
}

void FSPHRegionTool::BeginDrag()
{
	if (FindSelected())
		Dragging = MakeUnique<FScopedTransaction>(LOCTEXT("DragRegion", "Shape SPH Region"));
}

bool FSPHRegionTool::Drag(const FVector& Way)
{
	FSPHBodyRegion* Region = FindSelected();
	if (!Region)
		return false;
	Asset->Modify();
	if (SelectedFace == HSPHRegionHandle::Middle)
	{
		Region->Centre += Way;
		return true;
	}
	FSPHVolumeHandles Handles = HandlesOf(*Region);
	Handles.Drag(SelectedFace, Way);
	Region->Centre = Handles.Frame.GetLocation();
	Region->BoxExtent = Handles.BoxExtent;
	Region->Radius = static_cast<float>(Handles.Radius);
	return true;
}

void FSPHRegionTool::EndDrag()
{
	Dragging.Reset();
}

void FSPHRegionTool::Draw(FPrimitiveDrawInterface* PDI) const
{
	const auto DrawHandle = [PDI](int32 Region, int32 Face, const FVector& Place, const FLinearColor& Colour, float Size)
	{
		PDI->SetHitProxy(new HSPHRegionHandle(Region, Face));
		PDI->DrawPoint(Place, Colour, Size, SDPG_Foreground);
		PDI->SetHitProxy(nullptr);
	};
	for (int32 Index = 0; Index < Asset->Regions.Num(); ++Index)
	{
		const FSPHBodyRegion& Region = Asset->Regions[Index];
		const FSPHVolumeHandles Handles = HandlesOf(Region);
		const FLinearColor Colour = ColourOf(Region);
		Handles.DrawWire(PDI, Colour);
		DrawHandle(Index, HSPHRegionHandle::Middle, Region.Centre, Colour, MiddleHandleSize);
		for (int32 Face = 0; Face < FSPHVolumeHandles::NumFaces && Index == Selected; ++Face)
			DrawHandle(Index, Face, Handles.PlaceOf(Face), Colour, FaceHandleSize);
	}
}

#undef LOCTEXT_NAMESPACE
