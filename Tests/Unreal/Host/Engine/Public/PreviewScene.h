// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/FPreviewScene (ConstructionValues, AddComponent, RemoveComponent, GetWorld).
#pragma once

#include "Components/ActorComponent.h"
#include "Math/Transform.h"

class FPreviewScene
{
public:
	struct ConstructionValues
	{
	};
	explicit FPreviewScene(ConstructionValues CVS = ConstructionValues());
	virtual ~FPreviewScene();
	FPreviewScene(const FPreviewScene&) = delete;
	virtual void AddComponent(UActorComponent* Component, const FTransform& LocalToWorld, bool bAttachToRoot = false);
	virtual void RemoveComponent(UActorComponent* Component);
	virtual UWorld* GetWorld() const { return PreviewWorld; }

private:
	UWorld* PreviewWorld;
	TArray<UActorComponent*> Components;
};
