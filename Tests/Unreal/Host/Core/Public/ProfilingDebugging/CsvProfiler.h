// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/csv-profiler?application_version=4.27 (CSV_DEFINE_CATEGORY once per category in a source file, CSV_SCOPED_TIMING_STAT, CSV_CUSTOM_STAT).
#pragma once

#include "ProfilingDebugging/CpuProfilerTrace.h"

enum class ECsvCustomStatOp : uint8
{
	Set,
	Min,
	Max,
	Accumulate
};

namespace Host
{
void SetCsvStat(const char* Category, const char* Stat, double Value, ECsvCustomStatOp Operation);
double GetCsvStat(const char* Category, const char* Stat);
}

#define CSV_DEFINE_CATEGORY(CategoryName, bDefaultValue)                                                                                   \
	[[maybe_unused]] static constexpr const char* HostCsvCategory_##CategoryName = #CategoryName
#define CSV_DECLARE_CATEGORY_EXTERN(CategoryName) static_assert(true)
#define CSV_SCOPED_TIMING_STAT(Category, StatName)                                                                                         \
	const Host::FTraceScope PREPROCESSOR_JOIN(HostCsv_, __LINE__)("CSV_" #Category "_" #StatName)
#define CSV_CUSTOM_STAT(Category, StatName, Value, Op) Host::SetCsvStat(#Category, #StatName, static_cast<double>(Value), Op)
