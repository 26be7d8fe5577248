// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FScopeLock.
#pragma once

#include "HAL/CriticalSection.h"
#include "Templates/UnrealTemplate.h"

class FScopeLock
{
public:
	[[nodiscard]] FScopeLock(FCriticalSection* InSection)
		: Section(InSection)
	{
		check(Section);
		Section->Lock();
	}
	~FScopeLock() { Unlock(); }
	void Unlock()
	{
		if (Section)
			Exchange(Section, nullptr)->Unlock();
	}
	FScopeLock(const FScopeLock&) = delete;
	FScopeLock& operator=(const FScopeLock&) = delete;

private:
	FCriticalSection* Section;
};
