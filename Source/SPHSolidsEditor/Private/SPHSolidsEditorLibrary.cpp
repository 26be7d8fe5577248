// Copyright (c) 2026 The SPHSolids authors

#include "SPHSolidsEditorLibrary.h"

#include "AssetRegistry/AssetRegistryModule.h"
#include "Bake/SPHBakeSession.h"
#include "Bake/SPHBodyFreshness.h"
#include "BodyEditor/SPHDropBake.h"
#include "Components/StaticMeshComponent.h"
#include "Editor.h"
#include "Engine/StaticMesh.h"
#include "Engine/World.h"
#include "GeometryCache.h"
#include "Logging/MessageLog.h"
#include "Misc/PackageName.h"
#include "Record/SPHRecordingExport.h"
#include "Record/SPHRecordingImport.h"
#include "SPHPinComponent.h"
#include "SPHSolidActor.h"
#include "SPHSolidBakeOptions.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidMaterial.h"
#include "ScopedTransaction.h"

#define LOCTEXT_NAMESPACE "SPHSolids"

namespace
{

TArray<USPHSolidBodyAsset*> BakeAll(const TArray<UObject*>& Sources, const USPHSolidBakeOptions* Options)
{
	FSPHBakeSession Session(Sources, Options ? *Options : *GetDefault<USPHSolidBakeOptions>());
	TArray<USPHSolidBodyAsset*> Bodies;
	for (const FSPHBakeOutcome& Outcome : Session.Run(LOCTEXT("BakeBodies", "Baking SPH bodies")))
		Bodies.Add(Outcome.Body.Get());
	return Bodies;
}

/// The mesh that an actor shows; the first if there are several.
UStaticMeshComponent* MeshComponentOf(const AActor* Actor)
{
	TArray<UStaticMeshComponent*> Components;
	if (Actor)
		Actor->GetComponents(Components);
	for (UStaticMeshComponent* Component : Components)
		if (Component->GetStaticMesh())
			return Component;
	return nullptr;
}

}

TArray<USPHSolidBodyAsset*> USPHSolidsEditorLibrary::BakeStaticMeshes(const TArray<UStaticMesh*>& Meshes, USPHSolidBakeOptions* Options)
{
	TArray<UObject*> Sources;
	for (UStaticMesh* Mesh : Meshes)
		Sources.Add(Mesh);
	return BakeAll(Sources, Options);
}

int32 USPHSolidsEditorLibrary::RebakeBodies(const TArray<USPHSolidBodyAsset*>& Bodies)
{
	FSPHBakeSession Session(Bodies, GetDefault<USPHSolidBakeOptions>()->bSave);
	int32 Baked = 0;
	for (const FSPHBakeOutcome& Outcome : Session.Run(LOCTEXT("RebakeBodies", "Baking SPH bodies again")))
		Baked += Outcome.Succeeded() ? 1 : 0;
	return Baked;
}

bool USPHSolidsEditorLibrary::IsOutOfDate(const USPHSolidBodyAsset* Body)
{
	return Body && SPHBodyFreshness::Check(*Body) == ESPHFreshness::MeshChanged;
}

TArray<USPHSolidBodyAsset*> USPHSolidsEditorLibrary::FindOutOfDateBodies()
{
	return SPHBodyFreshness::FindOutOfDate();
}

TArray<AActor*> USPHSolidsEditorLibrary::ReplaceWithSoftBodies(const TArray<AActor*>& Actors, USPHSolidBakeOptions* Options)
{
	const USPHSolidBakeOptions& Chosen = Options ? *Options : *GetDefault<USPHSolidBakeOptions>();
	TArray<UObject*> Meshes;
	for (const AActor* Actor : Actors)
		if (const UStaticMeshComponent* Component = MeshComponentOf(Actor))
			Meshes.AddUnique(Component->GetStaticMesh());
	const TArray<USPHSolidBodyAsset*> Bodies = BakeAll(Meshes, &Chosen);

	const FScopedTransaction Transaction(LOCTEXT("ReplaceTransaction", "Replace With SPH Solids"));
	TArray<AActor*> Replaced;
	for (AActor* Actor : Actors)
	{
		const UStaticMeshComponent* Component = MeshComponentOf(Actor);
		const int32 Index = Component ? Meshes.Find(Component->GetStaticMesh()) : INDEX_NONE;
		if (Index == INDEX_NONE || !Bodies.IsValidIndex(Index) || !Bodies[Index])
			continue;
		UWorld* World = Actor->GetWorld();
		const FTransform Place = Component->GetComponentTransform();
		ASPHSolidActor* Soft = World->SpawnActor<ASPHSolidActor>(ASPHSolidActor::StaticClass(), Place);
		Soft->SetActorLabel(Actor->GetActorLabel() + TEXT("_Soft"));
		Soft->Solid->SetBody(Bodies[Index]);
		if (!Chosen.MaterialPreset.IsNone())
			Soft->Solid->SetSolidMaterial(
				FindOrMakeMaterial(Chosen.MaterialPreset, FPackageName::GetLongPackagePath(Bodies[Index]->GetPackage()->GetName())));
		World->EditorDestroyActor(Actor, true);
		Replaced.Add(Soft);
	}
	return Replaced;
}

USPHPinComponent* USPHSolidsEditorLibrary::AddPin(AActor* Actor, FVector Place, FVector BoxExtent)
{
	if (!Actor || !Actor->GetRootComponent())
		return nullptr;
	const FScopedTransaction Transaction(LOCTEXT("PinTransaction", "Add SPH Pin"));
	Actor->Modify();
	USPHPinComponent* Pin = NewObject<USPHPinComponent>(Actor, NAME_None, RF_Transactional);
	Pin->BoxExtent = BoxExtent;
	Pin->SetupAttachment(Actor->GetRootComponent());
	Pin->SetRelativeLocation(Place);
	Actor->AddInstanceComponent(Pin);
	Pin->RegisterComponent();
	return Pin;
}

USPHSolidMaterial* USPHSolidsEditorLibrary::FindOrMakeMaterial(FName Preset, const FString& Folder)
{
	if (!USPHSolidMaterial::GetPresetNames().Contains(Preset))
		return nullptr;
	const FString Name = FString(TEXT("SPHM_")) + Preset.ToString(), PackageName = Folder / Name, Path = PackageName + TEXT(".") + Name;
	USPHSolidMaterial* Material = FindObject<USPHSolidMaterial>(nullptr, *Path);
	if (!Material && FPackageName::DoesPackageExist(PackageName))
		Material = LoadObject<USPHSolidMaterial>(nullptr, *Path);
	if (Material)
		return Material;
	Material = NewObject<USPHSolidMaterial>(CreatePackage(*PackageName), FName(*Name), RF_Public | RF_Standalone | RF_Transactional);
	Material->ApplyPreset(Preset);
	Material->MarkPackageDirty();
	FAssetRegistryModule::AssetCreated(Material);
	return Material;
}

UGeometryCache* USPHSolidsEditorLibrary::BakeDrop(USPHSolidBodyAsset* Body, FName Preset, float Seconds)
{
	if (!Body)
		return nullptr;
	const FSPHExportOutcome Outcome = SPHDropBake::Bake(*Body, Preset, static_cast<double>(Seconds));
	return Outcome.Assets.IsEmpty() ? nullptr : Outcome.Assets[0];
}

UGeometryCache* USPHSolidsEditorLibrary::ImportRecording(
	const FString& File, const USPHSolidBodyAsset* Body, FName ObjectName, const FString& Folder)
{
	if (!Body)
		return nullptr;
	FString Error;
	UGeometryCache* Made =
		SPHRecordingImport::MakeGeometryCache(File, *Body, ObjectName.IsNone() ? FString() : ObjectName.ToString(), Folder, Error);
	if (!Error.IsEmpty())
		FMessageLog(SPHBakeReport::LogName).Error(FText::FromString(Error));
	return Made;
}

bool USPHSolidsEditorLibrary::ExportBody(const USPHSolidBodyAsset* Body, const FString& File)
{
	const TArray<uint8> Bytes = Body && Body->HasBody() ? Body->GetBytes() : TArray<uint8>();
	return !Bytes.IsEmpty()
		&& SPHRecordingExport::SaveWhole(
			std::as_bytes(std::span<const uint8>(Bytes.GetData(), static_cast<std::size_t>(Bytes.Num()))), File);
}

#undef LOCTEXT_NAMESPACE
