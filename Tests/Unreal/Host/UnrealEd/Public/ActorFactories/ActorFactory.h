// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/UActorFactory (CanCreateActorFrom(FAssetData, FText&), PostSpawnActor(UObject*, AActor*), GetAssetFromActorInstance, DisplayName, NewActorClass, bUseSurfaceOrientation); sideeffects/HoudiniEngineForUnreal.
#pragma once

#include "AssetRegistry/AssetData.h"
#include "GameFramework/Actor.h"
#include "Templates/SubclassOf.h"

#include "ActorFactory.generated.h"

UCLASS(Abstract)
class UActorFactory : public UObject
{
	GENERATED_BODY()

public:
	virtual bool CanCreateActorFrom(const FAssetData& AssetData, FText& OutErrorMsg) { return false; }
	virtual void PostSpawnActor(UObject* Asset, AActor* NewActor) {}
	virtual UObject* GetAssetFromActorInstance(AActor* ActorInstance) { return nullptr; }

	UPROPERTY()
	FText DisplayName;

	UPROPERTY()
	TSubclassOf<AActor> NewActorClass;

	/** For the host's own use: what dragging an asset into the level does. */
	AActor* HostDrop(UObject* Asset, UWorld* World, const FTransform& Place);
};
