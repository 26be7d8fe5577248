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

void AddSolid(const SPHSolids::World& Core, const FSPHSolidInstance* Instance, TArray<FSPHParticlePart>& Parts)
{
	const SPHSolids::SolidBody* Body = Instance ? Core.Find(Instance->Id) : nullptr;
	if (!Body)
		return;
	FSPHParticlePart& Part = Parts.AddDefaulted_GetRef();
	Part.Origin = Body->origin;
	Part.SolidPositions = Body->position;
	Part.SolidVelocities = Body->velocity;
	Part.SolidHeld = Body->held;
	Part.NumMelted = static_cast<int32>(Body->MeltedCount());
	Part.Radius = static_cast<double>(Body->Rest().state.particleRadius);
}

int32 NumOf(const TArray<FSPHParticlePart>& Parts)
{
	int32 Num = 0;
	for (const FSPHParticlePart& Part : Parts)
		Num += Part.Num();
	return Num;
}

}

void FSPHSolidsSimulation::CollectParts(ESPHParticleSource Source, const AActor* Actor)
{
	Parts.Reset();
	switch (Source)
	{
	case ESPHParticleSource::Fluids:
	{
		const SPHSolids::FluidView Fluid = Core->Fluid();
		FSPHParticlePart& Part = Parts.AddDefaulted_GetRef();
		Part.Origin = Fluid.origin;
		Part.FluidPositions = Fluid.position;
		Part.FluidVelocities = Fluid.velocity;
		Part.Radius = Fluids.ParticleRadius();
		break;
	}
	case ESPHParticleSource::SolidOfActor:
		if (const USPHSolidComponent* Solid = Actor ? Actor->FindComponentByClass<USPHSolidComponent>() : nullptr)
			AddSolid(*Core, Solid->GetInstance(), Parts);
		break;
	case ESPHParticleSource::AllSolids:
		for (const TUniquePtr<FSPHSolidInstance>& Instance : Instances)
			AddSolid(*Core, Instance.Get(), Parts);
		break;
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
		CollectParts(Component->Source, Component->GetOwner());
		const int32 Num = NumOf(Parts);
		const TSharedPtr<FSPHSolidVertices> Beads = Component->TakeVertices(Num);
		if (!Beads)
			continue;
		int32 First = 0, NumMelted = 0;
		float Largest = 0.0f;
		for (const FSPHParticlePart& Part : Parts)
		{
			const SPHSolidsUnits::FToEngine Map = SPHSolidsUnits::FToEngine::ToLocal(Part.Origin, Component->GetComponentTransform());
			const auto SizeOf = [Component](double Radius)
			{ return static_cast<float>(SPHSolidsUnits::LengthToEngine(Radius)) * Component->RadiusScale; };
			SPHSolids::ParallelFor(Tasks, static_cast<std::size_t>(Part.Num()), ParticlesPerChunk,
				[&](std::size_t Begin, std::size_t End)
				{
					for (int32 Index = static_cast<int32>(Begin); Index < static_cast<int32>(End); ++Index)
						SPHBeads::Place(*Beads, First + Index, Map.Place(Part.Position(Index)), SizeOf(Part.RadiusOf(Index)));
				});
			First += Part.Num();
			NumMelted += Part.NumMelted;
			Largest = FMath::Max(Largest, SizeOf(Part.Radius));
		}
		SPHBeads::Finish(*Beads, Num, Largest);
		Component->Publish(Beads, Num - NumMelted);
	}
}

void FSPHSolidsSimulation::FeedNiagara()
{
	for (const TWeakObjectPtr<USPHNiagaraFeedComponent>& Weak : Feeds)
	{
		USPHNiagaraFeedComponent* Component = Weak.Get();
		if (!Component)
			continue;
		CollectParts(Component->Source, Component->GetOwner());
		Component->Resize(NumOf(Parts));
		FBox Bounds(ForceInit);
		int32 First = 0;
		double Largest = 0;
		for (const FSPHParticlePart& Part : Parts)
		{
			SPHSolids::ParallelFor(Tasks, static_cast<std::size_t>(Part.Num()), ParticlesPerChunk,
				[&](std::size_t Begin, std::size_t End)
				{
					for (int32 Index = static_cast<int32>(Begin); Index < static_cast<int32>(End); ++Index)
						Component->Set(First + Index, SPHSolidsUnits::VectorToEngine(Part.Origin + Part.Position(Index).Cast<double>()),
							SPHSolidsUnits::VectorToEngine(Part.Velocity(Index).Cast<double>()),
							static_cast<float>(SPHSolidsUnits::LengthToEngine(Part.RadiusOf(Index))));
				});
			First += Part.Num();
			SPHSolids::Box3 Box;
			for (int32 Index = 0; Index < Part.Num(); ++Index)
				Box.Include(Part.Position(Index));
			if (!Box.IsEmpty())
			{
				Bounds += SPHSolidsUnits::VectorToEngine(Part.Origin + Box.min.Cast<double>());
				Bounds += SPHSolidsUnits::VectorToEngine(Part.Origin + Box.max.Cast<double>());
				Largest = FMath::Max(Largest, SPHSolidsUnits::LengthToEngine(Part.Radius));
			}
		}
		Component->Send(Bounds.IsValid ? Bounds.ExpandBy(Largest) : Bounds);
	}
}
