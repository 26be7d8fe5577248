// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/SWidget, .../SNullWidget; slate-overview-for-unreal-engine. Nothing is laid out: a tree of widgets that tests can read and click.
#pragma once

#include "Input/Reply.h"
#include "Internationalization/Text.h"
#include "Layout/Geometry.h"
#include "Layout/Visibility.h"
#include "Misc/Attribute.h"
#include "Rendering/DrawElements.h"
#include "Templates/SharedPointer.h"

class FEditorViewportClient;
class FPaintArgs
{
};
class FWidgetStyle
{
};

class SWidget : public TSharedFromThis<SWidget>
{
public:
	virtual ~SWidget() = default;
	virtual FText HostText() const { return FText(); }
	virtual bool HostClick() { return false; }
	virtual bool HostIsDetails() const { return false; }
	virtual bool HostIsEnabled() const { return true; }
	/// What the user clicks into, if it is a viewport.
	virtual FEditorViewportClient* HostViewport() { return nullptr; }
	TArray<TSharedPtr<SWidget>> HostChildren;
	/// Everything below, this one first.
	void HostVisit(TFunctionRef<void(SWidget&)> Visit)
	{
		Visit(*this);
		for (const TSharedPtr<SWidget>& Child : HostChildren)
			if (Child.IsValid())
				Child->HostVisit(Visit);
	}
	FString HostAllText()
	{
		FString All;
		HostVisit([&All](SWidget& Widget) { All += Widget.HostText().ToString() + TEXT("\n"); });
		return All;
	}
	/// Clicks the first button that shows the words. False if there is none, or it is greyed out.
	bool HostClickButton(const TCHAR* Words);
};

namespace SNullWidget
{
inline const TSharedRef<SWidget> NullWidget = MakeShared<SWidget>();
}
