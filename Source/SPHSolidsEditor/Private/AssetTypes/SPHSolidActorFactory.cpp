// Copyright (c) 2026 The SPHSolids authors

#include "AssetTypes/SPHSolidActorFactory.h"

#include "SPHSolidActor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "Templates/Casts.h"

#define LOCTEXT_NAMESPACE "SPHSolids"

USPHSolidActorFactory::USPHSolidActorFactory()
{
	DisplayName = LOCTEXT("ActorFactory", "SPH Solid");
	NewActorClass = ASPHSolidActor::StaticClass();
}

bool USPHSolidActorFactory::CanCreateActorFrom(const FAssetData& AssetData, FText& OutErrorMsg)
{
	if (AssetData.IsValid() && AssetData.IsInstanceOf(USPHSolidBodyAsset::StaticClass()))
		return true;
	OutErrorMsg = LOCTEXT("NotABody", "An SPH Solid needs a baked body; bake a static mesh first.");
	return false;
}

void USPHSolidActorFactory::PostSpawnActor(UObject* Asset, AActor* NewActor)
{
	Super::PostSpawnActor(Asset, NewActor);
	USPHSolidBodyAsset* Body = Cast<USPHSolidBodyAsset>(Asset);
	ASPHSolidActor* Actor = Cast<ASPHSolidActor>(NewActor);
	if (Body && Actor)
		Actor->Solid->SetBody(Body);
}

UObject* USPHSolidActorFactory::GetAssetFromActorInstance(AActor* ActorInstance)
{
	const ASPHSolidActor* Actor = Cast<ASPHSolidActor>(ActorInstance);
	return Actor ? Actor->Solid->Body.Get() : nullptr;
}

#undef LOCTEXT_NAMESPACE
