// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/PropertyEditor/IDetailsView (SetObject), .../FDetailsViewArgs (bAllowSearch, bHideSelectionTip, NameAreaSettings).
#pragma once

#include "UObject/StrongObjectPtr.h"
#include "Widgets/SCompoundWidget.h"

struct FDetailsViewArgs
{
	enum ENameAreaSettings
	{
		HideNameArea,
		ObjectsUseNameArea
	};
	bool bAllowSearch = true;
	bool bHideSelectionTip = false;
	ENameAreaSettings NameAreaSettings = ObjectsUseNameArea;
};

class IDetailsView : public SCompoundWidget
{
public:
	void SetObject(UObject* InObject, bool bForceRefresh = false) { HostObject.Reset(InObject); }
	bool HostIsDetails() const override { return true; }
	TStrongObjectPtr<UObject> HostObject;
};
