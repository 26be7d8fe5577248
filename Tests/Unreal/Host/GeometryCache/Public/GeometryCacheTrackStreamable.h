// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Plugins/GeometryCache/UGeometryCacheTrackStreamable/{BeginCoding,AddMeshSample,EndCoding}?application_version=5.5 (BeginCoding(codec, force single optimisation, motion vectors, optimise index buffers); EndCoding is true if there are samples).
#pragma once

#include "GeometryCacheCodecBase.h"
#include "GeometryCacheMeshData.h"
#include "GeometryCacheTrack.h"

#include "GeometryCacheTrackStreamable.generated.h"

UCLASS()
class UGeometryCacheTrackStreamable : public UGeometryCacheTrack
{
	GENERATED_BODY()

public:
	void BeginCoding(
		UGeometryCacheCodecBase* SetCodec, bool bForceSingleOptimization, bool bCalculateAndStoreMotionVectors, bool bOptimizeIndexBuffers);
	/** Times must not fall, and a sample of the same topology must have as many vertices and indices as the one before. */
	void AddMeshSample(const FGeometryCacheMeshData& MeshData, const float SampleTime, bool bSameTopologyAsPrevious);
	bool EndCoding();

	/** For the host's own use: what was added. Saved with the asset, as the engine's codec saves it. */
	TArray<FGeometryCacheMeshData> HostSamples;
	TArray<float> HostTimes;
	virtual void Serialize(FArchive& Ar) override;

	UPROPERTY()
	TObjectPtr<UGeometryCacheCodecBase> Codec;

private:
	bool bCoding = false;
};
