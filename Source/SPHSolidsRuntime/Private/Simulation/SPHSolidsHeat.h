// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Simulation/SPHHeat.h"
#include "UObject/WeakObjectPtr.h"

#include <SPHSolids/World/World.h>

class FSPHSolidsFluids;
class USPHHeatSourceComponent;
class USPHSolidComponent;

/// Heat of a world: its surroundings, heat sources, and what of bodies and colliders takes part. Game thread only, and only while the solver
/// does not run.
class FSPHSolidsHeat
{
public:
	/// @param Ambient Degrees Celsius. @param Transfer W/(m^2 K)
	FSPHSolidsHeat(SPHSolids::World& InCore, double Ambient, double Transfer);

	void Add(USPHHeatSourceComponent& Source);
	void Remove(USPHHeatSourceComponent& Source);
	/// Before a step: sources that moved or changed.
	void Update();
	/// How warm it is where, by the sources as they were at the last update.
	const FSPHHeat& Where() const { return Places; }

	/// A body that has come into the world, or has another material, takes part as that says. What cannot be is reported by the component.
	void Begin(USPHSolidComponent& Component, SPHSolids::BodyId Id, FSPHSolidsFluids& Fluids);

private:
	SPHSolids::World& Core;
	TMap<TWeakObjectPtr<USPHHeatSourceComponent>, SPHSolids::HeatSourceId> Sources;
	FSPHHeat Places;
};
