// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FCollisionObjectQueryParams (InitType, AddObjectTypesToQuery), .../FCollisionQueryParams (tag, complex, ignored actor; AddIgnoredActor); SCENE_QUERY_STAT as in pafuhana1213/KawaiiPhysics.
#pragma once

#include "Engine/EngineTypes.h"

class AActor;

/// Made once.
#define SCENE_QUERY_STAT(QueryName)                                                                                                        \
	[]                                                                                                                                     \
	{                                                                                                                                      \
		static const FName Name(TEXT(#QueryName));                                                                                         \
		return Name;                                                                                                                       \
	}()

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
	void AddIgnoredActor(const AActor* InIgnoreActor)
	{
		checkf(HostNumIgnored < 8, TEXT("the host knows eight ignored actors"));
		HostIgnored[HostNumIgnored++] = InIgnoreActor;
	}
	bool HostIgnores(const AActor* Actor) const
	{
		for (int32 Index = 0; Index < HostNumIgnored; ++Index)
			if (HostIgnored[Index] == Actor)
				return true;
		return false;
	}
	/// In place: a query takes no memory.
	const AActor* HostIgnored[8] = {};
	int32 HostNumIgnored = 0;
};
