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

	/// @return The value at x, J. @param gradient Out, N.
	virtual double Evaluate(std::span<const Vec3> x, TaskRunner& tasks, std::span<Vec3> gradient) = 0;
};

/// The objective of one body with the terms of one step. Refers to both.
class BodyStepObjective final : public StepObjective
{
public:
	BodyStepObjective(ElasticObjective& bodyObjective, const ElasticObjective::StepTerms& stepTerms)
		: objective(&bodyObjective)
		, terms(stepTerms)
	{
	}
	double Evaluate(std::span<const Vec3> x, TaskRunner& tasks, std::span<Vec3> gradient) override
	{
		return objective->Evaluate(x, terms, tasks, gradient).Total();
	}

private:
	ElasticObjective* objective;
	ElasticObjective::StepTerms terms;
};

}
