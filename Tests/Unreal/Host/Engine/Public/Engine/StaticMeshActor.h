// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/AStaticMeshActor (GetStaticMeshComponent).
#pragma once

#include "Components/StaticMeshComponent.h"
#include "GameFramework/Actor.h"

#include "StaticMeshActor.generated.h"

UCLASS()
class AStaticMeshActor : public AActor
{
	GENERATED_BODY()

public:
	AStaticMeshActor()
	{
		StaticMeshComponent = CreateDefaultSubobject<UStaticMeshComponent>(TEXT("StaticMeshComponent0"));
		RootComponent = StaticMeshComponent;
	}
	UStaticMeshComponent* GetStaticMeshComponent() const { return StaticMeshComponent; }

private:
	UPROPERTY()
	TObjectPtr<UStaticMeshComponent> StaticMeshComponent;
};
