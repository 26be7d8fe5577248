#pragma once

#include <SPHSolids/Solid/ElasticObjective.h>

#include <span>

namespace SPHSolids
{

/// What a minimiser lowers: a function of points in space and its gradient. Of one body in a step, or of several that touch.
class StepObjective
{
public:
	virtual ~StepObjective() = default;

	/// @return The value at x, J. @param gradient Out, N. Empty: the value alone is asked for, the same to the bit for about half the work.
	virtual double Evaluate(std::span<const Vec3> x, TaskRunner& tasks, std::span<Vec3> gradient) = 0;

	/// What the rounding of the points to floats adds to the value at a minimum, J: a step that promises less is not worth taking.
	virtual double Noise() const = 0;

	/// m_i / h^2 of each point, N/m: what the objective curves at least where it is convex. Empty: not known.
	virtual std::span<const float> Inertia() const { return {}; }
};

/// The objective of one body with the terms of one step. Refers to both.
class BodyStepObjective final : public StepObjective
{
public:
	BodyStepObjective(ElasticObjective& bodyObjective, const ElasticObjective::StepTerms& stepTerms)
		: objective(&bodyObjective)
		, terms(stepTerms)
	{
		for (const float stiffness : terms.massOverStepSquared)
			inertia += static_cast<double>(stiffness);
	}
	double Evaluate(std::span<const Vec3> x, TaskRunner& tasks, std::span<Vec3> gradient) override
	{
		last = objective->Evaluate(x, terms, tasks, gradient);
		return last.Total();
	}
	/// Energies that were evaluated last.
	const ElasticEnergies& Last() const { return last; }
	double Noise() const override { return objective->RoundingEnergy(inertia); }
	std::span<const float> Inertia() const override { return terms.massOverStepSquared; }

private:
	ElasticObjective* objective;
	ElasticObjective::StepTerms terms;
	double inertia = 0; // sum of m_i / h^2
	ElasticEnergies last;
};

}
