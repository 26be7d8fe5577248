#include <SPHSolids/Solid/ElasticSolver.h>

#include "CorotatedModel.h"
#include "ExplicitSolver.h"
#include "NewtonSolver.h"
#include "OptimisationSolver.h"
#include "PeerSolver.h"
#include "SplittingSolver.h"

#include <algorithm>

namespace SPHSolids
{
namespace
{

constexpr ElasticSolverInfo SolverTable[] = {
	{"lbfgs", "L-BFGS on a constant preconditioner [KEE23]: fast, any material; the default"},
	{"quasinewton", "The same without memory [LBK17]; equals projective dynamics for ARAP"},
	{"newton", "Projected Newton in double: the truth that the others are measured against; slow"},
	{"splitting", "Operator splitting [KBF21]: prefactored stretch, then volume by conjugate gradients; corotated only"},
	{"peer", "Implicit linear corotated by conjugate gradients with explicit zero-energy forces (Peer 2018); corotated only"},
	{"explicit", "Symplectic Euler in as many substeps as stability asks for"},
};

std::string KnownNames(std::span<const ElasticSolverInfo> table)
{
	std::string names;
	for (const ElasticSolverInfo& info : table)
		names += (names.empty() ? "" : ", ") + std::string(info.name);
	return names;
}

bool IsKnown(std::span<const ElasticSolverInfo> table, std::string_view name)
{
	return std::any_of(table.begin(), table.end(), [&](const ElasticSolverInfo& info) { return info.name == name; });
}

}

std::span<const ElasticSolverInfo> ElasticSolvers()
{
	return SolverTable;
}

Result<std::unique_ptr<ElasticSolver>> MakeElasticSolver(const ElasticSolverSettings& settings, const SolidBody& body)
{
	if (!IsKnown(SolverTable, settings.name))
		return Error{"There is no solver named '" + settings.name + "'; known are " + KnownNames(SolverTable) + "."};
	if (!IsKnown(Preconditioners(), settings.preconditioner))
		return Error{
			"There is no preconditioner named '" + settings.preconditioner + "'; known are " + KnownNames(Preconditioners()) + "."};
	const MinimiserSettings& minimiser = settings.minimiser;
	if (minimiser.iterations < 1 || minimiser.iterations > MinimiserSettings::MaxIterations)
		return Error{"The solver's iterations must lie between 1 and " + std::to_string(MinimiserSettings::MaxIterations) + " a step."};
	if (minimiser.window < 0 || minimiser.window > MinimiserSettings::MaxWindow)
		return Error{"The solver's window must lie between 0 and " + std::to_string(MinimiserSettings::MaxWindow) + "."};
	if (settings.name == "splitting" || settings.name == "peer")
	{
		if (Status accepted = CorotatedModel::Accepts(body, settings.name); !accepted.IsOk())
			return Error{accepted.Message()};
		if (settings.name == "peer")
			return std::unique_ptr<ElasticSolver>(std::make_unique<PeerSolver>(body));
		return std::unique_ptr<ElasticSolver>(std::make_unique<SplittingSolver>(body));
	}
	if (settings.name == "explicit")
		return std::unique_ptr<ElasticSolver>(std::make_unique<ExplicitSolver>(body));
	if (settings.name == "newton")
		return std::unique_ptr<ElasticSolver>(std::make_unique<NewtonSolver>(settings, body));
	return std::unique_ptr<ElasticSolver>(std::make_unique<OptimisationSolver>(settings, body));
}

}
