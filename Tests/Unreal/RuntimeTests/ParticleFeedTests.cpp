// Copyright (c) 2026 The SPHSolids authors

#include "Bodies.h"
#include "Host/Engine.h"
#include "Host/Program.h"
#include "Misc/AutomationTest.h"
#include "NiagaraComponent.h"
#include "SPHNiagaraFeedComponent.h"
#include "SPHSolidActor.h"
#include "SPHSolidComponent.h"

#include <gtest/gtest.h>

using namespace RuntimeTests;

namespace
{

class FFeedPlay : public testing::Test
{
protected:
	FFeedPlay()
	{
		World = Engine.CreateWorld(EWorldType::Game);
		Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(100, 200, 300)));
	}
	~FFeedPlay() override { Engine.DestroyWorld(World); }
	UNiagaraComponent* AddNiagara(std::initializer_list<const TCHAR*> Parameters)
	{
		UNiagaraComponent* Niagara = NewObject<UNiagaraComponent>(Actor);
		for (const TCHAR* Name : Parameters)
			Niagara->HostAddParameter(Name);
		Niagara->RegisterComponent();
		return Niagara;
	}
	void AddFeed()
	{
		USPHNiagaraFeedComponent* Feed = NewObject<USPHNiagaraFeedComponent>(Actor);
		Feed->Source = ESPHParticleSource::SolidOfActor;
		Feed->RegisterComponent();
	}
	void Play(int32 Frames)
	{
		for (int32 Count = 0; Count < Frames; ++Count)
			Engine.Tick(1.0f / 60.0f);
	}

	Host::FEngine& Engine = Host::FEngine::Get();
	UWorld* World;
	ASPHSolidActor* Actor;
};

}

TEST_F(FFeedPlay, NiagaraGetsPlacesVelocitiesAndCount)
{
	UNiagaraComponent* Niagara = AddNiagara({TEXT("SPHPositions"), TEXT("SPHVelocities"), TEXT("SPHCount")});
	AddFeed();
	Play(10);
	EXPECT_EQ(Niagara->HostPositions[TEXT("SPHPositions")], Actor->Solid->GetParticleLocations());
	EXPECT_EQ(Niagara->HostIntegers[TEXT("SPHCount")], 125);
	const FVector4 First = Niagara->HostVectors[TEXT("SPHVelocities")][0];
	EXPECT_NEAR(First.Z, Actor->Solid->GetBodyVelocity().Z, 1.0);
	EXPECT_NEAR(First.W, 4.0, 1e-5);
	for (const FVector& Place : Actor->Solid->GetParticleLocations())
		EXPECT_TRUE(Niagara->HostBounds.IsInside(Niagara->GetComponentTransform().InverseTransformPosition(Place)));
}

TEST_F(FFeedPlay, ASystemWithoutTheParametersWarnsOnceAndNiagaraNever)
{
	const Host::FLogCapture Log;
	AddNiagara({});
	AddFeed();
	Play(10);
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning, TEXT("SPHPositions")), 1);
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning, TEXT("There is no user parameter")), 0);
}

TEST_F(FFeedPlay, AFeedWithoutNiagaraSaysSo)
{
	const Host::FLogCapture Log;
	AddFeed();
	Play(5);
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning, TEXT("no Niagara component")), 1);
}

TEST_F(FFeedPlay, ASavedBodyGoesOnWhereItWas)
{
	Play(20);
	const TArray<uint8> Saved = Actor->Solid->SaveBodyState();
	const TArray<FVector> Places = Actor->Solid->GetParticleLocations();
	const FVector Velocity = Actor->Solid->GetBodyVelocity();
	Play(20);
	ASSERT_TRUE(Actor->Solid->LoadBodyState(Saved));
	EXPECT_EQ(Actor->Solid->GetParticleLocations(), Places);
	EXPECT_EQ(Actor->Solid->GetBodyVelocity(), Velocity);
	TArray<uint8> Damaged = Saved;
	Damaged[0] ^= 1;
	EXPECT_FALSE(Actor->Solid->LoadBodyState(Damaged));
	Damaged = Saved;
	Damaged.SetNum(Saved.Num() - 4);
	EXPECT_FALSE(Actor->Solid->LoadBodyState(Damaged));
	EXPECT_FALSE(Actor->Solid->LoadBodyState({}));
	EXPECT_EQ(Actor->Solid->GetParticleLocations(), Places);
}

TEST(Specs, ThePluginsOwnAutomationTestsPassHereToo)
{
	int32 Examples = 0;
	for (FAutomationSpecBase* Spec : FAutomationSpecBase::HostAll())
	{
		Examples += Spec->HostRun();
		for (const FString& Error : Spec->HostErrors)
			ADD_FAILURE() << TCHAR_TO_UTF8(*(Spec->HostName + TEXT(" ") + Error));
	}
	EXPECT_GE(Examples, 12);
}
