#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Solid/SolidBody.h>

#include <span>

namespace SPHSolids
{

/// What every implicit step begins and ends with, whichever solver fills the middle: drag, the target y of the integrator with the
/// places of held particles, and the new state from the solution, or the old one at rest if the solution is not finite.
class StepFrame
{
public:
	/// Applies drag and forms y.
	void Begin(SolidBody& body, double step, double endTime, std::span<const Vec3> acceleration, TaskRunner& tasks);
	/// Where the body goes if it is accelerated as in the step before. @return False if it has none behind it.
	bool Predict(const SolidBody& body, std::span<const Vec3> acceleration, TaskRunner& tasks, std::span<Vec3> start) const;
	/// Moves the body to the solution. @return False if that is not finite: the body then stays where it was, at rest.
	bool Finish(SolidBody& body, std::span<const Vec3> solution, TaskRunner& tasks) const;

	/// y; explicit forces may still be added to it.
	std::span<Vec3> Target() { return target; }
	/// m_i / h_eff^2
	std::span<const float> MassOverStepSquared() const { return massOverStepSquared; }
	double EffectiveStep() const { return integrator.EffectiveStep(); }
	std::size_t Bytes() const { return target.size() * (sizeof(Vec3) + sizeof(float)); }

	/// Takes all motion out of a body whose step failed.
	static void PutToRest(SolidBody& body);

private:
	IntegratorStep integrator;
	AlignedArray<Vec3> target;
	AlignedArray<float> massOverStepSquared;
};

}
