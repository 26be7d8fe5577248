// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FMemoryReader and .../FMemoryWriter (hierarchy FArchive, FMemoryArchive).
#pragma once

#include "Serialization/Archive.h"

class FMemoryArchive : public FArchive
{
public:
	using FArchive::operator<<;
	FArchive& operator<<(FName& Name) override;
	void Seek(int64 InPosition) final { Offset = InPosition; }
	int64 Tell() final { return Offset; }

protected:
	int64 Offset = 0;
};
