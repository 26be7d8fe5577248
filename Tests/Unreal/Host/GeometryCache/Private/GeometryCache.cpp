// Copyright (c) 2026 The SPHSolids authors

#include "GeometryCache.h"

#include "GeometryCacheTrackStreamable.h"

void UGeometryCacheTrackStreamable::BeginCoding(UGeometryCacheCodecBase* SetCodec, bool, bool, bool)
{
	checkf(SetCodec && !bCoding, TEXT("a track is coded once, with a codec of its own"));
	Codec = SetCodec;
	bCoding = true;
	HostSamples.Reset();
	HostTimes.Reset();
}

void UGeometryCacheTrackStreamable::AddMeshSample(
	const FGeometryCacheMeshData& MeshData, const float SampleTime, bool bSameTopologyAsPrevious)
{
	checkf(bCoding, TEXT("samples are added between BeginCoding and EndCoding"));
	checkf(HostTimes.IsEmpty() || SampleTime >= HostTimes.Last(), TEXT("samples come in the order of their times"));
	checkf(!bSameTopologyAsPrevious
			|| (!HostSamples.IsEmpty() && HostSamples.Last().Positions.Num() == MeshData.Positions.Num()
				&& HostSamples.Last().Indices.Num() == MeshData.Indices.Num()),
		TEXT("a sample of the same topology has as many vertices and indices"));
	HostSamples.Add(MeshData);
	HostTimes.Add(SampleTime);
}

bool UGeometryCacheTrackStreamable::EndCoding()
{
	checkf(bCoding, TEXT("EndCoding without BeginCoding"));
	bCoding = false;
	return !HostSamples.IsEmpty();
}

void UGeometryCacheTrackStreamable::Serialize(FArchive& Ar)
{
	Super::Serialize(Ar);
	int32 Count = HostSamples.Num();
	Ar << Count;
	HostSamples.SetNum(Count);
	Ar << HostTimes;
	for (FGeometryCacheMeshData& Sample : HostSamples)
		Ar << Sample.Positions << Sample.Indices;
}
