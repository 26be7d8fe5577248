// Copyright (c) 2026 The SPHSolids authors

#include "CoreMinimal.h"

#include "Async/Async.h"
#include "Async/ParallelFor.h"
#include "Misc/ScopeLock.h"
#include "Tasks/Pipe.h"

#include <atomic>

#include <gtest/gtest.h>

TEST(HostTasks, RunOnOtherThreadsAndReturnResults)
{
	std::atomic<bool> bOffGameThread{false};
	UE::Tasks::TTask<int32> Task = UE::Tasks::Launch(UE_SOURCE_LOCATION,
		[&]
		{
			bOffGameThread = !IsInGameThread();
			return 7;
		});
	while (!Task.IsCompleted()) // not Wait, which might run it here
		FPlatformProcess::Sleep(0.001f);
	EXPECT_EQ(Task.GetResult(), 7);
	EXPECT_TRUE(bOffGameThread);
}

TEST(HostTasks, StartAfterTheirPrerequisites)
{
	std::atomic<int32> Order{0};
	int32 FirstAt = -1, SecondAt = -1, ThirdAt = -1;
	UE::Tasks::FTaskEvent Gate(UE_SOURCE_LOCATION);
	const UE::Tasks::FTask First = UE::Tasks::Launch(UE_SOURCE_LOCATION, [&] { FirstAt = Order++; }, UE::Tasks::Prerequisites(Gate));
	const UE::Tasks::FTask Second = UE::Tasks::Launch(UE_SOURCE_LOCATION, [&] { SecondAt = Order++; }, UE::Tasks::Prerequisites(First));
	const UE::Tasks::FTask Third =
		UE::Tasks::Launch(UE_SOURCE_LOCATION, [&] { ThirdAt = Order++; }, UE::Tasks::Prerequisites(First, Second));
	FPlatformProcess::Sleep(0.01f);
	EXPECT_FALSE(First.IsCompleted());
	Gate.Trigger();
	Third.Wait();
	EXPECT_EQ(FirstAt, 0);
	EXPECT_EQ(SecondAt, 1);
	EXPECT_EQ(ThirdAt, 2);
}

TEST(HostTasks, WaitingInsideTasksDoesNotLockUp)
{
	// Far more nested waits than workers.
	std::atomic<int32> Sum{0};
	TArray<UE::Tasks::FTask> Outer;
	for (int32 Index = 0; Index < 50; ++Index)
		Outer.Add(UE::Tasks::Launch(UE_SOURCE_LOCATION,
			[&Sum]
			{
				UE::Tasks::Launch(UE_SOURCE_LOCATION, [&Sum] { ++Sum; }).Wait();
				++Sum;
			}));
	UE::Tasks::Wait(Outer);
	EXPECT_EQ(Sum.load(), 100);
}

TEST(HostTasks, ParallelForVisitsEachIndexOnce)
{
	for (const int32 Batch : {1, 7, 1000})
	{
		TArray<int32> Visits;
		Visits.SetNumZeroed(500);
		ParallelFor(TEXT("Visit"), Visits.Num(), Batch, [&](int32 Index) { ++Visits[Index]; });
		for (const int32 Count : Visits)
			EXPECT_EQ(Count, 1);
	}
	ParallelFor(0, [](int32) { FAIL(); });
}

TEST(HostTasks, APipeRunsItsTasksInOrderAndOneAtATime)
{
	UE::Tasks::FPipe Pipe(UE_SOURCE_LOCATION);
	TArray<int32> Seen;
	std::atomic<int32> Inside{0};
	for (int32 Index = 0; Index < 100; ++Index)
		Pipe.Launch(UE_SOURCE_LOCATION,
			[&, Index]
			{
				EXPECT_EQ(Inside++, 0);
				Seen.Add(Index);
				--Inside;
			});
	Pipe.WaitUntilEmpty();
	ASSERT_EQ(Seen.Num(), 100);
	for (int32 Index = 0; Index < 100; ++Index)
		EXPECT_EQ(Seen[Index], Index);
}

TEST(HostTasks, WorkForTheGameThreadWaitsUntilItPumps)
{
	std::atomic<bool> bDone{false};
	UE::Tasks::Launch(UE_SOURCE_LOCATION,
		[&]
		{
			AsyncTask(ENamedThreads::GameThread,
				[&]
				{
					EXPECT_TRUE(IsInGameThread());
					bDone = true;
				});
		})
		.Wait();
	EXPECT_FALSE(bDone);
	EXPECT_EQ(Host::PumpGameThread(), 1);
	EXPECT_TRUE(bDone);
	EXPECT_EQ(Async(EAsyncExecution::ThreadPool, [] { return 3; }).Get(), 3);
}

TEST(HostTasks, LocksKeepOthersOut)
{
	FCriticalSection Section;
	int32 Sum = 0;
	ParallelFor(1000,
		[&](int32)
		{
			const FScopeLock Lock(&Section);
			const FScopeLock Again(&Section); // the same thread may
			++Sum;
		});
	EXPECT_EQ(Sum, 1000);
}
