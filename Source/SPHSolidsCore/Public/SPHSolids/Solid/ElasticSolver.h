#pragma once

#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Solid/LbfgsSolver.h>
#include <SPHSolids/Solid/SolidBody.h>

#include <memory>
#include <string>
#include <string_view>

namespace SPHSolids
{

/// Settings of the solvers, as a scene's "solver" gives them. Fields that a solver does not know leave it cold.
struct ElasticSolverSettings
{
	std::string name = "lbfgs";
	std::string preconditioner = "twolevel";
	MinimiserSettings minimiser;
	/// Build a preconditioner for a changed step, stiffness or set of pins before the next step instead of in the background: a stall,
	/// but results then do not depend on timing.
	bool refactorAtOnce = false;
	/// Build the first preconditioner of a body before its first step. False: the body begins with an inverse diagonal, which asks for more
	/// iterations, and has the other one from the background, so that a body that comes into a game stalls no frame. Without
	/// `refactorAtOnce` only.
	bool firstAtOnce = true;
	/// Shared by the solvers of instances of the same bodies. None: each solver has its own.
	std::shared_ptr<class PreconditionerCache> cache;
};

/// What a step did and how well, for reports and stats.
struct ElasticStepReport
{
	MinimiserReport minimiser;
	bool recovered = false; ///< the step came out not finite and the body was taken back to its last finite state, at rest
};

/// Advances one body by one elastic step. Keeps what can be kept from step to step (preconditioner, memory); all solvers work on the same
/// body and energy, so that they can be compared.
class ElasticSolver
{
public:
	virtual ~ElasticSolver() = default;

	/// @param step         h, s
	/// @param endTime      Time at the end of the step, for the motion of pins, s.
	/// @param acceleration External acceleration of each particle, m/s^2.
	virtual ElasticStepReport Step(SolidBody& body, double step, double endTime, std::span<const Vec3> acceleration, TaskRunner& tasks) = 0;

	/// Whether its body may be given this material. Refused with a reason by solvers that know one law only.
	virtual Status Accepts(const Material&) const { return {}; }

	/// Set in solvers that minimise an objective: contact can add its energy to it, and bodies that touch can be minimised together.
	virtual class OptimisationSolver* Optimisation() { return nullptr; }

	/// Bytes of solver data: factors, memory, scratch. Not the rest data, which is shared.
	virtual std::size_t Bytes() const = 0;
};

struct ElasticSolverInfo
{
	std::string_view name;
	std::string_view description;
};
SPHSOLIDSCORE_API std::span<const ElasticSolverInfo> ElasticSolvers();
SPHSOLIDSCORE_API std::span<const ElasticSolverInfo> Preconditioners();

/// A solver by name for a body; an Error names the known ones.
SPHSOLIDSCORE_API Result<std::unique_ptr<ElasticSolver>> MakeElasticSolver(const ElasticSolverSettings& settings, const SolidBody& body);

}
