// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/gameplay-timers-in-unreal-engine, dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FTimerManager.
#pragma once

#include "Delegates/Delegate.h"
#include "Engine/EngineTypes.h"

DECLARE_DELEGATE(FTimerDelegate);

class FTimerManager
{
public:
	template <typename U>
	void SetTimer(FTimerHandle& InOutHandle, U* Object, void (U::*Method)(), float InRate, bool InbLoop = false, float InFirstDelay = -1.0f)
	{
		SetTimer(InOutHandle, FTimerDelegate::CreateUObject(Object, Method), InRate, InbLoop, InFirstDelay);
	}
	void SetTimer(FTimerHandle& InOutHandle, const FTimerDelegate& Delegate, float InRate, bool InbLoop, float InFirstDelay = -1.0f);
	void ClearTimer(FTimerHandle& InHandle);
	bool IsTimerActive(FTimerHandle InHandle) const;
	void ClearAllTimersForObject(const void* Object);
	void Tick(float DeltaTime);

private:
	struct FTimer
	{
		uint64 Id;
		FTimerDelegate Delegate;
		double Rate, Remaining;
		bool bLoop;
	};
	TArray<FTimer> Timers;
	uint64 NextId = 1;
};
