// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/SCompoundWidget (ChildSlot), .../SLeafWidget (OnPaint, ComputeDesiredSize).
#pragma once

#include "Widgets/DeclarativeSyntaxSupport.h"

class SCompoundWidget : public SWidget
{
protected:
	struct FHostSlot
	{
		SCompoundWidget& Owner;
		FHostSlot& operator[](const TSharedRef<SWidget>& Content)
		{
			Owner.HostChildren.Reset();
			Owner.HostChildren.Add(Content);
			return *this;
		}
	};
	FHostSlot ChildSlot{*this};
};
