// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FOverlapResult (include path Engine/OverlapResult.h; GetActor, GetComponent).
#pragma once

#include "UObject/WeakObjectPtr.h"

class AActor;
class UPrimitiveComponent;

struct FOverlapResult
{
	UPrimitiveComponent* GetComponent() const { return Component.Get(); }
	AActor* GetActor() const;
	TWeakObjectPtr<UPrimitiveComponent> Component;
	int32 ItemIndex = INDEX_NONE;
	bool bBlockingHit = true;
};
