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
	const double each = costs.OfSubstep();
	const double all = each * std::ceil(std::max(moved, h / SubstepLimit()) - 1e-9);
	const bool mayLeaveOut = world.fluid.Count() == 0;
	const double reserved = mayLeaveOut ? std::max(each, std::min(all, (1 - MinimisationShare) * left)) : all;
	return std::max(left - reserved, ElasticIsland::LeastBudget);
}

double WorldStep::NextSubstep(double h, double left)
{
	const int substeps = SubstepsOf(h);
	anyFast = substeps > 1;
	const double limit = std::min(SubstepLimit(), h / substeps);
	const double parts = std::ceil(left / limit - 1e-9);
	if (budget.IsSet() && world.fluid.Count() == 0)
	{
		// Walls stop bodies at any speed; with fewer substeps fast ones may pass through each other.
		const double time = budget.Left() - world.costs.settling.Expected(world.costs.particles);
		const double affordable = std::floor(time / std::max(world.costs.OfSubstep(), ElasticIsland::LeastBudget));
		if (affordable < parts)
		{
			if (anyFast)
				report.issues |= StepIssue::StepTooLong;
			return left / std::max(affordable, 1.0);
		}
	}
	return left > 2 * limit ? limit : left / parts;
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
