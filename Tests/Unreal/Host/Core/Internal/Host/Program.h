// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Logging/LogMacros.h"
#include "Templates/SharedPointer.h"

namespace Host
{

/// How this "engine" was started. Tests change it and put it back.
struct FProgramFlags
{
	bool bDedicatedServer = false;
	bool bCommandlet = false;
	bool bNullRHI = false;
	bool bUnattended = true;
	double DeltaTime = 0.0;
	double CurrentTime = 0.0;
	FString SavedFolder; // empty: one in the folder for temporary files
};
FProgramFlags& ProgramFlags();

/// Marks the calling thread as the render thread for IsInRenderingThread().
void NameRenderThread(bool bIsRenderThread);
void CheckGameThread(const char* What);
void CheckRenderThread(const char* What);

struct FLogLine
{
	FName Category;
	ELogVerbosity::Type Verbosity;
	FString Message;
};

/// Collects what is logged while it lives, instead of printing it.
class FLogCapture
{
public:
	FLogCapture();
	~FLogCapture();
	TArray<FLogLine> Lines() const;
	/// Lines of this verbosity that contain the words.
	int32 Count(ELogVerbosity::Type Verbosity, const TCHAR* Words = TEXT("")) const;
	bool Contains(const TCHAR* Words) const;

private:
	struct FState;
	TSharedPtr<FState> State;
	friend void Log(const FLogCategoryBase&, ELogVerbosity::Type, const FString&, const char*, int32);
};

/// How often an ensure failed since the program started.
int32 EnsureCount();

}
