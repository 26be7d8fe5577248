#include "StepFrame.h"

#include <algorithm>

namespace SPHSolids
{

void StepFrame::Begin(SolidBody& body, double step, double endTime, std::span<const Vec3> acceleration)
{
	integrator = {body.integrator, step, body.hasPrevious};
	target.resize(body.ParticleCount());
	const Real drag = static_cast<Real>(1 / (1 + body.damping.drag * step));
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		body.velocity[i] *= drag;
		target[i] =
			integrator.Target(body.position[i], body.velocity[i], body.previousPosition[i], body.previousVelocity[i], acceleration[i]);
	}
	if (!body.HasPins())
		return;
	prescribed.resize(body.ParticleCount());
	body.PrescribedPlaces(endTime, prescribed);
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		if (body.held[i] != 0)
			target[i] = integrator.HeldTarget(body.position[i], prescribed[i]);
}

bool StepFrame::Finish(SolidBody& body, std::span<const Vec3> solution) const
{
	if (!std::all_of(solution.begin(), solution.end(), [](const Vec3& p) { return IsFinite(p); }))
	{
		PutToRest(body);
		return false;
	}
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		const Vec3 beforeX = body.position[i], beforeV = body.velocity[i];
		integrator.Finish(solution[i], body.previousPosition[i], body.position[i], body.velocity[i]);
		body.previousPosition[i] = beforeX;
		body.previousVelocity[i] = beforeV;
	}
	body.hasPrevious = true;
	return true;
}

void StepFrame::PutToRest(SolidBody& body)
{
	std::fill(body.velocity.begin(), body.velocity.end(), Vec3{});
	body.hasPrevious = false;
}

}
