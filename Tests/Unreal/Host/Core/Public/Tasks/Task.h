// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/tasks-systems-in-unreal-engine, dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/UE__Tasks__Launch (debug name, body, prerequisites, priority), UE_SOURCE_LOCATION.
#pragma once

#include "Containers/Array.h"
#include "Misc/Optional.h"
#include "Templates/Function.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#define UE_SOURCE_LOCATION TEXT(__FILE__)

enum class EExtendedTaskPriority
{
	None,
	Inline
};

namespace Host
{

/// A piece of work on the host's own threads. A task starts when its last prerequisite is done; whoever waits for a task that has not started
/// runs it himself, so waiting inside a task cannot lock up the few workers.
class FTaskState : public std::enable_shared_from_this<FTaskState>
{
public:
	explicit FTaskState(TUniqueFunction<void()> InBody);

	void Start(const std::vector<std::shared_ptr<FTaskState>>& Prerequisites);
	bool IsCompleted() const { return bDone.load(std::memory_order_acquire); }
	/// Claims and runs the task if it may run and nobody else has; false otherwise.
	bool TryRun();
	bool Wait(double Seconds);

private:
	void PrerequisiteDone();
	void Finish();

	TUniqueFunction<void()> Body;
	std::atomic<int32> Pending{1};
	std::atomic<bool> bClaimed{false}, bDone{false};
	std::mutex Lock;
	std::condition_variable Completed;
	std::vector<std::shared_ptr<FTaskState>> Subsequents;
};

/// Threads that take tasks; started on first use, joined by StopWorkers.
void QueueTask(std::shared_ptr<FTaskState> Task);
void StopWorkers();
int32 WorkerCount();

}

namespace UE::Tasks
{

enum class ETaskPriority : int8
{
	High,
	Normal,
	Default = Normal,
	BackgroundHigh,
	BackgroundNormal,
	BackgroundLow
};

enum class ETaskFlags
{
	None
};

class FTask
{
public:
	FTask() = default;
	explicit FTask(std::shared_ptr<Host::FTaskState> InState)
		: State(std::move(InState))
	{
	}
	bool IsValid() const { return State != nullptr; }
	bool IsCompleted() const { return !State || State->IsCompleted(); }
	void Wait() const
	{
		if (State)
			State->Wait(-1.0);
	}
	bool BusyWait() const
	{
		Wait();
		return true;
	}
	const std::shared_ptr<Host::FTaskState>& HostState() const { return State; }

private:
	std::shared_ptr<Host::FTaskState> State;
};

template <typename ResultType>
class TTask : public FTask
{
public:
	TTask() = default;
	TTask(std::shared_ptr<Host::FTaskState> InState, std::shared_ptr<TOptional<ResultType>> InResult)
		: FTask(std::move(InState))
		, Result(std::move(InResult))
	{
	}
	ResultType& GetResult()
	{
		check(IsValid());
		Wait();
		return Result->GetValue();
	}

private:
	std::shared_ptr<TOptional<ResultType>> Result;
};

template <>
class TTask<void> : public FTask
{
public:
	using FTask::FTask;
	void GetResult() { Wait(); }
};

/// Becomes complete when somebody triggers it: a prerequisite by hand.
class FTaskEvent : public FTask
{
public:
	explicit FTaskEvent(const TCHAR*)
		: FTask(std::make_shared<Host::FTaskState>(TUniqueFunction<void()>([] {})))
	{
	}
	void Trigger()
	{
		HostState()->Start({});
		HostState()->TryRun();
	}
};

template <typename... Types>
TArray<FTask> Prerequisites(const Types&... Tasks)
{
	TArray<FTask> List;
	(List.Add(Tasks), ...);
	return List;
}

template <typename Body>
auto Launch(const TCHAR*, Body&& TaskBody, const TArray<FTask>& Before, ETaskPriority = ETaskPriority::Normal,
	EExtendedTaskPriority = EExtendedTaskPriority::None, ETaskFlags = ETaskFlags::None) -> TTask<std::invoke_result_t<std::decay_t<Body>&>>
{
	using FResult = std::invoke_result_t<std::decay_t<Body>&>;
	std::vector<std::shared_ptr<Host::FTaskState>> States;
	for (const FTask& Task : Before)
		if (Task.IsValid())
			States.push_back(Task.HostState());
	if constexpr (std::is_void_v<FResult>)
	{
		const auto State = std::make_shared<Host::FTaskState>(TUniqueFunction<void()>(Forward<Body>(TaskBody)));
		State->Start(States);
		return TTask<void>(State);
	}
	else
	{
		const auto Result = std::make_shared<TOptional<FResult>>();
		const auto State = std::make_shared<Host::FTaskState>(
			TUniqueFunction<void()>([Result, Work = std::decay_t<Body>(Forward<Body>(TaskBody))]() mutable { Result->Emplace(Work()); }));
		State->Start(States);
		return TTask<FResult>(State, Result);
	}
}

template <typename Body>
auto Launch(const TCHAR* DebugName, Body&& TaskBody, ETaskPriority Priority = ETaskPriority::Normal,
	EExtendedTaskPriority Extended = EExtendedTaskPriority::None, ETaskFlags Flags = ETaskFlags::None)
{
	return Launch(DebugName, Forward<Body>(TaskBody), TArray<FTask>(), Priority, Extended, Flags);
}

template <typename Range>
void Wait(const Range& Tasks)
{
	for (const FTask& Task : Tasks)
		Task.Wait();
}

}
