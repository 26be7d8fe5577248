// Copyright (c) 2026 The SPHSolids authors

#include "Menus/SPHSolidsMenus.h"

#include "Bake/SPHBakeDialog.h"
#include "Bake/SPHBakeSession.h"
#include "Bake/SPHBodyFreshness.h"
#include "Components/StaticMeshComponent.h"
#include "ContentBrowserMenuContexts.h"
#include "Editor.h"
#include "Engine/StaticMesh.h"
#include "Logging/MessageLog.h"
#include "SPHSolidBakeOptions.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidsEditorLibrary.h"
#include "Selection.h"
#include "Subsystems/AssetEditorSubsystem.h"
#include "ToolMenus.h"

#define LOCTEXT_NAMESPACE "SPHSolids"

namespace
{

const FName SectionName(TEXT("SPHSolids"));
const FSlateIcon BakeIcon(FName(TEXT("SPHSolidsStyle")), FName(TEXT("SPHSolids.Bake")));

TArray<AActor*> SelectedMeshActors()
{
	TArray<AActor*> Actors, WithMesh;
	if (GEditor)
		GEditor->GetSelectedActors()->GetSelectedObjects<AActor>(Actors);
	for (AActor* Actor : Actors)
		if (const UStaticMeshComponent* Component = Actor->FindComponentByClass<UStaticMeshComponent>();
			Component && Component->GetStaticMesh())
			WithMesh.Add(Actor);
	return WithMesh;
}

}

void FSPHSolidsMenus::Register()
{
	UToolMenus::RegisterStartupCallback(FSimpleMulticastDelegate::FDelegate::CreateRaw(this, &FSPHSolidsMenus::AddEntries));
}

void FSPHSolidsMenus::Unregister()
{
	UToolMenus::UnRegisterStartupCallback(this);
	UToolMenus::UnregisterOwner(this);
}

void FSPHSolidsMenus::AddEntries()
{
	const FToolMenuOwnerScoped Owner(this);
	const auto Extend = [](const TCHAR* Menu, const TCHAR* Entry, void (*Build)(FToolMenuSection&))
	{
		UToolMenus::Get()
			->ExtendMenu(FName(Menu))
			->FindOrAddSection(SectionName, LOCTEXT("Section", "SPH Solids"))
			.AddDynamicEntry(FName(Entry), FNewToolMenuSectionDelegate::CreateStatic(Build));
	};
	Extend(TEXT("ContentBrowser.AssetContextMenu.StaticMesh"), TEXT("SPHSolidsMesh"), &FSPHSolidsMenus::AddMeshEntries);
	Extend(TEXT("ContentBrowser.AssetContextMenu.SkeletalMesh"), TEXT("SPHSolidsMesh"), &FSPHSolidsMenus::AddMeshEntries);
	Extend(TEXT("ContentBrowser.AssetContextMenu.SPHSolidBodyAsset"), TEXT("SPHSolidsBody"), &FSPHSolidsMenus::AddBodyEntries);
	Extend(TEXT("LevelEditor.ActorContextMenu"), TEXT("SPHSolidsActor"), &FSPHSolidsMenus::AddActorEntries);
	UToolMenus::Get()
		->ExtendMenu(FName(TEXT("LevelEditor.MainMenu.Tools")))
		->FindOrAddSection(SectionName, LOCTEXT("Section", "SPH Solids"))
		.AddMenuEntry(FName(TEXT("SPHRebakeOutOfDate")), LOCTEXT("RebakeAll", "Re-bake SPH Bodies Out of Date"),
			LOCTEXT("RebakeAllTip", "Bakes every body again whose mesh has changed since it was baked."), BakeIcon,
			FUIAction(FExecuteAction::CreateStatic(&FSPHSolidsMenus::RebakeOutOfDate)));
	UToolMenus::Get()
		->ExtendMenu(FName(TEXT("LevelEditor.MainMenu.Tools")))
		->FindOrAddSection(SectionName, LOCTEXT("Section", "SPH Solids"))
		.AddMenuEntry(FName(TEXT("SPHRecord")), LOCTEXT("Record", "Record SPH Bodies While Playing (Start or Stop)"),
			LOCTEXT("RecordTip",
				"Writes what soft bodies and fluids did to Saved/SPHSolids when play ends, and makes Geometry Caches of the bodies. "
				"Project "
				"Settings, SPH Solids Editor, choose the formats."),
			BakeIcon, FUIAction(FExecuteAction::CreateRaw(this, &FSPHSolidsMenus::ToggleRecording)));
	UToolMenus::Get()
		->ExtendMenu(FName(TEXT("LevelEditor.MainMenu.Tools")))
		->FindOrAddSection(SectionName, LOCTEXT("Section", "SPH Solids"))
		.AddMenuEntry(FName(TEXT("SPHSaveRecording")), LOCTEXT("SaveRecording", "Save SPH Recording Again"),
			LOCTEXT("SaveRecordingTip", "Writes the last recording once more, if something of it could not be written."), BakeIcon,
			FUIAction(FExecuteAction::CreateLambda([this] { Recorder.SaveAgain(); }),
				FCanExecuteAction::CreateLambda([this] { return Recorder.HasUnsaved(); })));
}

void FSPHSolidsMenus::ToggleRecording()
{
	if (Recorder.IsRecording())
		Recorder.Stop();
	else
		Recorder.Start();
}

void FSPHSolidsMenus::AddMeshEntries(FToolMenuSection& Section)
{
	const UContentBrowserAssetContextMenuContext* Context = UContentBrowserAssetContextMenuContext::FindContextWithAssets(Section);
	if (!Context)
		return;
	const TWeakObjectPtr<const UContentBrowserAssetContextMenuContext> Weak(Context);
	Section.AddMenuEntry(FName(TEXT("SPHBake")), LOCTEXT("BakeBody", "Bake SPH Body..."),
		LOCTEXT("BakeBodyTip", "Turns the mesh into a soft body of particles."), BakeIcon,
		FUIAction(FExecuteAction::CreateLambda(
			[Weak]
			{
				if (const UContentBrowserAssetContextMenuContext* Alive = Weak.Get())
					BakeWithDialog(Alive->LoadSelectedObjects<UObject>());
			})));
}

void FSPHSolidsMenus::AddBodyEntries(FToolMenuSection& Section)
{
	const UContentBrowserAssetContextMenuContext* Context = UContentBrowserAssetContextMenuContext::FindContextWithAssets(Section);
	if (!Context)
		return;
	const TWeakObjectPtr<const UContentBrowserAssetContextMenuContext> Weak(Context);
	Section.AddMenuEntry(FName(TEXT("SPHRebake")), LOCTEXT("Rebake", "Re-bake"),
		LOCTEXT("RebakeTip", "Bakes the body again from its mesh, with the settings it was baked with."), BakeIcon,
		FUIAction(FExecuteAction::CreateLambda(
					  [Weak]
					  {
						  if (const UContentBrowserAssetContextMenuContext* Alive = Weak.Get())
							  USPHSolidsEditorLibrary::RebakeBodies(Alive->LoadSelectedObjects<USPHSolidBodyAsset>());
					  }),
			FCanExecuteAction::CreateLambda([Weak] { return Weak.IsValid() && Weak->bCanBeModified; })));
}

void FSPHSolidsMenus::AddActorEntries(FToolMenuSection& Section)
{
	if (SelectedMeshActors().IsEmpty())
		return;
	Section.AddMenuEntry(FName(TEXT("SPHReplaceActors")), LOCTEXT("ReplaceActors", "Bake and Replace With SPH Solid..."),
		LOCTEXT("ReplaceActorsTip", "Bakes the mesh of the actor and puts a soft body in its place."), BakeIcon,
		FUIAction(FExecuteAction::CreateLambda(
			[]
			{
				const TArray<AActor*> Actors = SelectedMeshActors();
				TArray<UObject*> Meshes;
				for (const AActor* Actor : Actors)
					Meshes.AddUnique(Actor->FindComponentByClass<UStaticMeshComponent>()->GetStaticMesh());
				USPHSolidBakeOptions* Options = GetMutableDefault<USPHSolidBakeOptions>();
				if (SPHBakeDialog::Ask(*Options, Meshes))
					USPHSolidsEditorLibrary::ReplaceWithSoftBodies(Actors, Options);
			})));
}

void FSPHSolidsMenus::BakeWithDialog(const TArray<UObject*>& Sources)
{
	USPHSolidBakeOptions* Options = GetMutableDefault<USPHSolidBakeOptions>();
	if (!SPHBakeDialog::Ask(*Options, Sources))
		return;
	FSPHBakeSession Session(Sources, *Options);
	TArray<UObject*> Made;
	for (const FSPHBakeOutcome& Outcome : Session.Run(LOCTEXT("BakeBodies", "Baking SPH bodies")))
		if (USPHSolidBodyAsset* Body = Outcome.Body.Get())
			Made.Add(Body);
	if (Made.IsEmpty() || !GEditor)
		return;
	GEditor->SyncBrowserToObjects(Made);
	if (Options->bOpen && Made.Num() == 1 && !IsRunningCommandlet())
		GEditor->GetEditorSubsystem<UAssetEditorSubsystem>()->OpenEditorForAsset(Made[0]);
}

void FSPHSolidsMenus::RebakeOutOfDate()
{
	const TArray<USPHSolidBodyAsset*> Bodies = SPHBodyFreshness::FindOutOfDate();
	if (!Bodies.IsEmpty())
		USPHSolidsEditorLibrary::RebakeBodies(Bodies);
	else
		FMessageLog(SPHBakeReport::LogName).Notify(LOCTEXT("AllUpToDate", "All SPH bodies are up to date."), EMessageSeverity::Info, true);
}

#undef LOCTEXT_NAMESPACE
