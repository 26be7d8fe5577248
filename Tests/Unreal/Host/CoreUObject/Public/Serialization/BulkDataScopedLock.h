// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/TBulkDataScopedReadLock (GetData, GetView, Num), .../TBulkDataScopedWriteLock.
#pragma once

#include "Serialization/BulkData.h"

template <typename T>
class TBulkDataScopedReadLock
{
public:
	[[nodiscard]] explicit TBulkDataScopedReadLock(const FByteBulkData& InBulkData)
		: BulkData(InBulkData)
		, Data(static_cast<const T*>(InBulkData.LockReadOnly()))
	{
	}
	~TBulkDataScopedReadLock() { BulkData.Unlock(); }
	TBulkDataScopedReadLock(const TBulkDataScopedReadLock&) = delete;
	const T* GetData() const { return Data; }
	int64 Num() const { return BulkData.GetElementCount(); }
	TConstArrayView<T> GetView() const { return TConstArrayView<T>(Data, static_cast<int32>(Num())); }

private:
	const FByteBulkData& BulkData;
	const T* Data;
};

template <typename T>
class TBulkDataScopedWriteLock
{
public:
	[[nodiscard]] explicit TBulkDataScopedWriteLock(FByteBulkData& InBulkData)
		: BulkData(InBulkData)
		, Data(static_cast<T*>(InBulkData.Lock(LOCK_READ_WRITE)))
	{
	}
	~TBulkDataScopedWriteLock() { BulkData.Unlock(); }
	TBulkDataScopedWriteLock(const TBulkDataScopedWriteLock&) = delete;
	T* GetData() const { return Data; }
	T* Realloc(int64 ElementCount) { return Data = BulkData.Realloc(ElementCount); }

private:
	FByteBulkData& BulkData;
	T* Data;
};
