// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/AsyncTask, .../Async, .../EAsyncExecution; rdeioris/glTFRuntime.
#pragma once

#include "Async/TaskGraphInterfaces.h"
#include "Tasks/Task.h"

enum class EAsyncExecution
{
	TaskGraph,
	TaskGraphMainThread,
	Thread,
	ThreadPool
};

template <typename ResultType>
class TFuture
{
public:
	TFuture() = default;
	explicit TFuture(UE::Tasks::TTask<ResultType> InTask)
		: Task(InTask)
	{
	}
	bool IsValid() const { return Task.IsValid(); }
	bool IsReady() const { return Task.IsCompleted(); }
	void Wait() const { Task.Wait(); }
	decltype(auto) Get() { return Task.GetResult(); }

private:
	UE::Tasks::TTask<ResultType> Task;
};

/// On the game thread it runs when the frame next pumps its queue, elsewhere at once on a worker.
void AsyncTask(ENamedThreads::Type Thread, TUniqueFunction<void()> Function);

namespace Host
{
/// Runs what others left for the game thread; the engine's loop does it once per frame.
int32 PumpGameThread();
}

template <typename CallableType>
auto Async(EAsyncExecution, CallableType&& Callable) -> TFuture<std::invoke_result_t<std::decay_t<CallableType>&>>
{
	return TFuture<std::invoke_result_t<std::decay_t<CallableType>&>>(
		UE::Tasks::Launch(UE_SOURCE_LOCATION, Forward<CallableType>(Callable)));
}
