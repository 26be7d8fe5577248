// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/unreal-engine-stats-system-overview (groups, cycle counters, counters), dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/TStatId; CesiumGS/cesium-unreal for RETURN_QUICK_DECLARE_CYCLE_STAT.
#pragma once

#include "Containers/UnrealString.h"

#include <atomic>

/// What the engine's stat system counts, kept so that tests can look: calls and milliseconds of scopes, values of counters.
namespace Host
{

struct FStat
{
	const char* Id;
	const TCHAR* Name;
	const char* Group;
	std::atomic<uint64> Calls{0};
	std::atomic<uint64> Nanoseconds{0};
	std::atomic<int64> Integer{0};
	std::atomic<double> Real{0};

	FStat(const char* InId, const TCHAR* InName, const char* InGroup);
};

class FScopeCycleCounter
{
public:
	explicit FScopeCycleCounter(FStat& InStat);
	~FScopeCycleCounter();

private:
	FStat& Stat;
	uint64 Start;
};

/// Null if no such stat exists. @param Id As in the code, for example "STAT_SPHSolids_Step".
const FStat* FindStat(const char* Id);
/// Shows a group, as `stat GroupName` does on screen.
FString DescribeStatGroup(const char* Group);

}

struct TStatId
{
	TStatId() = default;
	explicit TStatId(Host::FStat* InStat)
		: Stat(InStat)
	{
	}
	bool IsValidStat() const { return Stat != nullptr; }
	Host::FStat* Stat = nullptr;
};

#define STATCAT_Advanced
#define DECLARE_STATS_GROUP(Description, GroupId, Category)                                                                                \
	struct FStatGroup_##GroupId                                                                                                            \
	{                                                                                                                                      \
		static constexpr const char* Id = #GroupId;                                                                                        \
	}
DECLARE_STATS_GROUP(TEXT("Tickables"), STATGROUP_Tickables, STATCAT_Advanced);
DECLARE_STATS_GROUP(TEXT("Quick"), STATGROUP_Quick, STATCAT_Advanced);

#define HOST_DECLARE_STAT(CounterName, StatId, GroupId)                                                                                    \
	struct FStat_##StatId                                                                                                                  \
	{                                                                                                                                      \
		static Host::FStat& Get()                                                                                                          \
		{                                                                                                                                  \
			static Host::FStat Stat(#StatId, CounterName, FStatGroup_##GroupId::Id);                                                       \
			return Stat;                                                                                                                   \
		}                                                                                                                                  \
	}
#define DECLARE_CYCLE_STAT(CounterName, StatId, GroupId) HOST_DECLARE_STAT(CounterName, StatId, GroupId)
#define DECLARE_DWORD_COUNTER_STAT(CounterName, StatId, GroupId) HOST_DECLARE_STAT(CounterName, StatId, GroupId)
#define DECLARE_DWORD_ACCUMULATOR_STAT(CounterName, StatId, GroupId) HOST_DECLARE_STAT(CounterName, StatId, GroupId)
#define DECLARE_FLOAT_COUNTER_STAT(CounterName, StatId, GroupId) HOST_DECLARE_STAT(CounterName, StatId, GroupId)
#define DECLARE_MEMORY_STAT(CounterName, StatId, GroupId) HOST_DECLARE_STAT(CounterName, StatId, GroupId)
#define DECLARE_CYCLE_STAT_EXTERN(CounterName, StatId, GroupId, API) HOST_DECLARE_STAT(CounterName, StatId, GroupId)
#define DECLARE_DWORD_COUNTER_STAT_EXTERN(CounterName, StatId, GroupId, API) HOST_DECLARE_STAT(CounterName, StatId, GroupId)
#define DECLARE_FLOAT_COUNTER_STAT_EXTERN(CounterName, StatId, GroupId, API) HOST_DECLARE_STAT(CounterName, StatId, GroupId)
#define DECLARE_MEMORY_STAT_EXTERN(CounterName, StatId, GroupId, API) HOST_DECLARE_STAT(CounterName, StatId, GroupId)
#define DEFINE_STAT(StatId) static_assert(sizeof(FStat_##StatId) > 0)

#if STATS
#define SCOPE_CYCLE_COUNTER(StatId) const Host::FScopeCycleCounter PREPROCESSOR_JOIN(HostCycle_, __LINE__)(FStat_##StatId::Get())
#define QUICK_SCOPE_CYCLE_COUNTER(StatId)                                                                                                  \
	HOST_DECLARE_STAT(TEXT(#StatId), StatId, STATGROUP_Quick);                                                                             \
	SCOPE_CYCLE_COUNTER(StatId)
#define RETURN_QUICK_DECLARE_CYCLE_STAT(StatId, GroupId)                                                                                   \
	HOST_DECLARE_STAT(TEXT(#StatId), StatId, GroupId);                                                                                     \
	return TStatId(&FStat_##StatId::Get())
#define GET_STATID(StatId) TStatId(&FStat_##StatId::Get())
#define SET_DWORD_STAT(StatId, Value) FStat_##StatId::Get().Integer.store(static_cast<int64>(Value))
#define INC_DWORD_STAT(StatId) FStat_##StatId::Get().Integer.fetch_add(1)
#define DEC_DWORD_STAT(StatId) FStat_##StatId::Get().Integer.fetch_sub(1)
#define INC_DWORD_STAT_BY(StatId, Amount) FStat_##StatId::Get().Integer.fetch_add(static_cast<int64>(Amount))
#define SET_MEMORY_STAT(StatId, Value) FStat_##StatId::Get().Integer.store(static_cast<int64>(Value))
#define SET_FLOAT_STAT(StatId, Value) FStat_##StatId::Get().Real.store(static_cast<double>(Value))
#else
#define SCOPE_CYCLE_COUNTER(StatId)
#define QUICK_SCOPE_CYCLE_COUNTER(StatId)
#define RETURN_QUICK_DECLARE_CYCLE_STAT(StatId, GroupId) return TStatId()
#define GET_STATID(StatId) TStatId()
#define SET_DWORD_STAT(StatId, Value)
#define INC_DWORD_STAT(StatId)
#define DEC_DWORD_STAT(StatId)
#define INC_DWORD_STAT_BY(StatId, Amount)
#define SET_MEMORY_STAT(StatId, Value)
#define SET_FLOAT_STAT(StatId, Value)
#endif
