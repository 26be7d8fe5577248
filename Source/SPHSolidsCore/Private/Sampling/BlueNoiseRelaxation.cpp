#include "BlueNoiseRelaxation.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace SPHSolids
{
namespace
{

// In units of the particle diameter d, the rest density and the time step. The numbers are those that [KBF21] compared with, at
// their usual radius of 25 mm: stiffness 1e4 m^2/s^2 and cohesion 20 at steps of 0.1 ms, velocities damped by a tenth each step.
constexpr float Stiffness = 0.04f; // square of the distance that sound travels in a step
constexpr float Cohesion = 0.004f;
constexpr float VelocityKept = 0.9f;
// Everything starts at rest, and explicit steps are short: what counts as still is a tenth of that of the implicit method.
constexpr int StepsToStart = 50;
constexpr double SlowerBy = 0.1;
constexpr float BlueSupport = ParticleCloud::Support;
constexpr float Squared(float a)
{
	return a * a;
}
constexpr float Cubed(float a)
{
	return a * a * a;
}
constexpr float SupportSixth = Squared(Cubed(BlueSupport)), SupportNinth = Cubed(Cubed(BlueSupport));
constexpr float PiFloat = static_cast<float>(Pi);

/// Poly6 kernel (Mueller 2003) without its factor.
Float8 Poly6Shape(Float8 distance)
{
	const Float8 bracket = Max(Float8(Squared(BlueSupport)) - distance * distance, Float8(0.0f));
	return bracket * bracket * bracket;
}

/// Sum of Poly6Shape inside a cubic lattice of spacing d: what counts as rest density.
float LatticePoly6Sum()
{
	float sum = 0;
	for (int x = -2; x <= 2; ++x)
		for (int y = -2; y <= 2; ++y)
			for (int z = -2; z <= 2; ++z)
				sum += Cubed(std::max(Squared(BlueSupport) - static_cast<float>(x * x + y * y + z * z), 0.0f));
	return sum;
}

/// Derivative of the spiky kernel (Mueller 2003).
Float8 SpikySlope(Float8 distance)
{
	const Float8 bracket = Max(Float8(BlueSupport) - distance, Float8(0.0f));
	return Float8(-45 / (PiFloat * SupportSixth)) * bracket * bracket;
}

/// Cohesion kernel of Akinci 2013: pulls beyond a quarter of the support, pushes nearer than that.
Float8 CohesionShape(Float8 distance)
{
	const Float8 bracket = Max(Float8(BlueSupport) - distance, Float8(0.0f)) * distance;
	const Float8 cubed = bracket * bracket * bracket;
	const Float8 nearBy = cubed + cubed - Float8(SupportSixth / 64);
	return Float8(32 / (PiFloat * SupportNinth)) * Select(distance < Float8(0.5f * BlueSupport), nearBy, cubed);
}

class BlueNoiseRelaxer
{
public:
	BlueNoiseRelaxer(ParticleCloud& particles, TaskRunner& runner)
		: cloud(particles)
		, tasks(runner)
		, density(particles.Count() + 1, 1.0f)
		, pressureTerm(particles.Count() + 1)
		, acceleration(particles.Count())
		, velocity(particles.Count())
	{
	}
	void ComputePressure()
	{
		const float self = Squared(Cubed(BlueSupport));
		ParallelFor(tasks, cloud.Count(), ParticleCloud::ParticlesPerChunk,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin; i < end; ++i)
				{
					Float8 sum(0.0f);
					cloud.VisitNeighbours(i, [&](const ParticleCloud::NeighbourGroup& group) { sum = sum + Poly6Shape(group.distance); });
					density[i] = (self + Sum(sum)) / latticeSum;
					pressureTerm[i] = Stiffness * std::max(density[i] - 1, 0.0f) / Squared(density[i]);
				}
			});
	}
	void ComputeAcceleration()
	{
		ParallelFor(tasks, cloud.Count(), ParticleCloud::ParticlesPerChunk,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin; i < end; ++i)
					acceleration[i] = AccelerationOf(i);
			});
	}
	/// @param longestStep d
	ParticleCloud::Motion Advance(float longestStep)
	{
		ParallelFor(tasks, cloud.Count(), ParticleCloud::ParticlesPerChunk,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin; i < end; ++i)
				{
					velocity[i] = (velocity[i] + acceleration[i]) * VelocityKept;
					const float length = Norm(velocity[i]);
					if (length > longestStep)
						velocity[i] *= longestStep / length;
				}
			});
		return cloud.Move(velocity, tasks); // the wall takes its part of the velocity away
	}
	std::size_t MemoryBytes() const
	{
		return (density.capacity() + pressureTerm.capacity()) * sizeof(float)
			+ (acceleration.capacity() + velocity.capacity()) * sizeof(Vec3);
	}

private:
	Vec3 AccelerationOf(std::size_t i) const
	{
		const Float8 pressureHere(pressureTerm[i]), densityHere(density[i]);
		Float8 x(0.0f), y(0.0f), z(0.0f);
		cloud.VisitNeighbours(i,
			[&](const ParticleCloud::NeighbourGroup& group)
			{
				const Float8 pressures = pressureHere + Float8::Gather(pressureTerm.data(), group.index);
				const Float8 correction = Float8(2.0f) / (densityHere + Float8::Gather(density.data(), group.index));
				const Float8 pull = Float8(Cohesion) * correction * CohesionShape(group.distance);
				const Float8 towards = MulAdd(pressures, SpikySlope(group.distance), pull) / group.distance;
				x = MulAdd(towards, group.x, x);
				y = MulAdd(towards, group.y, y);
				z = MulAdd(towards, group.z, z);
			});
		return -Vec3{Sum(x), Sum(y), Sum(z)};
	}

	ParticleCloud& cloud;
	TaskRunner& tasks;
	const float latticeSum = LatticePoly6Sum();
	std::vector<float> density, pressureTerm; // and one more, for nobody
	std::vector<Vec3> acceleration, velocity;
};

}

Result<RelaxationReport> RelaxToBlueNoise(ParticleCloud& cloud, const BlueNoiseSettings& settings, TaskRunner& tasks, Progress* progress)
{
	constexpr float longestStep = 0.1f;
	BlueNoiseRelaxer relaxer(cloud, tasks);
	RelaxationReport report;
	while (report.iterations < settings.maxIterations && !report.isStill)
	{
		if (Status status = cloud.UpdateNeighbours(tasks); !status.IsOk())
			return Error{status.Message()};
		relaxer.ComputePressure();
		relaxer.ComputeAcceleration();
		report.lastMotion = relaxer.Advance(longestStep).rms;
		++report.iterations;
		report.isStill = report.iterations > StepsToStart && report.lastMotion < SlowerBy * static_cast<double>(settings.stillness);
		if (progress != nullptr && !progress->Report("Relaxing particles", double(report.iterations) / settings.maxIterations))
			return Error{CancelledMessage};
	}
	cloud.Settle(tasks);
	report.memoryBytes = relaxer.MemoryBytes();
	return report;
}

}
