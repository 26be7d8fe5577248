#include "ExplicitSolver.h"

#include <SPHSolids/Base/Random.h>

#include "StepFrame.h"

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

constexpr int PowerIterations = 30;
/// Share of the stable step that is used: power iteration comes from below and linearisation leaves something out.
constexpr double StableShare = 0.7;

}

ExplicitSolver::ExplicitSolver(const SolidBody& body)
	: rest(body.SharedRest())
	, objective(rest->elastic, body.Stiffness())
	, pairs(rest->elastic)
	, gradient(body.ParticleCount())
	, prescribed(body.ParticleCount())
	, before(body.ParticleCount())
	, start(body.ParticleCount())
	, noMass(body.ParticleCount(), 0.0f)
{
}

std::size_t ExplicitSolver::Bytes() const
{
	return objective.Bytes() + pairs.Bytes() + gradient.size() * (4 * sizeof(Vec3) + sizeof(float));
}

double ExplicitSolver::HighestFrequencySquared(const SolidBody& body, TaskRunner& tasks)
{
	const std::size_t count = body.ParticleCount();
	const ElasticStiffness& stiffness = body.Stiffness();
	std::vector<Vec3> p(count), product(count);
	std::vector<Mat3> matrices(count);
	Random random(1);
	for (std::size_t i = 0; i < count; ++i)
		p[i] = body.held[i] != 0 ? Vec3{} : random.NextDirection().Cast<Real>();
	double eigenvalue = 0;
	for (int iteration = 0; iteration < PowerIterations; ++iteration)
	{
		ParallelFor(tasks, count, ReferenceChunk,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin; i < end; ++i)
				{
					const Mat3 dF = pairs.Gradient(p, i);
					const ElasticStiffness::Block& moduli = stiffness.blocks[i / SimdWidth];
					const float w = 2 * moduli.mu[i % SimdWidth] + moduli.lambda[i % SimdWidth];
					matrices[i] = (dF * (w * rest->state.volume[i])) * pairs.Correction(i) - dF * stiffness.penalty[i];
				}
			});
		double squaredNorm = 0;
		for (std::size_t i = 0; i < count; ++i)
		{
			product[i] =
				body.held[i] != 0 ? Vec3{} : (pairs.MatrixForce(matrices, i) + pairs.Pull(p, stiffness.penalty, i)) * (1 / body.mass[i]);
			squaredNorm += static_cast<double>(SquaredNorm(product[i]));
		}
		eigenvalue = std::sqrt(squaredNorm); // p has unit norm from the second iteration on
		if (!(eigenvalue > 0))
			return 0;
		const float scale = static_cast<float>(1 / eigenvalue);
		for (std::size_t i = 0; i < count; ++i)
			p[i] = product[i] * scale;
	}
	return eigenvalue;
}

int ExplicitSolver::SubstepsFor(const SolidBody& body, double step, float largestGradient) const
{
	// |F|^2 is 3 at rest. Of the laws here the stiffness of the volume terms grows fastest, with the fourth power of the stretch.
	const double stretchSquared = std::max(1.0, static_cast<double>(largestGradient) / 3);
	const double omega = std::sqrt(frequencySquared) * stretchSquared;
	const double modulus = body.GetMaterial().young;
	const double dampingRatio = omega * body.damping.viscosity / (2 * modulus);
	// With a viscous force lagging half a step behind, the stable step of 2/omega shrinks by this factor.
	const double stable = 2 / omega * (std::sqrt(1 + dampingRatio * dampingRatio) - dampingRatio);
	const double wanted = omega > 0 ? std::ceil(step / (StableShare * stable)) : 1;
	return wanted < MaxSubsteps ? std::max(1, static_cast<int>(wanted)) : MaxSubsteps; // also if it is no number
}

bool ExplicitSolver::Substep(SolidBody& body, double step, double endTime, std::span<const Vec3> acceleration, TaskRunner& tasks)
{
	const Real h = static_cast<Real>(step), drag = static_cast<Real>(1 / (1 + body.damping.drag * step));
	ElasticObjective::StepTerms terms{noMass, body.position, body.held};
	if (body.damping.viscosity > 0)
	{
		// The strain rate between the place before and the place now.
		for (std::size_t i = 0; i < before.size(); ++i)
			before[i] = body.position[i] - body.velocity[i] * h;
		objective.SetReference(before, tasks, true);
		terms.viscosityOverStep = static_cast<float>(body.damping.viscosity / step);
	}
	if (!std::isfinite(objective.Evaluate(body.position, terms, tasks, gradient).Total()))
		return false;
	if (body.HasPins())
		body.PrescribedPlaces(endTime, prescribed);
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		if (body.held[i] != 0)
		{
			body.velocity[i] = (prescribed[i] - body.position[i]) * (1 / h);
			body.position[i] = prescribed[i];
			continue;
		}
		body.velocity[i] = body.velocity[i] * drag + (acceleration[i] - gradient[i] * (1 / body.mass[i])) * h;
		body.position[i] += body.velocity[i] * h;
	}
	return true;
}

ElasticStepReport ExplicitSolver::Step(SolidBody& body, double step, double endTime, std::span<const Vec3> acceleration, TaskRunner& tasks)
{
	objective.SetStiffness(body.Stiffness()); // inside the body, which may have moved
	if (frequencySquared == 0 || knownVersion != body.stiffnessVersion)
	{
		frequencySquared = HighestFrequencySquared(body, tasks);
		knownVersion = body.stiffnessVersion;
	}
	start = body.position;
	const int substeps = SubstepsFor(body, step, objective.SetReference(body.position, tasks));
	ElasticStepReport report;
	while (report.minimiser.iterations < substeps && !report.recovered)
	{
		const int left = substeps - ++report.minimiser.iterations;
		report.recovered = !Substep(body, step / substeps, endTime - step * left / substeps, acceleration, tasks);
	}
	report.minimiser.evaluations = report.minimiser.iterations;
	body.previousPosition = start;
	body.previousVelocity = body.velocity;
	const auto isFinite = [](const Vec3& p) { return IsFinite(p); };
	report.recovered = report.recovered || !std::all_of(body.position.begin(), body.position.end(), isFinite)
		|| !std::all_of(body.velocity.begin(), body.velocity.end(), isFinite);
	if (report.recovered)
	{
		body.position = start;
		StepFrame::PutToRest(body);
	}
	return report;
}

}
