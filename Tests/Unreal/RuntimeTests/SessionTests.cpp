// Copyright (c) 2026 The SPHSolids authors

#include "Bodies.h"
#include "Host/Engine.h"
#include "Host/Objects.h"
#include "SPHSolidActor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsWorldSubsystem.h"
#include "UObject/UObjectGlobals.h"

#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

using namespace RuntimeTests;

namespace
{

/// A hundred in a test; SPHSOLIDS_CYCLES asks for more, as for the figures of Docs/reliability.md.
int32 Cycles()
{
	const char* Wanted = std::getenv("SPHSOLIDS_CYCLES");
	return Wanted != nullptr ? std::atoi(Wanted) : 100;
}

/// Kilobytes of this process that are in memory.
int64 ResidentKilobytes()
{
	long long Pages = 0, Resident = 0;
	if (std::FILE* File = std::fopen("/proc/self/statm", "r"))
	{
		if (std::fscanf(File, "%lld %lld", &Pages, &Resident) != 2)
			Resident = 0;
		std::fclose(File);
	}
	return Resident * 4;
}

}

TEST(FLongSession, PlayInEditorStartsAndStopsWithoutLeavingAnythingBehind)
{
	Host::FEngine& Engine = Host::FEngine::Get();
	UWorld* Edited = Engine.CreateWorld(EWorldType::Editor, TEXT("Edited"));
	SpawnSolid(Edited, BoxAsset(), FTransform(FVector(0, 0, 100)));
	int32 ObjectsBefore = 0;
	int64 KilobytesBefore = 0;
	for (int32 Cycle = 0; Cycle < Cycles() + 10; ++Cycle)
	{
		UWorld* Played = Engine.StartPIE(Edited);
		Engine.Tick(1.0f / 60.0f);
		if (Cycle % 3 == 0) // a storm: something is spawned and gone before it was ever seen
			SpawnSolid(Played, BoxAsset(), FTransform(FVector(100, 0, 100)))->Destroy();
		if (Cycle % 5 != 0) // stopped in the middle of a frame's work, too
			Engine.Tick(1.0f / 60.0f);
		Engine.DestroyWorld(Played, EEndPlayReason::EndPlayInEditor);
		CollectGarbage(RF_NoFlags);
		if (Cycle == 9)
		{
			ObjectsBefore = Host::CountObjects();
			KilobytesBefore = ResidentKilobytes();
		}
	}
	EXPECT_EQ(Host::CountObjects(), ObjectsBefore);
	const int64 Grown = ResidentKilobytes() - KilobytesBefore;
	RecordProperty("grownKilobytes", static_cast<int>(Grown));
	EXPECT_LT(Grown, 8192) << "over " << Cycles() << " cycles";
	Engine.DestroyWorld(Edited);
	CollectGarbage(RF_NoFlags);
}

TEST(FLongSession, ActorsSpawnedAndDestroyedByTheHundredLeaveNothingInTheWorld)
{
	Host::FEngine& Engine = Host::FEngine::Get();
	UWorld* World = Engine.CreateWorld(EWorldType::Game);
	TArray<ASPHSolidActor*> Alive;
	int32 ObjectsBefore = 0;
	for (int32 Round = 0; Round < Cycles() + 20; ++Round)
	{
		Alive.Add(SpawnSolid(World, BoxAsset(), FTransform(FVector(Round % 7 * 60.0, Round % 5 * 60.0, 60))));
		if (Alive.Num() > 4)
		{
			const int32 Victim = Round * 7 % Alive.Num();
			Alive[Victim]->Destroy();
			Alive.RemoveAt(Victim);
		}
		Engine.Tick(1.0f / 60.0f);
		CollectGarbage(RF_NoFlags);
		if (Round == 19)
			ObjectsBefore = Host::CountObjects();
		ASSERT_LE(Alive.Num(), 4);
	}
	EXPECT_EQ(Host::CountObjects(), ObjectsBefore);
	for (ASPHSolidActor* Actor : Alive)
		EXPECT_TRUE(Actor->Solid->IsSimulatingBody());
	Engine.DestroyWorld(World);
	CollectGarbage(RF_NoFlags);
}
