// Copyright (c) 2026 The SPHSolids authors

#include "Commandlet/SPHSolidsBakeCommandlet.h"

#include "Adapters/SPHSolidBody.h"
#include "AssetRegistry/AssetRegistryModule.h"
#include "Bake/SPHBakeSession.h"
#include "Bake/SPHBakeSettings.h"
#include "Bake/SPHBodyFreshness.h"
#include "Engine/StaticMesh.h"
#include "HAL/PlatformTime.h"
#include "Misc/FileHelper.h"
#include "Misc/Parse.h"
#include "SPHSolidBakeOptions.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidsLog.h"
#include "Serialization/JsonWriter.h"
#include "UObject/StrongObjectPtr.h"

#define LOCTEXT_NAMESPACE "SPHSolids"

namespace
{

enum EExitCode : int32
{
	AllWell = 0,
	SomeFailed = 1,
	BadCommandLine = 2,
	NotWritten = 3
};

/// Bakes that are done before their bodies are saved and their memory is given back.
constexpr int32 MeshesAtATime = 16;

struct FBakeArguments
{
	TArray<FString> Paths;
	TStrongObjectPtr<USPHSolidBakeOptions> Options{NewObject<USPHSolidBakeOptions>()};
	bool bRebake = false, bForce = false;
	int32 Shard = 1, Shards = 1;
	FString Report;
};

bool ParseShard(const FString& Text, int32& OutShard, int32& OutShards)
{
	FString First, Second;
	if (!Text.Split(TEXT("/"), &First, &Second) || !First.IsNumeric() || !Second.IsNumeric())
		return false;
	OutShard = FCString::Atoi(*First);
	OutShards = FCString::Atoi(*Second);
	return OutShards >= 1 && OutShard >= 1 && OutShard <= OutShards;
}

bool ParseMethod(const FString& Text, ESPHBakeMethod& OutMethod)
{
	const TPair<const TCHAR*, ESPHBakeMethod> Methods[] = {
		{TEXT("Relaxed"), ESPHBakeMethod::Relaxed}, {TEXT("Grid"), ESPHBakeMethod::Grid}, {TEXT("BlueNoise"), ESPHBakeMethod::BlueNoise}};
	for (const TPair<const TCHAR*, ESPHBakeMethod>& Method : Methods)
		if (Text == Method.Key)
		{
			OutMethod = Method.Value;
			return true;
		}
	return false;
}

/// Paths of the meshes that the command line names, each once and in alphabetical order, so that every machine cuts the same shards.
bool GatherPaths(const TCHAR* Params, FBakeArguments& Arguments, FString& OutComplaint)
{
	FString Text;
	if (FParse::Value(Params, TEXT("Meshes="), Text, false))
		Text.ParseIntoArray(Arguments.Paths, TEXT("+"));
	if (FParse::Value(Params, TEXT("List="), Text, false))
	{
		FString Lines;
		if (!FFileHelper::LoadFileToString(Lines, *Text))
		{
			OutComplaint = FString::Printf(TEXT("The list %s cannot be read."), *Text);
			return false;
		}
		TArray<FString> Entries;
		Lines.ParseIntoArray(Entries, TEXT("\n"));
		for (const FString& Entry : Entries)
			if (const FString Path = Entry.TrimStartAndEnd(); !Path.IsEmpty() && !Path.StartsWith(TEXT("#")))
				Arguments.Paths.Add(Path);
	}
	FAssetRegistryModule& Registry = FModuleManager::LoadModuleChecked<FAssetRegistryModule>(TEXT("AssetRegistry"));
	Registry.Get().SearchAllAssets(true);
	if (FParse::Value(Params, TEXT("Folder="), Text, false))
	{
		TArray<FAssetData> Assets;
		Registry.Get().GetAssetsByPath(FName(*Text), Assets, true);
		for (const FAssetData& Asset : Assets)
			if (Asset.AssetClassPath == UStaticMesh::StaticClass()->GetClassPathName())
				Arguments.Paths.Add(Asset.GetSoftObjectPath().ToString());
	}
	if (Arguments.bRebake)
		for (const USPHSolidBodyAsset* Body : SPHBodyFreshness::FindBodies())
			Arguments.Paths.Add(Body->GetPathName());
	Arguments.Paths.Sort();
	TArray<FString> Once;
	for (const FString& Path : Arguments.Paths)
		if (Once.IsEmpty() || !(Once.Last() == Path))
			Once.Add(Path);
	Arguments.Paths = Once;
	if (!Arguments.Paths.IsEmpty() || Arguments.bRebake || FParse::Value(Params, TEXT("Folder="), Text, false))
		return true;
	OutComplaint = TEXT("There is nothing to bake: give -Folder=, -Meshes=, -List= or -Rebake.");
	return false;
}

bool ParseArguments(const FString& Line, FBakeArguments& Arguments, FString& OutComplaint)
{
	const TCHAR* Params = *Line;
	FString Text;
	if (FParse::Value(Params, TEXT("Shard="), Text, false) && !ParseShard(Text, Arguments.Shard, Arguments.Shards))
	{
		OutComplaint = FString::Printf(TEXT("-Shard=%s makes no sense; write -Shard=1/8 for the first of eight parts."), *Text);
		return false;
	}
	USPHSolidBakeOptions& Options = *Arguments.Options;
	if (FParse::Value(Params, TEXT("Method="), Text) && !ParseMethod(Text, Options.Method))
	{
		OutComplaint = FString::Printf(TEXT("There is no method %s; Relaxed, Grid and BlueNoise are there."), *Text);
		return false;
	}
	FParse::Value(Params, TEXT("Particles="), Options.ParticleCount);
	if (FParse::Value(Params, TEXT("Radius="), Options.ParticleRadius))
		Options.Size = ESPHBakeSize::Radius;
	if (FParse::Value(Params, TEXT("SourceLOD="), Options.SourceLOD))
		Options.SkinLOD = Options.SourceLOD;
	FParse::Value(Params, TEXT("SkinLOD="), Options.SkinLOD);
	FParse::Value(Params, TEXT("Into="), Options.Folder, false);
	FParse::Value(Params, TEXT("Report="), Arguments.Report, false);
	Arguments.bRebake = FParse::Param(Params, TEXT("Rebake"));
	Arguments.bForce = FParse::Param(Params, TEXT("Force"));
	return GatherPaths(Params, Arguments, OutComplaint);
}

/// A body of the mesh that baking would give again: same mesh, same settings.
USPHSolidBodyAsset* FindCurrent(const UStaticMesh& Mesh, const USPHSolidBakeOptions& Options)
{
	for (USPHSolidBodyAsset* Body : SPHBodyFreshness::FindBodies(&Mesh))
		if (const TSharedPtr<const FSPHSolidBody> Baked = Body->GetBody(); Baked && Baked->Baked->settings == SPHBakeSettingsOf(Options)
			&& Body->SourceLOD == Options.SourceLOD && Body->SkinLOD == Options.SkinLOD
			&& SPHBodyFreshness::Check(*Body) == ESPHFreshness::UpToDate)
			return Body;
	return nullptr;
}

FSPHBakeOutcome Missing(const FString& Path)
{
	FSPHBakeOutcome Outcome;
	Outcome.SourceName = Path;
	Outcome.Error = TEXT("There is no such asset; check the path.");
	return Outcome;
}

FSPHBakeOutcome Unchanged(UObject* Source, const FString& Path, USPHSolidBodyAsset* Body)
{
	FSPHBakeOutcome Outcome;
	Outcome.Source = Source;
	Outcome.SourceName = Path;
	Outcome.Body = Body;
	Outcome.bUnchanged = true;
	return Outcome;
}

/// Bakes one batch of paths.
void BakeBatch(const FBakeArguments& Arguments, const TArray<FString>& Paths, TArray<FSPHBakeOutcome>& Outcomes)
{
	TArray<UObject*> Meshes;
	TArray<USPHSolidBodyAsset*> Bodies;
	for (const FString& Path : Paths)
	{
		UObject* Asset = FSoftObjectPath(Path).TryLoad();
		USPHSolidBodyAsset* Body = Cast<USPHSolidBodyAsset>(Asset);
		const UStaticMesh* Mesh = Cast<UStaticMesh>(Asset);
		if (!Asset)
			Outcomes.Add(Missing(Path));
		else if (Body && !Arguments.bForce && SPHBodyFreshness::Check(*Body) == ESPHFreshness::UpToDate)
			Outcomes.Add(Unchanged(Asset, Path, Body));
		else if (Body)
			Bodies.Add(Body);
		else if (USPHSolidBodyAsset* Current = Mesh && !Arguments.bForce ? FindCurrent(*Mesh, *Arguments.Options) : nullptr)
			Outcomes.Add(Unchanged(Asset, Path, Current));
		else
			Meshes.Add(Asset);
	}
	const FText Title = LOCTEXT("CommandletTitle", "SPHSolidsBake");
	if (!Meshes.IsEmpty())
		Outcomes.Append(FSPHBakeSession(Meshes, *Arguments.Options).Run(Title));
	if (!Bodies.IsEmpty())
		Outcomes.Append(FSPHBakeSession(Bodies, true).Run(Title));
}

const TCHAR* NameOfResult(const FSPHBakeOutcome& Outcome)
{
	if (!Outcome.Succeeded())
		return TEXT("failed");
	if (Outcome.bUnsaved)
		return TEXT("unsaved");
	return Outcome.bUnchanged ? TEXT("unchanged") : TEXT("baked");
}

FString WriteReport(const FBakeArguments& Arguments, const TArray<FSPHBakeOutcome>& Outcomes, double Seconds)
{
	FString Json;
	const TSharedRef<TJsonWriter<>> Writer = TJsonWriterFactory<>::Create(&Json);
	Writer->WriteObjectStart();
	Writer->WriteValue(TEXT("shard"), Arguments.Shard);
	Writer->WriteValue(TEXT("shards"), Arguments.Shards);
	Writer->WriteValue(TEXT("seconds"), Seconds);
	Writer->WriteArrayStart(TEXT("meshes"));
	for (const FSPHBakeOutcome& Outcome : Outcomes)
	{
		Writer->WriteObjectStart();
		Writer->WriteValue(TEXT("source"), Outcome.Source.IsValid() ? Outcome.Source->GetPathName() : Outcome.SourceName);
		Writer->WriteValue(TEXT("result"), NameOfResult(Outcome));
		if (const USPHSolidBodyAsset* Body = Outcome.Body.Get())
		{
			Writer->WriteValue(TEXT("body"), Body->GetPathName());
			Writer->WriteValue(TEXT("particles"), Body->NumParticles);
		}
		Writer->WriteValue(TEXT("seconds"), Outcome.Seconds);
		if (!Outcome.Error.IsEmpty())
			Writer->WriteValue(TEXT("error"), Outcome.Error);
		Writer->WriteArrayStart(TEXT("findings"));
		for (const FSPHBakeRemark& Remark : Outcome.Remarks)
			if (Remark.bProblem || Remark.bWarning)
				Writer->WriteValue(Remark.Text);
		Writer->WriteArrayEnd();
		Writer->WriteObjectEnd();
	}
	Writer->WriteArrayEnd();
	Writer->WriteObjectEnd();
	Writer->Close();
	return Json;
}

}

USPHSolidsBakeCommandlet::USPHSolidsBakeCommandlet()
{
	IsClient = false;
	IsServer = false;
	IsEditor = true;
	LogToConsole = true;
}

int32 USPHSolidsBakeCommandlet::Main(const FString& Params)
{
	const double Start = FPlatformTime::Seconds();
	FBakeArguments Arguments;
	FString Complaint;
	if (!ParseArguments(Params, Arguments, Complaint))
	{
		UE_LOG(LogSPHSolids, Error, TEXT("SPHSolidsBake: %s"), *Complaint);
		return BadCommandLine;
	}
	TArray<FString> Mine;
	for (int32 Index = Arguments.Shard - 1; Index < Arguments.Paths.Num(); Index += Arguments.Shards)
		Mine.Add(Arguments.Paths[Index]);

	TArray<FSPHBakeOutcome> Outcomes;
	for (int32 First = 0; First < Mine.Num(); First += MeshesAtATime)
	{
		TArray<FString> Batch;
		for (int32 Index = First; Index < FMath::Min(First + MeshesAtATime, Mine.Num()); ++Index)
			Batch.Add(Mine[Index]);
		BakeBatch(Arguments, Batch, Outcomes);
		CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
	}

	int32 Failed = 0, Unsaved = 0;
	for (const FSPHBakeOutcome& Outcome : Outcomes)
	{
		Failed += Outcome.Succeeded() ? 0 : 1;
		Unsaved += Outcome.bUnsaved ? 1 : 0;
		if (!Outcome.Succeeded())
			UE_LOG(LogSPHSolids, Error, TEXT("%s: %s"), *Outcome.SourceName, *Outcome.Error);
	}
	if (!Arguments.Report.IsEmpty()
		&& !FFileHelper::SaveStringToFile(WriteReport(Arguments, Outcomes, FPlatformTime::Seconds() - Start), *Arguments.Report,
			FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM))
	{
		UE_LOG(LogSPHSolids, Error, TEXT("SPHSolidsBake: the report %s cannot be written."), *Arguments.Report);
		return NotWritten;
	}
	if (Unsaved > 0)
		return NotWritten;
	return Failed > 0 ? SomeFailed : AllWell;
}

#undef LOCTEXT_NAMESPACE
