#pragma once

#include <chrono>

namespace SPHSolids
{

/// Adds the time it lives to a stage.
class StageTimer
{
public:
	explicit StageTimer(double& stageMilliseconds)
		: stage(stageMilliseconds)
		, start(std::chrono::steady_clock::now())
	{
	}
	~StageTimer() { stage += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count(); }
	StageTimer(const StageTimer&) = delete;
	StageTimer& operator=(const StageTimer&) = delete;

private:
	double& stage;
	std::chrono::steady_clock::time_point start;
};

}
