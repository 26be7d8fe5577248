#include "StepFrame.h"

#include <algorithm>
#include <atomic>

namespace SPHSolids
{
namespace
{

constexpr std::size_t FrameChunk = 2048; // particles

}

void StepFrame::Begin(SolidBody& body, double step, double endTime, std::span<const Vec3> acceleration, TaskRunner& tasks)
{
	integrator = {body.integrator, step, body.hasPrevious ? body.previousStep : 0};
	target.resize(body.ParticleCount());
	massOverStepSquared.resize(body.ParticleCount());
	if (body.HasPins())
		body.PrescribedPlaces(endTime, target); // until they are made targets below
	const Real drag = static_cast<Real>(1 / (1 + body.damping.drag * step));
	const float inverseSquare = static_cast<float>(1 / (EffectiveStep() * EffectiveStep()));
	ParallelFor(tasks, body.ParticleCount(), FrameChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				massOverStepSquared[i] = body.mass[i] * inverseSquare;
				body.velocity[i] *= drag;
				target[i] = body.held[i] != 0 ? integrator.HeldTarget(body.position[i], body.IsMelted(i) ? body.position[i] : target[i])
											  : integrator.Target(body.position[i], body.velocity[i], body.previousPosition[i],
													body.previousVelocity[i], acceleration[i]);
			}
		});
}

bool StepFrame::Predict(const SolidBody& body, std::span<const Vec3> acceleration, TaskRunner& tasks, std::span<Vec3> start) const
{
	if (!body.hasPrevious)
		return false;
	ParallelFor(tasks, start.size(), FrameChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				start[i] = body.held[i] != 0 ? target[i]
											 : integrator.Predicted(target[i], body.velocity[i], body.previousVelocity[i], acceleration[i]);
		});
	return true;
}

bool StepFrame::Finish(SolidBody& body, std::span<const Vec3> solution, TaskRunner& tasks) const
{
	std::atomic<bool> allFinite = true;
	ParallelFor(tasks, solution.size(), FrameChunk,
		[&](std::size_t begin, std::size_t end)
		{
			float sum = 0; // infinite or not a number if any coordinate is
			for (std::size_t i = begin; i < end; ++i)
				sum += (solution[i].x + solution[i].y + solution[i].z) * 0.0f;
			if (!(sum == 0))
				allFinite = false;
		});
	if (!allFinite)
	{
		PutToRest(body);
		return false;
	}
	ParallelFor(tasks, solution.size(), FrameChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				const Vec3 beforeX = body.position[i], beforeV = body.velocity[i];
				integrator.Finish(solution[i], body.previousPosition[i], body.position[i], body.velocity[i]);
				body.previousPosition[i] = beforeX;
				body.previousVelocity[i] = beforeV;
			}
		});
	body.hasPrevious = true;
	body.previousStep = integrator.step;
	return true;
}

void StepFrame::PutToRest(SolidBody& body)
{
	std::fill(body.velocity.begin(), body.velocity.end(), Vec3{});
	body.hasPrevious = false;
}

}
