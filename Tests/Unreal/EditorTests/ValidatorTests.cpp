// Copyright (c) 2026 The SPHSolids authors

#include "Components/StaticMeshComponent.h"
#include "Engine/StaticMesh.h"
#include "Engine/StaticMeshActor.h"
#include "Host/Engine.h"
#include "Meshes.h"
#include "SPHPinComponent.h"
#include "SPHSolidActor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidMaterial.h"
#include "SPHSolidsEditorSettings.h"
#include "Validate/SPHBodyValidator.h"
#include "Validate/SPHLevelValidator.h"
#include "Validate/SPHMaterialValidator.h"

using namespace EditorTests;

class Validator : public FEditorTest
{
protected:
	void SetUp() override
	{
		FEditorTest::SetUp();
		World = Host::FEngine::Get().CreateWorld(EWorldType::Editor, TEXT("Validated"));
		Body = BakeQuickly(MakeBox(TEXT("ValidBox")));
	}
	void TearDown() override
	{
		Host::FEngine::Get().DestroyWorld(World);
		FEditorTest::TearDown();
	}
	ASPHSolidActor* Put(const FVector& Place, USPHSolidBodyAsset* Asset)
	{
		ASPHSolidActor* Actor = World->SpawnActor<ASPHSolidActor>(Place, FRotator(0, 0, 0));
		Actor->Solid->SetBody(Asset);
		return Actor;
	}
	/// All warnings and errors of a level in one text.
	FString Check()
	{
		USPHLevelValidator* Level = NewObject<USPHLevelValidator>();
		Result = Level->HostValidate(World);
		return FString::Join(Level->HostErrors, TEXT("\n")) + TEXT("\n") + FString::Join(Level->HostWarnings, TEXT("\n"));
	}
	UWorld* World = nullptr;
	USPHSolidBodyAsset* Body = nullptr;
	EDataValidationResult Result = EDataValidationResult::NotValidated;
};

TEST_F(Validator, AGoodLevelPassesWithoutAWord)
{
	Put(FVector(0, 0, 100), Body);
	Put(FVector(200, 0, 100), Body);
	EXPECT_EQ(Check().TrimStartAndEnd(), FString());
	EXPECT_EQ(Result, EDataValidationResult::Valid);
}

TEST_F(Validator, LevelsWithoutSoftBodiesAreNoneOfItsBusiness)
{
	Check();
	EXPECT_EQ(Result, EDataValidationResult::NotValidated);
}

TEST_F(Validator, AComponentWithoutABakeFails)
{
	Put(FVector(0, 0, 0), nullptr)->SetActorLabel(TEXT("Lonely"));
	EXPECT_TRUE(Check().Contains(TEXT("Lonely has no baked body")));
	EXPECT_EQ(Result, EDataValidationResult::Invalid);
}

TEST_F(Validator, OddScalesAreNamed)
{
	Put(FVector(0, 0, 0), Body)->SetActorScale3D(FVector(1, 1, 2));
	EXPECT_TRUE(Check().Contains(TEXT("unevenly")));
	EXPECT_EQ(Result, EDataValidationResult::Valid);
	Put(FVector(500, 0, 0), Body)->SetActorScale3D(FVector(-1, 1, 1));
	EXPECT_TRUE(Check().Contains(TEXT("cannot be mirrored")));
	EXPECT_EQ(Result, EDataValidationResult::Invalid);
}

TEST_F(Validator, BodiesThatOverlapAtTheStartAreFoundAndTouchingOnesAreNot)
{
	Put(FVector(0, 0, 0), Body)->SetActorLabel(TEXT("Left"));
	ASPHSolidActor* Right = Put(FVector(40, 0, 0), Body);
	Right->SetActorLabel(TEXT("Right"));
	EXPECT_FALSE(Check().Contains(TEXT("overlap"))) << "face to face";
	Right->SetActorLocation(FVector(30, 0, 0));
	EXPECT_TRUE(Check().Contains(TEXT("Left and Right overlap")));
}

TEST_F(Validator, PinsThatHoldNothingAreFound)
{
	ASPHSolidActor* Actor = Put(FVector(0, 0, 0), Body);
	USPHPinComponent* Pin = NewObject<USPHPinComponent>(Actor);
	Pin->SetupAttachment(Actor->GetRootComponent());
	Pin->RegisterComponent();
	Pin->BoxExtent = FVector(5, 5, 5);
	EXPECT_FALSE(Check().Contains(TEXT("pin")));
	Pin->SetRelativeLocation(FVector(0, 0, 100));
	EXPECT_TRUE(Check().Contains(TEXT("holds nothing")));
}

TEST_F(Validator, AFloorWithoutSimpleCollisionIsFoundIfItIsNear)
{
	Put(FVector(0, 0, 30), Body);
	AStaticMeshActor* Floor = World->SpawnActor<AStaticMeshActor>(FVector(0, 0, 0), FRotator(0, 0, 0));
	Floor->SetActorLabel(TEXT("Floor"));
	UStaticMesh* Mesh = MakeBox(TEXT("FloorBox"));
	Floor->GetStaticMeshComponent()->SetStaticMesh(Mesh);
	Floor->GetStaticMeshComponent()->SetCollisionEnabled(ECollisionEnabled::QueryAndPhysics);
	EXPECT_TRUE(Check().Contains(TEXT("Floor has no simple collision")));
	UBodySetup* Setup = NewObject<UBodySetup>(Mesh);
	Setup->AggGeom.BoxElems.SetNum(1);
	Mesh->SetBodySetup(Setup);
	EXPECT_FALSE(Check().Contains(TEXT("simple collision")));
	Mesh->SetBodySetup(nullptr);
	Floor->SetActorLocation(FVector(1000, 0, 0));
	EXPECT_FALSE(Check().Contains(TEXT("simple collision"))) << "too far to be fallen through";
}

TEST_F(Validator, TheLevelHasAParticleBudget)
{
	USPHSolidsEditorSettings* Settings = GetMutableDefault<USPHSolidsEditorSettings>();
	const int32 Old = Settings->LevelParticleBudget;
	Settings->LevelParticleBudget = 200;
	Put(FVector(0, 0, 0), Body);
	EXPECT_FALSE(Check().Contains(TEXT("together")));
	Put(FVector(200, 0, 0), Body);
	EXPECT_TRUE(Check().Contains(TEXT("250 particles together")));
	Settings->LevelParticleBudget = Old;
}

TEST_F(Validator, BodiesAreJudged)
{
	USPHBodyValidator* Bodies = NewObject<USPHBodyValidator>();
	EXPECT_EQ(Bodies->HostValidate(Body), EDataValidationResult::Valid);
	EXPECT_TRUE(Bodies->HostWarnings.IsEmpty());
	EXPECT_EQ(Bodies->HostValidate(NewObject<USPHSolidBodyAsset>()), EDataValidationResult::Invalid);
	EXPECT_TRUE(Bodies->HostErrors[0].Contains(TEXT("no body")));
	EXPECT_EQ(Bodies->HostValidate(NewObject<USPHSolidMaterial>()), EDataValidationResult::NotValidated);
	MakeBox(TEXT("ValidBox"), 25.0);
	EXPECT_EQ(Bodies->HostValidate(Body), EDataValidationResult::Valid);
	ASSERT_EQ(Bodies->HostWarnings.Num(), 1);
	EXPECT_TRUE(Bodies->HostWarnings[0].Contains(TEXT("Out of date")));
	MakeBox(TEXT("ValidBox"));
}

TEST_F(Validator, MaterialsAreJudged)
{
	USPHMaterialValidator* Materials = NewObject<USPHMaterialValidator>();
	USPHSolidMaterial* Material = NewObject<USPHSolidMaterial>();
	EXPECT_EQ(Materials->HostValidate(Material), EDataValidationResult::Valid);
	Material->ZeroEnergyControl = 0.0f;
	EXPECT_EQ(Materials->HostValidate(Material), EDataValidationResult::Valid);
	EXPECT_EQ(Materials->HostWarnings.Num(), 1);
	Material->PoissonRatio = 0.5f;
	EXPECT_EQ(Materials->HostValidate(Material), EDataValidationResult::Invalid);
	EXPECT_FALSE(Materials->HostErrors[0].IsEmpty());
}
