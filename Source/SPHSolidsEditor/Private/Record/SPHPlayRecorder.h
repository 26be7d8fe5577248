// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Engine/EngineBaseTypes.h"
#include "Record/SPHRecording.h"
#include "UObject/WeakObjectPtr.h"

class UWorld;

/// Records soft bodies and fluids while the game plays in the editor; when play ends, writes what the project's settings ask for.
class FSPHPlayRecorder
{
public:
	~FSPHPlayRecorder();
	void Start();
	/// Writes what was recorded and says where. Called by itself when play ends.
	void Stop();
	bool IsRecording() const { return TickHandle.IsValid(); }
	/// Something was recorded that could not be written, or not all of it.
	bool HasUnsaved() const { return Unsaved.IsValid(); }
	void SaveAgain();

	/// Recording ends by itself beyond this. One file holds it all, and the engine's arrays end at 2 GB.
	int64 MaxBytes = int64(1) << 30;

private:
	void OnTick(UWorld* World, ELevelTick TickType, float DeltaSeconds);
	void OnEndPlay(const bool bIsSimulating);
	void Unbind();
	uint16 NumberOf(const USPHSolidComponent& Component);
	void Save();

	FDelegateHandle TickHandle, EndHandle;
	TSharedPtr<FSPHRecording> Current, Unsaved;
	TMap<TWeakObjectPtr<const USPHSolidComponent>, uint16> NumberOfSolid;
	TOptional<uint16> NumberOfFluids;
	bool bFull = false;
};
