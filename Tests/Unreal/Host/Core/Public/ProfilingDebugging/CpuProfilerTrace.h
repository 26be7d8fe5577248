// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/developer-guide-to-tracing-in-unreal-engine; used as TRACE_CPUPROFILER_EVENT_SCOPE(Identifier) by CesiumGS/cesium-unreal and Algoryx/AGXUnreal.
#pragma once

#include "CoreTypes.h"

namespace Host
{

/// Counts how often each scope was entered, so that a test can see that it is there.
class FTraceScope
{
public:
	explicit FTraceScope(const char* InName);
	~FTraceScope();
	static uint64 Count(const char* Name);
	/// Scopes of this thread that are open: back at zero if every one was closed.
	static int32 Depth();
};

}

#define TRACE_CPUPROFILER_EVENT_SCOPE(Name) const Host::FTraceScope PREPROCESSOR_JOIN(HostTrace_, __LINE__)(#Name)
#define TRACE_CPUPROFILER_EVENT_SCOPE_STR(NameStr) const Host::FTraceScope PREPROCESSOR_JOIN(HostTrace_, __LINE__)(NameStr)
