#include "EvenRelaxation.h"

#include "KernelGroup.h"

#include <SPHSolids/Kernel/Kernels.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace SPHSolids
{
namespace
{

// Symbols of [KBF21] section 7, in units of the particle diameter d and the rest density:
//   m = 1, rho_i of (32), kappa_i/rho_i of (34) is `pressure`, V_i = 1/rho_i is `volume`.

// All particles move at once, so each corrects what its neighbours correct as well: half the displacement is enough. With the
// whole of it they tremble by 0.015 d a step for ever.
constexpr float DisplacementShare = 0.5f;
// Share of the last step that is added to the next while the particles still go the same way. Reaches the same evenness in half
// the steps; more than 0.9 overshoots.
constexpr float CarryOn = 0.85f;
// The wall presses with the pressure of the particle itself, as if it were mirrored.
constexpr float WallPressures = 2;
// Keeps a particle with hardly a neighbour from jumping: inside, the sum is 0.4.
constexpr float LeastGradientSum = 0.1f;

class EvenRelaxer
{
public:
	EvenRelaxer(ParticleCloud& particles, const FillField& fillField, const EvenRelaxationSettings& relaxation, TaskRunner& runner)
		: cloud(particles)
		, field(fillField)
		, settings(relaxation)
		, tasks(runner)
		, pressure(particles.Count() + 1)
		, volume(particles.Count() + 1)
		, beyond(particles.Count())
		, displacement(particles.Count())
		, step(particles.Count())
		, agreements((particles.Count() + ParticleCloud::ParticlesPerChunk - 1) / ParticleCloud::ParticlesPerChunk)
	{
	}

	void ComputePressure()
	{
		ParallelFor(tasks, cloud.Count(), ParticleCloud::ParticlesPerChunk,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin; i < end; ++i)
					ComputePressureOf(i);
			});
	}
	void ComputeDisplacement()
	{
		ParallelFor(tasks, cloud.Count(), ParticleCloud::ParticlesPerChunk,
			[&](std::size_t begin, std::size_t end)
			{
				double& agreement = agreements[begin / ParticleCloud::ParticlesPerChunk] = 0;
				for (std::size_t i = begin; i < end; ++i)
				{
					displacement[i] = DisplacementOf(i);
					agreement += static_cast<double>(Dot(displacement[i], step[i]));
				}
			});
	}
	ParticleCloud::Motion Advance()
	{
		const double agreement = std::accumulate(agreements.begin(), agreements.end(), 0.0);
		const float carried = agreement > 0 ? CarryOn : 0;
		// Differs from (37), which scales all steps by the longest: there a single particle in a corner slows down everyone.
		const float longest = settings.stepShare * 0.4f;
		ParallelFor(tasks, cloud.Count(), ParticleCloud::ParticlesPerChunk,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin; i < end; ++i)
				{
					step[i] = step[i] * carried + displacement[i] * DisplacementShare;
					const float length = Norm(step[i]);
					if (length > longest)
						step[i] *= longest / length;
				}
			});
		return cloud.Move(step, tasks);
	}
	std::size_t MemoryBytes() const
	{
		return (pressure.capacity() + volume.capacity()) * sizeof(float) + beyond.capacity() * sizeof(FillField::BeyondEdge)
			+ (displacement.capacity() + step.capacity()) * sizeof(Vec3);
	}

private:
	void ComputePressureOf(std::size_t i)
	{
		beyond[i] = cloud.DepthOf(i) > ParticleCloud::Support ? FillField::BeyondEdge{} : field.Beyond(cloud.Position(i));
		Float8 sum(0.0f), squares(0.0f), x(0.0f), y(0.0f), z(0.0f);
		cloud.VisitNeighbours(i,
			[&](const ParticleCloud::NeighbourGroup& group)
			{
				const KernelGroup kernel(group.distance);
				const Float8 slope = kernel.derivative / group.distance;
				sum = sum + kernel.value;
				squares = MulAdd(kernel.derivative, kernel.derivative, squares);
				x = MulAdd(slope, group.x, x);
				y = MulAdd(slope, group.y, y);
				z = MulAdd(slope, group.z, z);
			});
		const float density = KernelGroup::AtZero + beyond[i].density + Sum(sum);
		const Vec3 gradient = Vec3{Sum(x), Sum(y), Sum(z)} + beyond[i].densityGradient;
		pressure[i] = (density - 1) / std::max(SquaredNorm(gradient) + Sum(squares), LeastGradientSum);
		volume[i] = 1 / density;
	}
	Vec3 DisplacementOf(std::size_t i) const
	{
		const Float8 pressureHere(pressure[i]), cohesion(settings.cohesion);
		Float8 x(0.0f), y(0.0f), z(0.0f);
		cloud.VisitNeighbours(i,
			[&](const ParticleCloud::NeighbourGroup& group)
			{
				const KernelGroup kernel(group.distance);
				const Float8 pressures = pressureHere + Float8::Gather(pressure.data(), group.index);
				const Float8 springs =
					cohesion * Float8::Gather(volume.data(), group.index) * (group.distance - Float8(1.0f)) * kernel.value;
				const Float8 towards = MulAdd(pressures, kernel.derivative, springs) / group.distance;
				x = MulAdd(towards, group.x, x);
				y = MulAdd(towards, group.y, y);
				z = MulAdd(towards, group.z, z);
			});
		Vec3 result = -Vec3{Sum(x), Sum(y), Sum(z)} - beyond[i].densityGradient * (WallPressures * pressure[i])
			- beyond[i].springs * settings.cohesion;
		const float depth = cloud.DepthOf(i);
		if (depth < ParticleCloud::Support)
			result -= cloud.WallOf(i).inward * (settings.adhesion * volume[i] * depth * wallKernel.Value(depth)); // (36)
		return result;
	}

	ParticleCloud& cloud;
	const FillField& field;
	const EvenRelaxationSettings& settings;
	TaskRunner& tasks;
	const CubicSpline<float> wallKernel{ParticleCloud::Support};
	std::vector<float> pressure, volume; // and one more, for nobody
	std::vector<FillField::BeyondEdge> beyond;
	std::vector<Vec3> displacement, step;
	std::vector<double> agreements; // of displacement and last step, summed over each chunk
};

}

Result<RelaxationReport> RelaxEvenly(
	ParticleCloud& cloud, const FillField& field, const EvenRelaxationSettings& settings, TaskRunner& tasks, Progress* progress)
{
	EvenRelaxer relaxer(cloud, field, settings, tasks);
	RelaxationReport report;
	while (report.iterations < settings.maxIterations && !report.isStill)
	{
		if (Status status = cloud.UpdateNeighbours(tasks); !status.IsOk())
			return Error{status.Message()};
		relaxer.ComputePressure();
		relaxer.ComputeDisplacement();
		report.lastMotion = relaxer.Advance().rms;
		report.isStill = report.lastMotion < static_cast<double>(settings.stillness);
		++report.iterations;
		if (progress != nullptr && !progress->Report("Relaxing particles", double(report.iterations) / settings.maxIterations))
			return Error{CancelledMessage};
	}
	cloud.Settle(tasks);
	report.memoryBytes = relaxer.MemoryBytes();
	return report;
}

}
