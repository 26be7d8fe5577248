// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Adapters/SPHRigidFrame.h"
#include "CoreMinimal.h"
#include "Misc/Optional.h"
#include "Simulation/SPHColliderKey.h"
#include "UObject/WeakObjectPtr.h"

#include <SPHSolids/World/World.h>

#include <SPHSolids/Skin/SkinEvaluator.h>

class USPHSolidComponent;
struct FSPHSolidBody;
struct FSPHSolidVertices;

/// What bodies get less of, the farther they are from everybody who looks.
enum class ESPHQuality : uint8
{
	Full,
	Low,   ///< fewer iterations, fewer steps
	Frozen ///< asleep where it is until somebody comes near
};

/// One soft body of a world: the component, the body in the core's world, and what lies between them. Owned by FSPHSolidsSimulation.
struct FSPHSolidInstance
{
	TWeakObjectPtr<USPHSolidComponent> Component;
	TSharedPtr<const FSPHSolidBody> Body;
	SPHSolids::BodyId Id;
	/// Counts up from 1 in every world; Niagara and Blueprints tell bodies apart by it.
	int32 Number = 0;
	/// Where it is in the simulation's list.
	int32 Slot = 0;
	SPHSolids::BodyState State = SPHSolids::BodyState::Awake;
	/// Has an unpublished change of state.
	bool bSlept = false, bWoke = false;
	/// Colliders that were collected for it, and where it was then.
	TArray<FSPHColliderKey> Colliders;
	FBox GatheredAround = FBox(ForceInit);
	uint64 GatheredFrame = 0;
	/// How much work it is worth, from how far off it is.
	ESPHQuality Quality = ESPHQuality::Full;
	/// Seconds of the simulation when On Impact was last sent.
	double LastImpact = -1e30;

	// Set before the solve.
	FTransform Place; ///< of the component
	bool bWantsVertices = false;
	/// A body that was moved by hand has to be drawn once more even if it sleeps.
	bool bMoved = true;
	/// It has moved since it was last drawn, because nobody saw it.
	bool bStale = false;
	/// Of detail of its mesh, from how large it is in the picture; 0 is the full mesh.
	int32 Level = 0;

	// Written by the solve.
	FTransform NewPlace;
	TSharedPtr<FSPHSolidVertices> Filled;
	/// Of the particles, cm, in the world.
	FBox ParticleBounds = FBox(ForceInit);
	/// Where clients should have it; set before the solve if there are any.
	TOptional<FSPHRigidFrame> NetFrame;

	// Memory of the skin between frames.
	SPHSolids::AlignedArray<SPHSolids::Vec3> Positions;
	SPHSolids::AlignedArray<SPHSolids::Mat3> Gradients;
	bool bGradientsFresh = false; ///< Gradients belong to Positions
	SPHSolids::SkinEvaluator::Scratch SkinScratch;
	SPHSolids::AlignedArray<SPHSolids::Vec3> SkinPositions, SkinNormals;
	std::vector<SPHSolids::RenderTangent> SkinTangents;
};
