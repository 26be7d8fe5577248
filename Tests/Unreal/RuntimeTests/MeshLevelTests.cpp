// Copyright (c) 2026 The SPHSolids authors

#include "Adapters/SPHSolidBody.h"
#include "GameFramework/PlayerController.h"
#include "PlayedWorld.h"
#include "SPHSolidActor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

using namespace RuntimeTests;

namespace
{

/// Metres.
constexpr double BallRadius = 0.25;
constexpr int Rings = 48;

/// A ball of 4,753 vertices.
USPHSolidBodyAsset* BallAsset()
{
	static USPHSolidBodyAsset* Asset = nullptr;
	if (!Asset)
	{
		Asset = NewAsset(BakeQuickly(MakeBallMesh(BallRadius, Rings), 0.03));
		Asset->AddToRoot();
	}
	return Asset;
}

class FMeshLevels : public FPlayedWorld
{
protected:
	FMeshLevels()
		: FPlayedWorld(
			  [](USPHSolidsSettings& Settings)
			  {
				  Settings.BudgetMilliseconds = 0;
				  Settings.bInterpolate = false;
			  })
	{
		Player = World->SpawnActor<APlayerController>();
		Player->HostEye = FVector(0, 0, 60);
	}
	Host::FDrawnMesh Drawn() { return Engine.DrawnMeshes(World)[0]; }
	const FSPHMeshTopology& Topology() const { return *BallAsset()->GetBody()->Topology; }

	APlayerController* Player;
};

double SignedVolume(const TArray<FVector3f>& Positions, const TArray<uint32>& Indices)
{
	double Sum = 0;
	for (int32 Index = 0; Index + 2 < Indices.Num(); Index += 3)
	{
		const auto At = [&](int32 Corner) { return FVector(Positions[static_cast<int32>(Indices[Index + Corner])]); };
		Sum += (At(0) ^ At(1)) | At(2);
	}
	return Sum / 6.0;
}

}

TEST_F(FMeshLevels, ABodyHasCoarserMeshesOfSomeOfItsVerticesEachWithAboutAQuarterOfTheOneBefore)
{
	const FSPHMeshTopology& Mesh = Topology();
	ASSERT_GE(Mesh.Coarser.Num(), 2);
	int32 Before = Mesh.NumVertices;
	for (const FSPHMeshTopology::FCoarser& Level : Mesh.Coarser)
	{
		EXPECT_LT(Level.NumVertices, 0.6 * Before);
		EXPECT_GT(Level.NumVertices, 0.1 * Before);
		Before = Level.NumVertices;
		for (const uint32 Vertex : Level.Indices)
			ASSERT_LT(static_cast<int32>(Vertex), Level.NumVertices) << "the first vertices of the full mesh";
	}
	EXPECT_EQ(BoxAsset()->GetBody()->NumLevels(), 1) << "24 vertices are few enough at any distance";
}

TEST_F(FMeshLevels, ACoarserMeshIsTheSameShapeWithinItsCells)
{
	const FSPHMeshTopology& Mesh = Topology();
	TArray<FVector3f> Places;
	for (const SPHSolids::Vec3& Place : BallAsset()->GetBody()->Baked->skin.positions)
		Places.Add(FVector3f(Place.x, Place.y, Place.z));
	const double Whole = SignedVolume(Places, Mesh.Indices);
	EXPECT_NEAR(std::abs(Whole), 4.0 / 3.0 * UE_DOUBLE_PI * std::pow(BallRadius, 3), 0.01 * std::abs(Whole));
	for (const FSPHMeshTopology::FCoarser& Level : Mesh.Coarser)
	{
		// A chord of length c under a ball's surface misses it by c^2 / 8 r; volume by three times that over r. Corners of neighbouring cells are up
		// to four cells apart.
		const double Chord = 4.0 * Level.CellSize / 100.0;
		EXPECT_NEAR(SignedVolume(Places, Level.Indices) / Whole, 1.0, 3.0 * Chord * Chord / (8.0 * BallRadius * BallRadius));
		for (int32 Vertex = 0; Vertex < Mesh.NumVertices; ++Vertex)
		{
			double Nearest = 1e30;
			for (int32 Other = 0; Other < Level.NumVertices; ++Other)
				Nearest = FMath::Min(Nearest, (FVector(Places[Vertex]) - FVector(Places[Other])).Size());
			EXPECT_LT(100.0 * Nearest, 2.0 * Level.CellSize) << "somebody stands for every vertex";
		}
	}
}

TEST_F(FMeshLevels, FarBodiesAreDrawnCoarserAndEveryVertexIsWhereTheFullMeshHasIt)
{
	ASPHSolidActor* Far = SpawnSolid(World, BallAsset(), FTransform::Identity);
	ASPHSolidActor* Full = SpawnSolid(World, BallAsset(), FTransform(FVector(0, 500, 0)));
	Full->Solid->bScaleMeshDetail = false;
	for (ASPHSolidActor* Actor : {Far, Full})
		Actor->Solid->PinSphere(Actor->Solid->GetBodyCentre() + FVector(0, 0, 25), 8);
	Play(5);
	EXPECT_EQ(Far->Solid->GetMeshLevel(), 0) << "from near";
	// The cells of level 1 are smaller than a thousandth of a picture that is as wide as twice the distance.
	const double Cell = Topology().Coarser[0].CellSize;
	Player->HostEye = FVector(0, 0, 1.2 * Cell / 0.001 / 2.0 + 50.0);
	Play(10);
	EXPECT_EQ(Far->Solid->GetMeshLevel(), 1);
	EXPECT_EQ(Full->Solid->GetMeshLevel(), 0) << "switched off";
	const TArray<Host::FDrawnMesh> Meshes = Engine.DrawnMeshes(World);
	ASSERT_EQ(Meshes.Num(), 2);
	const Host::FDrawnMesh &Coarse = Meshes[0].Indices.Num() < Meshes[1].Indices.Num() ? Meshes[0] : Meshes[1],
						   &Fine = Meshes[0].Indices.Num() < Meshes[1].Indices.Num() ? Meshes[1] : Meshes[0];
	EXPECT_EQ(Coarse.Indices.Num(), Topology().Coarser[0].Indices.Num());
	EXPECT_EQ(Fine.Indices.Num(), Topology().Indices.Num());
	for (const uint32 Vertex : Coarse.Indices)
		ASSERT_TRUE(Coarse.Positions[static_cast<int32>(Vertex)].Equals(Fine.Positions[static_cast<int32>(Vertex)], 0.01f));
}

TEST_F(FMeshLevels, ANarrowLensShowsWhatAWideOneDoesNot)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BallAsset(), FTransform::Identity);
	Actor->Solid->PinSphere(FVector(0, 0, 0), 100);
	Player->HostEye = FVector(0, 0, 1.2 * Topology().Coarser[0].CellSize / 0.001 / 2.0 + 50.0);
	Player->PlayerCameraManager = World->SpawnActor<APlayerCameraManager>();
	Play(3);
	EXPECT_EQ(Actor->Solid->GetMeshLevel(), 1);
	Player->PlayerCameraManager->HostAngle = 20.0f;
	Play(3);
	EXPECT_EQ(Actor->Solid->GetMeshLevel(), 0);
}

TEST_F(FMeshLevels, ASleepingBodyIsDrawnInFullWhenSomebodyComesNearAndOneOnTheBorderDoesNotFlicker)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BallAsset(), FTransform::Identity);
	const double Border = Topology().Coarser[0].CellSize / 0.001 / 2.0 + 25.0;
	Player->HostEye = FVector(0, 0, Border + 50.0);
	Play(3);
	Simulation().Access().Sleep(Actor->Solid->GetInstance()->Id);
	Play(3);
	ASSERT_TRUE(Actor->Solid->IsAsleep());
	ASSERT_EQ(Actor->Solid->GetMeshLevel(), 1);
	const TArray<FVector3f> CoarseOnes = Drawn().Positions;
	const FVector Centre = Actor->Solid->GetBodyCentre();
	for (const double Step : {-1.0, 1.0, -1.0, 1.0})
	{
		Player->HostEye = Centre + FVector(0, 0, Border + Step);
		Play(2);
		EXPECT_EQ(Actor->Solid->GetMeshLevel(), 1) << "a little nearer is not near";
	}
	Player->HostEye = Centre + FVector(0, 0, 60);
	Play(3);
	EXPECT_TRUE(Actor->Solid->IsAsleep());
	EXPECT_EQ(Actor->Solid->GetMeshLevel(), 0);
	const Host::FDrawnMesh Fine = Drawn();
	EXPECT_EQ(Fine.Indices.Num(), Topology().Indices.Num());
	const FBox Bounds = Fine.Bounds.GetBox().ExpandBy(0.1);
	for (const FVector3f& Place : Fine.Positions)
	{
		const FVector4 There = Fine.LocalToWorld.TransformPosition(FVector(Place));
		ASSERT_TRUE(Bounds.IsInsideOrOn(FVector(There.X, There.Y, There.Z))) << "no vertex was left behind";
	}
}

TEST_F(FMeshLevels, AProxyThatIsMadeAnewWhileACoarseMeshIsShownGoesOnAndBecomesFineLater)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BallAsset(), FTransform::Identity);
	Actor->Solid->PinSphere(FVector(0, 0, 0), 100);
	Player->HostEye = FVector(0, 0, 1e5);
	Play(3);
	const int32 Coarsest = Topology().Coarser.Num();
	EXPECT_EQ(Actor->Solid->GetMeshLevel(), Coarsest);
	Actor->Solid->MarkRenderStateDirty();
	Play(2);
	EXPECT_EQ(Drawn().Indices.Num(), Topology().Coarser[Coarsest - 1].Indices.Num());
	Player->HostEye = FVector(0, 0, 60);
	Play(2);
	EXPECT_EQ(Drawn().Indices.Num(), Topology().Indices.Num());
}

TEST_F(FMeshLevels, WithoutPlayersAndWithoutAnErrorAllowedTheFullMeshIsDrawn)
{
	ASPHSolidActor* Actor = SpawnSolid(World, BallAsset(), FTransform::Identity);
	Player->Destroy();
	Play(3);
	EXPECT_EQ(Actor->Solid->GetMeshLevel(), 0);
	Engine.DestroyWorld(World);
	GetMutableDefault<USPHSolidsSettings>()->MeshError = 0.0f;
	World = Engine.CreateWorld(EWorldType::Game);
	Actor = SpawnSolid(World, BallAsset(), FTransform::Identity);
	World->SpawnActor<APlayerController>()->HostEye = FVector(0, 0, 1e6);
	Play(3);
	EXPECT_EQ(Actor->Solid->GetMeshLevel(), 0);
}

TEST_F(FMeshLevels, AFarMeshCostsLess)
{
	// A mesh much finer than its particles, as heroes have.
	USPHSolidBodyAsset* Fine = NewAsset(BakeQuickly(MakeBallMesh(BallRadius, 112), 0.03));
	ASPHSolidActor* Actor = SpawnSolid(World, Fine, FTransform::Identity);
	Actor->Solid->PinSphere(FVector(0, 0, 20), 8);
	const auto Milliseconds = [&]
	{
		std::vector<float> Times;
		for (int32 Count = 0; Count < 30; ++Count)
		{
			Play(1);
			Times.push_back(Simulation().Stats.SkinMilliseconds);
		}
		std::nth_element(Times.begin(), Times.begin() + 15, Times.end());
		return Times[15];
	};
	const float Near = Milliseconds();
	Player->HostEye = FVector(0, 0, 1e5);
	const float Far = Milliseconds();
	RecordProperty("nearMicroseconds", static_cast<int>(1000 * Near));
	RecordProperty("farMicroseconds", static_cast<int>(1000 * Far));
	std::printf("skin of %d vertices: %.3f ms near, %.3f ms with %d of them\n", Fine->NumVertices, static_cast<double>(Near),
		static_cast<double>(Far), Fine->GetBody()->Topology->Coarser.Last().NumVertices);
	EXPECT_LT(Far, 0.7f * Near);
}
