// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/PropertyEditor/FPropertyEditorModule (RegisterCustomClassLayout, UnregisterCustomClassLayout, NotifyCustomizationModuleChanged, CreateDetailView); Algoryx/AGXUnreal, pafuhana1213/KawaiiPhysics, CesiumGS/cesium-unreal.
#pragma once

#include "DetailLayoutBuilder.h"
#include "IDetailCustomization.h"
#include "IDetailsView.h"
#include "Modules/ModuleManager.h"

DECLARE_DELEGATE_RetVal(TSharedRef<IDetailCustomization>, FOnGetDetailCustomizationInstance);

class FPropertyEditorModule : public IModuleInterface
{
public:
	void RegisterCustomClassLayout(FName ClassName, FOnGetDetailCustomizationInstance DetailLayoutDelegate)
	{
		Layouts.Add(ClassName, DetailLayoutDelegate);
	}
	void UnregisterCustomClassLayout(FName ClassName) { Layouts.Remove(ClassName); }
	void NotifyCustomizationModuleChanged() {}
	TSharedRef<IDetailsView> CreateDetailView(const FDetailsViewArgs& DetailsViewArgs);
	/// Host: what the details panel would show of an object beyond its properties.
	bool HostCustomise(IDetailLayoutBuilder& Layout);

private:
	TMap<FName, FOnGetDetailCustomizationInstance> Layouts;
};
