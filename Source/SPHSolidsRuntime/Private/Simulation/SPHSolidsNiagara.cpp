// Copyright (c) 2026 The SPHSolids authors

#include "Simulation/SPHSolidsNiagara.h"

#include "Adapters/SPHSolidBody.h"
#include "Convert/SPHSolidsUnits.h"
#include "GameFramework/Actor.h"
#include "SPHSolidComponent.h"
#include "Simulation/SPHSolidSkinning.h"

namespace
{

/// Systems that skip some frames, because they are far off or not seen, keep their set.
constexpr uint64 FramesUntilForgotten = 30;
constexpr std::size_t ParticlesPerTask = 2048;

void FillSolid(FSPHNiagaraParticles& Set, int32 First, FSPHSolidInstance& Instance, const SPHSolids::SolidBody& Solid, const FSPHHeat& Heat,
	std::span<const float> Celsius, SPHSolids::TaskRunner& Tasks)
{
	SPHSolidSkinning::FillGradients(Instance, Tasks);
	const double Scale = Instance.Place.GetScale3D().X;
	const float Radius = static_cast<float>(SPHSolidsUnits::LengthToEngine(static_cast<double>(Solid.Rest().state.particleRadius)));
	SPHSolids::ParallelFor(Tasks, Solid.ParticleCount(), ParticlesPerTask,
		[&](std::size_t Begin, std::size_t End)
		{
			for (std::size_t Index = Begin; Index < End; ++Index)
			{
				const int32 At = First + static_cast<int32>(Index);
				const FVector Place = SPHSolidsUnits::VectorToEngine(Solid.origin + Instance.Positions[Index].Cast<double>());
				const FVector3f Local(Place - Set.Origin);
				const FVector3f Velocity(SPHSolidsUnits::VectorToEngine(Solid.velocity[Index].Cast<double>()));
				const double Volume = static_cast<double>(SPHSolids::Determinant(Instance.Gradients[Index])) / (Scale * Scale * Scale);
				const float Temperature = Celsius.empty() ? static_cast<float>(Heat.At(Place)) : Celsius[Index];
				// What has melted is among the fluids.
				Set.Places[At] = FVector4f(Local.X, Local.Y, Local.Z, Solid.IsMelted(Index) ? 0.0f : Radius);
				Set.Motions[At] = FVector4f(Velocity.X, Velocity.Y, Velocity.Z, Temperature);
				Set.States[At] = FVector4f(static_cast<float>(Instance.Number), static_cast<float>(Volume), 0.0f, 0.0f);
			}
		});
}

void FillFluids(
	FSPHNiagaraParticles& Set, const SPHSolids::FluidView& Fluid, double Radius, const FSPHHeat& Heat, SPHSolids::TaskRunner& Tasks)
{
	const float Size = static_cast<float>(SPHSolidsUnits::LengthToEngine(Radius));
	SPHSolids::ParallelFor(Tasks, Fluid.position.size(), ParticlesPerTask,
		[&](std::size_t Begin, std::size_t End)
		{
			for (std::size_t Index = Begin; Index < End; ++Index)
			{
				const int32 At = static_cast<int32>(Index);
				const FVector Place = SPHSolidsUnits::VectorToEngine(Fluid.origin + Fluid.position[Index].Xyz().Cast<double>());
				const FVector3f Local(Place - Set.Origin);
				const FVector3f Velocity(SPHSolidsUnits::VectorToEngine(Fluid.velocity[Index].Xyz().Cast<double>()));
				const float Density = Fluid.density.empty() ? 1.0f : Fluid.density[Index];
				Set.Places[At] = FVector4f(Local.X, Local.Y, Local.Z, Size);
				const float Temperature = Fluid.temperature.empty() ? static_cast<float>(Heat.At(Place)) : Fluid.temperature[Index];
				Set.Motions[At] = FVector4f(Velocity.X, Velocity.Y, Velocity.Z, Temperature);
				Set.States[At] =
					FVector4f(-1.0f - static_cast<float>(Fluid.fluid[Index]), Density > 0.0f ? 1.0f / Density : 1.0f, 0.0f, 0.0f);
			}
		});
}

}

FSPHSolidsNiagara::FWanted* FSPHSolidsNiagara::Find(TArray<FWanted>& List, ESPHParticleSource Source, const AActor* Actor)
{
	return List.FindByPredicate([Source, Actor](const FWanted& One)
		{ return One.Source == Source && (Source != ESPHParticleSource::SolidOfActor || One.Actor == Actor); });
}

TSharedPtr<const FSPHNiagaraParticles> FSPHSolidsNiagara::Ask(ESPHParticleSource Source, const AActor* Actor, uint64 Frame)
{
	FWanted* Known = Find(Wanted, Source, Actor);
	if (!Known)
		Known = Find(Fresh, Source, Actor);
	if (!Known)
	{
		FWanted& Made = Fresh.AddDefaulted_GetRef();
		Made.Source = Source;
		Made.Actor = Actor;
		Known = &Made;
	}
	Known->AskedFrame = Frame;
	return Known->Shown;
}

void FSPHSolidsNiagara::Prepare(uint64 Frame, const TArray<TUniquePtr<FSPHSolidInstance>>& Instances)
{
	for (FWanted& One : Fresh)
		Wanted.Add(MoveTemp(One));
	Fresh.Reset();
	Wanted.RemoveAll([Frame](const FWanted& One) { return Frame > One.AskedFrame + FramesUntilForgotten; });
	for (FWanted& One : Wanted)
	{
		One.Bodies.Reset();
		if (One.Source == ESPHParticleSource::AllSolids)
			for (const TUniquePtr<FSPHSolidInstance>& Instance : Instances)
				One.Bodies.Add(Instance.Get());
		else if (const AActor* Actor = One.Source == ESPHParticleSource::SolidOfActor ? One.Actor.Get() : nullptr)
			if (const USPHSolidComponent* Solid = Actor->FindComponentByClass<USPHSolidComponent>(); Solid && Solid->GetInstance())
				One.Bodies.Add(Solid->GetInstance());
		// What is shown may still be read; the set before it mostly is not any more and can be filled again.
		if (!One.Filling || One.Filling.GetSharedReferenceCount() > 1)
			One.Filling = MakeShared<FSPHNiagaraParticles>();
	}
}

void FSPHSolidsNiagara::Fill(const SPHSolids::World& Core, double FluidRadius, const FSPHHeat& Heat, SPHSolids::TaskRunner& Tasks)
{
	for (FWanted& One : Wanted)
	{
		FSPHNiagaraParticles& Set = *One.Filling;
		if (One.Source == ESPHParticleSource::Fluids)
		{
			const SPHSolids::FluidView Fluid = Core.Fluid();
			Set.Origin = SPHSolidsUnits::VectorToEngine(Fluid.origin);
			Set.SetNum(static_cast<int32>(Fluid.position.size()));
			FillFluids(Set, Fluid, FluidRadius, Heat, Tasks);
			continue;
		}
		int32 Count = 0;
		for (const FSPHSolidInstance* Body : One.Bodies)
			Count += static_cast<int32>(Core.Find(Body->Id)->ParticleCount());
		Set.SetNum(Count);
		Set.Origin = One.Bodies.IsEmpty() ? FVector(0.0, 0.0, 0.0) : One.Bodies[0]->ParticleBounds.GetCenter();
		int32 First = 0;
		for (FSPHSolidInstance* Body : One.Bodies)
		{
			const SPHSolids::SolidBody& Solid = *Core.Find(Body->Id);
			FillSolid(Set, First, *Body, Solid, Heat, Core.Temperatures(Body->Id), Tasks);
			First += static_cast<int32>(Solid.ParticleCount());
		}
	}
}

void FSPHSolidsNiagara::Publish()
{
	for (FWanted& One : Wanted)
	{
		Swap(One.Shown, One.Filling);
		One.Bodies.Reset();
	}
}

void FSPHSolidsNiagara::Forget(const FSPHSolidInstance& Instance)
{
	for (FWanted& One : Wanted)
		One.Bodies.RemoveAll([&Instance](const FSPHSolidInstance* Body) { return Body == &Instance; });
}
