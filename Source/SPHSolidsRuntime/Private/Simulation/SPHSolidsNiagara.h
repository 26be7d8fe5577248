// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Niagara/SPHNiagaraParticles.h"
#include "SPHParticlesComponent.h"
#include "Simulation/SPHHeat.h"
#include "Simulation/SPHSolidInstance.h"
#include "UObject/WeakObjectPtr.h"

class AActor;

/// Particles for Niagara's data interface: who wants which, and sets that are filled while others are still being read.
class FSPHSolidsNiagara
{
public:
	/// The last published set; none before the first frame that somebody asked for it. Whoever stops asking stops costing. Game thread.
	TSharedPtr<const FSPHNiagaraParticles> Ask(ESPHParticleSource Source, const AActor* Actor, uint64 Frame);
	/// Before a solve, on the game thread: finds the bodies whose particles are wanted.
	void Prepare(uint64 Frame, const TArray<TUniquePtr<FSPHSolidInstance>>& Instances);
	/// After the steps, on the solver's task.
	void Fill(const SPHSolids::World& Core, double FluidRadius, const FSPHHeat& Heat, SPHSolids::TaskRunner& Tasks);
	/// When the solve is over, on the game thread.
	void Publish();
	/// The body is about to go.
	void Forget(const FSPHSolidInstance& Instance);

private:
	struct FWanted
	{
		ESPHParticleSource Source = ESPHParticleSource::Fluids;
		TWeakObjectPtr<const AActor> Actor;
		uint64 AskedFrame = 0;
		TArray<FSPHSolidInstance*> Bodies;
		TSharedPtr<FSPHNiagaraParticles> Shown, Filling;
	};

	FWanted* Find(TArray<FWanted>& List, ESPHParticleSource Source, const AActor* Actor);

	TArray<FWanted> Wanted;
	/// Asked for while a solve may be running; joins the others before the next.
	TArray<FWanted> Fresh;
};
