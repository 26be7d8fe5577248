#pragma once

#include <SPHSolids/Sampling/Sampler.h>

#include <cstdint>
#include <type_traits>

namespace SPHSolids
{

/// What the artist chooses when a mesh is turned into a body. Kept in the body, so that it can be baked again the same way.
struct BakeSettings
{
	/// Radius of all particles, m. Exactly one of radius and count is given; the other is 0. Halving it makes eight times the
	/// particles.
	double particleRadius = 0;
	std::uint32_t particleCount = 0; ///< Wanted number of particles, met within 2 %.
	SamplingMethod method = SamplingMethod::Relaxed;
	SheetMode sheet = SheetMode::Auto;
	/// Thickness of cloth, m, from which it gets its volume and mass. 0: a closed sheet has the volume of its mesh, an open one is
	/// as thick as a particle.
	double sheetThickness = 0;
	/// Bind the render mesh to the particles and keep it in the body. Without it the body is smaller and can be drawn as particles
	/// only.
	bool skin = true;
	std::uint32_t maxParticles = 4'000'000; ///< More are refused before anything is allocated.
	std::uint64_t seed = 1;                 ///< For sampling methods that draw random numbers.

	friend bool operator==(const BakeSettings&, const BakeSettings&) = default;
};

/// Calls visit(name, value) for each setting: the names that files and reports use.
template <class Settings, class Visitor>
	requires std::is_same_v<std::remove_const_t<Settings>, BakeSettings>
void VisitFigures(Settings& settings, Visitor visit)
{
	visit("particleRadius", settings.particleRadius);
	visit("particleCount", settings.particleCount);
	visit("method", settings.method);
	visit("sheet", settings.sheet);
	visit("sheetThickness", settings.sheetThickness);
	visit("skin", settings.skin);
	visit("maxParticles", settings.maxParticles);
	visit("seed", settings.seed);
}

}
