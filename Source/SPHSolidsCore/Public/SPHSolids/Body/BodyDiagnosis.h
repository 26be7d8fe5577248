#pragma once

#include <SPHSolids/Base/Math.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace SPHSolids
{

enum class FindingSeverity : std::uint8_t
{
	Note,    ///< Worth knowing; nothing to do.
	Warning, ///< The body works; something about it may not be what was meant.
	Problem, ///< A part of the mesh is missing from the body or will move badly.
};

/// One thing a bake found, for the person who owns the mesh.
struct BodyFinding
{
	FindingSeverity severity = FindingSeverity::Note;
	std::string code;        ///< Stable name for programs: "holes", "thin-parts"
	std::uint32_t count = 0; ///< How many places
	Vec3d place;             ///< One of them, m, in the frame of the mesh
	std::string sentence;    ///< What is wrong and what to do about it

	friend bool operator==(const BodyFinding&, const BodyFinding&) = default;
};

/// How good the particles of a body are (Sampling/SamplingQuality.h says how they are measured), all without unit.
struct BodyQuality
{
	double densityErrorMean =
		0; ///< Mean of |density / rest density - 1| over the particles, what hangs out of the surface counted as filled
	double densityErrorMax = 0;    ///< and the largest
	double neighboursMin = 0;      ///< Fewest neighbours of a particle
	double neighboursMean = 0;     ///< and the mean
	double fewNeighboursShare = 0; ///< Share of particles with fewer than 12 neighbours
	double smallestMoment = 0;     ///< Smallest singular value of any moment matrix, 1 inside a lattice, 0 where neighbours lie in a plane
	double flatShare = 0;          ///< Share of particles whose neighbours lie nearly in a plane
	double surfaceCoverage = 0;    ///< Share of the mesh's area within a particle's radius of a particle's ball
	double volumeError = 0;        ///< Particles times their lattice cell / volume they should fill - 1
	double volumeReached = 0;      ///< Share of the volume that lies within reach of a particle
	double smallestShare = 0;      ///< Smallest volume of a particle in units of (2 r)^3
	double largestShare = 0;       ///< and the largest

	friend bool operator==(const BodyQuality&, const BodyQuality&) = default;
};

/// Calls visit(name, value) for each figure: the names that files and reports use.
template <class Quality, class Visitor>
	requires std::is_same_v<std::remove_const_t<Quality>, BodyQuality>
void VisitFigures(Quality& quality, Visitor visit)
{
	visit("densityErrorMean", quality.densityErrorMean);
	visit("densityErrorMax", quality.densityErrorMax);
	visit("neighboursMin", quality.neighboursMin);
	visit("neighboursMean", quality.neighboursMean);
	visit("fewNeighboursShare", quality.fewNeighboursShare);
	visit("smallestMoment", quality.smallestMoment);
	visit("flatShare", quality.flatShare);
	visit("surfaceCoverage", quality.surfaceCoverage);
	visit("volumeError", quality.volumeError);
	visit("volumeReached", quality.volumeReached);
	visit("smallestShare", quality.smallestShare);
	visit("largestShare", quality.largestShare);
}

struct BodyDiagnosis
{
	std::vector<BodyFinding> findings; ///< Worst first
	BodyQuality quality;
};

}
