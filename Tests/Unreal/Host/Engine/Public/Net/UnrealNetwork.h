// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/replicate-actor-properties-in-unreal-engine (DOREPLIFETIME in GetLifetimeReplicatedProps); TriAxis-Games/RealtimeMeshComponent.
#pragma once

#include "UObject/Object.h"

/// Names a property that the server sends to its clients. Does not compile for one that does not exist.
#define DOREPLIFETIME(ClassName, PropertyName)                                                                                             \
	do                                                                                                                                     \
	{                                                                                                                                      \
		static_assert(sizeof(ClassName::PropertyName) > 0);                                                                                \
		FLifetimeProperty HostProperty;                                                                                                    \
		HostProperty.HostName = FName(TEXT(#PropertyName));                                                                                \
		OutLifetimeProps.Add(HostProperty);                                                                                                \
	} while (false)
