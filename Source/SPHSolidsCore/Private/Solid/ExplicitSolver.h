#pragma once

#include <SPHSolids/Solid/ElasticSolver.h>

#include "PairSums.h"

#include <memory>
#include <vector>

namespace SPHSolids
{

/// `explicit`: symplectic Euler, v += h M^-1 f(x), x += h v, in substeps short enough to be stable. Any material; the body's integrator
/// is not asked. The report's iterations are the substeps.
///
/// The stable step is 2/omega, omega the highest frequency of the constant operator A0 (ConstantOperator.h), found by power iteration
/// when stiffness, masses or pins change; stretched particles are stiffer, which a factor by their deformation gradients allows for.
class ExplicitSolver final : public ElasticSolver
{
public:
	explicit ExplicitSolver(const SolidBody& body);

	ElasticStepReport Step(SolidBody& body, double step, double endTime, std::span<const Vec3> acceleration, TaskRunner& tasks) override;
	std::size_t Bytes() const override;

	/// A step is divided into at most this many; what still is not stable then ends in recovery.
	static constexpr int MaxSubsteps = 2000;

private:
	/// The largest eigenvalue of M^-1 A0 without its inertia, 1/s^2.
	double HighestFrequencySquared(const SolidBody& body, TaskRunner& tasks);
	int SubstepsFor(const SolidBody& body, double step, float largestGradient) const;
	/// False if forces are no longer finite.
	bool Substep(SolidBody& body, double step, double endTime, std::span<const Vec3> acceleration, TaskRunner& tasks);

	std::shared_ptr<const SolidRest> rest; // keeps alive what the objective points to
	ElasticObjective objective;
	PairSums<float> pairs;
	double frequencySquared = 0;
	std::uint32_t knownVersion = 0;
	AlignedArray<Vec3> gradient, prescribed, before, start;
	AlignedArray<float> noMass;
};

}
