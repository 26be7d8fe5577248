// Copyright (c) 2026 The SPHSolids authors

// The part of the simulation that shows particles: as beads and to Niagara.

#include "Convert/SPHSolidsUnits.h"
#include "GameFramework/Actor.h"
#include "Misc/App.h"
#include "Render/SPHBeads.h"
#include "SPHNiagaraFeedComponent.h"
#include "SPHParticlesComponent.h"
#include "SPHSolidComponent.h"
#include "Simulation/SPHSolidsSimulation.h"

namespace
{

constexpr std::size_t ParticlesPerChunk = 2048;

/// Particles of fluids or of one body, all the same to those who draw them.
struct FParticleView
{
	SPHSolids::Vec3d Origin;
	std::span<const SPHSolids::Vec3> SolidPositions, SolidVelocities;
	std::span<const SPHSolids::PaddedVec3> FluidPositions, FluidVelocities;
	double Radius = 0; ///< m

	int32 Num() const { return static_cast<int32>(FluidPositions.size() + SolidPositions.size()); }
	SPHSolids::Vec3 Position(int32 Index) const
	{
		const std::size_t At = static_cast<std::size_t>(Index);
		return FluidPositions.empty() ? SolidPositions[At] : FluidPositions[At].Xyz();
	}
	SPHSolids::Vec3 Velocity(int32 Index) const
	{
		const std::size_t At = static_cast<std::size_t>(Index);
		return FluidPositions.empty() ? SolidVelocities[At] : FluidVelocities[At].Xyz();
	}
};

FParticleView ViewOf(const SPHSolids::World& Core, const FSPHSolidsFluids& Fluids, ESPHParticleSource Source, const AActor* Actor)
{
	FParticleView View;
	if (Source == ESPHParticleSource::Fluids)
	{
		const SPHSolids::FluidView Fluid = Core.Fluid();
		View.Origin = Fluid.origin;
		View.FluidPositions = Fluid.position;
		View.FluidVelocities = Fluid.velocity;
		for (const SPHSolids::FluidId Id : Fluids.Ids())
			if (const SPHSolids::FluidDef* Def = Core.Find(Id))
				View.Radius = Def->particleRadius;
		return View;
	}
	const USPHSolidComponent* Solid = Actor ? Actor->FindComponentByClass<USPHSolidComponent>() : nullptr;
	if (const SPHSolids::SolidBody* Body = Solid && Solid->GetInstance() ? Core.Find(Solid->GetInstance()->Id) : nullptr)
	{
		View.Origin = Body->origin;
		View.SolidPositions = Body->position;
		View.SolidVelocities = Body->velocity;
		View.Radius = static_cast<double>(Body->Rest().state.particleRadius);
	}
	return View;
}

}

void FSPHSolidsSimulation::AddParticles(USPHParticlesComponent& Component)
{
	ParticleComponents.AddUnique(&Component);
}

void FSPHSolidsSimulation::RemoveParticles(USPHParticlesComponent& Component)
{
	ParticleComponents.Remove(&Component);
}

void FSPHSolidsSimulation::AddFeed(USPHNiagaraFeedComponent& Component)
{
	Feeds.AddUnique(&Component);
}

void FSPHSolidsSimulation::RemoveFeed(USPHNiagaraFeedComponent& Component)
{
	Feeds.Remove(&Component);
}

void FSPHSolidsSimulation::DrawParticles()
{
	if (!FApp::CanEverRender())
		return;
	for (const TWeakObjectPtr<USPHParticlesComponent>& Weak : ParticleComponents)
	{
		USPHParticlesComponent* Component = Weak.Get();
		if (!Component || !Component->IsVisible())
			continue;
		const FParticleView View = ViewOf(*Core, Fluids, Component->Source, Component->GetOwner());
		const TSharedPtr<FSPHSolidVertices> Beads = Component->TakeVertices(View.Num());
		if (!Beads)
			continue;
		const SPHSolidsUnits::FToEngine Map = SPHSolidsUnits::FToEngine::ToLocal(View.Origin, Component->GetComponentTransform());
		const float Size = static_cast<float>(SPHSolidsUnits::LengthToEngine(View.Radius)) * Component->RadiusScale;
		SPHSolids::ParallelFor(Tasks, static_cast<std::size_t>(View.Num()), ParticlesPerChunk,
			[&](std::size_t Begin, std::size_t End)
			{
				for (int32 Index = static_cast<int32>(Begin); Index < static_cast<int32>(End); ++Index)
					SPHBeads::Place(*Beads, Index, Map.Place(View.Position(Index)), Size);
			});
		SPHBeads::Finish(*Beads, View.Num(), Size);
		Component->Publish(Beads, View.Num());
	}
}

void FSPHSolidsSimulation::FeedNiagara()
{
	for (const TWeakObjectPtr<USPHNiagaraFeedComponent>& Weak : Feeds)
	{
		USPHNiagaraFeedComponent* Component = Weak.Get();
		if (!Component)
			continue;
		const FParticleView View = ViewOf(*Core, Fluids, Component->Source, Component->GetOwner());
		const double Radius = SPHSolidsUnits::LengthToEngine(View.Radius);
		Component->Resize(View.Num());
		SPHSolids::ParallelFor(Tasks, static_cast<std::size_t>(View.Num()), ParticlesPerChunk,
			[&](std::size_t Begin, std::size_t End)
			{
				for (int32 Index = static_cast<int32>(Begin); Index < static_cast<int32>(End); ++Index)
					Component->Set(Index, SPHSolidsUnits::VectorToEngine(View.Origin + View.Position(Index).Cast<double>()),
						SPHSolidsUnits::VectorToEngine(View.Velocity(Index).Cast<double>()), static_cast<float>(Radius));
			});
		SPHSolids::Box3 Box;
		for (int32 Index = 0; Index < View.Num(); ++Index)
			Box.Include(View.Position(Index));
		FBox Bounds(ForceInit);
		if (!Box.IsEmpty())
		{
			Bounds += SPHSolidsUnits::VectorToEngine(View.Origin + Box.min.Cast<double>());
			Bounds += SPHSolidsUnits::VectorToEngine(View.Origin + Box.max.Cast<double>());
		}
		Component->Send(Bounds.IsValid ? Bounds.ExpandBy(Radius) : Bounds);
	}
}
