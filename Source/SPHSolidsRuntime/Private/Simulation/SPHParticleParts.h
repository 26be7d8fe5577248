// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

#include <SPHSolids/World/World.h>

#include <span>

/// Particles of the fluids or of one body, all the same to those who draw them. Valid until the core's world changes.
struct FSPHParticlePart
{
	SPHSolids::Vec3d Origin;
	std::span<const SPHSolids::Vec3> SolidPositions, SolidVelocities;
	std::span<const SPHSolids::PaddedVec3> FluidPositions, FluidVelocities;
	/// Of a solid's particles, why they are held: see SPHSolids::SolidBody.
	std::span<const std::uint8_t> SolidHeld;
	double Radius = 0; ///< m
	int32 NumMelted = 0;

	/// What has melted is among the fluids and has no size here.
	double RadiusOf(int32 Index) const
	{
		const bool bMelted = !SolidHeld.empty() && SolidHeld[static_cast<std::size_t>(Index)] == SPHSolids::SolidBody::HeldMelted;
		return bMelted ? 0.0 : Radius;
	}
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
