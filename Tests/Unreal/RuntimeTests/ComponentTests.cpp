// Copyright (c) 2026 The SPHSolids authors

#include "Adapters/SPHSolidBody.h"
#include "Adapters/SPHSolidMaterialAdapter.h"
#include "Convert/SPHSolidsUnits.h"
#include "Host/Objects.h"
#include "Host/Program.h"
#include "Materials/Material.h"
#include "PlayedWorld.h"
#include "RuntimeTestTypes.h"
#include "SPHSolidActor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidMaterial.h"
#include "SPHSolidsSettings.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidsSimulation.h"
#include "Templates/Casts.h"
#include "UObject/UnrealType.h"

#include <SPHSolids/Body/DeformationGradients.h>

#include <gtest/gtest.h>

using namespace RuntimeTests;

namespace
{

constexpr float Frame = 1.0f / 60.0f;

class FSolidPlay : public FPlayedWorld
{
protected:
	FSolidPlay()
		: FPlayedWorld(
			  [](USPHSolidsSettings& Settings)
			  {
				  Settings.BudgetMilliseconds = 0;
				  Settings.bInterpolate = false;
				  Settings.bDeterministic = true;
			  })
	{
	}
	Host::FDrawnMesh DrawnSection(int32 Index) { return Engine.DrawnMeshes(World)[Index]; }
};

FVector Drawn(const Host::FDrawnMesh& Mesh, int32 Vertex)
{
	const FVector4 Place = Mesh.LocalToWorld.TransformPosition(FVector(Mesh.Positions[Vertex]));
	return FVector(Place.X, Place.Y, Place.Z);
}

}

TEST_F(FSolidPlay, FallsAsGalileoSays)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(1000, 2000, 3000)));
	ASSERT_TRUE(Actor->Solid->IsSimulatingBody());
	Play(60);
	// Implicit Euler with 120 steps of 1/120 s: g h^2 n (n + 1) / 2.
	EXPECT_NEAR(Actor->Solid->GetBodyCentre().Z, 3000.0 - 980.0 * 120 * 121 / 2 / (120.0 * 120.0), 0.5);
	EXPECT_NEAR(Actor->Solid->GetBodyVelocity().Z, -980.0, 1.0);
	EXPECT_TRUE(Actor->GetActorLocation().Equals(Actor->Solid->GetBodyCentre(), 0.1)) << "the actor follows its body";
}

TEST_F(FSolidPlay, DrawsTheUndeformedMeshWhereItStands)
{
	const FTransform Place(FRotator(30, 40, 50), FVector(100, -50, 25), FVector(1.5));
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), Place);
	Actor->Solid->SetSimulating(false);
	Play(2);
	const TArray<Host::FDrawnMesh> Meshes = Engine.DrawnMeshes(World);
	ASSERT_EQ(Meshes.Num(), 2) << "one per material slot";
	const SPHSolids::RenderMesh Box = MakeBoxMesh({0.2, 0.2, 0.2});
	for (int32 Vertex = 0; Vertex < 24; ++Vertex)
		EXPECT_TRUE(Drawn(Meshes[0], Vertex)
				.Equals(Place.TransformPosition(SPHSolidsUnits::VectorToEngine(Box.positions[static_cast<std::size_t>(Vertex)])), 0.01));
	// The renderer's rule: seen along the normal, corners go round so that their cross product opposes it.
	for (int32 Index = 0; Index < Meshes[1].Indices.Num(); Index += 3)
	{
		const auto At = [&](int32 Corner) { return static_cast<int32>(Meshes[1].Indices[Index + Corner]); };
		const FVector3f Cross =
			(Meshes[1].Positions[At(1)] - Meshes[1].Positions[At(0)]) ^ (Meshes[1].Positions[At(2)] - Meshes[1].Positions[At(0)]);
		EXPECT_LT(Cross | Meshes[1].Normals[At(0)], 0.0f);
	}
}

TEST_F(FSolidPlay, WhatReachesTheRenderThreadIsWhatTheCoreSays)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FRotator(20, 30, 40), FVector(500, 600, 700)));
	Actor->Solid->PinSphere(FVector(500, 600, 725), 15);
	Play(20);
	const SPHSolids::SolidBody& Solid = *Simulation().FindBody(*Actor->Solid->GetInstance());
	const FSPHSolidBody& Body = *BoxAsset()->GetBody();
	const auto Tasks = SPHSolids::MakeSerialTaskRunner();
	SPHSolids::AlignedArray<SPHSolids::Mat3> Gradients(Solid.ParticleCount());
	SPHSolids::ComputeDeformationGradients(Body.Baked->rest, Solid.position, *Tasks, Gradients);
	SPHSolids::AlignedArray<SPHSolids::Vec3> Positions(24), Normals(24);
	SPHSolids::SkinEvaluator::Scratch Scratch;
	Body.SkinOf(0).Evaluate(Solid.position, Gradients, *Tasks, Scratch, {Positions, Normals, {}});
	const Host::FDrawnMesh Mesh = DrawnSection(0);
	for (int32 Vertex = 0; Vertex < 24; ++Vertex)
	{
		const std::size_t At = static_cast<std::size_t>(Vertex);
		EXPECT_TRUE(Drawn(Mesh, Vertex).Equals(SPHSolidsUnits::VectorToEngine(Solid.origin + Positions[At].Cast<double>()), 0.01));
		const FVector4 Normal = Mesh.LocalToWorld.TransformVector(FVector(Mesh.Normals[Vertex]));
		EXPECT_NEAR(FVector(Normal.X, Normal.Y, Normal.Z) | SPHSolidsUnits::DirectionToEngine(Normals[At].Cast<double>()), 1.0, 0.02);
	}
	const FBox Bounds = Mesh.Bounds.GetBox();
	for (int32 Vertex = 0; Vertex < 24; ++Vertex)
		EXPECT_TRUE(Bounds.ExpandBy(0.1).IsInsideOrOn(Drawn(Mesh, Vertex)));
}

TEST_F(FSolidPlay, MovesBitForBitAsTheCoreAlone)
{
	const USPHSolidsSettings& Settings = *GetDefault<USPHSolidsSettings>();
	const FTransform Place(FRotator(10, 20, 30), FVector(100, 200, 300));
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), Place);
	Actor->Solid->InitialVelocity = FVector(10, 20, 30);
	Actor->Solid->SetSimulating(false);
	Actor->Solid->SetSimulating(true);
	Play(30);

	SPHSolids::WorldDef Def;
	Def.gravity = {0, 0, -9.8};
	Def.time.elasticStep = static_cast<double>(Settings.StepSeconds);
	Def.time.maxStep = FMath::Max(Def.time.maxStep, Def.time.elasticStep);
	Def.time.maxElasticStepsPerCall = Settings.MaxStepsPerFrame;
	Def.solver.minimiser.iterations = Settings.Iterations;
	Def.solver.refactorAtOnce = true;
	const auto Core = SPHSolids::World::Create(Def).TakeValue();
	const auto Tasks = SPHSolids::MakeSerialTaskRunner();
	ASSERT_TRUE(Core->SetGravity(Simulation().Access().Def().gravity).IsOk());
	SPHSolids::SolidBodyDef Body;
	Body.rest = SPHSolids::MakeSolidRest(BoxAsset()->GetBody()->Baked->rest, *Tasks);
	Body.material = SPHSolidMaterialValues(nullptr).Material;
	Body.position = {1, -2, 3};
	Body.rotation = SPHSolidsUnits::RotationToCore(Place.GetRotation());
	Body.velocity = {0.1, -0.2, 0.3};
	ASSERT_TRUE(Core->AddBody(Body).IsOk());
	for (int32 Count = 0; Count < 30; ++Count)
		Core->Step(static_cast<double>(Frame), *Tasks);
	EXPECT_EQ(static_cast<uint64>(World->GetSubsystem<USPHSolidsWorldSubsystem>()->GetStateHash()), static_cast<uint64>(Core->StateHash()));
}

TEST_F(FSolidPlay, PauseAndSlowMotionAreTheGames)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	World->HostSetPaused(true);
	Play(10);
	EXPECT_NEAR(Actor->Solid->GetBodyCentre().Z, 0.0, 1e-3);
	World->HostSetPaused(false);
	World->HostSetTimeDilation(0.5f);
	Play(60);
	EXPECT_NEAR(Actor->Solid->GetBodyVelocity().Z, -490.0, 10.0);
	World->GetSubsystem<USPHSolidsWorldSubsystem>()->SetSimulationPaused(true);
	const double Height = Actor->Solid->GetBodyCentre().Z;
	Play(10);
	EXPECT_EQ(Actor->Solid->GetBodyCentre().Z, Height);
}

TEST_F(FSolidPlay, ImpulsesChangeVelocityByMass)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	USPHSolidComponent* Solid = Actor->Solid;
	const double Mass = static_cast<double>(Solid->GetBodyMassKg());
	EXPECT_NEAR(Mass, 64.0, 1.0) << "64 litres of the density of water";
	Solid->AddImpulse(FVector(1000, 0, 0));
	EXPECT_NEAR(Solid->GetBodyVelocity().X, 1000.0 / Mass, 0.01);
	Solid->AddImpulse(FVector(0, 50, 0), NAME_None, true);
	EXPECT_NEAR(Solid->GetBodyVelocity().Y, 50.0, 0.01);
	Solid->SetBodyVelocity(FVector(0, 0, 0));
	Solid->AddImpulseAtLocation(FVector(0, 0, 2000), FVector(20, 20, 20));
	EXPECT_NEAR(Solid->GetBodyVelocity().Z, 2000.0 / Mass, 0.05);
	Solid->SetBodyVelocity(FVector(0, 0, 0));
	Solid->AddRadialImpulse(FVector(-100, 0, 0), 200, 1000, RIF_Linear);
	EXPECT_NEAR(Solid->GetBodyVelocity().X, 500.0 / Mass, 0.05);
	Solid->SetBodyVelocity(FVector(0, 0, 0));
	Solid->AddForce(FVector(0, 0, 980.0 * Mass));
	Play(1);
	EXPECT_NEAR(Solid->GetBodyVelocity().Z, 0.0, 0.5) << "a force as large as the weight holds it for a frame";
}

TEST_F(FSolidPlay, MovingTheActorTeleportsTheBodyUndeformed)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	Play(30);
	Actor->SetActorLocation(FVector(0, 0, 5000));
	EXPECT_TRUE(Actor->Solid->GetBodyCentre().Equals(FVector(0, 0, 5000), 0.1));
	EXPECT_TRUE(Actor->Solid->GetBodyVelocity().IsNearlyZero(1e-3));
	Play(2);
	EXPECT_NEAR(Actor->GetActorLocation().Z, 5000.0, 2.0);
	Actor->Solid->ResetBody();
	EXPECT_TRUE(Actor->Solid->GetBodyCentre().IsNearlyZero(0.1));
	Actor->SetActorScale3D(FVector(2));
	EXPECT_NEAR(Actor->Solid->GetBodyMassKg(), 8 * 64.0f, 8.0f) << "another size is another body";
}

TEST_F(FSolidPlay, ComponentsCarriedByOthersAreLetGoWhenTheyPlay)
{
	AActor* Carrier = World->SpawnActor<AActor>();
	USceneComponent* Root = NewObject<USceneComponent>(Carrier);
	Carrier->SetRootComponent(Root);
	Root->RegisterComponent();
	USPHSolidComponent* Solid = NewObject<USPHSolidComponent>(Carrier);
	Solid->Body = BoxAsset();
	Solid->SetupAttachment(Root);
	Solid->SetRelativeLocation(FVector(0, 0, 100));
	Solid->RegisterComponent();
	ASSERT_TRUE(Solid->IsSimulatingBody());
	Carrier->SetActorLocation(FVector(1000, 0, 0));
	Play(5);
	EXPECT_NEAR(Solid->GetBodyCentre().X, 0.0, 0.1);
	EXPECT_LT(Solid->GetBodyCentre().Z, 100.0);
	EXPECT_NEAR(Solid->GetComponentLocation().X, 0.0, 0.1);
}

TEST_F(FSolidPlay, MotionIsSmoothAtAnyFrameRate)
{
	Engine.DestroyWorld(World);
	GetMutableDefault<USPHSolidsSettings>()->bInterpolate = true;
	GetMutableDefault<USPHSolidsSettings>()->StepSeconds = 0.02f;
	World = Engine.CreateWorld(EWorldType::Game);
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	Actor->Solid->SetBodyVelocity(FVector(600, 0, 0));
	// 144 frames a second, 50 steps: without interpolation two frames of three would stand still.
	for (int32 Count = 0; Count < 12; ++Count)
		Engine.Tick(1.0f / 144.0f);
	double Before = Actor->GetActorLocation().X;
	for (int32 Count = 0; Count < 30; ++Count)
	{
		Engine.Tick(1.0f / 144.0f);
		const double Now = Actor->GetActorLocation().X;
		EXPECT_NEAR(Now - Before, 600.0 / 144.0, 0.05);
		Before = Now;
	}
}

TEST_F(FSolidPlay, NewMaterialsTakeEffectWhilePlayingAndShapeStays)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	Play(10);
	const FVector Centre = Actor->Solid->GetBodyCentre(), Velocity = Actor->Solid->GetBodyVelocity();
	USPHSolidMaterial* Material = NewObject<USPHSolidMaterial>(Actor);
	Material->StiffnessKPa = 3.0f;
	Actor->Solid->SetSolidMaterial(Material);
	EXPECT_TRUE(Actor->Solid->GetBodyCentre().Equals(Centre, 1e-9));
	EXPECT_TRUE(Actor->Solid->GetBodyVelocity().Equals(Velocity, 1e-9));
	EXPECT_DOUBLE_EQ(Simulation().FindBody(*Actor->Solid->GetInstance())->GetMaterial().young, 3000.0);
	Material->StiffnessKPa = 4.0f;
	Material->NotifyChanged();
	EXPECT_DOUBLE_EQ(Simulation().FindBody(*Actor->Solid->GetInstance())->GetMaterial().young, 4000.0);
	const Host::FLogCapture Log;
	Material->PoissonRatio = 0.7f;
	Material->NotifyChanged();
	EXPECT_GE(Log.Count(ELogVerbosity::Warning), 1);
	EXPECT_DOUBLE_EQ(Simulation().FindBody(*Actor->Solid->GetInstance())->GetMaterial().young, 4000.0)
		<< "an impossible one changes nothing";
}

TEST_F(FSolidPlay, MaterialSlotsAreThoseOfTheAssetUnlessOverridden)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	EXPECT_EQ(Actor->Solid->GetNumMaterials(), 2);
	EXPECT_EQ(Actor->Solid->GetMaterialIndex(TEXT("Slot1")), 1);
	EXPECT_TRUE(Actor->Solid->IsMaterialSlotNameValid(TEXT("Slot0")));
	UMaterial* Green = NewObject<UMaterial>(Actor, TEXT("Green"));
	Actor->Solid->SetMaterial(1, Green);
	Play(2);
	const TArray<Host::FDrawnMesh> Meshes = Engine.DrawnMeshes(World);
	ASSERT_EQ(Meshes.Num(), 2);
	EXPECT_EQ(Meshes[0].Material, FString(TEXT("DefaultMaterial")));
	EXPECT_EQ(Meshes[1].Material, FString(TEXT("Green")));
}

TEST_F(FSolidPlay, ClosestParticleAndPins)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 300)));
	FVector Where;
	EXPECT_GE(Actor->Solid->FindClosestParticle(FVector(16, 16, 316), Where), 0);
	EXPECT_TRUE(Where.Equals(FVector(16, 16, 316), 1.0));
	EXPECT_EQ(Actor->Solid->GetParticleLocations().Num(), 125);
	EXPECT_EQ(Actor->Solid->PinSphere(FVector(16, 16, 316), 3.0f), 1);
	Play(30);
	Actor->Solid->FindClosestParticle(FVector(16, 16, 316), Where);
	EXPECT_TRUE(Where.Equals(FVector(16, 16, 316), 0.1)) << "held";
	EXPECT_LT(Actor->Solid->GetBodyCentre().Z, 299.0);
	Actor->Solid->Unpin();
	Play(60);
	EXPECT_LT(Actor->Solid->GetBodyCentre().Z, 0.0);
}

TEST_F(FSolidPlay, StatsAndDebugDrawing)
{
	SpawnSolid(World, BoxAsset(), FTransform::Identity);
	SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 100, 0)));
	Play(2);
	const FSPHSolidsFrameStats Stats = World->GetSubsystem<USPHSolidsWorldSubsystem>()->GetFrameStats();
	EXPECT_EQ(Stats.AwakeBodies, 2);
	EXPECT_EQ(Stats.SolidParticles, 250);
	EXPECT_EQ(Stats.Steps, 2);
	EXPECT_GT(Stats.SolverMilliseconds, 0.0f);
}

TEST_F(FSolidPlay, ServersSimulateAndDrawNothing)
{
	Engine.DestroyWorld(World);
	Host::ProgramFlags().bDedicatedServer = true;
	World = Engine.CreateWorld(EWorldType::Game);
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	Play(30);
	EXPECT_LT(Actor->Solid->GetBodyCentre().Z, -50.0);
	EXPECT_LT(Actor->GetActorLocation().Z, -50.0);
	Engine.DestroyWorld(World);
	World = nullptr;
	Host::ProgramFlags().bDedicatedServer = false;
}
