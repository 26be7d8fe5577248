// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Simulation/SPHColliderKey.h"
#include "UObject/WeakObjectPtr.h"

#include <SPHSolids/World/World.h>

class ASPHFluidVolume;
class USPHFluidEmitterComponent;
class USPHFluidType;

/// Fluids of a world: types, blocks and emitters. Game thread only, and only while the solver does not run.
class FSPHSolidsFluids
{
public:
	explicit FSPHSolidsFluids(SPHSolids::World& InCore)
		: Core(InCore)
	{
	}

	/// Fills what of the volume has no fluid in it yet. @return How many particles were made; 0 with a line in the log if it cannot be.
	int32 Fill(const ASPHFluidVolume& Volume);
	void Start(USPHFluidEmitterComponent& Emitter);
	void Stop(USPHFluidEmitterComponent& Emitter);
	/// The engine's origin has moved, and all components and the core with it. @param Offset cm
	void Shift(const FVector& Offset);
	/// Before a step: emitters that moved.
	void Update();
	/// Of all fluids, m; 0 if there is none.
	double ParticleRadius() const;
	/// Where the fluid is, cm; not valid if there is none.
	FBox Bounds() const;

	/// Colliders that were collected around the fluids.
	TArray<FSPHColliderKey> Colliders;

	/// The fluid of a type, made if there is none yet; none with a line in the log if it cannot be.
	SPHSolids::FluidId FluidOf(const USPHFluidType* Type, const FString& Asker);
	/// Which places of a lattice are nearer to a particle of the world than the lattice's own are to each other.
	std::vector<bool> TakenPlaces(const FTransform& Place, const FVector& Half, double Spacing, const FIntVector& Count) const;

private:
	struct FPouring
	{
		SPHSolids::EmitterId Id;
		FTransform Place;
	};

	SPHSolids::World& Core;
	TMap<TWeakObjectPtr<const USPHFluidType>, SPHSolids::FluidId> Types;
	TMap<TWeakObjectPtr<USPHFluidEmitterComponent>, FPouring> Emitters;
};
