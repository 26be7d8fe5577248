// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "HitProxies.h"
#include "SPHBodyRegion.h"
#include "UObject/StrongObjectPtr.h"

class FPrimitiveDrawInterface;
class FScopedTransaction;
class USPHSolidBodyAsset;

/// What the user clicks on to choose a region: its middle, or one of its sides.
struct HSPHRegionHandle : public HHitProxy
{
	DECLARE_HIT_PROXY()

	static constexpr int32 Middle = -1;
	/// @param InFace 0 to 5 as in FSPHVolumeHandles, or Middle.
	HSPHRegionHandle(int32 InRegion, int32 InFace)
		: HHitProxy(HPP_Foreground)
		, Region(InRegion)
		, Face(InFace)
	{
	}
	int32 Region;
	int32 Face;
};

/// Makes, shapes and deletes the regions of a body in its editor. Everything can be undone; one drag is one undo.
class FSPHRegionTool
{
public:
	explicit FSPHRegionTool(USPHSolidBodyAsset* InAsset);
	~FSPHRegionTool();

	/// A region to begin with, which is selected: the top of the body as a pin, its middle as a stiff part.
	void Add(ESPHRegionKind Kind);
	void DeleteSelected();
	bool Select(const HHitProxy* Proxy);
	/// Of the asset's list; INDEX_NONE if none is.
	int32 GetSelected() const;
	/// Of the selected handle.
	FVector GetHandlePlace() const;
	void BeginDrag();
	bool Drag(const FVector& Way);
	void EndDrag();
	void Draw(FPrimitiveDrawInterface* PDI) const;

private:
	FSPHBodyRegion* FindSelected() const;

	TStrongObjectPtr<USPHSolidBodyAsset> Asset;
	TUniquePtr<FScopedTransaction> Dragging;
	int32 Selected = INDEX_NONE;
	int32 SelectedFace = HSPHRegionHandle::Middle;
};
