// Copyright (c) 2026 The SPHSolids authors

#include "Bodies.h"
#include "HAL/IConsoleManager.h"
#include "Host/Engine.h"
#include "Render/SPHSolidVertices.h"
#include "SPHSolidActor.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsSettings.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidsSimulation.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <vector>

#include <gtest/gtest.h>

using namespace RuntimeTests;

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define RUNTIME_TESTS_COUNT_ALLOCATIONS 0
#else
#define RUNTIME_TESTS_COUNT_ALLOCATIONS 1
#endif

#if RUNTIME_TESTS_COUNT_ALLOCATIONS
namespace
{
/// Of this thread: the render thread goes its own way.
thread_local int64 Allocations = 0;
}

void* operator new(std::size_t Size)
{
	++Allocations;
	return std::malloc(Size);
}
void* operator new(std::size_t Size, std::align_val_t Alignment)
{
	++Allocations;
	const std::size_t Step = static_cast<std::size_t>(Alignment);
	return std::aligned_alloc(Step, (Size + Step - 1) / Step * Step);
}
void operator delete(void* Memory) noexcept
{
	std::free(Memory);
}
void operator delete(void* Memory, std::size_t) noexcept
{
	std::free(Memory);
}
void operator delete(void* Memory, std::align_val_t) noexcept
{
	std::free(Memory);
}
void operator delete(void* Memory, std::size_t, std::align_val_t) noexcept
{
	std::free(Memory);
}
#endif

namespace
{

class FSolidCost : public testing::Test
{
protected:
	FSolidCost()
	{
		GetMutableDefault<USPHSolidsSettings>()->BudgetMilliseconds = 0;
		World = Engine.CreateWorld(EWorldType::Game);
	}
	~FSolidCost() override { Engine.DestroyWorld(World); }
	void Spawn(int32 Num)
	{
		for (int32 Count = 0; Count < Num; ++Count)
			SpawnSolid(World, BoxAsset(), FTransform(FVector(100.0 * (Count % 10), 100.0 * (Count / 10), 0)));
	}
	void Play(int32 Frames)
	{
		for (int32 Count = 0; Count < Frames; ++Count)
			Engine.Tick(1.0f / 60.0f);
	}
	FSPHSolidsSimulation& Simulation() const { return *World->GetSubsystem<USPHSolidsWorldSubsystem>()->GetSimulation(); }
	static float Median(std::vector<float> Values)
	{
		std::nth_element(Values.begin(), Values.begin() + static_cast<std::ptrdiff_t>(Values.size() / 2), Values.end());
		return Values[Values.size() / 2];
	}

	FSettingsScope Keep;
	Host::FEngine& Engine = Host::FEngine::Get();
	UWorld* World;
};

}

#if !UE_BUILD_SHIPPING && RUNTIME_TESTS_COUNT_ALLOCATIONS
TEST_F(FSolidCost, FiftyMovingBodiesCostTheGameThreadLessThanATwentiethOfTheSolver)
{
	Spawn(50);
	Play(20);
	std::vector<float> Shares, Milliseconds;
	for (int32 Count = 0; Count < 60; ++Count)
	{
		Play(1);
		const FSPHSolidsFrameStats Stats = Simulation().Stats;
		ASSERT_EQ(Stats.AwakeBodies, 50);
		Shares.push_back(Stats.GameThreadMilliseconds / Stats.SolverMilliseconds);
		Milliseconds.push_back(Stats.GameThreadMilliseconds);
	}
	RecordProperty("gameThreadMicroseconds", static_cast<int>(1000 * Median(Milliseconds)));
	RecordProperty("perMilleOfSolver", static_cast<int>(1000 * Median(Shares)));
	EXPECT_LT(Median(Shares), 0.05f);
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
	RecordProperty("gameThreadMicroseconds", static_cast<int>(1000 * Median(Milliseconds)));
	EXPECT_LT(Median(Milliseconds), 0.1f);
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
		const int64 Before = Allocations;
		Simulation().Gather(1.0f / 60.0f);
		Solved += Allocations - Before;
		const int64 Between = Allocations;
		Simulation().Publish();
		Published += Allocations - Between;
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
