// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/TBulkData (Lock, Unlock, Realloc only under a read-write lock, SerializeWithFlags, GetBulkDataSize), .../EBulkDataFlags, .../EBulkDataLockFlags.
#pragma once

#include "CoreMinimal.h"

class UObject;

enum EBulkDataFlags : uint32
{
	BULKDATA_None = 0,
	BULKDATA_SerializeCompressedZLIB = 1 << 1,
	BULKDATA_SingleUse = 1 << 3,
	BULKDATA_ForceInlinePayload = 1 << 6,
	BULKDATA_Force_NOT_InlinePayload = 1 << 10
};

enum EBulkDataLockFlags
{
	LOCK_READ_ONLY = 1,
	LOCK_READ_WRITE = 2
};

/// A block of bytes beside the properties of an asset. Locked while somebody looks at it; a lock forgotten or doubled stops the program.
class FByteBulkData
{
public:
	using ElementType = uint8;

	FByteBulkData() = default;
	~FByteBulkData() { HOST_CHECK(LockState == 0, "bulk data died while it was locked"); }
	FByteBulkData(const FByteBulkData&) = delete;
	FByteBulkData& operator=(const FByteBulkData&) = delete;

	int64 GetElementCount() const { return Bytes.Num(); }
	int64 GetBulkDataSize() const { return Bytes.Num(); }
	int32 GetElementSize() const { return 1; }
	bool IsBulkDataLoaded() const { return true; }
	bool IsLocked() const { return LockState != 0; }
	uint32 GetBulkDataFlags() const { return Flags; }
	void SetBulkDataFlags(uint32 InFlags) { Flags |= InFlags; }
	void ResetBulkDataFlags(uint32 InFlags) { Flags = InFlags; }
	void RemoveBulkData()
	{
		check(!IsLocked());
		Bytes.Empty();
	}

	const void* LockReadOnly() const
	{
		HOST_CHECK(LockState >= 0, "bulk data is locked for writing");
		++LockState;
		return Bytes.GetData();
	}
	void* Lock(uint32 LockFlags)
	{
		if (LockFlags == LOCK_READ_ONLY)
			return const_cast<void*>(LockReadOnly());
		HOST_CHECK(LockState == 0, "bulk data is locked already");
		LockState = -1;
		return Bytes.GetData();
	}
	/// Only under a read-write lock. What was there before is kept as far as it fits.
	uint8* Realloc(int64 ElementCount)
	{
		HOST_CHECK(LockState == -1, "Realloc of bulk data without a read-write lock");
		Bytes.SetNumZeroed(static_cast<int32>(ElementCount));
		return Bytes.GetData();
	}
	void Unlock() const
	{
		HOST_CHECK(LockState != 0, "Unlock of bulk data that is not locked");
		LockState = LockState < 0 ? 0 : LockState - 1;
	}
	void Serialize(FArchive& Ar, UObject* Owner, bool bAttemptFileMapping = false)
	{
		SerializeWithFlags(Ar, Owner, Flags, bAttemptFileMapping);
	}
	void SerializeWithFlags(FArchive& Ar, UObject*, uint32 SaveOverrideFlags, bool = false)
	{
		HOST_CHECK(!IsLocked(), "Serialize of locked bulk data");
		uint32 Stored = Ar.IsSaving() ? SaveOverrideFlags : Flags;
		Ar << Stored << Bytes;
		if (Ar.IsLoading())
			Flags = Stored;
	}

private:
	TArray<uint8> Bytes;
	uint32 Flags = BULKDATA_None;
	/// Readers, or -1 for a writer.
	mutable int32 LockState = 0;
};
