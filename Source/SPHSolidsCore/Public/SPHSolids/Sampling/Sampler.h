#pragma once

#include <SPHSolids/Base/Progress.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Base/TaskRunner.h>
#include <SPHSolids/Geometry/MeshDistance.h>

#include <cstddef>
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
	double stepShare = 0.25;         ///< eta of (37): no step is longer than 0.4 times this part of a diameter
	/// Relaxation ends when the root mean square motion of a step falls below this part of a diameter. Half of it takes up to 40 %
	/// more steps and makes the particles hardly more even (Docs/sampling.md).
	double stillness = 0.004;
	int maxIterations = 400;                ///< A safety net: the last state is as good as the steps that were taken.
	std::uint32_t maxParticles = 4'000'000; ///< Refused above this, before anything is allocated.
	std::uint64_t seed = 1;                 ///< For the methods that draw random numbers.
};

struct ParticleSampling
{
	double particleRadius = 0;    ///< m
	std::vector<Vec3d> positions; ///< m, in the frame of the mesh
	bool isSheet = false;         ///< All particles form one layer
	int iterations = 0;           ///< Relaxation steps that were taken
	bool isStill = true;          ///< false: maxIterations came first
	double solidVolume = 0;       ///< m^3, enclosed by the mesh; 0 for a sheet without thickness
	/// m^3, the solid thickened to a particle diameter where it is thinner: what the particles fill, each (2 r)^3 of it.
	double filledVolume = 0;
	double thinShare = 0;      ///< Share of the particles that lie in one layer between walls less than a diameter apart
	std::size_t peakBytes = 0; ///< Most memory the sampling itself held at once, the mesh not counted
};

/// Fewer particles make no elastic body.
inline constexpr std::uint32_t MinSampledParticles = 8;

/// The names that tools and files use: "relaxed", "grid", "bluenoise".
SPHSOLIDSCORE_API std::string_view SamplingMethodName(SamplingMethod method);
/// An Error that lists the names if it is none of them.
SPHSOLIDSCORE_API Result<SamplingMethod> FindSamplingMethod(std::string_view name);

/// Fills the inside of a mesh with equal particles, about one for each cube of (2 r)^3.
///
/// Relaxed and blue noise keep all particles inside and at least r from the surface, or midway where the mesh is thinner than 2 r.
/// Grid keeps the lattice nodes that lie inside; those near the surface stick out by up to r.
///
/// Any triangle soup will do: overlapping parts are united, parts turned inside out count as solid, hollow parts stay hollow, holes
/// are closed by an imagined wall, and a surface that encloses nothing becomes a sheet (SheetMode).
///
/// The result is the same bits for any number of workers. Refused with a reason and a cure: settings out of range, more particles
/// than allowed, particles larger than the body.
SPHSOLIDSCORE_API Result<ParticleSampling> SampleMesh(
	const MeshDistance& mesh, const SamplingSettings& settings, TaskRunner& tasks, Progress* progress);

}
