#pragma once

#include "WorldState.h"

namespace SPHSolids
{

/// One call of World::Step: the order of things. What each of them does is written where it belongs.
class WorldStep
{
public:
	WorldStep(WorldState& worldState, TaskRunner& taskRunner)
		: world(worldState)
		, tasks(taskRunner)
	{
	}

	StepReport Advance(double dt);

private:
	/// One elastic step of all bodies and everything that meets them.
	void ElasticStep(double h);
	void GatherAcceleration(WorldBody& entry, double h);
	void SolveElasticity(double h);
	void StepBody(WorldBody& entry, double h, TaskRunner& bodyTasks);
	void Settle(WorldBody& entry, double h);
	void CountParticles();

	WorldState& world;
	TaskRunner& tasks;
	StepReport report;
};

}
