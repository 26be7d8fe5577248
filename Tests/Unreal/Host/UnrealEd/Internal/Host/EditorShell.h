// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Editor.h"
#include "Logging/TokenizedMessage.h"

namespace Host
{

/// What a slow task showed the user.
struct FSlowTaskRecord
{
	FString Title;
	TArray<float> Fractions;
	TArray<FString> Texts;
	bool bDialog = false, bCancelButton = false, bFinished = false;
	/// Longest time between two signs of life, in seconds: for so long the editor could not answer, because the game thread computed or waited for
	/// somebody. What it waited for a processor that other programs had does not count.
	double LongestSilence = 0, LastSign = 0;
};

struct FLoggedMessage
{
	FName Log;
	FString Page;
	EMessageSeverity::Type Severity;
	FString Text;
};

/// The editor around the modules, with a user who is a test.
class FEditor
{
public:
	static FEditor& Get();
	/// Makes GEditor and an empty level. Packages under /Game are files below the folder.
	void Start(const FString& InContentFolder);
	/// Forgets what happened, not what exists.
	void ClearRecords();
	void Stop();
	UWorld* GetWorld() const { return GEditor->GetEditorWorldContext().World(); }
	/// Duplicates the level and plays it, as the Play button does.
	UWorld* StartPlay();
	void StopPlay();
	int32 CountMessages(EMessageSeverity::Type Severity, const TCHAR* Words = TEXT("")) const;
	/// Whatever is loaded from a file is counted by its path.
	TMap<FString, int32> LoadCounts;

	FString ContentFolder;
	TArray<TSharedPtr<FSlowTaskRecord>> SlowTasks;
	/// Asked at every sign of life of a slow task with a cancel button: true presses it.
	TFunction<bool(const FSlowTaskRecord&)> PressesCancel;
	/// Does what the user does with a modal window; without one the user closes it.
	TFunction<void(SWindow&)> UsesWindow;
	TArray<FLoggedMessage> Messages;
	TArray<FString> Notifications, OpenedLogs, Synced;
	TMap<FName, FString> Pages;
};

}
