// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FCollisionObjectQueryParams (InitType, AddObjectTypesToQuery), .../FCollisionQueryParams (tag, complex, ignored actor; AddIgnoredActor); SCENE_QUERY_STAT as in pafuhana1213/KawaiiPhysics.
#pragma once

#include "Engine/EngineTypes.h"

class AActor;

#define SCENE_QUERY_STAT(QueryName) FName(TEXT(#QueryName))

struct FCollisionObjectQueryParams
{
	enum InitType
	{
		AllObjects,
		AllStaticObjects,
		AllDynamicObjects
	};
	FCollisionObjectQueryParams() = default;
	explicit FCollisionObjectQueryParams(InitType QueryType)
		: ObjectTypesToQuery(QueryType == AllObjects ? ~0
				  : QueryType == AllStaticObjects    ? 1 << ECC_WorldStatic
													 : ~(1 << ECC_WorldStatic))
	{
	}
	explicit FCollisionObjectQueryParams(ECollisionChannel QueryChannel) { AddObjectTypesToQuery(QueryChannel); }
	void AddObjectTypesToQuery(ECollisionChannel QueryChannel) { ObjectTypesToQuery |= 1 << QueryChannel; }
	int32 ObjectTypesToQuery = 0;
};

struct FCollisionQueryParams
{
	explicit FCollisionQueryParams(FName InTraceTag = NAME_None, bool bInTraceComplex = false, const AActor* InIgnoreActor = nullptr)
	{
		if (InIgnoreActor)
			AddIgnoredActor(InIgnoreActor);
	}
	void AddIgnoredActor(const AActor* InIgnoreActor) { HostIgnored.Add(InIgnoreActor); }
	TArray<const AActor*> HostIgnored;
};
