#include "WorldStep.h"

#include "ElasticIsland.h"

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

/// Substeps that could be left out leave this share of the time to the minimisations.
constexpr double MinimisationShare = 0.5;

/// Iterations of both pressures, with the warm starts, that water has as a rule, and that a budget leaves it at least.
constexpr double UsualIterations = 12, FewestIterations = 10;

/// A budget lets fluid go so many times as far in a substep as CFL has it.
constexpr double LongestStretch = 2;

}

void WorldStep::ShareBudget(double h)
{
	const double steps = std::clamp(std::floor(world.leftover / h + 1e-9), 1.0, static_cast<double>(world.def.time.maxElasticStepsPerCall));
	budget.Share(steps, world.costs.closing.Expected(world.costs.particles));
}

void WorldStep::CountWork()
{
	std::size_t particles = world.fluid.Count();
	for (const BodyId id : world.bodies.Ids())
		if (const WorldBody& entry = world.bodies[id]; entry.state == BodyState::Awake)
			particles += entry.body.ParticleCount();
	world.costs.particles = static_cast<double>(particles);
}

double WorldStep::MinimisationBudget(double h)
{
	if (!budget.IsSet())
		return 0;
	const StepCosts& costs = world.costs;
	const double settling = obstaclesStand ? 0 : costs.settling.Expected(costs.particles); // late bodies are part of it themselves
	const double left = budget.Left() - costs.islands.Expected(costs.particles) - settling;
	const double moved = DiametersMoved(h);
	const double all = CostOfSubstep(UsualIterations) * std::ceil(std::max(moved, h / SubstepLimit()) - 1e-9);
	const double fewest = HasCuttableFluid() ? std::ceil(h / SubstepLimit(LongestStretch) - 1e-9) : 1;
	const double least = CostOfSubstep(FewestIterations) * fewest;
	return std::max(left - std::max(least, std::min(all, (1 - MinimisationShare) * left)), ElasticIsland::LeastBudget);
}

bool WorldStep::HasCuttableFluid() const
{
	return world.fluid.Count() > 0 && !obstaclesStand && world.def.pressure.solver != "wcsph";
}

double WorldStep::CostOfSubstep(double pressureIterations) const
{
	return world.costs.OfSubstep() + world.costs.pressure.Expected(pressureIterations * static_cast<double>(world.fluid.Count()));
}

double WorldStep::NextSubstep(double h, double left)
{
	const int substeps = SubstepsOf(h);
	anyFast = substeps > 1;
	const double limit = std::min(SubstepLimit(), h / substeps);
	substepsLeft = std::ceil(left / limit - 1e-9);
	const bool mayLeaveOut = budget.IsSet() && (world.fluid.Count() == 0 || HasCuttableFluid());
	const double fewest = HasCuttableFluid() ? std::ceil(left / SubstepLimit(LongestStretch) - 1e-9) : 1;
	const double affordable = mayLeaveOut ? std::max(fewest, AffordableSubsteps()) : substepsLeft;
	if (affordable < substepsLeft)
	{
		// Walls stop bodies and fluid at any speed; with fewer substeps fast bodies may pass through each other, and water splashes less.
		if (anyFast || HasCuttableFluid())
			report.issues |= StepIssue::StepTooLong;
		substepsLeft = affordable;
		return left / affordable;
	}
	return left > 2 * limit ? limit : left / substepsLeft;
}

double WorldStep::AffordableSubsteps() const
{
	const double time = budget.Left() - world.costs.settling.Expected(world.costs.particles);
	return std::floor(time / std::max(CostOfSubstep(FewestIterations), ElasticIsland::LeastBudget));
}

int WorldStep::AffordableIterations(int least, int most, double share, double shareLeft) const
{
	if (!budget.IsSet() || least >= most)
		return most;
	const StepCosts& costs = world.costs;
	const double later = substepsLeft - 1;
	const double others =
		later * costs.OfSubstep() + costs.afterPressure.Expected(costs.particles) + costs.settling.Expected(costs.particles);
	const double ofSubstep = (budget.Left() - others) / (later + shareLeft);
	const double each = std::max(costs.pressure.Expected(static_cast<double>(world.fluid.Count())), ElasticIsland::LeastBudget);
	const double iterations = std::floor(ofSubstep * share / each) - 1; // the warm start takes as long as an iteration
	return static_cast<int>(std::clamp(iterations, static_cast<double>(least), static_cast<double>(most)));
}

double WorldStep::DiametersMoved(double h)
{
	world.costs.fastParticles = 0;
	if (world.bodies.Ids().size() < 2)
		return 1;
	world.ForEachStepped(tasks,
		[&](WorldBody& entry)
		{
			entry.fastest = 0;
			for (const Vec3& v : entry.body.velocity)
				entry.fastest = std::max(entry.fastest, SquaredNorm(v));
		});
	double most = 1;
	for (const BodyId id : world.bodies.Ids())
		if (const WorldBody& entry = world.bodies[id]; entry.IsStepped() && entry.contact.collides)
		{
			const double diameters =
				std::sqrt(static_cast<double>(entry.fastest)) * h / (2 * static_cast<double>(entry.body.Rest().state.particleRadius));
			most = std::max(most, diameters);
			world.costs.fastParticles += diameters > 1 ? static_cast<double>(entry.body.ParticleCount()) : 0;
		}
	return most;
}

int WorldStep::SubstepsOf(double h)
{
	// Bodies that may meet move at most a diameter in a substep; walls stop them at any speed.
	const double steps = DiametersMoved(h), most = std::max(1.0, h / world.def.time.minStep);
	if (steps > most)
		report.issues |= StepIssue::StepTooLong;
	return static_cast<int>(std::ceil(std::min(steps, most) - 1e-9));
}

}
