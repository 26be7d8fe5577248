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
	void AdvanceFluidsOnly(double dt);
	/// One elastic step of all bodies and everything that meets them.
	void ElasticStep(double h);
	void GatherAcceleration(WorldBody& entry, double h);
	void SolveElasticity(double h);
	void StepBody(WorldBody& entry, double h, TaskRunner& bodyTasks);
	void Settle(WorldBody& entry, double h);
	void CountParticles();

	// A substep: fluids, and what solids meet in it (WorldSubstep.cpp).
	double SubstepLimit() const;
	void Substep(double h);
	void PrepareObstacles(double h);
	void PrepareFluid();
	void SolveFluid(double h);
	void MoveFluid(double h);
	void MoveObstacles(double h);
	void EmitFluid(double h);
	void RemoveLostFluid();
	void Count(SolveFigures& figures, const PressureReport& solve);
	void SetPerFluid(double FluidDef::* field);

	WorldState& world;
	TaskRunner& tasks;
	StepReport report;
	double callEnd = 0; // time at which the call ends, for boundaries that the host moves
};

}
