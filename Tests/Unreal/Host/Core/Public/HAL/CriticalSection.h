// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FCriticalSection, .../FRWLock.
#pragma once

#include "CoreTypes.h"

#include <mutex>
#include <shared_mutex>

/// May be locked again by the thread that holds it.
class FCriticalSection
{
public:
	void Lock() { Mutex.lock(); }
	bool TryLock() { return Mutex.try_lock(); }
	void Unlock() { Mutex.unlock(); }

private:
	std::recursive_mutex Mutex;
};

class FRWLock
{
public:
	void ReadLock() { Mutex.lock_shared(); }
	void ReadUnlock() { Mutex.unlock_shared(); }
	void WriteLock() { Mutex.lock(); }
	void WriteUnlock() { Mutex.unlock(); }

private:
	std::shared_mutex Mutex;
};
