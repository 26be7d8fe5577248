#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/HalfFloat.h>
#include <SPHSolids/Solid/Preconditioner.h>
#include <SPHSolids/Solid/StepObjective.h>

#include <array>
#include <limits>

namespace SPHSolids
{

struct MinimiserSettings
{
	int iterations = 10;
	int window = 3; ///< pairs of the L-BFGS memory, 0 to MaxWindow; 0 is the quasi-Newton method of [LBK17]
	/// Stop when the predicted decrease of the objective is below this share of the decrease so far. 0: use all iterations.
	double tolerance = 0;
	/// Stop before the iteration that would exceed it, but not before the first. 0: no budget. `lbfgs`, `quasinewton` and `newton` keep it;
	/// `splitting`, `peer` and `explicit` have no step that could be left out and still be one: they keep neither this nor `iterations`.
	double budgetMilliseconds = 0;

	static constexpr int MaxWindow = 10, MaxIterations = 100'000;
};

struct MinimiserReport
{
	int iterations = 0;                          ///< accepted steps
	int evaluations = 0;                         ///< of the objective, all but the last with its gradient
	int backtracks = 0;                          ///< trial steps that were shortened
	double objectiveStart = 0, objectiveEnd = 0; ///< J
	bool converged = false;                      ///< the tolerance was met
	bool stalled = false;                        ///< no step along the last direction lowered the objective any more
	bool startNotFinite = false;                 ///< nothing was done: the objective at the start is not a number
};

/// L-BFGS with a constant preconditioner as initial inverse Hessian: Algorithm 1 of [KEE23] with its slips mended (DESIGN: the
/// gradient enters once, the second loop runs from the oldest pair to the newest).
///
/// The two-loop recursion is written with the products s_i . t_j, so that an iteration streams its vectors four times: (1) the new
/// pair and all products with it, (2) q, (3) products with r, (4) the step. Sums run over fixed chunks: the same bits for any number
/// of workers. Pairs are kept in half precision, each chunk in units of its largest entry, and their products are those of the rounded
/// vectors, so that they fit each other. The first trial of every step has length one; a trial that does not lower the objective enough, or is not finite, is
/// shortened. The objective never ends above its start by more than the rounding of its sum.
class LbfgsSolver
{
public:
	SPHSOLIDSCORE_API explicit LbfgsSolver(std::size_t particleCount, int maxWindow = MinimiserSettings{}.window);

	/// @param place In: the start. Out: the best point found.
	/// @param otherStart Taken instead where the objective is lower there; if it knows its inertia, also where it is not much higher: the
	/// start is then a prediction, which must be worth its errors. Empty if there is none.
	/// @param otherValue The objective there, if it is known: then otherStart is taken only if the first iteration ends above it.
	SPHSOLIDSCORE_API MinimiserReport Minimise(StepObjective& objective, const Preconditioner& preconditioner,
		const MinimiserSettings& settings, TaskRunner& tasks, std::span<Vec3> place, std::span<const Vec3> otherStart = {},
		double otherValue = std::numeric_limits<double>::quiet_NaN());

	/// Makes room for another number of points and pairs; what was learnt from earlier steps is kept.
	SPHSOLIDSCORE_API void Resize(std::size_t particleCount, int maxWindow);

	/// What the line searches of earlier calls taught about the preconditioner, 0.1 to 1: part of a body's state where a run is repeated.
	double PreconditionerScale() const { return preconditionerScale; }
	void SetPreconditionerScale(double scale) { preconditionerScale = scale; }

	/// Objective after each accepted iteration of the last call, the start first.
	std::span<const double> ObjectiveHistory() const { return history; }
	SPHSOLIDSCORE_API std::size_t Bytes() const;

private:
	static constexpr int MaxPairs = MinimiserSettings::MaxWindow;
	static constexpr std::size_t SumColumns = 2 * (MaxPairs + 1) + 2;
	struct Products
	{
		double stepTimesChange[MaxPairs + 1] = {};   // s_i . t of the newest t, or 0
		double stepTimesGradient[MaxPairs + 1] = {}; // s_i . g
		double stepSquared = 0, changeSquared = 0;   // of the newest pair
	};

	class Descent;

	Products ComputeProducts(bool newPair, TaskRunner& tasks);
	/// Forms the step and the trial that it leads to. @return Its product with the gradient.
	double ComputeDirection(const Preconditioner& preconditioner, const Products& products, bool isOnlyIteration, TaskRunner& tasks);
	/// Scales the step by a factor and makes the trial anew.
	void ShortenTrial(double factor, TaskRunner& tasks);
	/// |d|^2_M / (2 h^2) of the way d from x to another place. @param slope Out: its product with the gradient.
	double InertiaBetween(std::span<const Vec3> other, std::span<const float> inertia, TaskRunner& tasks, double& slope);
	/// Product of the step with the gradient at the trial.
	double TrialSlope(TaskRunner& tasks);
	/// Moves x to the trial, whose gradient, where it was asked for, becomes that of x.
	void TakeTrial();
	/// Drops the oldest pair if there are as many as the window holds.
	void MakeRoom(int window);
	void RememberPair(const Products& products);
	double SumChunks(std::size_t column) const;
	void ForgetPairs();

	std::size_t particleCount = 0;
	int capacity = 0;
	int pairCount = 0;
	/// A vector of a pair, rounded.
	struct HistoryVector
	{
		AlignedArray<Half> entries; // three a particle
		std::vector<float> unit;    // of the entries of each chunk
	};
	/// Slots of the pairs, oldest first.
	std::array<std::size_t, MaxPairs + 1> slots{};
	std::vector<HistoryVector> steps;              // s
	std::vector<HistoryVector> changes;            // t
	double cross[MaxPairs + 1][MaxPairs + 1] = {}; // by slot: s_a . t_b for b not older than a
	AlignedArray<Vec3> step;                       // the next one
	AlignedArray<Vec3> spare;                      // where x or the trial is
	AlignedArray<Vec3> gradient, trialGradient;
	std::span<Vec3> x, trial; // the caller's memory and the spare one, by turns: taking a trial moves nothing
	AlignedArray<float> preconditionerScratch;
	double preconditionerScale = 1; // kept from call to call
	std::vector<double> partial;    // sums of chunks, SumColumns each
	std::vector<double> history;
};

}
