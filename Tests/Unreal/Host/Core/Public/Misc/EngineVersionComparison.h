// Copyright (c) 2026 The SPHSolids authors
// Checked against: Algoryx/AGXUnreal and pafuhana1213/KawaiiPhysics, which guard with UE_VERSION_OLDER_THAN from this header.
#pragma once

#if !defined(ENGINE_MAJOR_VERSION) || !defined(ENGINE_MINOR_VERSION)
#error "The build must define ENGINE_MAJOR_VERSION and ENGINE_MINOR_VERSION; the host's CMake file sets them per configuration."
#endif
#define ENGINE_PATCH_VERSION 0

#define UE_VERSION_NEWER_THAN(Major, Minor, Patch)                                                                                         \
	(ENGINE_MAJOR_VERSION > (Major)                                                                                                        \
		|| (ENGINE_MAJOR_VERSION == (Major)                                                                                                \
			&& (ENGINE_MINOR_VERSION > (Minor) || (ENGINE_MINOR_VERSION == (Minor) && ENGINE_PATCH_VERSION > (Patch)))))
#define UE_VERSION_OLDER_THAN(Major, Minor, Patch)                                                                                         \
	(ENGINE_MAJOR_VERSION < (Major)                                                                                                        \
		|| (ENGINE_MAJOR_VERSION == (Major)                                                                                                \
			&& (ENGINE_MINOR_VERSION < (Minor) || (ENGINE_MINOR_VERSION == (Minor) && ENGINE_PATCH_VERSION < (Patch)))))
