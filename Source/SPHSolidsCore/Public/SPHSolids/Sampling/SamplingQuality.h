#pragma once

#include <SPHSolids/Sampling/Sampler.h>

#include <array>
#include <cstdint>
#include <vector>

namespace SPHSolids
{

/// How well a set of particles will simulate and how well it shows the shape. Lengths in particle diameters d = 2 r, support h = 2 d.
struct SamplingQuality
{
	/// Complete density of particle i, in units of the rest density:
	///
	///   rho_i = v sum_j W_ij (j includes i)  +  what the space beyond the edge would add if it were filled as well
	///
	/// with W the cubic spline and v the filled volume over the number of particles, so that the mass is right. The filled space is
	/// the solid, thickened to d where it is thinner. So a particle at the surface is judged like one inside; every particle of a
	/// cubic lattice that fills a box has 1.
	double densityMean = 0;
	double densityErrorMean = 0; ///< Mean of |rho_i - 1|
	double densityErrorMax = 0;
	double densitySpread = 0; ///< Standard deviation of rho_i over its mean: unevenness, whatever the mean
	/// The mean error over the particles at least h from the surface, where nothing is completed; 0 if there are none.
	double innerDensityErrorMean = 0;

	/// Particles by their number of others within h; the last entry counts all that have more.
	static constexpr std::size_t HistogramSize = 64;
	std::array<std::uint32_t, HistogramSize> neighbourHistogram = {};
	double neighbourMean = 0;
	std::uint32_t neighbourMin = 0;
	static constexpr std::uint32_t FewNeighbours = 12;
	double fewNeighboursShare = 0; ///< Share of particles with fewer than FewNeighbours

	/// Smallest singular value of the moment matrix sum_j V_j grad W_ij X_ji^T with V_j = 1 / sum_k W_jk ([KBF21] (8), before
	/// inversion), over that of a particle inside a cubic lattice: 1 inside, about 0.5 at a flat surface, 0 where all neighbours
	/// lie in one plane.
	double momentWorst = 0, momentQuantile = 0, momentMean = 0; ///< smallest, 1 % quantile, mean over the particles
	/// Share of particles whose smallest singular value is below FlatShare of their largest: neighbours nearly in one plane.
	static constexpr double FlatShare = 0.05;
	double flatShare = 0;

	/// Share of the area of the surface that lies within r, and within 1.5 r, of a particle's ball, that is within 2 r and 2.5 r of
	/// its centre. A layer of particles touching the surface from inside in a square of spacing d covers all of it.
	double coverage = 0, coverageWide = 0;
	double surfaceGapMean = 0, surfaceGapMax = 0; ///< Distance of the surface to the nearest ball, in r; max counts up to 3

	double volumeError = 0; ///< (count d^3 - filled volume) / filled volume

	double nearestMin = 0, nearestMean = 0; ///< Distance to the nearest other particle, in d
	double nearestSpread = 0;               ///< Standard deviation of that distance, in d

	// Per particle, for pictures.
	std::vector<float> density; ///< rho_i
	std::vector<std::uint16_t> neighbours;
	std::vector<float> moment;
};

/// Measures any particles against the mesh they were made from.
SPHSOLIDSCORE_API Result<SamplingQuality> MeasureSampling(
	const MeshDistance& mesh, const ParticleSampling& sampling, TaskRunner& tasks, Progress* progress);

}
