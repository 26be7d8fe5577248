// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/tasks-systems-in-unreal-engine (pipes: tasks of one pipe never run at the same time, and in order).
#pragma once

#include "Tasks/Task.h"

namespace UE::Tasks
{

class FPipe
{
public:
	explicit FPipe(const TCHAR*) {}
	~FPipe() { check(!HasWork()); }
	template <typename Body>
	auto Launch(const TCHAR* DebugName, Body&& TaskBody, ETaskPriority Priority = ETaskPriority::Normal)
	{
		const std::lock_guard<std::mutex> Guard(Lock);
		auto Task = UE::Tasks::Launch(DebugName, Forward<Body>(TaskBody), Prerequisites(Last), Priority);
		Last = Task;
		return Task;
	}
	bool HasWork() const
	{
		const std::lock_guard<std::mutex> Guard(Lock);
		return !Last.IsCompleted();
	}
	void WaitUntilEmpty() const
	{
		FTask Waiting;
		{
			const std::lock_guard<std::mutex> Guard(Lock);
			Waiting = Last;
		}
		Waiting.Wait();
	}

private:
	mutable std::mutex Lock;
	FTask Last;
};

}
