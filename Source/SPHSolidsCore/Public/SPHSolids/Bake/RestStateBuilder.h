#pragma once

#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Body/RestState.h>

#include <span>

namespace SPHSolids
{

struct RestStateInput
{
	std::span<const Vec3d> positions; ///< m, body frame; any order
	double particleRadius = 0;        ///< m
	/// Share of the true volume per particle, m^3, in the order of positions. Empty: none is known, and each particle takes its
	/// kernel volume but at most the cube (2 r)^3 of a lattice.
	std::span<const double> volumes;
	/// The particles form one layer (cloth): no neighbourhood counts as spanning more than two directions. Where a layer bends
	/// sharply its neighbourhoods have some depth, and would otherwise answer bending with a stress through their thickness.
	bool oneLayer = false;
};

/// Orders the particles (Neighbour/KdOrder.h) and computes the rest state.
/// Refused with a reason: no particles, positions that are not finite or coincide, a radius that is not positive.
/// @param order If given, receives for each particle of the state its index in the input.
SPHSOLIDSCORE_API Result<RestState> BuildRestState(
	const RestStateInput& input, TaskRunner& tasks, std::vector<std::uint32_t>* order = nullptr);

}
