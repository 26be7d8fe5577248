// Copyright (c) 2026 The SPHSolids authors

// The last steps as a file that can be played again.

#include "Simulation/SPHSolidsSimulation.h"

#include "Convert/SPHSolidsUnits.h"
#include "Engine/World.h"
#include "HAL/FileManager.h"
#include "HAL/IConsoleManager.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "SPHSolidsLog.h"

#include <SPHSolids/World/Recording.h>

namespace
{

FString NextFreeFile()
{
	const FString Folder = FPaths::Combine(FPaths::ProjectSavedDir(), TEXT("SPHSolids"));
	IFileManager::Get().MakeDirectory(*Folder, true);
	FString File;
	for (int32 Number = 1; File.IsEmpty() || IFileManager::Get().FileExists(*File); ++Number)
		File = FPaths::Combine(Folder, *FString::Printf(TEXT("Steps%d.sphrec"), Number));
	return File;
}

void SaveStepsOf(UWorld* World)
{
	USPHSolidsWorldSubsystem* Subsystem = World ? World->GetSubsystem<USPHSolidsWorldSubsystem>() : nullptr;
	FString Message = TEXT("No world plays.");
	if (Subsystem && Subsystem->SaveRecordedSteps(Message))
		UE_LOG(LogSPHSolids, Display, TEXT("%s"), *Message);
	else
		UE_LOG(LogSPHSolids, Warning, TEXT("%s"), *Message);
}

FAutoConsoleCommandWithWorld SaveStepsCommand(TEXT("sph.SaveSteps"),
	TEXT("Writes the last steps of this world into Saved/SPHSolids, for sphsolids replay. Project settings: Recorded Steps."),
	FConsoleCommandWithWorldDelegate::CreateStatic(&SaveStepsOf));

}

bool FSPHSolidsSimulation::SaveSteps(FString& OutMessage)
{
	const SPHSolids::World& Recorded = Access();
	if (Recorded.Def().recordedSteps == 0)
	{
		OutMessage = TEXT("No steps are kept: set Recorded Steps in Project Settings, Plugins, SPH Solids, and play again.");
		return false;
	}
	const SPHSolids::Result<std::vector<std::byte>> Written = Recorded.WriteRecording();
	if (!Written.IsOk())
	{
		OutMessage = SPHSolidsText::ToEngine(Written.Message());
		return false;
	}
	TArray<uint8> Bytes;
	Bytes.Append(reinterpret_cast<const uint8*>(Written.Value().data()), static_cast<int32>(Written.Value().size()));
	const FString File = NextFreeFile();
	if (!FFileHelper::SaveArrayToFile(Bytes, *File))
	{
		IFileManager::Get().Delete(*File, false, false, true);
		OutMessage = FString::Printf(TEXT("%s could not be written: the disk is full or the folder is write-protected."), *File);
		return false;
	}
	OutMessage = FString::Printf(TEXT("The last steps are in %s."), *File);
	const auto Read = SPHSolids::Recording::Read(Written.Value());
	if (Read.IsOk() && !Read.Value().WhyNotExact().empty())
		OutMessage += TEXT(" They cannot be played again exactly: ") + SPHSolidsText::ToEngine(Read.Value().WhyNotExact());
	return true;
}
