// Copyright (c) 2026 The SPHSolids authors

#include "CoreMinimal.h"

#include "Host/Program.h"
#include "Misc/App.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

bool GIsEditor = WITH_EDITOR;
uint64 GFrameCounter = 0;
double GStartTime = 0.0;

DEFINE_LOG_CATEGORY(LogTemp);
DEFINE_LOG_CATEGORY(LogOutputDevice);

namespace Host
{
namespace
{

const std::thread::id GameThreadId = std::this_thread::get_id();
thread_local bool bThisIsRenderThread = false;
std::atomic<int32> EnsureFailures{0};
std::mutex LogLock;

const char* VerbosityName(ELogVerbosity::Type Verbosity)
{
	static const char* Names[] = {"", "Fatal", "Error", "Warning", "Display", "Log", "Verbose", "VeryVerbose"};
	return Names[Verbosity];
}

}

struct FLogCapture::FState
{
	TArray<FLogLine> Lines;
};

namespace
{
std::vector<TArray<FLogLine>*> Captures;
}

FProgramFlags& ProgramFlags()
{
	static FProgramFlags Flags;
	return Flags;
}

void Fatal(const char* Kind, const char* Expression, const char* File, int32 Line, const char* Message)
{
	std::fprintf(stderr, "%s: %s [%s:%d] %s\n", Kind, Expression, File, Line, Message);
	std::fflush(stderr);
	std::abort();
}

bool EnsureFailed(const char* Expression, const char* File, int32 Line, bool& bReported, const char* Message)
{
	EnsureFailures.fetch_add(1);
	if (!bReported)
		Log(LogOutputDevice, ELogVerbosity::Error,
			FString::Printf(TEXT("Ensure condition failed: %s [%s:%d] %s"), UTF8_TO_TCHAR(Expression), UTF8_TO_TCHAR(File), Line,
				UTF8_TO_TCHAR(Message)),
			File, Line);
	bReported = true;
	return false;
}

int32 EnsureCount()
{
	return EnsureFailures.load();
}

void NameRenderThread(bool bIsRenderThread)
{
	bThisIsRenderThread = bIsRenderThread;
}

void CheckGameThread(const char* What)
{
	HOST_CHECK(IsInGameThread(), What);
}

void CheckRenderThread(const char* What)
{
	HOST_CHECK(IsInRenderingThread(), What);
}

void Log(const FLogCategoryBase& Category, ELogVerbosity::Type Verbosity, const FString& Message, const char* File, int32 Line)
{
	{
		const std::lock_guard<std::mutex> Guard(LogLock);
		if (!Captures.empty())
			Captures.back()->Add({Category.GetCategoryName(), Verbosity, Message});
		else if (Verbosity <= ELogVerbosity::Display || std::getenv("SPHSOLIDS_HOST_LOG"))
			std::fprintf(stderr, "%s: %s: %s\n", TCHAR_TO_UTF8(*Category.GetCategoryName().ToString()), VerbosityName(Verbosity),
				TCHAR_TO_UTF8(*Message));
	}
	if (Verbosity == ELogVerbosity::Fatal)
		Fatal("Fatal error", TCHAR_TO_UTF8(*Category.GetCategoryName().ToString()), File, Line, TCHAR_TO_UTF8(*Message));
}

FLogCapture::FLogCapture()
	: State(MakeShared<FState>())
{
	const std::lock_guard<std::mutex> Guard(LogLock);
	Captures.push_back(&State->Lines);
}

FLogCapture::~FLogCapture()
{
	const std::lock_guard<std::mutex> Guard(LogLock);
	std::erase(Captures, &State->Lines);
}

TArray<FLogLine> FLogCapture::Lines() const
{
	const std::lock_guard<std::mutex> Guard(LogLock);
	return State->Lines;
}

int32 FLogCapture::Count(ELogVerbosity::Type Verbosity, const TCHAR* Words) const
{
	int32 Found = 0;
	for (const FLogLine& Line : Lines())
		Found += Line.Verbosity == Verbosity && (*Words == 0 || Line.Message.Contains(Words));
	return Found;
}

bool FLogCapture::Contains(const TCHAR* Words) const
{
	return Lines().ContainsByPredicate([&](const FLogLine& Line) { return Line.Message.Contains(Words); });
}

}

FLogCategoryBase::FLogCategoryBase(const TCHAR* InName, ELogVerbosity::Type InDefault)
	: Name(InName)
	, Verbosity(InDefault)
{
}

bool IsInGameThread()
{
	return std::this_thread::get_id() == Host::GameThreadId;
}

bool IsInRenderingThread()
{
	return Host::bThisIsRenderThread;
}

bool IsRunningDedicatedServer()
{
	return Host::ProgramFlags().bDedicatedServer;
}

bool IsRunningCommandlet()
{
	return Host::ProgramFlags().bCommandlet;
}

bool IsEngineExitRequested()
{
	return false;
}

bool FApp::IsUnattended()
{
	return Host::ProgramFlags().bUnattended;
}

bool FApp::CanEverRender()
{
	const Host::FProgramFlags& Flags = Host::ProgramFlags();
	return !Flags.bDedicatedServer && !Flags.bCommandlet && !Flags.bNullRHI;
}

double FApp::GetDeltaTime()
{
	return Host::ProgramFlags().DeltaTime;
}

double FApp::GetCurrentTime()
{
	return Host::ProgramFlags().CurrentTime;
}

void FPlatformProcess::Sleep(float Seconds)
{
	std::this_thread::sleep_for(std::chrono::duration<float>(Seconds));
}

double FPlatformTime::Seconds()
{
	return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

uint64 FPlatformTime::Cycles64()
{
	return static_cast<uint64>(
		std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count());
}

double FPlatformTime::ToMilliseconds64(uint64 Cycles)
{
	return static_cast<double>(Cycles) * 1e-6;
}

int32 FPlatformMisc::NumberOfCores()
{
	return static_cast<int32>(std::thread::hardware_concurrency());
}

int32 FPlatformMisc::NumberOfCoresIncludingHyperthreads()
{
	return NumberOfCores();
}

int32 FPlatformMisc::NumberOfWorkerThreadsToSpawn()
{
	return FMath::Max(1, NumberOfCores() - 1);
}

void* FMemory::Malloc(SIZE_T Count, uint32 Alignment)
{
	const SIZE_T Step = FMath::Max<SIZE_T>(Alignment, 16);
	return std::aligned_alloc(Step, (FMath::Max<SIZE_T>(Count, 1) + Step - 1) / Step * Step);
}

void FMemory::Free(void* Memory)
{
	std::free(Memory);
}

FDelegateHandle FDelegateHandle::HostNew()
{
	static std::atomic<uint64> Next{0};
	FDelegateHandle Handle;
	Handle.Id = ++Next;
	return Handle;
}
