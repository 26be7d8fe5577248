// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/replicate-actor-properties-in-unreal-engine (DOREPLIFETIME in GetLifetimeReplicatedProps), .../conditional-property-replication (DOREPLIFETIME_CONDITION), .../API/Runtime/CoreUObject/ELifetimeCondition; TriAxis-Games/RealtimeMeshComponent.
#pragma once

#include "UObject/Object.h"

enum ELifetimeCondition
{
	COND_None,
	COND_InitialOnly
};

/// Names a property that the server sends to its clients. Does not compile for one that does not exist.
#define DOREPLIFETIME_CONDITION(ClassName, PropertyName, InCondition)                                                                      \
	do                                                                                                                                     \
	{                                                                                                                                      \
		static_assert(sizeof(ClassName::PropertyName) > 0);                                                                                \
		FLifetimeProperty HostProperty;                                                                                                    \
		HostProperty.HostName = FName(TEXT(#PropertyName));                                                                                \
		HostProperty.bHostInitialOnly = InCondition == COND_InitialOnly;                                                                   \
		OutLifetimeProps.Add(HostProperty);                                                                                                \
	} while (false)
#define DOREPLIFETIME(ClassName, PropertyName) DOREPLIFETIME_CONDITION(ClassName, PropertyName, COND_None)
