// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/FSoftObjectPath.
#pragma once

#include "UObject/UObjectGlobals.h"

namespace Host
{
UObject* FindOrLoad(const FString& Path);
}

struct FSoftObjectPath
{
	FSoftObjectPath() = default;
	explicit FSoftObjectPath(const FString& InPath)
		: Path(InPath)
	{
	}
	explicit FSoftObjectPath(const UObject* Object)
		: Path(Object ? Object->GetPathName() : FString())
	{
	}
	FString ToString() const { return Path; }
	bool IsValid() const { return !Path.IsEmpty(); }
	bool IsNull() const { return Path.IsEmpty(); }
	void Reset() { Path.Empty(); }
	UObject* ResolveObject() const { return IsNull() ? nullptr : StaticFindObject(UObject::StaticClass(), nullptr, *Path); }
	UObject* TryLoad() const { return IsNull() ? nullptr : Host::FindOrLoad(Path); }
	bool operator==(const FSoftObjectPath& Other) const { return Path == Other.Path; }
	friend uint32 GetTypeHash(const FSoftObjectPath& Soft) { return GetTypeHash(Soft.Path); }
	friend FArchive& operator<<(FArchive& Ar, FSoftObjectPath& Soft) { return Ar << Soft.Path; }

private:
	FString Path;
};
