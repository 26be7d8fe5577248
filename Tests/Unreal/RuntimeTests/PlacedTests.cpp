// Copyright (c) 2026 The SPHSolids authors

#include "Bodies.h"
#include "Components/BoxComponent.h"
#include "Components/CapsuleComponent.h"
#include "Components/SphereComponent.h"
#include "Components/StaticMeshComponent.h"
#include "Convert/SPHSolidsUnits.h"
#include "Host/Engine.h"
#include "Host/Program.h"
#include "Render/SPHBeads.h"
#include "SPHColliderComponent.h"
#include "SPHFluidEmitterComponent.h"
#include "SPHFluidType.h"
#include "SPHFluidVolume.h"
#include "SPHParticlesComponent.h"
#include "SPHSolidActor.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsWorldSubsystem.h"
#include "Simulation/SPHSolidsSimulation.h"

#include <gtest/gtest.h>

using namespace RuntimeTests;

namespace
{

class FPlacedPlay : public testing::Test
{
protected:
	FPlacedPlay() { World = Engine.CreateWorld(EWorldType::Game); }
	~FPlacedPlay() override { Engine.DestroyWorld(World); }
	void Play(int32 Frames)
	{
		for (int32 Count = 0; Count < Frames; ++Count)
			Engine.Tick(1.0f / 60.0f);
	}
	template <typename T>
	T* AddToActor(const FTransform& Place, TFunctionRef<void(T&)> Prepare)
	{
		AActor* Actor = World->SpawnActor<AActor>();
		T* Component = NewObject<T>(Actor);
		Actor->SetRootComponent(Component);
		Component->SetWorldTransform(Place);
		Prepare(*Component);
		Component->RegisterComponent();
		return Component;
	}
	FSPHSolidsSimulation& Simulation() const { return *World->GetSubsystem<USPHSolidsWorldSubsystem>()->GetSimulation(); }
	/// Signed distance in cm of a place to the nearest of all colliders.
	double DistanceTo(const FVector& Place) const
	{
		double Nearest = 1e9;
		const SPHSolids::Vec3d Core = SPHSolidsUnits::VectorToCore(Place);
		Simulation().GetColliders().Visit(
			[&](const SPHSolids::Shape& Shape, const SPHSolids::Pose& Pose)
			{
				const auto Local = Pose.ToLocal(Core).Cast<SPHSolids::Real>();
				Nearest = FMath::Min(Nearest, SPHSolidsUnits::LengthToEngine(static_cast<double>(Shape.Distance(Local).distance)));
			});
		return Nearest;
	}

	Host::FEngine& Engine = Host::FEngine::Get();
	UWorld* World;
};

}

TEST_F(FPlacedPlay, ShapesOfTheLevelNearABodyBecomeCollidersWhereTheyAre)
{
	const FTransform Tilted(FRotator(30, 20, 10), FVector(60, 0, 0), FVector(1, 2, 0.5));
	AddToActor<UBoxComponent>(Tilted, [](UBoxComponent& Box) { Box.SetBoxExtent(FVector(10, 20, 30)); });
	AddToActor<USphereComponent>(FTransform(FVector(-60, 0, 0)), [](USphereComponent& Ball) { Ball.SetSphereRadius(15); });
	AddToActor<UCapsuleComponent>(
		FTransform(FRotator(0, 0, 90), FVector(0, 60, 0)), [](UCapsuleComponent& Pill) { Pill.SetCapsuleSize(5, 25); });
	AddToActor<UBoxComponent>(FTransform(FVector(5000, 0, 0)), [](UBoxComponent&) {});
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform::Identity);
	Play(1);
	EXPECT_EQ(Simulation().Stats.Colliders, 3) << "the far one is not needed";
	// On the surfaces the distance is nothing.
	EXPECT_NEAR(DistanceTo(Tilted.TransformPosition(FVector(10, 5, 5))), 0.0, 0.01);
	EXPECT_NEAR(DistanceTo(Tilted.TransformPosition(FVector(3, 20, -8))), 0.0, 0.01);
	EXPECT_NEAR(DistanceTo(FVector(-60, 0, 15)), 0.0, 0.01);
	EXPECT_NEAR(DistanceTo(FVector(0, 60 + 25, 0)), 0.0, 0.01) << "a capsule rolled onto the y axis";
	Actor->Destroy();
	Play(1);
	EXPECT_EQ(Simulation().GetColliders().Num(), 0) << "nobody wants them any more";
}

TEST_F(FPlacedPlay, ConvexShapesAreMirroredOnceNotTwice)
{
	UStaticMesh* Mesh = NewObject<UStaticMesh>(World);
	Mesh->SetBodySetup(NewObject<UBodySetup>(Mesh));
	FKConvexElem Wedge;
	Wedge.VertexData = {FVector(0, 0, 0), FVector(30, 0, 0), FVector(0, 40, 0), FVector(0, 0, 20)};
	Mesh->GetBodySetup()->AggGeom.ConvexElems.Add(Wedge);
	const FTransform Place(FRotator(0, 50, 0), FVector(40, 10, 0), FVector(2));
	AddToActor<UStaticMeshComponent>(Place, [&](UStaticMeshComponent& Component) { Component.SetStaticMesh(Mesh); });
	SpawnSolid(World, BoxAsset(), FTransform::Identity);
	Play(1);
	EXPECT_EQ(Simulation().Stats.Colliders, 1);
	EXPECT_NEAR(DistanceTo(Place.TransformPosition(FVector(10, 0, 5))), 0.0, 0.02);
	EXPECT_LT(DistanceTo(Place.TransformPosition(FVector(5, 8, 3))), -1.0) << "inside";
	EXPECT_GT(DistanceTo(Place.TransformPosition(FVector(5, -8, 3))), 1.0) << "outside";
}

TEST_F(FPlacedPlay, MeshesWithoutSimpleCollisionAndTriggersAreLeftAlone)
{
	UStaticMesh* Mesh = NewObject<UStaticMesh>(World);
	Mesh->SetBodySetup(NewObject<UBodySetup>(Mesh));
	Mesh->GetBodySetup()->AggGeom.ConvexElems.Add(FKConvexElem{{FVector(0, 0, 0), FVector(10, 0, 0), FVector(20, 0, 0)}, {}});
	AddToActor<UStaticMeshComponent>(
		FTransform(FVector(30, 0, 0)), [&](UStaticMeshComponent& Component) { Component.SetStaticMesh(Mesh); });
	AddToActor<UBoxComponent>(
		FTransform(FVector(0, 50, 0)), [](UBoxComponent& Box) { Box.SetCollisionEnabled(ECollisionEnabled::QueryOnly); });
	const Host::FLogCapture Log;
	SpawnSolid(World, BoxAsset(), FTransform::Identity);
	Play(20);
	EXPECT_EQ(Simulation().Stats.Colliders, 0);
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning, TEXT("no simple collision")), 1);
}

TEST_F(FPlacedPlay, CollidersFollowTheirComponents)
{
	UBoxComponent* Box =
		AddToActor<UBoxComponent>(FTransform(FVector(50, 0, 0)), [](UBoxComponent& Made) { Made.SetBoxExtent(FVector(10)); });
	SpawnSolid(World, BoxAsset(), FTransform::Identity);
	Play(1);
	Box->SetWorldTransform(FTransform(FRotator(0, 45, 0), FVector(50, 30, 0)));
	Play(1);
	EXPECT_NEAR(DistanceTo(FVector(50, 30, 10)), 0.0, 0.01);
	Box->SetWorldTransform(FTransform(FRotator(0, 45, 0), FVector(50, 30, 0), FVector(2)));
	Play(1);
	EXPECT_NEAR(DistanceTo(FVector(50, 30, 20)), 0.0, 0.01) << "another size";
	Box->GetOwner()->Destroy();
	Play(1);
	EXPECT_EQ(Simulation().GetColliders().Num(), 0);
}

TEST_F(FPlacedPlay, AVolumeHoldsAsManyParticlesAsFit)
{
	ASPHFluidVolume* Volume =
		World->SpawnActorDeferred<ASPHFluidVolume>(ASPHFluidVolume::StaticClass(), FTransform(FRotator(0, 30, 0), FVector(10, 20, 30)));
	Volume->BoxExtent = FVector(25, 15, 10);
	Volume->FinishSpawning(FTransform(FRotator(0, 30, 0), FVector(10, 20, 30)));
	EXPECT_EQ(Volume->GetNumMade(), 10 * 6 * 4);
	Play(3);
	EXPECT_EQ(World->GetSubsystem<USPHSolidsWorldSubsystem>()->GetFrameStats().FluidParticles, 240);
	EXPECT_EQ(Volume->Particles->GetNumDrawn(), 240);
	const TArray<Host::FDrawnMesh> Meshes = Engine.DrawnMeshes(World);
	ASSERT_EQ(Meshes.Num(), 1);
	EXPECT_GE(Meshes[0].Positions.Num(), 240 * SPHBeads::CornersPerBead);
	// Beads, too, turn their corners the renderer's way.
	const auto Corner = [&](int32 Index) { return Meshes[0].Positions[static_cast<int32>(Meshes[0].Indices[Index])]; };
	FVector3f Centre(0, 0, 0);
	for (int32 Index = 0; Index < 6; ++Index)
		Centre += Meshes[0].Positions[Index] / 6.0f;
	for (int32 Index = 0; Index < 24; Index += 3)
		EXPECT_LT(((Corner(Index + 1) - Corner(Index)) ^ (Corner(Index + 2) - Corner(Index))) | (Corner(Index) - Centre), 0.0f);
}

TEST_F(FPlacedPlay, WaterStaysInItsBasinAndLevelsOut)
{
	USPHFluidType* Water = NewObject<USPHFluidType>(World);
	Water->ParticleRadius = 4.0f;
	AddToActor<USPHColliderComponent>(FTransform(FVector(0, 0, 50)),
		[](USPHColliderComponent& Basin)
		{
			Basin.BoxExtent = FVector(60, 24, 50);
			Basin.bContainer = true;
		});
	const FTransform Corner(FVector(-36, 0, 36));
	ASPHFluidVolume* Volume = World->SpawnActorDeferred<ASPHFluidVolume>(ASPHFluidVolume::StaticClass(), Corner);
	Volume->Fluid = Water;
	Volume->BoxExtent = FVector(20, 20, 32);
	Volume->FinishSpawning(Corner);
	const int32 Num = Volume->GetNumMade();
	EXPECT_EQ(Num, 5 * 5 * 8);
	const auto Places = [this]
	{
		TArray<FVector> All;
		const SPHSolids::FluidView View = Simulation().Access().Fluid();
		for (const SPHSolids::PaddedVec3& Place : View.position)
			All.Add(SPHSolidsUnits::VectorToEngine(View.origin + Place.Xyz().Cast<double>()));
		return All;
	};
	Play(180);
	const TArray<FVector> Settled = Places();
	ASSERT_EQ(Settled.Num(), Num) << "none is lost";
	double MeanX = 0, Highest = 0;
	for (const FVector& Place : Settled)
	{
		EXPECT_TRUE(FBox(FVector(-61, -25, -1), FVector(61, 25, 101)).IsInsideOrOn(Place));
		MeanX += Place.X / Num;
		Highest = FMath::Max(Highest, Place.Z);
	}
	EXPECT_NEAR(MeanX, 0.0, 12.0) << "spread over the basin";
	EXPECT_LT(Highest, 40.0) << "from a column of 64 cm";
}

TEST_F(FPlacedPlay, AnEmitterPoursWhereItPointsAndStopsWhenAsked)
{
	USPHFluidEmitterComponent* Tap = AddToActor<USPHFluidEmitterComponent>(FTransform(FRotator(0, 90, 0), FVector(0, 0, 500)),
		[this](USPHFluidEmitterComponent& Made)
		{
			Made.Fluid = NewObject<USPHFluidType>(World);
			Made.Fluid->ParticleRadius = 2.0f;
			Made.Radius = 6.0f;
			Made.Speed = 300.0f;
		});
	Play(15);
	const SPHSolids::FluidView View = Simulation().Access().Fluid();
	ASSERT_GT(View.position.size(), 10u);
	for (std::size_t Index = 0; Index < View.position.size(); ++Index)
	{
		const FVector Place = SPHSolidsUnits::VectorToEngine(View.origin + View.position[Index].Xyz().Cast<double>());
		EXPECT_GT(Place.Y, -5.0) << "yaw of 90 degrees points along y";
		EXPECT_NEAR(Place.X, 0.0, 15.0);
	}
	const int32 Before = static_cast<int32>(View.position.size());
	Tap->StopPouring();
	Play(10);
	EXPECT_EQ(static_cast<int32>(Simulation().Access().Fluid().position.size()), Before);
}

TEST_F(FPlacedPlay, FluidsWithParticlesOfTwoSizesAreRefusedWithAReason)
{
	const auto Spawn = [this](float Radius)
	{
		ASPHFluidVolume* Volume = World->SpawnActorDeferred<ASPHFluidVolume>(ASPHFluidVolume::StaticClass(), FTransform::Identity);
		Volume->Fluid = NewObject<USPHFluidType>(Volume);
		Volume->Fluid->ParticleRadius = Radius;
		Volume->FinishSpawning(FTransform::Identity);
		return Volume->GetNumMade();
	};
	EXPECT_GT(Spawn(2.5f), 0);
	const Host::FLogCapture Log;
	EXPECT_EQ(Spawn(5.0f), 0);
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning, TEXT("makes no fluid")), 1);
}

TEST_F(FPlacedPlay, BeadsShowTheParticlesOfABody)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(100, 200, 300)));
	USPHParticlesComponent* Beads = NewObject<USPHParticlesComponent>(Actor);
	Beads->Source = ESPHParticleSource::SolidOfActor;
	Beads->SetupAttachment(Actor->Solid);
	Beads->RegisterComponent();
	Play(10);
	EXPECT_EQ(Beads->GetNumDrawn(), 125);
	const TArray<FVector> Particles = Actor->Solid->GetParticleLocations();
	for (const Host::FDrawnMesh& Mesh : Engine.DrawnMeshes(World))
		if (Mesh.Positions.Num() >= 125 * SPHBeads::CornersPerBead)
			for (int32 Index = 0; Index < 125; ++Index)
			{
				const FVector3f Middle = (Mesh.Positions[6 * Index] + Mesh.Positions[6 * Index + 1]) * 0.5f;
				const FVector4 Drawn = Mesh.LocalToWorld.TransformPosition(FVector(Middle));
				EXPECT_TRUE(FVector(Drawn.X, Drawn.Y, Drawn.Z).Equals(Particles[Index], 0.01));
			}
}

TEST_F(FPlacedPlay, TheMeshOfABakedBodyCarriesWhatFallsOnItAtAnyScale)
{
	for (const FVector Scale : {FVector(1, 1, 1), FVector(-2, 1.5, 0.5)})
	{
		USPHColliderComponent* Collider = AddToActor<USPHColliderComponent>(FTransform(FQuat::Identity, FVector(0, 0, 0), Scale),
			[](USPHColliderComponent& Made)
			{
				Made.Shape = ESPHColliderShape::Mesh;
				Made.MeshBody = BoxAsset();
			});
		const double Top = 20.0 * Scale.Z;
		ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, Top + 25.0)));
		Play(60);
		EXPECT_NEAR(Actor->Solid->GetBodyCentre().Z, Top + 20.0, 6.0);
		Actor->Destroy();
		Collider->GetOwner()->Destroy();
	}
}

TEST_F(FPlacedPlay, AMeshColliderWithoutABodyStopsNothingAndSaysSoWithTheActorsName)
{
	const Host::FLogCapture Log;
	USPHColliderComponent* Collider =
		AddToActor<USPHColliderComponent>(FTransform::Identity, [](USPHColliderComponent& Made) { Made.Shape = ESPHColliderShape::Mesh; });
	AddToActor<USPHColliderComponent>(FTransform(FQuat::Identity, FVector(0, 0, 0), FVector(1, 0, 1)),
		[](USPHColliderComponent& Made)
		{
			Made.Shape = ESPHColliderShape::Mesh;
			Made.MeshBody = BoxAsset();
		});
	Play(3);
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning, TEXT("Mesh Body")), 1);
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning, TEXT("scale")), 1);
	EXPECT_TRUE(Log.Contains(*Collider->GetOwner()->GetActorNameOrLabel()));
}

TEST_F(FPlacedPlay, ComplexCollisionIsRefusedWithAHint)
{
	UStaticMesh* Mesh = NewObject<UStaticMesh>(World);
	Mesh->SetBodySetup(NewObject<UBodySetup>(Mesh));
	Mesh->GetBodySetup()->CollisionTraceFlag = CTF_UseComplexAsSimple;
	// Three corners make no hull, but let the query find the component.
	Mesh->GetBodySetup()->AggGeom.ConvexElems.Add(FKConvexElem{{FVector(0, 0, 0), FVector(10, 0, 0), FVector(20, 0, 0)}, {}});
	AddToActor<UStaticMeshComponent>(FTransform(FVector(30, 0, 0)), [&](UStaticMeshComponent& Made) { Made.SetStaticMesh(Mesh); });
	const Host::FLogCapture Log;
	SpawnSolid(World, BoxAsset(), FTransform::Identity);
	Play(20);
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning, TEXT("complex collision")), 1);
	EXPECT_TRUE(Log.Contains(TEXT("SPH Collider")));
}
