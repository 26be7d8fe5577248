// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "UObject/WeakObjectPtr.h"

#include <SPHSolids/World/World.h>

class ASPHFluidVolume;
class UPrimitiveComponent;
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

	/// Fills the volume. @return How many particles were made; 0 with a line in the log if it cannot be.
	int32 Fill(const ASPHFluidVolume& Volume);
	void Start(USPHFluidEmitterComponent& Emitter);
	void Stop(USPHFluidEmitterComponent& Emitter);
	/// Before a step: emitters that moved.
	void Update();
	/// Of all fluids, m; 0 if there is none.
	double ParticleRadius() const;
	/// Where the fluid is, cm; not valid if there is none.
	FBox Bounds() const;

	/// Colliders that were collected around the fluids.
	TArray<TWeakObjectPtr<UPrimitiveComponent>> Colliders;

	/// The fluid of a type, made if there is none yet; none with a line in the log if it cannot be.
	SPHSolids::FluidId FluidOf(const USPHFluidType* Type, const FString& Asker);

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
