// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Plugins/GeometryCache/UGeometryCacheCodecV1 and .../InitializeEncoder?application_version=5.5 (float InVertexQuantizationPrecision, int32 InUVQuantizationBitRange).
#pragma once

#include "GeometryCacheCodecBase.h"

#include "GeometryCacheCodecV1.generated.h"

UCLASS()
class UGeometryCacheCodecV1 : public UGeometryCacheCodecBase
{
	GENERATED_BODY()

public:
	virtual void InitializeEncoder(float InVertexQuantizationPrecision, int32 InUVQuantizationBitRange)
	{
		HostPrecision = InVertexQuantizationPrecision;
		HostUVBits = InUVQuantizationBitRange;
	}
	float HostPrecision = 0.0f;
	int32 HostUVBits = 0;
};
