#pragma once

#include <Lab/ScenePlayer.h>
#include <Render/Overlay.h>
#include <SPHSolids/World/World.h>

#include <span>
#include <string>
#include <vector>

namespace SPHSolids::Lab
{

/// What the colours of particles and skins stand for.
enum class ColourBy
{
	Body,
	Speed,
	VolumeRatio,  ///< J = det F of solids
	Stress,       ///< von Mises, of solids
	DensityError, ///< of fluids: compression as a share of rest density
	Temperature,
};
inline constexpr int ColourByCount = 6;

/// The words that scenes use, in the order of ColourBy.
const std::vector<std::string>& ColourByWords();
/// Body for a word that is none of them.
ColourBy ColourByWord(const std::string& word);

/// Title, unit, colours and range. @param young Of the stiffest body, Pa: stresses are shown up to a fifth of it.
Render::Legend LegendOf(ColourBy quantity, double young, const Render::ValueRange& temperatures);

/// From the coldest thing of a scene to its melting points, or to its hottest thing if nothing melts, degrees Celsius.
Render::ValueRange TemperaturesOf(const SceneDescription& scene);

/// That of a scene as it is played: stresses up to a fifth of the modulus of its stiffest body.
Render::Legend LegendOf(ColourBy quantity, const ScenePlayer& player);

/// The quantity of each particle of a body, in the legend's unit; nothing where it means nothing for solids.
/// @param gradients Deformation gradients of the particles.
/// @param temperatures Of the particles, degrees Celsius; none in a body without heat.
std::vector<double> BodyScalars(
	ColourBy quantity, const SolidBody& body, std::span<const Mat3> gradients, std::span<const float> temperatures);

/// Whether fluids are coloured by it, and its value in the legend's unit.
bool IsOfFluids(ColourBy quantity);
double FluidScalar(ColourBy quantity, const FluidView& fluid, std::size_t i);

}
