// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Components/UInstancedStaticMeshComponent/GetInstancesOver-_1?application_version=5.5 (GetInstancesOverlappingBox(const FBox&, bool) const: numbers of instances whose bounds overlap), .../GetInstanceTransform?application_version=5.4 (number, out, world space; false if there is none), both also on the current pages; .../AddInstance, .../RemoveInstance.
#pragma once

#include "Components/StaticMeshComponent.h"

#include "InstancedStaticMeshComponent.generated.h"

UCLASS()
class UInstancedStaticMeshComponent : public UStaticMeshComponent
{
	GENERATED_BODY()

public:
	virtual int32 AddInstance(const FTransform& InstanceTransform, bool bWorldSpace = false);
	/** Those after it move up by one. */
	virtual bool RemoveInstance(int32 InstanceIndex);
	bool GetInstanceTransform(int32 InstanceIndex, FTransform& OutInstanceTransform, bool bWorldSpace = false) const;
	virtual TArray<int32> GetInstancesOverlappingBox(const FBox& Box, bool bBoxInWorldSpace = true) const;
	virtual bool HostOverlaps(const FBox& Box) override;

private:
	/** In the component's space. */
	TArray<FTransform> HostInstances;
};
