// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/UStaticMesh (GetBodySetup, SetBodySetup); rdeioris/glTFRuntime, Algoryx/AGXUnreal.
#pragma once

#include "PhysicsEngine/BodySetup.h"

#include "StaticMesh.generated.h"

UCLASS()
class UStaticMesh : public UObject
{
	GENERATED_BODY()

public:
	UBodySetup* GetBodySetup() const { return BodySetup; }
	void SetBodySetup(UBodySetup* InBodySetup) { BodySetup = InBodySetup; }

private:
	UPROPERTY()
	TObjectPtr<UBodySetup> BodySetup;
};
