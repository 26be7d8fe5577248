// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FMemoryWriter.
#pragma once

#include "Serialization/MemoryArchive.h"

class FMemoryWriter : public FMemoryArchive
{
public:
	explicit FMemoryWriter(TArray<uint8>& InBytes, bool bIsPersistent = false, bool bSetOffset = false)
		: Bytes(InBytes)
	{
		SetIsSaving(true);
		SetIsPersistent(bIsPersistent);
		if (bSetOffset)
			Offset = InBytes.Num();
	}
	int64 TotalSize() override { return Bytes.Num(); }
	FString GetArchiveName() const override { return TEXT("FMemoryWriter"); }
	void Serialize(void* Data, int64 Length) override;

private:
	TArray<uint8>& Bytes;
};
