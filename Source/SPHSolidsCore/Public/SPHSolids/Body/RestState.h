#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Neighbour/NeighbourSearch.h>

#include <cstdint>
#include <vector>

namespace SPHSolids
{

/// The undeformed particles of a body and everything that follows from their places alone. Immutable once built, shared by all
/// instances. Particles are in kd-order (Neighbour/KdOrder.h): runs of KdLeafSize are compact boxes.
struct RestState
{
	Real particleRadius = 0; ///< r, m
	Real supportRadius = 0;  ///< h = 4 r, m

	AlignedArray<Vec3> position; ///< X_i, m, body frame
	/// V_i = 1 / sum_j W_ij (j includes i), m^3: (5) of [KBF21]. Right inside kernel sums; too large at a surface.
	AlignedArray<Real> kernelVolume;
	/// The share of the body's true volume that particle i stands for, m^3: quadrature weight of the energy and, times density,
	/// mass. Sums to the volume of the body.
	AlignedArray<Real> volume;
	NeighbourLists neighbours; ///< N_i: all j != i with |X_i - X_j| <= h, symmetric, each list in ascending order
	/// L_i of (8), or its pseudo-inverse where the neighbourhood is flat, thin or poor.
	AlignedArray<Mat3> correction;
	/// Directions that the neighbourhood of a particle spans: 3 in a solid, 2 in a sheet, 1 in a string, 0 alone.
	std::vector<std::uint8_t> rank;

	std::size_t ParticleCount() const { return position.size(); }
};

}
