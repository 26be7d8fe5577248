// Copyright (c) 2026 The SPHSolids authors

#include "Components/BoxComponent.h"
#include "HAL/IConsoleManager.h"
#include "Host/ProcessorTime.h"
#include "PlayedWorld.h"
#include "Render/SPHSolidVertices.h"
#include "SPHSolidActor.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsSettings.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidsSimulation.h"

#include <World/AllocationCounter.h>

#include <algorithm>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

using namespace RuntimeTests;

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define RUNTIME_TESTS_COUNT_ALLOCATIONS 0
#else
#define RUNTIME_TESTS_COUNT_ALLOCATIONS 1
#endif

namespace
{

class FSolidCost : public FPlayedWorld
{
protected:
	FSolidCost()
		: FPlayedWorld([](USPHSolidsSettings& Settings) { Settings.BudgetMilliseconds = 0; })
	{
	}
	void Spawn(int32 Num)
	{
		for (int32 Count = 0; Count < Num; ++Count)
			SpawnSolid(World, BoxAsset(), FTransform(FVector(100.0 * (Count % 10), 100.0 * (Count / 10), 0)));
	}
	/// The tenth part of the values lies below it: times that other programs on the machine had no part in.
	static float Undisturbed(std::vector<float> Values)
	{
		std::sort(Values.begin(), Values.end());
		return Values[Values.size() / 10];
	}
};

}

#if !UE_BUILD_SHIPPING && RUNTIME_TESTS_COUNT_ALLOCATIONS
TEST_F(FSolidCost, FiftyMovingBodiesCostTheGameThreadLessThanATwentiethOfTheSolver)
{
	Spawn(50);
	Play(20);
	std::vector<float> GameThread, Solver;
	for (int32 Count = 0; Count < 60; ++Count)
	{
		Play(1);
		const FSPHSolidsFrameStats Stats = Simulation().Stats;
		ASSERT_EQ(Stats.AwakeBodies, 50);
		GameThread.push_back(Stats.GameThreadMilliseconds);
		Solver.push_back(Stats.SolverMilliseconds);
	}
	const float Share = Undisturbed(GameThread) / Undisturbed(Solver);
	RecordProperty("gameThreadMicroseconds", static_cast<int>(1000 * Undisturbed(GameThread)));
	RecordProperty("perMilleOfSolver", static_cast<int>(1000 * Share));
	EXPECT_LT(Share, 0.05f);
}

TEST_F(FSolidCost, FiftySleepingBodiesCostTheGameThreadLessThanATenthOfAMillisecond)
{
	Spawn(50);
	Play(2);
	for (const SPHSolids::BodyId Id : Simulation().Access().Bodies())
		Simulation().Access().Sleep(Id);
	Play(2);
	std::vector<float> Milliseconds;
	for (int32 Count = 0; Count < 60; ++Count)
	{
		Play(1);
		ASSERT_EQ(Simulation().Stats.SleepingBodies, 50);
		Milliseconds.push_back(Simulation().Stats.GameThreadMilliseconds);
	}
	RecordProperty("gameThreadMicroseconds", static_cast<int>(1000 * Undisturbed(Milliseconds)));
	EXPECT_LT(Undisturbed(Milliseconds), 0.1f);
}

TEST_F(FSolidCost, ThroughTheModuleAFrameOfFiftyBodiesIsTheSameMotionForATwentiethMoreWork)
{
	// Work is processor time of one thread, which others on the machine do not lengthen. Meshes are seen by nobody first: moving them is no
	// overhead over the core but something that the core does not do.
	IConsoleManager::Get().FindConsoleVariable(TEXT("sph.OneThread"))->Set(1);
	AActor* FloorActor = World->SpawnActor<AActor>();
	UBoxComponent* Floor = NewObject<UBoxComponent>(FloorActor);
	FloorActor->SetRootComponent(Floor);
	Floor->SetBoxExtent(FVector(2000, 2000, 50));
	Floor->SetWorldTransform(FTransform(FVector(0, 0, -80)));
	Floor->RegisterComponent();
	Spawn(50);
	SPHSolids::World& Module = Simulation().Access();
	const std::unique_ptr<SPHSolids::World> Bare = SPHSolids::World::Create(Module.Def()).TakeValue();
	SPHSolids::BoundaryDef Ground;
	Ground.shape = SPHSolids::Shape::Box({20, 20, 0.5}).Value();
	Ground.pose.position = {0, 0, -0.8};
	(void)Bare->AddBoundary(Ground);
	for (const SPHSolids::BodyId Id : Module.Bodies())
	{
		const SPHSolids::SolidBody& Body = *Module.Find(Id);
		SPHSolids::SolidBodyDef Def;
		Def.rest = Body.SharedRest();
		Def.material = Body.GetMaterial();
		Def.damping = Body.damping;
		Def.position = Body.origin;
		ASSERT_TRUE(Bare->AddBody(Def).IsOk());
	}
	const std::unique_ptr<SPHSolids::TaskRunner> Serial = SPHSolids::MakeSerialTaskRunner();
	const auto Milliseconds = [] { return 1e3 * Host::SecondsComputedByThread(); };
	constexpr float Frame = 1.0f / 60.0f;
	const auto Compare = [&](const char* Name)
	{
		std::vector<float> Through, Alone;
		for (int32 Count = 0; Count < 40; ++Count)
		{
			const double Start = Milliseconds();
			Simulation().Gather(Frame);
			Simulation().Publish();
			const double Middle = Milliseconds();
			Bare->Step(static_cast<double>(Frame), *Serial);
			const double End = Milliseconds();
			Through.push_back(static_cast<float>(Middle - Start));
			Alone.push_back(static_cast<float>(End - Middle));
		}
		// Who shares the caches can only add to it: the least disturbed frames of both tell what is theirs.
		const float Module = Undisturbed(Through), Core = Undisturbed(Alone);
		RecordProperty(std::string(Name) + "PerMille", static_cast<int>(1000 * Module / Core));
		RecordProperty(std::string(Name) + "ExtraMicroseconds", static_cast<int>(1000 * (Module - Core)));
		return Module / Core;
	};
	// Who else uses the caches changes from second to second; a module that really costs more does so every time.
	float Least = Compare("unseen");
	for (int32 Again = 0; Again < 9 && Least >= 1.05f; ++Again)
		Least = FMath::Min(Least, Compare("unseen"));
	EXPECT_LT(Least, 1.05f);
	EXPECT_EQ(Module.StateHash(), Bare->StateHash()) << "and the same bits";
	Play(2); // seen now
	Compare("seen");
	IConsoleManager::Get().FindConsoleVariable(TEXT("sph.OneThread"))->Set(0);
}

TEST_F(FSolidCost, APlayingFrameAllocatesNothing)
{
	// On one thread and without the engine around it: what is counted is the module and the core, render commands and tasks are not.
	IConsoleManager::Get().FindConsoleVariable(TEXT("sph.OneThread"))->Set(1);
	Spawn(8);
	Play(30);
	int64 Solved = 0, Published = 0;
	const auto Frame = [&]
	{
		const int64 Before = SPHSolids::Tests::CountedAllocationsOfThread();
		Simulation().Gather(1.0f / 60.0f);
		Solved += SPHSolids::Tests::CountedAllocationsOfThread() - Before;
		const int64 Between = SPHSolids::Tests::CountedAllocationsOfThread();
		Simulation().Publish();
		Published += SPHSolids::Tests::CountedAllocationsOfThread() - Between;
	};
	for (int32 Count = 0; Count < 4; ++Count)
	{
		Frame();
		Play(1);
	}
	Solved = Published = 0;
	for (int32 Count = 0; Count < 10; ++Count)
	{
		Frame();
		Play(1);
	}
	IConsoleManager::Get().FindConsoleVariable(TEXT("sph.OneThread"))->Set(0);
	EXPECT_EQ(Solved, 0) << "gathering, solving and skinning";
	EXPECT_EQ(Published, 0);
	for (int32 Index = 0; Index < World->PersistentLevel->Actors.Num(); ++Index)
		if (const USPHSolidComponent* Solid = World->PersistentLevel->Actors[Index]->FindComponentByClass<USPHSolidComponent>())
			EXPECT_LE(const_cast<USPHSolidComponent*>(Solid)->GetVertexPool().Num(), 4) << "sets of vertices go round";
}
#endif
