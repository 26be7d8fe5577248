#pragma once

#include <Render/Overlay.h>
#include <SPHSolids/Solid/SolidBody.h>

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
};
inline constexpr int ColourByCount = 5;

/// The words that scenes use, in the order of ColourBy.
const std::vector<std::string>& ColourByWords();
/// Body for a word that is none of them.
ColourBy ColourByWord(const std::string& word);

/// Title, unit, colours and range. @param young Of the stiffest body, Pa: stresses are shown up to a fifth of it.
Render::Legend LegendOf(ColourBy quantity, double young);

/// The quantity of each particle of a body, in the legend's unit; nothing where it means nothing for solids.
/// @param gradients Deformation gradients of the particles.
std::vector<double> BodyScalars(ColourBy quantity, const SolidBody& body, std::span<const Mat3> gradients);

/// Whether fluids are coloured by it, and its value in the legend's unit. @param density In units of rest density.
bool IsOfFluids(ColourBy quantity);
double FluidScalar(ColourBy quantity, double speed, double density);

}
