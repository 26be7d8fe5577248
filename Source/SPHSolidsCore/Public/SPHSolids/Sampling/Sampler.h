#pragma once

#include <SPHSolids/Base/Progress.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Geometry/MeshDistance.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace SPHSolids
{

enum class SamplingMethod
{
	Relaxed,   ///< [KBF21] section 7: a lattice relaxed by pressure, cohesion and adhesion. The default.
	Grid,      ///< The cubic lattice itself.
	BlueNoise, ///< Jiang 2015, for comparison.
};

/// What to do with parts thinner than a particle.
enum class SheetMode
{
	Auto,   ///< One layer along the middle of whatever is thinner than a particle; volume elsewhere.
	Always, ///< The whole mesh is a sheet: one layer of particles on it (cloth).
	Never,  ///< Thin parts that hold no particle are reported and left out.
};

struct SamplingSettings
{
	SamplingMethod method = SamplingMethod::Relaxed;
	SheetMode sheet = SheetMode::Auto;
	double particleRadius = 0;       ///< m. Exactly one of radius and count is given; the other is 0.
	std::uint32_t particleCount = 0; ///< Wanted number of particles, met within 2 %.
	double cohesion = 4;             ///< beta of (35)
	double adhesion = 0.2;           ///< gamma of (36)
	double stepShare = 0.25;         ///< eta of (37)
	int maxIterations = 400;
	std::uint32_t maxParticles = 4'000'000; ///< Refused above this, before anything is allocated.
	std::uint64_t seed = 1;                 ///< For the methods that draw random numbers.
};

struct ParticleSampling
{
	double particleRadius = 0;    ///< m
	std::vector<Vec3d> positions; ///< m, in the frame of the mesh
	bool isSheet = false;         ///< All particles form one layer
	int iterations = 0;           ///< Relaxation steps that were taken
};

/// Fills the inside of a mesh with equal particles.
SPHSOLIDSCORE_API Result<ParticleSampling> SampleMesh(
	const MeshDistance& mesh, const SamplingSettings& settings, TaskRunner& tasks, Progress* progress);

}
