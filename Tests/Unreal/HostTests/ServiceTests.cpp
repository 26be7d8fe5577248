// Copyright (c) 2026 The SPHSolids authors

#include "CoreMinimal.h"

#include "HAL/IConsoleManager.h"
#include "Host/Program.h"
#include "Misc/ScopeLock.h"
#include "Modules/ModuleManager.h"
#include "ProfilingDebugging/CsvProfiler.h"

#include <gtest/gtest.h>

DEFINE_LOG_CATEGORY_STATIC(LogHostTest, Log, All);
DECLARE_STATS_GROUP(TEXT("HostTest"), STATGROUP_HostTest, STATCAT_Advanced);
DECLARE_CYCLE_STAT(TEXT("Step"), STAT_HostTest_Step, STATGROUP_HostTest);
DECLARE_DWORD_COUNTER_STAT(TEXT("Bodies"), STAT_HostTest_Bodies, STATGROUP_HostTest);

TEST(HostLog, IsCapturedWithCategoryAndVerbosity)
{
	const Host::FLogCapture Capture;
	UE_LOG(LogHostTest, Warning, TEXT("%s has no body"), TEXT("Duck"));
	UE_LOG(LogHostTest, Verbose, TEXT("too quiet to be heard"));
	UE_CLOG(false, LogHostTest, Error, TEXT("never"));
	ASSERT_EQ(Capture.Lines().Num(), 1);
	EXPECT_TRUE(Capture.Lines()[0].Category == FName(TEXT("LogHostTest")));
	EXPECT_EQ(Capture.Count(ELogVerbosity::Warning, TEXT("Duck has no body")), 1);
}

TEST(HostLog, FatalEndsTheProgramAndEnsureGoesOnOnce)
{
	EXPECT_DEATH(UE_LOG(LogHostTest, Fatal, TEXT("no way out of %d"), 3), "no way out of 3");
	EXPECT_DEATH(check(1 + 1 == 3), "1 \\+ 1 == 3");
	EXPECT_DEATH(checkf(false, TEXT("because %s"), TEXT("so")), "because so");
	const Host::FLogCapture Capture;
	const int32 Before = Host::EnsureCount();
	for (int32 Index = 0; Index < 3; ++Index)
		EXPECT_FALSE(ensureMsgf(Index < 0, TEXT("index %d"), Index));
	EXPECT_EQ(Host::EnsureCount() - Before, 3);
	EXPECT_EQ(Capture.Count(ELogVerbosity::Error, TEXT("index 0")), 1);
	EXPECT_EQ(Capture.Lines().Num(), 1) << "one report per place";
}

TEST(HostConsole, VariablesHaveDefaultsHelpAndCallbacks)
{
	TAutoConsoleVariable<int32> Iterations(TEXT("host.Iterations"), 4, TEXT("How many."));
	TAutoConsoleVariable<float> Budget(TEXT("host.Budget"), 2.5f, TEXT("Milliseconds."));
	int32 Calls = 0;
	Iterations->SetOnChangedCallback(FConsoleVariableDelegate::CreateLambda([&](IConsoleVariable*) { ++Calls; }));
	EXPECT_EQ(Iterations.GetValueOnGameThread(), 4);
	EXPECT_TRUE(IConsoleManager::Get().ProcessUserConsoleInput(TEXT("HOST.iterations 9"), nullptr));
	EXPECT_EQ(Iterations.GetValueOnAnyThread(), 9);
	EXPECT_EQ(Calls, 1);
	EXPECT_FLOAT_EQ(Budget.GetValueOnGameThread(), 2.5f);
	EXPECT_FALSE(IConsoleManager::Get().ProcessUserConsoleInput(TEXT("host.NoSuch 1"), nullptr));
	EXPECT_DEATH(TAutoConsoleVariable<int32>(TEXT("host.Iterations"), 1, TEXT("Again.")), "same name");
	EXPECT_DEATH(Budget.GetValueOnRenderThread(), "GetValueOnRenderThread");
}

TEST(HostConsole, CommandsGetTheirWords)
{
	TArray<FString> Seen;
	{
		const FAutoConsoleCommandWithWorldAndArgs Command(TEXT("host.Do"), TEXT("Does it."),
			FConsoleCommandWithWorldAndArgsDelegate::CreateLambda([&](const TArray<FString>& Words, UWorld*) { Seen = Words; }));
		EXPECT_TRUE(IConsoleManager::Get().ProcessUserConsoleInput(TEXT("host.Do a b"), nullptr));
	}
	ASSERT_EQ(Seen.Num(), 2);
	EXPECT_TRUE(Seen[1] == TEXT("b"));
	EXPECT_FALSE(IConsoleManager::Get().ProcessUserConsoleInput(TEXT("host.Do a b"), nullptr)) << "gone with its object";
}

TEST(HostStats, CountScopesAndValues)
{
	for (int32 Index = 0; Index < 3; ++Index)
	{
		SCOPE_CYCLE_COUNTER(STAT_HostTest_Step);
		TRACE_CPUPROFILER_EVENT_SCOPE(HostTest_Step);
		EXPECT_EQ(Host::FTraceScope::Depth(), 1);
	}
	SET_DWORD_STAT(STAT_HostTest_Bodies, 12);
	CSV_CUSTOM_STAT(HostTest, Bodies, 12, ECsvCustomStatOp::Set);
	ASSERT_TRUE(Host::FindStat("STAT_HostTest_Step"));
	EXPECT_EQ(Host::FindStat("STAT_HostTest_Step")->Calls.load(), 3u);
	EXPECT_EQ(Host::FindStat("STAT_HostTest_Bodies")->Integer.load(), 12);
	EXPECT_EQ(Host::FTraceScope::Count("HostTest_Step"), 3u);
	EXPECT_EQ(Host::GetCsvStat("HostTest", "Bodies"), 12.0);
	EXPECT_TRUE(Host::DescribeStatGroup("STATGROUP_HostTest").Contains(TEXT("Bodies")));
}

TEST(HostDelegates, CallWhatIsBoundAndNothingAfterItIsGone)
{
	TDelegate<int32(int32)> Single;
	EXPECT_FALSE(Single.IsBound());
	EXPECT_DEATH(Single.Execute(1), "not bound");
	Single.BindLambda([](int32 Value) { return Value * 2; });
	EXPECT_EQ(Single.Execute(21), 42);

	struct FListener
	{
		int32 Heard = 0;
		void Hear(int32 Value) { Heard += Value; }
	};
	TMulticastDelegate<void(int32)> Many;
	FListener Raw;
	TSharedPtr<FListener> Shared = MakeShared<FListener>();
	Many.AddRaw(&Raw, &FListener::Hear);
	Many.AddSP(Shared.ToSharedRef(), &FListener::Hear);
	Many.Broadcast(1);
	EXPECT_EQ(Raw.Heard, 1);
	EXPECT_EQ(Shared->Heard, 1);
	Shared.Reset();
	Many.Broadcast(1);
	EXPECT_EQ(Raw.Heard, 2);
	EXPECT_EQ(Many.RemoveAll(&Raw), 1);
	EXPECT_FALSE(Many.IsBound());
}

TEST(HostDelegates, ABindingRemovedDuringABroadcastIsNotCalled)
{
	TMulticastDelegate<void()> Many;
	int32 Calls = 0;
	const FDelegateHandle First = Many.AddLambda([&] { ++Calls; });
	Many.AddLambda([&] { Many.Remove(First); }); // the last added is called first
	Many.Broadcast();
	EXPECT_EQ(Calls, 0);
}

TEST(HostModules, ThePluginsModulesLoadAndUnload)
{
	for (const TCHAR* Name : {TEXT("SPHSolidsCore"), TEXT("SPHSolidsRuntime")})
	{
		EXPECT_NE(FModuleManager::Get().LoadModule(Name), nullptr);
		EXPECT_TRUE(FModuleManager::Get().IsModuleLoaded(Name));
	}
	EXPECT_EQ(FModuleManager::Get().LoadModule(TEXT("NoSuchModule")), nullptr);
	FModuleManager::Get().UnloadModulesAtShutdown();
	EXPECT_FALSE(FModuleManager::Get().IsModuleLoaded(TEXT("SPHSolidsRuntime")));
}
