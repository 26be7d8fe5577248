// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "ActorFactories/ActorFactory.h"

#include "SPHSolidActorFactory.generated.h"

/** Makes an SPH Solid actor of a body asset that is dragged into the level. */
UCLASS()
class USPHSolidActorFactory : public UActorFactory
{
	GENERATED_BODY()

public:
	USPHSolidActorFactory();
	virtual bool CanCreateActorFrom(const FAssetData& AssetData, FText& OutErrorMsg) override;
	virtual void PostSpawnActor(UObject* Asset, AActor* NewActor) override;
	virtual UObject* GetAssetFromActorInstance(AActor* ActorInstance) override;
};
