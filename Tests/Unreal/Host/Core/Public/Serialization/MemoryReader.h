// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FMemoryReader.
#pragma once

#include "Serialization/MemoryArchive.h"

class FMemoryReader : public FMemoryArchive
{
public:
	explicit FMemoryReader(const TArray<uint8>& InBytes, bool bIsPersistent = false)
		: Bytes(InBytes)
	{
		SetIsLoading(true);
		SetIsPersistent(bIsPersistent);
	}
	int64 TotalSize() override { return Bytes.Num(); }
	FString GetArchiveName() const override { return TEXT("FMemoryReader"); }
	/// Reading past the end is an error and reads nothing.
	void Serialize(void* Data, int64 Length) override;

private:
	const TArray<uint8>& Bytes;
};
