// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Engine/EngineBaseTypes.h"

class UWorld;

/// Records the particles of all soft bodies while the game plays in the editor, and writes them as PLY files in metres and the core's axes: what the
/// Lab, `sphsolids run` (shape "particles") and other programs read.
class FSPHPlayRecorder
{
public:
	~FSPHPlayRecorder();
	void Start();
	/// Writes what was recorded and says where. Called by itself when play ends.
	void Stop();
	bool IsRecording() const { return TickHandle.IsValid(); }

	/// Recording ends by itself beyond this.
	int64 MaxBytes = int64(2) << 30;

private:
	struct FFrame
	{
		int32 Number;
		TArray<FVector3f> Places; ///< m, axes of the core
	};
	void OnTick(UWorld* World, ELevelTick TickType, float DeltaSeconds);
	void OnEndPlay(const bool bIsSimulating);
	void Unbind();
	static bool WritePly(const FString& File, const TArray<FVector3f>& Places);

	FDelegateHandle TickHandle, EndHandle;
	TMap<FString, TArray<TSharedPtr<FFrame>>> FramesOf;
	int32 NumFrames = 0;
	int64 Bytes = 0;
	bool bFull = false;
};
