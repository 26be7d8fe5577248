#pragma once

#include <SPHSolids/Solid/PreconditionerCache.h>
#include <SPHSolids/Solid/StiffenedPreconditioner.h>
#include <Scenes/SolidScenes.h>

#include <vector>

namespace SPHSolids::Tools
{

/// How the objective of the next implicit Euler step of a player falls from iteration to iteration, from where the solver would start it, as
/// a share of what there is to gain from y.
class GapFollower
{
public:
	explicit GapFollower(Scenes::SolidPlayer& player);

	/// What is left after 0, 1, 2... iterations.
	const std::vector<double>& Shares() const { return shares; }
	/// First iteration that leaves at most this share, or -1.
	int IterationsTo(double share) const;

	struct Cost
	{
		int evaluations = 0;
		double milliseconds = 0; ///< median of three
	};
	/// Minimises once more, with so many iterations.
	Cost Measure(int iterations);

private:
	struct Run
	{
		MinimiserReport report;
		double milliseconds = 0;
		std::vector<double> history; ///< objective, the start first
	};
	Run Minimise(int iterations, int window, const std::vector<Vec3>& start);
	void FindShares();

	Scenes::SolidPlayer& player;
	ElasticObjective objective;
	PreconditionerInput input;
	StiffenedPreconditioner preconditioner;
	std::vector<float> stiffening;
	std::vector<Vec3> target, predicted; // y, and where the solver starts
	bool isPredicted = false;
	std::vector<double> shares;
};

}
