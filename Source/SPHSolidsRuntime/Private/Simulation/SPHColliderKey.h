// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "UObject/WeakObjectPtr.h"

class UPrimitiveComponent;

/// Something of the level that can be bumped into: a component, one instance of an instanced mesh, or one square of a terrain.
struct FSPHColliderKey
{
	TWeakObjectPtr<UPrimitiveComponent> Component;
	/// The number of an instance, or the two of a square.
	FIntPoint Part = FIntPoint(INDEX_NONE, INDEX_NONE);

	bool operator==(const FSPHColliderKey& Other) const { return Component == Other.Component && Part == Other.Part; }
	friend uint32 GetTypeHash(const FSPHColliderKey& Key)
	{
		return HashCombine(GetTypeHash(Key.Component), HashCombine(GetTypeHash(Key.Part.X), GetTypeHash(Key.Part.Y)));
	}
};
