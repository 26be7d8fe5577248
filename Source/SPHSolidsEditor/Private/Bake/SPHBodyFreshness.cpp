// Copyright (c) 2026 The SPHSolids authors

#include "Bake/SPHBodyFreshness.h"

#include "AssetRegistry/AssetRegistryModule.h"
#include "Bake/SPHBakeJob.h"
#include "Engine/StaticMesh.h"
#include "Misc/ScopedSlowTask.h"
#include "SPHSolidBodyAsset.h"

#include <limits>

#define LOCTEXT_NAMESPACE "SPHSolids"

namespace
{

bool ReadAll(const UStaticMesh& Mesh, int32 LOD, SPHSolids::RenderMesh& OutMesh)
{
	FString Unused;
	const FMeshDescription* Description = FSPHMeshSource::Find(Mesh, LOD, Unused);
	if (!Description)
		return false;
	FSPHMeshReader Reader(Mesh, *Description, LOD);
	Reader.Advance(std::numeric_limits<double>::max());
	OutMesh = Reader.Take();
	FSPHMeshReader::FillMissingNormals(OutMesh);
	return true;
}

}

ESPHFreshness SPHBodyFreshness::Check(const USPHSolidBodyAsset& Body)
{
	const TSharedPtr<const FSPHSolidBody> Baked = Body.GetBody();
	if (!Baked)
		return ESPHFreshness::Empty;
	if (Body.SourceMesh.IsNull())
		return ESPHFreshness::NoSource;
	const UStaticMesh* Mesh = Cast<UStaticMesh>(Body.SourceMesh.LoadSynchronous());
	SPHSolids::RenderMesh Source, Skin;
	if (!Mesh || !ReadAll(*Mesh, Body.SourceLOD, Source))
		return ESPHFreshness::MeshMissing;
	const bool bOtherSkin = Baked->HasSkin() && !Baked->Baked->settings.skin;
	if (bOtherSkin && !ReadAll(*Mesh, Body.SkinLOD, Skin))
		return ESPHFreshness::MeshMissing;
	const bool bSame = SPHHashOfSource(Source, bOtherSkin ? &Skin : nullptr) == Baked->Baked->sourceHash;
	return bSame ? ESPHFreshness::UpToDate : ESPHFreshness::MeshChanged;
}

FText SPHBodyFreshness::Describe(ESPHFreshness Freshness, const USPHSolidBodyAsset& Body)
{
	const FText Mesh = FText::FromString(Body.SourceMesh.ToString());
	switch (Freshness)
	{
	case ESPHFreshness::MeshChanged:
		return FText::Format(LOCTEXT("MeshChanged", "Out of date: {0} has changed since this body was baked. Re-bake it."), Mesh);
	case ESPHFreshness::MeshMissing:
		return FText::Format(
			LOCTEXT("MeshMissing", "The mesh {0} is gone or empty. The body still works; bring the mesh back to bake it again."), Mesh);
	case ESPHFreshness::Empty: return LOCTEXT("NoBody", "There is no body in this asset. Bake a static mesh.");
	case ESPHFreshness::UpToDate:
	case ESPHFreshness::NoSource: break;
	}
	return FText::GetEmpty();
}

TArray<USPHSolidBodyAsset*> SPHBodyFreshness::FindBodies(const UObject* Mesh)
{
	TArray<FAssetData> Assets;
	FModuleManager::LoadModuleChecked<FAssetRegistryModule>(TEXT("AssetRegistry"))
		.Get()
		.GetAssetsByClass(USPHSolidBodyAsset::StaticClass()->GetClassPathName(), Assets, true);
	TArray<USPHSolidBodyAsset*> Found;
	for (const FAssetData& Asset : Assets)
	{
		USPHSolidBodyAsset* Body = Cast<USPHSolidBodyAsset>(Asset.GetAsset());
		if (Body && !Body->SourceMesh.IsNull() && (!Mesh || Body->SourceMesh.ToSoftObjectPath() == FSoftObjectPath(Mesh)))
			Found.Add(Body);
	}
	return Found;
}

TArray<USPHSolidBodyAsset*> SPHBodyFreshness::FindOutOfDate()
{
	const TArray<USPHSolidBodyAsset*> All = FindBodies();
	FScopedSlowTask Bar(static_cast<float>(All.Num()) + 1.0f, LOCTEXT("LookingForOutOfDate", "Comparing bodies with their meshes"));
	Bar.MakeDialog(true);
	TArray<USPHSolidBodyAsset*> OutOfDate;
	for (USPHSolidBodyAsset* Body : All)
	{
		Bar.EnterProgressFrame(1.0f, FText::FromString(Body->GetName()));
		if (Bar.ShouldCancel())
			return {};
		if (Check(*Body) == ESPHFreshness::MeshChanged)
			OutOfDate.Add(Body);
	}
	return OutOfDate;
}

#undef LOCTEXT_NAMESPACE
