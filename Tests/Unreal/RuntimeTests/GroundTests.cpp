// Copyright (c) 2026 The SPHSolids authors

#include "Components/BoxComponent.h"
#include "Components/InstancedStaticMeshComponent.h"
#include "Convert/SPHSolidsUnits.h"
#include "GameFramework/Actor.h"
#include "Host/Program.h"
#include "PhysicsEngine/BodySetup.h"
#include "PlayedWorld.h"
#include "RuntimeTestTypes.h"
#include "SPHFluidType.h"
#include "SPHFluidVolume.h"
#include "SPHSolidActor.h"
#include "SPHSolidComponent.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

using namespace RuntimeTests;

namespace
{

/// What levels are made of besides single meshes.
class FGroundPlay : public FPlayedWorld
{
protected:
	FGroundPlay()
		: FPlayedWorld([](USPHSolidsSettings& Settings) { Settings.BudgetMilliseconds = 0; })
	{
	}
	template <typename T>
	T* AddToLevel(const FVector& Place, TFunctionRef<void(T&)> Prepare)
	{
		AActor* Actor = World->SpawnActor<AActor>();
		T* Component = NewObject<T>(Actor);
		Actor->SetRootComponent(Component);
		Component->SetWorldLocation(Place);
		Component->SetMobility(EComponentMobility::Static);
		Prepare(*Component);
		Component->RegisterComponent();
		return Component;
	}
	URuntimeTerrain* AddTerrain(TFunction<double(double, double)> Height, const FVector& Place = FVector(0.0))
	{
		return AddToLevel<URuntimeTerrain>(Place, [&Height](URuntimeTerrain& Terrain) { Terrain.Height = Height; });
	}
	/// Twenty centimetres wide, its middle where an instance stands.
	UInstancedStaticMeshComponent* AddBoxes(const TArray<FTransform>& Places)
	{
		UStaticMesh* Mesh = NewObject<UStaticMesh>(World);
		Mesh->SetBodySetup(NewObject<UBodySetup>(Mesh));
		FKBoxElem Box;
		Box.X = Box.Y = Box.Z = 20.0f;
		Mesh->GetBodySetup()->AggGeom.BoxElems.Add(Box);
		return AddToLevel<UInstancedStaticMeshComponent>(FVector(0.0),
			[&](UInstancedStaticMeshComponent& Boxes)
			{
				Boxes.SetStaticMesh(Mesh);
				for (const FTransform& Place : Places)
					Boxes.AddInstance(Place);
			});
	}
	/// Signed distance in cm of a place to the nearest of all colliders.
	double DistanceTo(const FVector& Place) const
	{
		double Nearest = 1e9;
		Simulation().GetColliders().Visit(
			[&](const SPHSolids::Shape& Shape, const SPHSolids::Pose& Pose)
			{
				const auto Local = Pose.ToLocal(SPHSolidsUnits::VectorToCore(Place)).Cast<SPHSolids::Real>();
				Nearest = FMath::Min(Nearest, SPHSolidsUnits::LengthToEngine(static_cast<double>(Shape.Distance(Local).distance)));
			});
		return Nearest;
	}
	static double LowestOf(const ASPHSolidActor& Actor)
	{
		double Lowest = MAX_dbl;
		for (const FVector& Place : Actor.Solid->GetParticleLocations())
			Lowest = FMath::Min(Lowest, Place.Z);
		return Lowest;
	}
};

}

TEST_F(FGroundPlay, InstancesOfAMeshAreCollidersEachWhereItStands)
{
	const FTransform Turned(FRotator(0, 45, 0), FVector(60, 0, 0), FVector(1, 2, 1));
	UInstancedStaticMeshComponent* Boxes = AddBoxes({FTransform(FVector(-60, 0, 0)), Turned, FTransform(FVector(5000, 0, 0))});
	SpawnSolid(World, BoxAsset(), FTransform::Identity);
	Play(1);
	EXPECT_EQ(Simulation().Stats.Colliders, 2) << "the far one is not needed";
	EXPECT_NEAR(DistanceTo(FVector(-60, 3, 10)), 0.0, 0.01);
	EXPECT_NEAR(DistanceTo(Turned.TransformPosition(FVector(4, 10, 2))), 0.0, 0.01) << "turned and scaled";
	EXPECT_GT(DistanceTo(FVector(0, 0, 0)), 30.0) << "nothing stands where the component is";
	EXPECT_TRUE(Boxes->RemoveInstance(0));
	Play(5); // the others have other numbers now, and bodies look around every fourth frame
	EXPECT_EQ(Simulation().Stats.Colliders, 1);
	EXPECT_NEAR(DistanceTo(Turned.TransformPosition(FVector(4, 10, 2))), 0.0, 0.01);
	EXPECT_GT(DistanceTo(FVector(-60, 3, 10)), 30.0);
	Boxes->GetOwner()->Destroy();
	Play(1);
	EXPECT_EQ(Simulation().GetColliders().Num(), 0);
}

TEST_F(FGroundPlay, InstancesWithoutSimpleCollisionAreNamedOnce)
{
	UInstancedStaticMeshComponent* Boxes = AddBoxes({FTransform(FVector(-30, 0, 0)), FTransform(FVector(30, 0, 0))});
	Boxes->GetStaticMesh()->GetBodySetup()->AggGeom.BoxElems[0].X = 0.0f;
	const Host::FLogCapture Log;
	SpawnSolid(World, BoxAsset(), FTransform::Identity);
	Play(20);
	EXPECT_EQ(Log.Count(ELogVerbosity::Warning, TEXT("no simple collision")), 1);
}

TEST_F(FGroundPlay, ALandscapeIsSolidBelowItsSurface)
{
	const auto Hills = [](double X, double Y) { return 30.0 * std::sin(X / 120.0) + 0.3 * Y; };
	const URuntimeTerrain* Terrain = AddTerrain(Hills, FVector(37, -11, 0));
	const FVector Middle(150, 90, Hills(150, 90) + 40);
	SpawnSolid(World, BoxAsset(), FTransform(Middle));
	Play(1);
	EXPECT_GT(Simulation().Stats.Colliders, 0);
	for (const double X : {-45.0, -8.0, 0.0, 13.0, 40.0})
		for (const double Y : {-40.0, -20.0, 0.0, 33.0})
		{
			const FVector Ground(Middle.X + X, Middle.Y + Y, Hills(Middle.X + X, Middle.Y + Y));
			EXPECT_NEAR(DistanceTo(Ground), 0.0, 0.5) << X << " " << Y;
			EXPECT_NEAR(DistanceTo(Ground + FVector(0, 0, 10)), 10.0, 1.0) << X << " " << Y;
			EXPECT_LT(DistanceTo(Ground - FVector(0, 0, 100)), -80.0) << X << " " << Y;
		}
	const int32 Lines = Terrain->Lines;
	Play(3);
	EXPECT_EQ(Terrain->Lines, Lines) << "asked once";
}

TEST_F(FGroundPlay, ABodyDroppedOnALandscapeComesToRestOnIt)
{
	AddTerrain([](double X, double) { return 10.0 * std::cos(X / 150.0); });
	const ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 60)));
	Play(240);
	EXPECT_NEAR(LowestOf(*Actor), 10.0 + 4.0, 2.0) << "a particle's radius above the crest";
	EXPECT_LT(Actor->Solid->GetBodyVelocity().Size(), 5.0);
}

TEST_F(FGroundPlay, WaterSwingsInADipOfALandscapeAndNoneGoesThrough)
{
	// A bowl whose lowest place is where four squares meet.
	const auto Bowl = [](double X, double Y) { return 0.004 * (X * X + Y * Y); };
	AddTerrain(Bowl);
	USPHFluidType* Water = NewObject<USPHFluidType>(World);
	Water->ParticleRadius = 4.0f;
	const FTransform Place(FVector(40, 30, 60));
	ASPHFluidVolume* Volume = World->SpawnActorDeferred<ASPHFluidVolume>(ASPHFluidVolume::StaticClass(), Place);
	Volume->Fluid = Water;
	Volume->BoxExtent = FVector(20, 20, 24);
	Volume->FinishSpawning(Place);
	const int32 Num = Volume->GetNumMade();
	ASSERT_GT(Num, 100);
	double LeastX = MAX_dbl, MostX = -MAX_dbl;
	for (int32 Count = 0; Count < 24; ++Count)
	{
		Play(10);
		const SPHSolids::FluidView View = Simulation().Access().Fluid();
		ASSERT_EQ(static_cast<int32>(View.position.size()), Num) << "none is lost";
		double MeanX = 0;
		for (const SPHSolids::PaddedVec3& Local : View.position)
		{
			const FVector Drop = SPHSolidsUnits::VectorToEngine(View.origin + Local.Xyz().Cast<double>());
			ASSERT_GT(Drop.Z, Bowl(Drop.X, Drop.Y)) << "a drop's middle stays above the ground";
			MeanX += Drop.X / Num;
		}
		LeastX = FMath::Min(LeastX, MeanX);
		MostX = FMath::Max(MostX, MeanX);
	}
	EXPECT_LT(LeastX, -30.0) << "over to the other side";
	EXPECT_GT(LeastX, -65.0) << "and not higher than it came from";
	EXPECT_LT(MostX, 65.0);
}

TEST_F(FGroundPlay, SlidingFromSquareToSquareIsNotFelt)
{
	// Two lanes far from each other: a landscape of two parts, as the engine cuts them, and a box as large.
	AddTerrain([](double, double) { return 0.0; }, FVector(-1063, 0, 0));
	AddTerrain([](double, double) { return 0.0; }, FVector(937, 0, 0));
	AddToLevel<UBoxComponent>(FVector(0, 5000, -50), [](UBoxComponent& Floor) { Floor.SetBoxExtent(FVector(1000, 1000, 50)); });
	TArray<ASPHSolidActor*> Sliders;
	for (const double Lane : {10.0, 5010.0})
	{
		const FTransform Place(FVector(-500, Lane, 24.2));
		ASPHSolidActor* Slider = World->SpawnActorDeferred<ASPHSolidActor>(ASPHSolidActor::StaticClass(), Place);
		Slider->Solid->SetBody(BoxAsset());
		Slider->Solid->Friction = 0.0f;
		Slider->Solid->InitialVelocity = FVector(500, 0, 0);
		Slider->FinishSpawning(Place);
		Sliders.Add(Slider);
	}
	for (int32 Count = 0; Count < 110; ++Count)
	{
		Play(1);
		const FVector OnLand = Sliders[0]->Solid->GetBodyCentre(), OnBox = Sliders[1]->Solid->GetBodyCentre();
		ASSERT_NEAR(OnLand.Z, OnBox.Z, 0.5) << "frame " << Count;
		ASSERT_NEAR(OnLand.X, OnBox.X, 1.0 + 0.01 * (OnBox.X + 500.0)) << "frame " << Count;
		ASSERT_NEAR(OnLand.Y, OnBox.Y - 5000.0, 2.0) << "frame " << Count;
	}
	EXPECT_GT(Sliders[0]->Solid->GetBodyCentre().X, 200.0) << "over three borders of squares and from one part to the other";
}

TEST_F(FGroundPlay, AHoleInALandscapeIsAHole)
{
	AddTerrain(
		[](double X, double Y) { return FMath::Abs(X) < 90 && FMath::Abs(Y) < 90 ? std::numeric_limits<double>::quiet_NaN() : 0.0; });
	const ASPHSolidActor* Fallen = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 60)));
	const ASPHSolidActor* Resting = SpawnSolid(World, BoxAsset(), FTransform(FVector(400, 0, 60)));
	Play(70);
	EXPECT_LT(LowestOf(*Fallen), -400.0) << "and has no floor";
	EXPECT_GT(LowestOf(*Resting), -1.0);
}

TEST_F(FGroundPlay, AShiftOfTheOriginLeavesTheLandscapeUnderTheBody)
{
	FVector Shift(0.0);
	AddTerrain([&Shift](double X, double) { return 0.1 * (X - Shift.X); });
	const ASPHSolidActor* Actor = SpawnSolid(World, BoxAsset(), FTransform(FVector(0, 0, 40)));
	Play(30);
	Shift = FVector(-12'345, 0, 0);
	World->HostSetOrigin(FIntVector(12'345, 0, 0));
	Play(30);
	EXPECT_NEAR(DistanceTo(FVector(-12'345, 0, 0)), 0.0, 0.5);
	EXPECT_GT(LowestOf(*Actor), -4.0);
}
