#include <SPHSolids/World/StepReport.h>

namespace SPHSolids
{
namespace
{

constexpr StepIssueInfo StepIssueTable[] = {
	{StepIssue::DensityNotConverged, "densityNotConverged",
		"The pressure solve used all its iterations, so fluid may look compressed; shorten time.maxStep or raise its iterations."},
	{StepIssue::DivergenceNotConverged, "divergenceNotConverged",
		"The divergence solve used all its iterations, so splashes may look springy; shorten time.maxStep or raise its iterations."},
	{StepIssue::ViscosityNotConverged, "viscosityNotConverged",
		"The viscosity solve used all its iterations, so the fluid flows a little too easily; shorten time.maxStep."},
	{StepIssue::NeighbourListFull, "neighbourListFull",
		"Particles were so crowded that some neighbours were left out; pour more slowly or raise limits.maxNeighbours."},
	{StepIssue::FluidLimitReached, "fluidLimitReached",
		"An emitter wanted more particles than the world allows; raise limits.maxFluidParticles, or add a lifetime or a kill volume."},
	{StepIssue::BodyRecovered, "bodyRecovered",
		"A body's step had no finite result, so it was put back to where it was and its motion was stopped; look for extreme forces."},
	{StepIssue::BodyFrozen, "bodyFrozen", "A body failed again and again and is held still; teleport it to a free place to use it again."},
	{StepIssue::ParticlesRemoved, "particlesRemoved",
		"Fluid particles whose place was not finite or out of the world's reach were removed; look for extreme forces or boundaries."},
	{StepIssue::TimeDropped, "timeDropped",
		"More time was asked for than a call may step, so the world runs slow; lower the load or raise time.maxElasticStepsPerCall."},
	{StepIssue::StepTooLong, "stepTooLong",
		"Something moves faster than the shortest substep, or those that the budget allows, can follow: walls still stop it, but it may "
		"pass through other things. Lower time.minStep or raise the budget."},
	{StepIssue::BodiesOverlapped, "bodiesOverlapped",
		"Bodies overlap deeply, as if made in the same place; they are moved apart at contact.separationSpeed."},
	{StepIssue::BoundaryTooFast, "boundaryTooFast",
		"A boundary moved faster than particles can follow, so what was in its way was moved with it without being thrown."},
	{StepIssue::BudgetExceeded, "budgetExceeded",
		"The step took longer than its budget even with the fewest iterations and substeps; use fewer particles or a longer elasticStep."},
	{StepIssue::RigidFrozen, "rigidFrozen",
		"A rigid body's motion was not finite, so it was stopped where it was last sound; check its mass and inertia."},
	{StepIssue::HeatSlowed, "heatSlowed",
		"A body conducts heat faster than its small particles can hand it on in a step, so it spreads more slowly; lower its "
		"conductivity."},
};

}

std::span<const StepIssueInfo> StepIssues()
{
	return StepIssueTable;
}

}
