// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Plugins/GeometryCache/UGeometryCacheTrack (AddMatrixSample(const FMatrix&, const float), SetDuration(float), GetDuration() const).
#pragma once

#include "UObject/Object.h"
#include "UObject/UObjectGlobals.h"

#include "GeometryCacheTrack.generated.h"

UCLASS()
class UGeometryCacheTrack : public UObject
{
	GENERATED_BODY()

public:
	virtual void AddMatrixSample(const FMatrix& Matrix, const float SampleTime)
	{
		HostMatrices.Add(Matrix);
		Duration = FMath::Max(Duration, SampleTime);
	}
	virtual void SetDuration(float NewDuration) { Duration = NewDuration; }
	virtual float GetDuration() const { return Duration; }

	TArray<FMatrix> HostMatrices;

protected:
	UPROPERTY()
	float Duration = 0.0f;
};
