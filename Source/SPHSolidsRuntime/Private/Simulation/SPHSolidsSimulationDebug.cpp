// Copyright (c) 2026 The SPHSolids authors

// What sph.Draw shows.

#include "Simulation/SPHSolidsSimulation.h"

#include "Convert/SPHSolidsUnits.h"
#include "DrawDebugHelpers.h"
#include "HAL/IConsoleManager.h"
#include "SPHSolidComponent.h"
#include "Simulation/SPHSolidSkinning.h"

static TAutoConsoleVariable<int32> CVarSPHSolidsDraw(TEXT("sph.Draw"), 0,
	TEXT("Draws what is simulated, as a sum: 1 particles (red: held), 2 contacts, 4 where colliders are collected, 8 stress from blue "
		 "(none) to red (as high as Young's modulus)."),
	ECVF_Cheat);

void FSPHSolidsSimulation::DrawDebug()
{
#if UE_ENABLE_DEBUG_DRAWING
	const int32 What = CVarSPHSolidsDraw.GetValueOnGameThread();
	if (What == 0)
		return;
	for (const TUniquePtr<FSPHSolidInstance>& Instance : Instances)
	{
		const SPHSolids::SolidBody* Solid = Core->Find(Instance->Id);
		if (Solid && (What & 1) != 0)
			for (std::size_t Index = 0; Index < Solid->ParticleCount(); ++Index)
				if (!Solid->IsMelted(Index))
					DrawDebugPoint(&World, SPHSolidsUnits::VectorToEngine(Solid->origin + Solid->position[Index].Cast<double>()), 4.0f,
						Solid->held[Index] != 0 ? FColor::Red : FColor::White);
		if (Solid && (What & 8) != 0)
			DrawStress(*Instance, *Solid);
		if ((What & 4) != 0 && Instance->GatheredAround.IsValid)
			DrawDebugBox(&World, Instance->GatheredAround.GetCenter(), Instance->GatheredAround.GetExtent(), FColor::Yellow);
	}
	if ((What & 2) != 0)
		for (const SPHSolids::ContactEvent& Contact : Core->Contacts())
			DrawDebugPoint(&World, SPHSolidsUnits::VectorToEngine(Contact.place), 10.0f, FColor::Green);
#endif
}

void FSPHSolidsSimulation::DrawStress(FSPHSolidInstance& Instance, const SPHSolids::SolidBody& Solid)
{
#if UE_ENABLE_DEBUG_DRAWING
	SPHSolidSkinning::FillGradients(Instance, Tasks);
	const SPHSolids::Material& Material = Solid.GetMaterial();
	const double Scale = Instance.Place.GetScale3D().X;
	for (std::size_t Index = 0; Index < Instance.Positions.size(); ++Index)
	{
		if (Solid.IsMelted(Index))
			continue;
		const SPHSolids::StressState State =
			SPHSolids::EvaluateMaterial(Material, Instance.Gradients[Index].Cast<double>() * (1.0 / Scale));
		const float Share = static_cast<float>(FMath::Clamp(SPHSolids::FrobeniusNorm(State.stress) / Material.young, 0.0, 1.0));
		const uint8 Red = static_cast<uint8>(255.0f * Share);
		DrawDebugPoint(&World, SPHSolidsUnits::VectorToEngine(Solid.origin + Instance.Positions[Index].Cast<double>()), 6.0f,
			FColor(Red, 0, static_cast<uint8>(255 - Red)));
	}
#endif
}
