// Copyright (c) 2026 The SPHSolids authors

// A packaged game in small, in the Shipping configuration: the modules load, a level begins play, a soft body falls and is drawn, the level
// ends, and nothing is left over.

#include "Bodies.h"
#include "Host/Engine.h"
#include "Host/Objects.h"
#include "Host/Reflection.h"
#include "Modules/ModuleManager.h"
#include "SPHSolidActor.h"
#include "SPHSolidComponent.h"

#include <cstdio>

namespace
{

bool Expect(bool bTrue, const char* What)
{
	if (!bTrue)
		std::fprintf(stderr, "smoke: %s\n", What);
	return bTrue;
}

}

int main()
{
	Host::RegisterReflection();
	bool bGood = true;
	for (const TCHAR* Name : {TEXT("SPHSolidsCore"), TEXT("SPHSolidsRuntime")})
		bGood &= Expect(FModuleManager::Get().LoadModule(Name) != nullptr, "a module of the plugin does not load");
	bGood &= Expect(FModuleManager::Get().LoadModule(TEXT("SPHSolidsEditor")) == nullptr, "the editor module is part of the game");

	Host::FEngine& Engine = Host::FEngine::Get();
	// What is made once and stays (default objects, the default material) is made by a first, short world.
	UWorld* First = Engine.CreateWorld(EWorldType::Game);
	RuntimeTests::SpawnSolid(First, RuntimeTests::BoxAsset(), FTransform::Identity);
	Engine.Tick(1.0f / 60.0f);
	Engine.DestroyWorld(First);
	const int32 Before = Host::CountObjects();
	UWorld* World = Engine.CreateWorld(EWorldType::Game);
	AActor* Actor = World->SpawnActor<AActor>();
	USceneComponent* Root = NewObject<USceneComponent>(Actor);
	Actor->SetRootComponent(Root);
	Root->RegisterComponent();
	Actor->SetActorLocation(FVector(1, 2, 3));
	const ASPHSolidActor* Solid = RuntimeTests::SpawnSolid(World, RuntimeTests::BoxAsset(), FTransform(FVector(0, 0, 1000)));
	for (int32 Frame = 0; Frame < 60; ++Frame)
		Engine.Tick(1.0f / 60.0f);
	bGood &= Expect(Actor->HasActorBegunPlay() && Root->HasBegunPlay(), "the actor does not play");
	bGood &= Expect(FMath::IsNearlyEqual(World->GetTimeSeconds(), 1.0, 1e-4), "a second does not pass in sixty frames");
	bGood &= Expect(FMath::IsNearlyEqual(Solid->Solid->GetBodyCentre().Z, 510.0, 10.0), "a soft body does not fall");
	bGood &= Expect(Engine.DrawnMeshes(World).Num() == 2, "a soft body is not drawn");
	Engine.DestroyWorld(World);
	bGood &= Expect(Host::CountObjects() == Before, "objects are left over");
	Engine.Shutdown();
	return bGood ? 0 : 1;
}
