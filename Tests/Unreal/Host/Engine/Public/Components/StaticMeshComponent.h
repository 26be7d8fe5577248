// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/UStaticMeshComponent (SetStaticMesh, GetStaticMesh, GetBodySetup). Draws nothing here.
#pragma once

#include "Components/MeshComponent.h"
#include "Engine/StaticMesh.h"

#include "StaticMeshComponent.generated.h"

UCLASS()
class UStaticMeshComponent : public UMeshComponent
{
	GENERATED_BODY()

public:
	virtual bool SetStaticMesh(UStaticMesh* NewMesh);
	UStaticMesh* GetStaticMesh() const { return StaticMesh; }
	virtual UBodySetup* GetBodySetup() override { return StaticMesh ? StaticMesh->GetBodySetup() : nullptr; }

private:
	UPROPERTY()
	TObjectPtr<UStaticMesh> StaticMesh;
};
