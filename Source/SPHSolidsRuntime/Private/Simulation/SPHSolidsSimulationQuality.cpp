// Copyright (c) 2026 The SPHSolids authors

// How much work a body is worth, from how far off it is and whether it is seen.

#include "Simulation/SPHSolidsSimulation.h"

#include "Adapters/SPHSolidBody.h"
#include "Camera/PlayerCameraManager.h"
#include "Engine/World.h"
#include "GameFramework/PlayerController.h"
#include "Misc/App.h"
#include "SPHSolidComponent.h"

void FSPHSolidsSimulation::ApplyQuality(FSPHSolidInstance& Instance, double SquaredDistance)
{
	const auto IsBeyond = [SquaredDistance](double Limit) { return Limit > 0.0 && SquaredDistance > Limit * Limit; };
	// A body that has come nearer must be clearly nearer to be worth more again, so that one on the border does not flicker.
	constexpr double Nearer = 0.95;
	const bool bWasFrozen = Instance.Quality == ESPHQuality::Frozen, bWasLow = Instance.Quality == ESPHQuality::Low;
	ESPHQuality Quality = ESPHQuality::Full;
	if (IsBeyond(FreezeDistance * (bWasFrozen ? Nearer : 1.0)))
		Quality = ESPHQuality::Frozen;
	else if (IsBeyond(LowQualityDistance * (bWasLow || bWasFrozen ? Nearer : 1.0)))
		Quality = ESPHQuality::Low;
	// What wakes a frozen body, a touch or a push, moves it for one frame only.
	if (Quality == ESPHQuality::Frozen)
		Core->Sleep(Instance.Id);
	if (Quality == Instance.Quality)
		return;
	Core->SetIterations(Instance.Id, Quality == ESPHQuality::Low ? LowQualityIterations : 0);
	Core->SetStride(Instance.Id, Quality == ESPHQuality::Low ? LowQualityStride : 1);
	if (bWasFrozen)
		Core->Wake(Instance.Id);
	Instance.Quality = Quality;
}

void FSPHSolidsSimulation::FindEyes()
{
	constexpr double WidestAngle = 170.0, NarrowestAngle = 1.0, UsualAngle = 90.0; // degrees
	Eyes.Reset();
	for (FConstPlayerControllerIterator It = World.GetPlayerControllerIterator(); It; ++It)
		if (const APlayerController* Player = It->Get())
		{
			FVector Location;
			FRotator Rotation;
			Player->GetPlayerViewPoint(Location, Rotation);
			if (Location.ContainsNaN())
				continue;
			const APlayerCameraManager* Camera = Player->PlayerCameraManager;
			const double Angle = Camera ? static_cast<double>(Camera->GetFOVAngle()) : UsualAngle;
			const double Half = FMath::DegreesToRadians(FMath::Clamp(Angle, NarrowestAngle, WidestAngle)) / 2.0;
			Eyes.Add(FEye{Location, 2.0 * FMath::Tan(Half)});
		}
}

void FSPHSolidsSimulation::ScaleQuality()
{
	if (LowQualityDistance <= 0.0 && FreezeDistance <= 0.0 && MeshError <= 0.0)
		return;
	FindEyes();
	for (const TUniquePtr<FSPHSolidInstance>& Instance : Instances)
	{
		// Where nobody looks, as on a server without players, all is worth the same.
		double Nearest = Eyes.IsEmpty() || !Instance->Component->bScaleQuality ? 0.0 : MAX_dbl;
		for (const FEye& Eye : Eyes)
			Nearest = FMath::Min(Nearest, Instance->ParticleBounds.ComputeSquaredDistanceToPoint(Eye.Place));
		ApplyQuality(*Instance, Nearest);
		ChooseLevel(*Instance);
	}
}

void FSPHSolidsSimulation::ChooseLevel(FSPHSolidInstance& Instance) const
{
	const TArray<FSPHMeshTopology::FCoarser>& Coarser = Instance.Body->Topology->Coarser;
	if (Coarser.IsEmpty())
		return;
	// Of all who look, the one in whose picture the body is largest: width of the picture where the body is, cm.
	double Width = Eyes.IsEmpty() || !Instance.Component->bScaleMeshDetail ? 0.0 : MAX_dbl;
	for (const FEye& Eye : Eyes)
		Width = FMath::Min(Width, Eye.Width * FMath::Sqrt(Instance.ParticleBounds.ComputeSquaredDistanceToPoint(Eye.Place)));
	// To become finer a body must be clearly nearer than to become coarser, so that one on the border does not flicker.
	constexpr double Nearer = 0.95;
	int32 Level = 0;
	for (int32 Index = 0; Index < Coarser.Num(); ++Index)
		if (Coarser[Index].CellSize * Instance.Place.GetScale3D().X * (Index < Instance.Level ? Nearer : 1.0) < MeshError * Width)
			Level = Index + 1;
	Instance.bMoved |= Level != Instance.Level;
	Instance.Level = Level;
}

bool FSPHSolidsSimulation::WantsVertices(FSPHSolidInstance& Instance) const
{
	// The render thread is a frame behind, and what turns into view should be up to date when it does.
	constexpr float SeenSeconds = 0.2f;
	const USPHSolidComponent* Component = Instance.Component.Get();
	return FApp::CanEverRender() && Instance.Body->HasSkin() && Component->IsRenderStateCreated()
		&& (!Component->bSkinOnlyWhenSeen || Component->WasRecentlyRendered(SeenSeconds));
}
