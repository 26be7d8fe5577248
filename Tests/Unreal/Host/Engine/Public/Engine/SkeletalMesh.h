// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/USkeletalMesh. Only there to be told apart from a static mesh.
#pragma once

#include "UObject/UObjectGlobals.h"

#include "SkeletalMesh.generated.h"

UCLASS()
class USkeletalMesh : public UObject
{
	GENERATED_BODY()
};
