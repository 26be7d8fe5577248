// Copyright (c) 2026 The SPHSolids authors

#include "Bake/SPHBakeSession.h"

#include "AssetRegistry/AssetRegistryModule.h"
#include "AssetToolsModule.h"
#include "Bake/SPHBakeSettings.h"
#include "Convert/SPHSolidsText.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/StaticMesh.h"
#include "FileHelpers.h"
#include "HAL/PlatformMisc.h"
#include "HAL/PlatformProcess.h"
#include "Logging/MessageLog.h"
#include "Materials/MaterialInterface.h"
#include "Misc/PackageName.h"
#include "Misc/ScopedSlowTask.h"
#include "Misc/UObjectToken.h"
#include "SPHSolidBakeOptions.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidsLog.h"
#include "ScopedTransaction.h"
#include "UObject/Package.h"

#define LOCTEXT_NAMESPACE "SPHSolids"

namespace
{

/// Reading of meshes between two looks at the cancel button.
constexpr double SliceSeconds = 0.02;
constexpr float PollSeconds = 0.01f;
constexpr float BarLength = 1000.0f;

/// Meshes that are being baked now, by path, so that nobody bakes one twice at once. Game thread only.
TSet<FString>& MeshesBeingBaked()
{
	static TSet<FString> Paths;
	return Paths;
}

FString WhyNotAMesh(const UObject* Source)
{
	if (!Source)
		return TEXT("There is nothing to bake; select a static mesh.");
	if (Source->IsA<USkeletalMesh>())
		return TEXT("It is a skeletal mesh, and bodies are baked from static ones; make a static mesh of it (open it, Make Static Mesh) "
					"and bake that.");
	return FString::Printf(
		TEXT("It is a %s, and bodies are baked from static meshes; select a static mesh."), *Source->GetClass()->GetName());
}

/// Materials of the mesh for the slots of the body; what somebody chose for a slot of the same name stays.
void CopyMaterials(const UStaticMesh& Mesh, USPHSolidBodyAsset& Body)
{
	const TArray<FStaticMaterial>& From = Mesh.GetStaticMaterials();
	for (int32 Slot = 0; Slot < Body.MaterialSlots.Num() && Slot < From.Num(); ++Slot)
	{
		FSPHSolidMaterialSlot& To = Body.MaterialSlots[Slot];
		if (To.SlotName == From[Slot].MaterialSlotName && To.Material)
			continue;
		To.SlotName = From[Slot].MaterialSlotName;
		To.Material = From[Slot].MaterialInterface;
	}
}

/// How many bakes run at once: their loops are parallel already, more of them only fill the gaps.
int32 MostBakesAtOnce()
{
	return FMath::Clamp(FPlatformMisc::NumberOfCores() / 2, 2, 8);
}

}

FSPHBakeSession::FSPHBakeSession(const TArray<UObject*>& Sources, const USPHSolidBakeOptions& InOptions)
	: Folder(InOptions.Folder)
	, Prefix(InOptions.Prefix)
	, bKeepBoth(InOptions.Existing == ESPHBakeExisting::KeepBoth)
	, bSave(InOptions.bSave)
{
	TSet<UObject*> Seen;
	for (UObject* Source : Sources)
	{
		if (Seen.Contains(Source))
			continue;
		Seen.Add(Source);
		FItem& Item = AddItem(Source);
		UStaticMesh* Mesh = Cast<UStaticMesh>(Source);
		if (!Mesh)
		{
			Item.Outcome.Error = WhyNotAMesh(Source);
			continue;
		}
		FSPHBakeRequest Request;
		Request.Mesh = Mesh;
		Request.Settings = SPHBakeSettingsOf(InOptions);
		Request.SourceLOD = InOptions.SourceLOD;
		Request.SkinLOD = InOptions.SkinLOD;
		Request.bSkin = InOptions.bSkin;
		Request.MaxTriangles = InOptions.MaxTriangles;
		AddJob(Item, Request);
	}
}

FSPHBakeSession::FSPHBakeSession(const TArray<USPHSolidBodyAsset*>& Bodies, bool bInSave)
	: bSave(bInSave)
{
	for (USPHSolidBodyAsset* Body : Bodies)
	{
		FItem& Item = AddItem(Body);
		UStaticMesh* Mesh = Cast<UStaticMesh>(Body->SourceMesh.LoadSynchronous());
		if (!Mesh)
		{
			Item.Outcome.Error = Body->SourceMesh.IsNull()
				? FString(TEXT("It does not come from a mesh of this project; bake a static mesh to replace it."))
				: FString::Printf(TEXT("Its mesh %s is gone; bring it back or bake another one."), *Body->SourceMesh.ToString());
			continue;
		}
		const TSharedPtr<const FSPHSolidBody> Old = Body->GetBody();
		FSPHBakeRequest Request;
		Request.Mesh = Mesh;
		Request.Target = Body;
		if (Old)
			Request.Settings = Old->Baked->settings;
		else
			Request.Settings = SPHBakeSettingsOf(*GetDefault<USPHSolidBakeOptions>());
		Request.SourceLOD = Body->SourceLOD;
		Request.SkinLOD = Body->SkinLOD;
		Request.bSkin = !Old || Request.Settings.skin || Old->HasSkin();
		AddJob(Item, Request);
	}
}

FSPHBakeSession::~FSPHBakeSession()
{
	for (const TUniquePtr<FItem>& Item : Items)
		MeshesBeingBaked().Remove(Item->Claim);
}

FSPHBakeSession::FItem& FSPHBakeSession::AddItem(UObject* Source)
{
	Items.Add(MakeUnique<FItem>());
	FItem& Item = *Items.Last();
	Item.Outcome.Source = Source;
	Item.Outcome.SourceName = GetNameSafe(Source);
	return Item;
}

void FSPHBakeSession::AddJob(FItem& Item, const FSPHBakeRequest& Request)
{
	// Two bodies of one mesh may be baked again together: what must not happen twice is the making of one asset.
	const FString Claim = Request.Target ? Request.Target->GetPathName() : Request.Mesh->GetPathName();
	if (MeshesBeingBaked().Contains(Claim))
	{
		Item.Outcome.Error = TEXT("It is being baked already; wait until that is done.");
		return;
	}
	MeshesBeingBaked().Add(Claim);
	Item.Claim = Claim;
	Item.Job = MakeUnique<FSPHBakeJob>(Request);
}

TArray<FSPHBakeOutcome> FSPHBakeSession::Run(const FText& Title)
{
	FScopedSlowTask Bar(BarLength, Title);
	Bar.MakeDialog(true);
	double Shown = 0;
	bool bCancelling = false;
	while (Advance())
	{
		const double Fraction = FMath::Max(GetFraction(), Shown);
		Bar.EnterProgressFrame(static_cast<float>(Fraction - Shown) * BarLength, DescribeProgress());
		Shown = Fraction;
		if (!bCancelling && Bar.ShouldCancel())
		{
			bCancelling = true;
			for (const TUniquePtr<FItem>& Item : Items)
				if (Item->Job)
					Item->Job->Cancel();
		}
	}
	TArray<FSPHBakeOutcome> Outcomes;
	for (const TUniquePtr<FItem>& Item : Items)
		Outcomes.Add(Item->Outcome);
	SPHBakeReport::Show(Outcomes, Title);
	return Outcomes;
}

bool FSPHBakeSession::Advance()
{
	int32 Baking = 0;
	bool bBusy = false, bWorked = false;
	double Left = SliceSeconds;
	for (const TUniquePtr<FItem>& Item : Items)
	{
		if (!Item->Job)
			continue;
		FSPHBakeJob& Job = *Item->Job;
		if (Job.GetState() == FSPHBakeJob::EState::Reading && Left <= 0)
		{
			bBusy = true;
			continue;
		}
		const double Start = FPlatformTime::Seconds();
		const bool bReading = Job.GetState() == FSPHBakeJob::EState::Reading;
		// Meshes wait outside until there is room: a thousand of them would not fit into memory.
		if (bReading && Baking >= MostBakesAtOnce())
		{
			bBusy = true;
			continue;
		}
		Job.Advance(Left);
		if (bReading)
		{
			Left -= FPlatformTime::Seconds() - Start;
			bWorked = true;
		}
		if (Job.GetState() == FSPHBakeJob::EState::Ready)
			Job.StartBaking();
		if (Job.GetState() == FSPHBakeJob::EState::Done)
		{
			Commit(*Item);
			return true;
		}
		Baking += Job.GetState() == FSPHBakeJob::EState::Baking || bReading ? 1 : 0;
		bBusy = true;
	}
	if (bBusy && !bWorked)
		FPlatformProcess::Sleep(PollSeconds);
	return bBusy;
}

void FSPHBakeSession::Commit(FItem& Item)
{
	const TUniquePtr<FSPHBakeJob> Job = MoveTemp(Item.Job);
	const FSPHBakeRequest& Request = Job->GetRequest();
	FSPHBakeOutcome& Outcome = Item.Outcome;
	Outcome.Error = Job->GetError();
	Outcome.bCancelled = Job->IsCancelled();
	Outcome.Remarks = Job->GetRemarks();
	Outcome.Seconds = Job->GetSeconds();
	bool bIsNew = false;
	USPHSolidBodyAsset* Asset = nullptr;
	if (Outcome.Succeeded())
		Asset = Request.Target ? Request.Target : FindOrMakeAsset(*Request.Mesh, bIsNew, Outcome.Error);
	if (Asset)
	{
		// A new asset cannot be undone, as everywhere in the editor; a body that was baked again can.
		const FScopedTransaction Transaction(LOCTEXT("BakeTransaction", "Bake SPH Body"), !bIsNew);
		Asset->Modify();
		Asset->SetBaked(Job->GetBody().ToSharedRef(), Job->GetBytes());
		Asset->SourceMesh = TSoftObjectPtr<UObject>(Request.Mesh);
		Asset->SourceLOD = Request.SourceLOD;
		Asset->SkinLOD = Request.SkinLOD;
		CopyMaterials(*Request.Mesh, *Asset);
		Asset->MarkPackageDirty();
		if (bIsNew)
			FAssetRegistryModule::AssetCreated(Asset);
		Outcome.Body = Asset;
		if (bSave)
			Outcome.bUnsaved = !UEditorLoadingAndSavingUtils::SavePackages({Asset->GetPackage()}, true);
	}
	MeshesBeingBaked().Remove(Item.Claim);
}

USPHSolidBodyAsset* FSPHBakeSession::FindOrMakeAsset(const UStaticMesh& Mesh, bool& bOutIsNew, FString& OutError) const
{
	FString Place = Folder;
	if (Place.IsEmpty())
	{
		Place = FPackageName::GetLongPackagePath(Mesh.GetPackage()->GetName());
		// Nobody wants files in the engine's own folders.
		if (Place.StartsWith(TEXT("/Engine")) || Place.StartsWith(TEXT("/Temp")))
			Place = TEXT("/Game/Bodies");
	}
	const FString Base = Place / (Prefix + Mesh.GetName());
	if (!FPackageName::IsValidLongPackageName(Base))
	{
		OutError = FString::Printf(TEXT("%s is no name for an asset; give a folder such as /Game/Bodies."), *Base);
		return nullptr;
	}
	if (!bKeepBoth)
	{
		const FString Path = Base + TEXT(".") + FPackageName::GetShortName(Base);
		USPHSolidBodyAsset* Existing = FindObject<USPHSolidBodyAsset>(nullptr, *Path);
		if (!Existing && FPackageName::DoesPackageExist(Base))
			Existing = LoadObject<USPHSolidBodyAsset>(nullptr, *Path);
		if (Existing && Existing->SourceMesh.ToSoftObjectPath() == FSoftObjectPath(&Mesh))
			return Existing;
	}
	FString PackageName, AssetName;
	FModuleManager::LoadModuleChecked<FAssetToolsModule>(TEXT("AssetTools"))
		.Get()
		.CreateUniqueAssetName(Base, FString(), PackageName, AssetName);
	bOutIsNew = true;
	return NewObject<USPHSolidBodyAsset>(CreatePackage(*PackageName), FName(*AssetName), RF_Public | RF_Standalone | RF_Transactional);
}

double FSPHBakeSession::GetFraction() const
{
	double Sum = 0;
	for (const TUniquePtr<FItem>& Item : Items)
		Sum += Item->Job ? Item->Job->GetFraction() : 1.0;
	return Items.IsEmpty() ? 1.0 : Sum / Items.Num();
}

FText FSPHBakeSession::DescribeProgress() const
{
	int32 Left = 0, Baking = 0;
	const FSPHBakeJob* First = nullptr;
	for (const TUniquePtr<FItem>& Item : Items)
		if (Item->Job)
		{
			++Left;
			Baking += Item->Job->GetState() == FSPHBakeJob::EState::Baking ? 1 : 0;
			First = First ? First : Item->Job.Get();
		}
	if (!First)
		return FText::GetEmpty();
	const FString Name = First->GetRequest().Mesh->GetName();
	return FText::FromString(Left == 1 ? FString::Printf(TEXT("%s: %s"), *Name, *First->GetStage())
									   : FString::Printf(TEXT("%s: %s (%d to do, %d at once)"), *Name, *First->GetStage(), Left, Baking));
}

namespace
{

void LogOutcome(FMessageLog& Log, const FSPHBakeOutcome& Outcome)
{
	const auto Say = [&Outcome](const TSharedRef<FTokenizedMessage>& Message, const FString& Text)
	{
		if (const UObject* Source = Outcome.Source.Get())
			Message->AddToken(FUObjectToken::Create(Source));
		Message->AddToken(FTextToken::Create(FText::FromString(Text)));
	};
	if (Outcome.bCancelled)
		return Say(Log.Info(), TEXT("Cancelled; nothing of it was kept."));
	if (!Outcome.Error.IsEmpty())
		return Say(Log.Error(), Outcome.Error);
	for (const FSPHBakeRemark& Remark : Outcome.Remarks)
		Say(Remark.bProblem || Remark.bWarning ? Log.Warning() : Log.Info(), Remark.Text);
	const USPHSolidBodyAsset* Body = Outcome.Body.Get();
	if (!Body)
		return;
	if (Outcome.bUnsaved)
		Say(Log.Error(),
			FString::Printf(
				TEXT("The body %s is baked but could not be saved: its file is write-protected or the disk is full. It is kept in "
					 "memory and marked as changed; make room or check the file out, then save it."),
				*Body->GetPathName()));
	Say(Log.Info(),
		FString::Printf(TEXT("Baked into %s: %d particles of radius %.2f cm in %.1f s."), *Body->GetPathName(), Body->NumParticles,
			static_cast<double>(Body->ParticleRadius), Outcome.Seconds));
}

}

void SPHBakeReport::Show(const TArray<FSPHBakeOutcome>& Outcomes, const FText& Title)
{
	FMessageLog Log(LogName);
	Log.NewPage(Title);
	int32 Failed = 0, Cancelled = 0;
	for (const FSPHBakeOutcome& Outcome : Outcomes)
	{
		LogOutcome(Log, Outcome);
		Failed += !Outcome.Error.IsEmpty() && !Outcome.bCancelled ? 1 : 0;
		Cancelled += Outcome.bCancelled ? 1 : 0;
	}
	if (Failed > 0)
		Log.Open(EMessageSeverity::Error);
	const int32 Baked = Outcomes.Num() - Failed - Cancelled;
	FString Summary = FString::Printf(TEXT("%d of %d bodies baked."), Baked, Outcomes.Num());
	if (Failed > 0)
		Summary += FString::Printf(TEXT(" %d failed; the message log says why."), Failed);
	if (Cancelled > 0)
		Summary += FString::Printf(TEXT(" %d cancelled."), Cancelled);
	Log.Notify(FText::FromString(Summary), EMessageSeverity::Info, true);
	UE_LOG(LogSPHSolids, Log, TEXT("%s"), *Summary);
}

#undef LOCTEXT_NAMESPACE
