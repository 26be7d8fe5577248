// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FSceneInterface (AddPrimitive, RemovePrimitive, GetFeatureLevel; GetShaderPlatform used from 5.7).
#pragma once

#include "RHI.h"

class UPrimitiveComponent;
class UWorld;

/// All that is drawn of one world.
class FSceneInterface
{
public:
	virtual ~FSceneInterface() = default;
	virtual void AddPrimitive(UPrimitiveComponent* Primitive) = 0;
	virtual void RemovePrimitive(UPrimitiveComponent* Primitive) = 0;
	virtual void UpdatePrimitiveTransform(UPrimitiveComponent* Primitive) = 0;
	virtual UWorld* GetWorld() const = 0;
	ERHIFeatureLevel::Type GetFeatureLevel() const { return GMaxRHIFeatureLevel; }
	EShaderPlatform GetShaderPlatform() const { return GMaxRHIShaderPlatform; }
};
