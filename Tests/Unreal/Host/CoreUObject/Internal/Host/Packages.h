// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "UObject/StrongObjectPtr.h"
#include "UObject/UObjectGlobals.h"

namespace Host
{

/// What a .uasset file is to the engine: the object with everything inside it, its custom versions, its bulk data.
/// References to objects outside become paths.
TArray<uint8> SaveAsset(UObject* Asset);

/// Null, with `OutError` saying why, for bytes that are no asset. Objects get PostLoad after all of them were read.
UObject* LoadAsset(const TArray<uint8>& Bytes, UObject* Outer, FName Name, FString* OutError = nullptr);

/// One object as it was, without what is inside it. Keeps the objects that it names alive.
struct FSnapshot
{
	TArray<uint8> Bytes;
	TArray<UObject*> Named;
	TMap<FGuid, int32> Versions;
	TArray<TStrongObjectPtr<UObject>> Alive;
};
FSnapshot TakeSnapshot(UObject* Object);
void RestoreSnapshot(UObject* Object, const FSnapshot& Snapshot);

/// What the editor adds to objects: undo, and assets that come from files when they are asked for. None in a game.
struct FPackageHooks
{
	TFunction<bool(UObject*)> Modify;
	TFunction<UObject*(const FString&)> LoadMissing;
};
FPackageHooks& PackageHooks();
/// By path, from memory or else from a file.
UObject* FindOrLoad(const FString& Path);

}
