// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Stats/Stats.h"

DECLARE_STATS_GROUP(TEXT("SPHSolids"), STATGROUP_SPHSolids, STATCAT_Advanced);
DECLARE_CYCLE_STAT_EXTERN(TEXT("Gather (game thread)"), STAT_SPHSolids_Gather, STATGROUP_SPHSolids, );
DECLARE_CYCLE_STAT_EXTERN(TEXT("Solve (workers)"), STAT_SPHSolids_Solve, STATGROUP_SPHSolids, );
DECLARE_CYCLE_STAT_EXTERN(TEXT("Skin (workers)"), STAT_SPHSolids_Skin, STATGROUP_SPHSolids, );
DECLARE_CYCLE_STAT_EXTERN(TEXT("Wait for solve (game thread)"), STAT_SPHSolids_Wait, STATGROUP_SPHSolids, );
DECLARE_CYCLE_STAT_EXTERN(TEXT("Publish (game thread)"), STAT_SPHSolids_Publish, STATGROUP_SPHSolids, );
DECLARE_DWORD_COUNTER_STAT_EXTERN(TEXT("Awake bodies"), STAT_SPHSolids_Awake, STATGROUP_SPHSolids, );
DECLARE_DWORD_COUNTER_STAT_EXTERN(TEXT("Sleeping bodies"), STAT_SPHSolids_Sleeping, STATGROUP_SPHSolids, );
DECLARE_DWORD_COUNTER_STAT_EXTERN(TEXT("Solid particles"), STAT_SPHSolids_SolidParticles, STATGROUP_SPHSolids, );
DECLARE_DWORD_COUNTER_STAT_EXTERN(TEXT("Fluid particles"), STAT_SPHSolids_FluidParticles, STATGROUP_SPHSolids, );
DECLARE_DWORD_COUNTER_STAT_EXTERN(TEXT("Colliders"), STAT_SPHSolids_Colliders, STATGROUP_SPHSolids, );
DECLARE_DWORD_COUNTER_STAT_EXTERN(TEXT("Contacts"), STAT_SPHSolids_Contacts, STATGROUP_SPHSolids, );
DECLARE_DWORD_COUNTER_STAT_EXTERN(TEXT("Steps"), STAT_SPHSolids_Steps, STATGROUP_SPHSolids, );
