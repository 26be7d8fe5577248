// Copyright (c) 2026 The SPHSolids authors

#include "CoreMinimal.h"

#include "Async/Async.h"
#include "Async/ParallelFor.h"
#include "Host/Program.h"

#include <chrono>
#include <deque>
#include <thread>

namespace Host
{
namespace
{

/// As many as the machine has spare, at least two, so that races can happen even on a small one.
class FWorkers
{
public:
	static FWorkers& Get()
	{
		static FWorkers* Workers = new FWorkers; // ended by StopWorkers, not by static destruction
		return *Workers;
	}
	int32 Num() const { return FMath::Max(2, FPlatformMisc::NumberOfWorkerThreadsToSpawn()); }
	void Add(std::shared_ptr<FTaskState> Task)
	{
		const std::lock_guard<std::mutex> Guard(Lock);
		if (Threads.empty())
			for (int32 Index = 0; Index < Num(); ++Index)
				Threads.emplace_back([this] { Run(); });
		Queue.push_back(std::move(Task));
		Wake.notify_one();
	}
	void Stop()
	{
		{
			const std::lock_guard<std::mutex> Guard(Lock);
			bStopping = true;
			Wake.notify_all();
		}
		for (std::thread& Thread : Threads)
			Thread.join();
		Threads.clear();
		bStopping = false;
	}

private:
	void Run()
	{
		for (;;)
		{
			std::shared_ptr<FTaskState> Task;
			{
				std::unique_lock<std::mutex> Guard(Lock);
				Wake.wait(Guard, [this] { return bStopping || !Queue.empty(); });
				if (Queue.empty())
					return;
				Task = std::move(Queue.front());
				Queue.pop_front();
			}
			Task->TryRun();
		}
	}

	std::mutex Lock;
	std::condition_variable Wake;
	std::deque<std::shared_ptr<FTaskState>> Queue;
	std::vector<std::thread> Threads;
	bool bStopping = false;
};

std::mutex GameThreadLock;
std::deque<TUniqueFunction<void()>> GameThreadQueue;

}

FTaskState::FTaskState(TUniqueFunction<void()> InBody)
	: Body(MoveTemp(InBody))
{
}

void FTaskState::Start(const std::vector<std::shared_ptr<FTaskState>>& Prerequisites)
{
	for (const std::shared_ptr<FTaskState>& Before : Prerequisites)
	{
		const std::lock_guard<std::mutex> Guard(Before->Lock);
		if (Before->IsCompleted())
			continue;
		Pending.fetch_add(1);
		Before->Subsequents.push_back(shared_from_this());
	}
	PrerequisiteDone(); // the one of the construction
}

void FTaskState::PrerequisiteDone()
{
	if (Pending.fetch_sub(1) == 1)
		QueueTask(shared_from_this());
}

bool FTaskState::TryRun()
{
	if (Pending.load() != 0 || bClaimed.exchange(true))
		return false;
	Body();
	Body.Reset();
	Finish();
	return true;
}

void FTaskState::Finish()
{
	std::vector<std::shared_ptr<FTaskState>> Next;
	{
		const std::lock_guard<std::mutex> Guard(Lock);
		bDone.store(true, std::memory_order_release);
		Next.swap(Subsequents);
		Completed.notify_all();
	}
	for (const std::shared_ptr<FTaskState>& Task : Next)
		Task->PrerequisiteDone();
}

bool FTaskState::Wait(double Seconds)
{
	if (IsCompleted() || TryRun())
		return true;
	std::unique_lock<std::mutex> Guard(Lock);
	const auto IsDone = [this] { return IsCompleted(); };
	if (Seconds < 0)
	{
		// The prerequisites may finish while we sleep: look again whether we can run it ourselves.
		while (!Completed.wait_for(Guard, std::chrono::milliseconds(2), IsDone))
		{
			Guard.unlock();
			TryRun();
			Guard.lock();
		}
		return true;
	}
	return Completed.wait_for(Guard, std::chrono::duration<double>(Seconds), IsDone);
}

void QueueTask(std::shared_ptr<FTaskState> Task)
{
	FWorkers::Get().Add(std::move(Task));
}

void StopWorkers()
{
	FWorkers::Get().Stop();
}

int32 WorkerCount()
{
	return FWorkers::Get().Num();
}

void ParallelForBatches(int32 Num, int32 BatchSize, bool bSingleThread, TFunctionRef<void(int32)> Body)
{
	const int32 Step = FMath::Max(1, BatchSize);
	std::atomic<int32> Next{0};
	const auto Work = [&]
	{
		for (int32 First = Next.fetch_add(Step); First < Num; First = Next.fetch_add(Step))
			for (int32 Index = First; Index < FMath::Min(First + Step, Num); ++Index)
				Body(Index);
	};
	TArray<UE::Tasks::FTask> Helpers;
	if (!bSingleThread && Num > Step)
		for (int32 Index = 0; Index < WorkerCount(); ++Index)
			Helpers.Add(UE::Tasks::Launch(TEXT("ParallelFor"), [&Work] { Work(); }));
	Work();
	UE::Tasks::Wait(Helpers);
}

int32 PumpGameThread()
{
	CheckGameThread("PumpGameThread");
	int32 Done = 0;
	for (;; ++Done)
	{
		TUniqueFunction<void()> Function;
		{
			const std::lock_guard<std::mutex> Guard(GameThreadLock);
			if (GameThreadQueue.empty())
				return Done;
			Function = MoveTemp(GameThreadQueue.front());
			GameThreadQueue.pop_front();
		}
		Function();
	}
}

}

void AsyncTask(ENamedThreads::Type Thread, TUniqueFunction<void()> Function)
{
	if (Thread == ENamedThreads::GameThread)
	{
		const std::lock_guard<std::mutex> Guard(Host::GameThreadLock);
		Host::GameThreadQueue.push_back(MoveTemp(Function));
		return;
	}
	UE::Tasks::Launch(TEXT("AsyncTask"), MoveTemp(Function));
}
