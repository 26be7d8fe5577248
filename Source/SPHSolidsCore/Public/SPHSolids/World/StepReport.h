#pragma once

#include <SPHSolids/Base/Config.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace SPHSolids
{

/// What went wrong in a step that still finished. Bits, because several can happen at once.
enum class StepIssue : std::uint32_t
{
	None = 0,
	DensityNotConverged = 1u << 0,
	DivergenceNotConverged = 1u << 1,
	ViscosityNotConverged = 1u << 2,
	NeighbourListFull = 1u << 3,
	FluidLimitReached = 1u << 4,
	BodyRecovered = 1u << 5,
	BodyFrozen = 1u << 6,
	ParticlesRemoved = 1u << 7,
	TimeDropped = 1u << 8,
	StepTooLong = 1u << 9,
	BodiesOverlapped = 1u << 10,
	BoundaryTooFast = 1u << 11,
	BudgetExceeded = 1u << 12,
	RigidFrozen = 1u << 13,
	HeatSlowed = 1u << 14,
};
constexpr StepIssue operator|(StepIssue a, StepIssue b)
{
	return static_cast<StepIssue>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
constexpr StepIssue& operator|=(StepIssue& a, StepIssue b)
{
	return a = a | b;
}
constexpr bool Has(StepIssue all, StepIssue one)
{
	return (static_cast<std::uint32_t>(all) & static_cast<std::uint32_t>(one)) != 0;
}

/// Name and sentence of every issue: what happened, and what the designer can do about it.
struct StepIssueInfo
{
	StepIssue issue;
	std::string_view name;
	std::string_view sentence;
};
SPHSOLIDSCORE_API std::span<const StepIssueInfo> StepIssues();

/// How one of the iterative solves went, over all substeps of a call.
struct SolveFigures
{
	int solves = 0;
	int iterations = 0;  ///< over all solves
	double residual = 0; ///< the largest that a solve ended with: density error and gain as shares of rest density
	bool converged = true;
};

struct StageMilliseconds
{
	double neighbours = 0;
	double elasticity = 0;
	double pressure = 0;
	double viscosity = 0;
	double boundary = 0; ///< boundaries, rigid bodies and contact of solids
	double other = 0;
	double total = 0;
};

/// What a call of World::Step did, how well and what it cost.
struct StepReport
{
	StepIssue issues = StepIssue::None;
	int elasticSteps = 0;
	int substeps = 0;
	double time = 0;            ///< of the world after the call, s
	double leftover = 0;        ///< time asked for but not yet stepped, less than one elastic step, s
	double smallestSubstep = 0; ///< s
	SolveFigures elastic;       ///< residual: 1 where the objective could not be lowered, else 0
	SolveFigures density;
	SolveFigures divergence;
	SolveFigures viscosity;
	StageMilliseconds milliseconds;

	std::uint32_t solidParticles = 0; ///< of enabled bodies
	std::uint32_t fluidParticles = 0;
	std::uint32_t awakeBodies = 0;
	std::uint32_t sleepingBodies = 0;
	std::uint32_t frozenBodies = 0;
	std::uint32_t contacts = 0; ///< pairs of touching particles, and particles touching boundaries, in the last substep
	std::uint32_t neighbourPairs = 0;
	std::uint32_t emitted = 0;
	std::uint32_t removed = 0;
};

}
