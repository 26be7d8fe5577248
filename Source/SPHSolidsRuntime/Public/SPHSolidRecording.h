// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "UObject/Object.h"
#include "UObject/UObjectGlobals.h"

#include "SPHSolidRecording.generated.h"

/**
 * How one soft body moved: its particles at even steps of time. Recorded while playing by an SPH Solid component whose Cache Mode is Record,
 * shown by any component with the same body whose Cache Mode is Play. Takes six bytes per particle and frame.
 */
UCLASS(BlueprintType, meta = (DisplayName = "SPH Solid Recording"))
class SPHSOLIDSRUNTIME_API USPHSolidRecording : public UObject
{
	GENERATED_BODY()

public:
	/** How many moments it holds. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	int32 NumFrames = 0;

	/** Particles of the body that was recorded. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	int32 NumParticles = 0;

	/** Time from one moment to the next, in seconds. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "SPHSolids", meta = (Units = "s"))
	float SecondsPerFrame = 0.0f;

	/** How long the recording is, in seconds. */
	UFUNCTION(BlueprintPure, Category = "SPHSolids")
	float GetDuration() const;

	/** Throws everything away. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	void Clear();

	virtual void Serialize(FArchive& Ar) override;

	/** For the plugin's own use: the moments one after another, see Adapters/SPHRecordingFrames.h. */
	TArray<uint8> Frames;
};
