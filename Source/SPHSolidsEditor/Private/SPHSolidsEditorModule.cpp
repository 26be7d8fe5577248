// Copyright (c) 2026 The SPHSolids authors

#include "AssetTypes/SPHBodyThumbnailRenderer.h"
#include "AssetTypes/SPHSolidActorFactory.h"
#include "Bake/SPHBakeSession.h"
#include "Bake/SPHBodyFreshness.h"
#include "Details/SPHBodyDetails.h"
#include "Details/SPHMaterialDetails.h"
#include "Details/SPHSolidDetails.h"
#include "Editor.h"
#include "Editor/UnrealEdEngine.h"
#include "Engine/StaticMesh.h"
#include "IPlacementModeModule.h"
#include "Logging/MessageLog.h"
#include "Menus/SPHSolidsMenus.h"
#include "MessageLogModule.h"
#include "Modules/ModuleManager.h"
#include "PropertyEditorModule.h"
#include "SPHFluidVolume.h"
#include "SPHPinComponent.h"
#include "SPHSolidActor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidMaterial.h"
#include "SPHSolidsEditorLibrary.h"
#include "SPHSolidsEditorSettings.h"
#include "SPHSolidsStyle.h"
#include "Subsystems/ImportSubsystem.h"
#include "ThumbnailRendering/ThumbnailManager.h"
#include "UnrealEdGlobals.h"
#include "Visualise/SPHPinVisualizer.h"

#define LOCTEXT_NAMESPACE "SPHSolids"

/// Hooks the plugin into the editor when it starts (the engine is up by then) and takes the hooks out when it ends.
class FSPHSolidsEditorModule final : public IModuleInterface
{
public:
	virtual void StartupModule() override
	{
		FMessageLogInitializationOptions LogOptions;
		LogOptions.bShowPages = true;
		LogOptions.bShowFilters = true;
		FModuleManager::LoadModuleChecked<FMessageLogModule>(TEXT("MessageLog"))
			.RegisterLogListing(SPHBakeReport::LogName, LOCTEXT("LogLabel", "SPH Solids"), LogOptions);

		FPropertyEditorModule& Properties = FModuleManager::LoadModuleChecked<FPropertyEditorModule>(TEXT("PropertyEditor"));
		Properties.RegisterCustomClassLayout(
			USPHSolidBodyAsset::StaticClass()->GetFName(), FOnGetDetailCustomizationInstance::CreateStatic(&FSPHBodyDetails::MakeInstance));
		Properties.RegisterCustomClassLayout(USPHSolidComponent::StaticClass()->GetFName(),
			FOnGetDetailCustomizationInstance::CreateStatic(&FSPHSolidDetails::MakeInstance));
		Properties.RegisterCustomClassLayout(USPHSolidMaterial::StaticClass()->GetFName(),
			FOnGetDetailCustomizationInstance::CreateStatic(&FSPHMaterialDetails::MakeInstance));
		Properties.NotifyCustomizationModuleChanged();
		Style.Register();

		// Commandlets have no menus to extend and may have no GEditor.
		if (!GEditor)
			return;
		Menus.Register();
		GEditor->ActorFactories.Add(NewObject<USPHSolidActorFactory>());
		UThumbnailManager::Get().RegisterCustomRenderer(USPHSolidBodyAsset::StaticClass(), USPHBodyThumbnailRenderer::StaticClass());
		RegisterPlacement();
		RegisterVisualizer(USPHPinComponent::StaticClass()->GetFName(), MakeShared<FSPHPinVisualizer>());
		RegisterVisualizer(USPHSolidComponent::StaticClass()->GetFName(), MakeShared<FSPHSolidVisualizer>());
		ReimportHandle =
			GEditor->GetEditorSubsystem<UImportSubsystem>()->OnAssetReimport.AddRaw(this, &FSPHSolidsEditorModule::OnReimported);
	}

	virtual void ShutdownModule() override
	{
		if (FPropertyEditorModule* Properties = FModuleManager::GetModulePtr<FPropertyEditorModule>(TEXT("PropertyEditor")))
		{
			Properties->UnregisterCustomClassLayout(TEXT("SPHSolidBodyAsset"));
			Properties->UnregisterCustomClassLayout(TEXT("SPHSolidComponent"));
			Properties->UnregisterCustomClassLayout(TEXT("SPHSolidMaterial"));
		}
		if (FMessageLogModule* Log = FModuleManager::GetModulePtr<FMessageLogModule>(TEXT("MessageLog")))
			Log->UnregisterLogListing(SPHBakeReport::LogName);
		Menus.Unregister();
		Style.Unregister();
		if (IPlacementModeModule::IsAvailable())
			IPlacementModeModule::Get().UnregisterPlacementCategory(PlacementHandle);
		// When the editor ends its objects may be gone already.
		if (GEditor)
			UThumbnailManager::Get().UnregisterCustomRenderer(USPHSolidBodyAsset::StaticClass());
		if (GUnrealEd)
			for (const FName Class : VisualisedClasses)
				GUnrealEd->UnregisterComponentVisualizer(Class);
		if (GEditor && ReimportHandle.IsValid())
			if (UImportSubsystem* Import = GEditor->GetEditorSubsystem<UImportSubsystem>())
				Import->OnAssetReimport.Remove(ReimportHandle);
	}

private:
	void RegisterVisualizer(FName Class, const TSharedRef<FComponentVisualizer>& Visualizer)
	{
		if (!GUnrealEd)
			return;
		GUnrealEd->RegisterComponentVisualizer(Class, Visualizer);
		Visualizer->OnRegister();
		VisualisedClasses.Add(Class);
	}

	/// A tab of the Place Actors panel.
	void RegisterPlacement()
	{
		IPlacementModeModule& Placement = IPlacementModeModule::Get();
		const FPlacementCategoryInfo Info(LOCTEXT("PlaceCategory", "SPH Solids"),
			FSlateIcon(FSPHSolidsStyle::SetName, TEXT("ClassIcon.SPHSolidActor")), PlacementHandle, TEXT("PMSPHSolids"), 45);
		Placement.RegisterPlacementCategory(Info);
		// Since 5.4 a plain null could also be an asset factory.
		UActorFactory* const FactoryOfTheClass = nullptr;
		for (const UClass* Class : {ASPHSolidActor::StaticClass(), ASPHFluidVolume::StaticClass()})
			Placement.RegisterPlaceableItem(PlacementHandle, MakeShared<FPlaceableItem>(FactoryOfTheClass, FAssetData(Class)));
	}

	/// @param Asset None if the import failed.
	void OnReimported(UObject* Asset)
	{
		if (!Cast<UStaticMesh>(Asset))
			return;
		TArray<USPHSolidBodyAsset*> OutOfDate;
		for (USPHSolidBodyAsset* Body : SPHBodyFreshness::FindBodies(Asset))
			if (SPHBodyFreshness::Check(*Body) == ESPHFreshness::MeshChanged)
				OutOfDate.Add(Body);
		if (OutOfDate.IsEmpty())
			return;
		if (GetDefault<USPHSolidsEditorSettings>()->WhenMeshChanges == ESPHWhenMeshChanges::Rebake)
		{
			USPHSolidsEditorLibrary::RebakeBodies(OutOfDate);
			return;
		}
		FMessageLog Log(SPHBakeReport::LogName);
		Log.NewPage(FText::Format(LOCTEXT("ReimportPage", "Import of {0}"), FText::FromString(Asset->GetName())));
		for (const USPHSolidBodyAsset* Body : OutOfDate)
			Log.Warning(SPHBodyFreshness::Describe(ESPHFreshness::MeshChanged, *Body));
		Log.Notify(FText::Format(LOCTEXT("ReimportNotice", "{0} SPH bodies of {1} are out of date."), OutOfDate.Num(),
					   FText::FromString(Asset->GetName())),
			EMessageSeverity::Warning, true);
	}

	const FName PlacementHandle = FName(TEXT("SPHSolids"));
	FSPHSolidsMenus Menus;
	FSPHSolidsStyle Style;
	TArray<FName> VisualisedClasses;
	FDelegateHandle ReimportHandle;
};

IMPLEMENT_MODULE(FSPHSolidsEditorModule, SPHSolidsEditor)

#undef LOCTEXT_NAMESPACE
