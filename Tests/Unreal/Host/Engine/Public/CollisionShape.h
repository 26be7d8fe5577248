// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/PhysicsCore/FCollisionShape (MakeBox takes half extents, MakeSphere).
#pragma once

#include "CoreMinimal.h"

struct FCollisionShape
{
	static FCollisionShape MakeBox(const FVector& BoxHalfExtent) { return {BoxHalfExtent}; }
	static FCollisionShape MakeSphere(float SphereRadius) { return {FVector(static_cast<double>(SphereRadius))}; }
	FVector GetExtent() const { return HostExtent; }
	FVector HostExtent;
};
