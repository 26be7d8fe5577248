// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/FGCObject (AddReferencedObjects, GetReferencerName).
#pragma once

#include "UObject/UObjectGlobals.h"

/// Something that is no object but keeps objects alive.
class FGCObject
{
public:
	FGCObject();
	virtual ~FGCObject();
	FGCObject(const FGCObject&) = delete;
	FGCObject& operator=(const FGCObject&) = delete;
	virtual void AddReferencedObjects(FReferenceCollector& Collector) = 0;
	virtual FString GetReferencerName() const = 0;
};
