#include "NewtonSolver.h"

#include <SPHSolids/Solid/PreconditionerCache.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

/// Share of the energy of rounding below which a decrease is not worth a Newton step.
constexpr double NegligibleShare = 1e-3;

}

NewtonSolver::NewtonSolver(const ElasticSolverSettings& solverSettings, const SolidBody& body)
	: settings(solverSettings)
	, rest(body.SharedRest())
	, objective(rest->elastic, body.Stiffness())
	, minimiser(body.ParticleCount())
	, target(body.ParticleCount())
	, solution(body.ParticleCount())
	, gradient(body.ParticleCount())
	, massOverStepSquared(body.ParticleCount())
	, narrowSolution(body.ParticleCount())
{
}

std::size_t NewtonSolver::Bytes() const
{
	return objective.Bytes() + minimiser.Bytes() + frame.Bytes() + target.size() * (3 * sizeof(Vec3d) + sizeof(double) + sizeof(Vec3))
		+ (preconditioner ? preconditioner->Bytes() : 0);
}

Status NewtonSolver::UpdatePreconditioner(const SolidBody& body, double effectiveStep, TaskRunner& tasks)
{
	if (preconditioner != nullptr && builtVersion == body.stiffnessVersion && builtStep == effectiveStep)
		return {};
	auto built = BuildPreconditioner(settings.preconditioner, PreconditionerInput::Of(body, effectiveStep), tasks);
	if (!built.IsOk())
		return built.TakeError();
	preconditioner = built.TakeValue();
	builtVersion = body.stiffnessVersion;
	builtStep = effectiveStep;
	return {};
}

double NewtonSolver::NegligibleDecrease(const SolidBody& body) const
{
	double extent = 0, inertia = 0;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		const Vec3d p = body.position[i].Cast<double>();
		extent = std::max({extent, std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
		inertia += massOverStepSquared[i];
	}
	return NegligibleShare * RoundingEnergy(extent, body.Stiffness().trace + inertia);
}

ElasticStepReport NewtonSolver::Step(SolidBody& body, double step, double endTime, std::span<const Vec3> acceleration, TaskRunner& tasks)
{
	ElasticStepReport report;
	frame.Begin(body, step, endTime, acceleration, tasks);
	const double effectiveStep = frame.EffectiveStep();
	if (!UpdatePreconditioner(body, effectiveStep, tasks).IsOk())
	{
		StepFrame::PutToRest(body);
		report.recovered = true;
		return report;
	}
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		massOverStepSquared[i] = static_cast<double>(body.mass[i]) / (effectiveStep * effectiveStep);
		target[i] = frame.Target()[i].Cast<double>();
		solution[i] = body.position[i].Cast<double>();
	}
	objective.SetStiffness(body.Stiffness()); // inside the body, which may have moved
	ReferenceObjective::StepTerms terms{massOverStepSquared, target, body.held};
	terms.viscosityOverStep = body.damping.viscosity / effectiveStep;
	if (terms.viscosityOverStep > 0)
		objective.SetReference(solution, tasks);

	// Start from y, or in very long steps, where y has flown far away, from where the body is.
	for (std::size_t i = 0; i < solution.size(); ++i)
		if (body.held[i] != 0)
			solution[i] = target[i];
	const double asPredicted = objective.Evaluate(target, terms, tasks, gradient).Total();
	if (!(objective.Evaluate(solution, terms, tasks, gradient).Total() < asPredicted) && std::isfinite(asPredicted))
		solution = target;
	report.minimiser = minimiser.Minimise(objective, terms, *preconditioner, settings.minimiser, tasks, solution, NegligibleDecrease(body));
	std::transform(solution.begin(), solution.end(), narrowSolution.begin(), [](const Vec3d& p) { return p.Cast<Real>(); });
	report.recovered = !frame.Finish(body, narrowSolution, tasks);
	return report;
}

}
