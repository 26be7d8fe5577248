// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Plugins/GeometryCache/UGeometryCache?application_version=5.5 (Materials, MaterialSlotNames, Tracks, AddTrack(UGeometryCacheTrack*), SetFrameStartEnd(int32, int32), GetStartFrame, GetEndFrame).
#pragma once

#include "UObject/Object.h"
#include "UObject/ObjectPtr.h"
#include "UObject/UObjectGlobals.h"

#include "GeometryCache.generated.h"

class UGeometryCacheTrack;
class UMaterialInterface;

UCLASS(BlueprintType)
class UGeometryCache : public UObject
{
	GENERATED_BODY()

public:
	void AddTrack(UGeometryCacheTrack* Track) { Tracks.Add(Track); }
	void SetFrameStartEnd(int32 InStartFrame, int32 InEndFrame)
	{
		StartFrame = InStartFrame;
		EndFrame = InEndFrame;
	}
	int32 GetStartFrame() const { return StartFrame; }
	int32 GetEndFrame() const { return EndFrame; }

	UPROPERTY()
	TArray<TObjectPtr<UMaterialInterface>> Materials;

	UPROPERTY()
	TArray<FName> MaterialSlotNames;

	UPROPERTY()
	TArray<TObjectPtr<UGeometryCacheTrack>> Tracks;

protected:
	UPROPERTY()
	int32 StartFrame = 0;

	UPROPERTY()
	int32 EndFrame = 0;
};
