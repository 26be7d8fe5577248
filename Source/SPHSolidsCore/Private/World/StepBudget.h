#pragma once

#include <algorithm>
#include <chrono>

namespace SPHSolids
{

/// What a part of a step will hardly exceed, learnt from the steps before: milliseconds per unit of work.
class LearntCost
{
public:
	/// ms. 0 until something is known.
	double Expected(double work) const { return work * perWork; }
	void Learn(double milliseconds, double work)
	{
		if (!(work > 0) || !(milliseconds > 0))
			return; // nothing was done, or not timed
		// Something else that ran on the machine meanwhile shall not be expected of all the steps to come.
		const double found = milliseconds / work, believed = isKnown ? std::min(found, MostBelieved * perWork) : found;
		perWork += (!isKnown ? 1 : believed > perWork ? Rise : Fall) * (believed - perWork);
		isKnown = true;
	}

private:
	/// Shares of what is found dearer or cheaper than expected that are learnt: together they make an expectile of 0.94.
	static constexpr double Rise = 0.5, Fall = 0.03;
	static constexpr double MostBelieved = 2;
	double perWork = 0;
	bool isKnown = false;
};

/// What the parts of a step cost for each particle. Kept from step to step; looked at only with a budget.
struct StepCosts
{
	LearntCost islands;       ///< what minimisations begin and end with
	LearntCost substep;       ///< in which bodies and fluid meet obstacles; without pressure
	LearntCost search;        ///< for each particle of a fast body: it looks for others in substeps
	LearntCost pressure;      ///< an iteration, for each particle of fluid
	LearntCost afterPressure; ///< what follows the first pressures in a substep, without pressure
	LearntCost settling;      ///< what else follows the minimisations in an elastic step
	LearntCost closing;       ///< what follows the elastic steps of a call
	double particles = 0, fastParticles = 0;

	double OfSubstep() const { return substep.Expected(particles) + search.Expected(fastParticles); }
	void LearnSubstep(double milliseconds)
	{
		if (fastParticles > 0)
			search.Learn(std::max(0.0, milliseconds - substep.Expected(particles)), fastParticles);
		else
			substep.Learn(milliseconds, particles);
	}
};

/// The time that a call of World::Step may take. Elastic steps share it evenly; what one has left over is for those that follow.
class StepBudget
{
public:
	/// @param milliseconds Of the call; 0: no budget, and the clock is not looked at.
	explicit StepBudget(double milliseconds)
		: whole(milliseconds)
	{
		if (IsSet())
			start = std::chrono::steady_clock::now();
	}
	bool IsSet() const { return whole > 0; }
	double Elapsed() const
	{
		return IsSet() ? std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() : 0;
	}
	/// @param steps Elastic steps of the call. @param closing What follows them, ms.
	void Share(double steps, double closing)
	{
		perStep = std::max(0.0, whole - closing) / steps;
		due = perStep;
	}
	void EndStep() { due += perStep; }
	/// For the present elastic step, ms. Negative: it is late.
	double Left() const { return due - Elapsed(); }

private:
	double whole = 0, perStep = 0, due = 0;
	std::chrono::steady_clock::time_point start;
};

}
