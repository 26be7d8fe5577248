#include "SplittingSolver.h"

namespace SPHSolids
{
namespace
{

/// Of the volume solve, as [KEE23] ran the splitting it compares with.
constexpr ConjugateGradientSettings VolumeSolve{1e-4, 500};

}

SplittingSolver::SplittingSolver(const SolidBody& body)
	: rest(body.SharedRest())
	, model(rest->elastic)
	, conjugateGradient(body.ParticleCount())
	, matrices(body.ParticleCount())
	, force(body.ParticleCount())
	, change(body.ParticleCount())
	, solution(body.ParticleCount())
	, volumeVelocity(body.ParticleCount())
	, massOverStepSquared(body.ParticleCount())
{
}

std::size_t SplittingSolver::Bytes() const
{
	return model.Bytes() + frame.Bytes() + conjugateGradient.Bytes() + (factor ? factor->Bytes() : 0)
		+ force.size() * (sizeof(Mat3) + 4 * sizeof(Vec3) + sizeof(float));
}

Status SplittingSolver::UpdateFactor(const SolidBody& body, double effectiveStep, TaskRunner& tasks)
{
	if (factor != nullptr && builtVersion == body.stiffnessVersion && builtStep == effectiveStep)
		return {};
	model.SetStiffness(body.Stiffness());
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		massOverStepSquared[i] = static_cast<float>(static_cast<double>(body.mass[i]) / (effectiveStep * effectiveStep));
	// (29) of [KBF21] divided by h^2 is A0 with w = 2 mu.
	ElasticStiffness stretchOnly = body.Stiffness();
	for (ElasticStiffness::Block& block : stretchOnly.blocks)
		for (float& lambda : block.lambda)
			lambda = 0;
	auto built = EigenFactor::Build({&rest->elastic, &stretchOnly, massOverStepSquared, body.held}, tasks);
	if (!built.IsOk())
		return built.TakeError();
	factor = built.TakeValue();
	builtVersion = body.stiffnessVersion;
	builtStep = effectiveStep;
	return {};
}

void SplittingSolver::StretchForce(const SolidBody& body, std::span<const Vec3> x, TaskRunner& tasks)
{
	const PairSums<float>& pairs = model.Pairs();
	ParallelFor(tasks, x.size(), ReferenceChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				const Mat3 F = pairs.Gradient(x, i);
				matrices[i] =
					((F - model.Rotation(i)) * (2 * model.Mu(i) * model.Volume(i))) * pairs.Correction(i) - F * model.Penalty()[i];
			}
		});
	ParallelFor(tasks, x.size(), ReferenceChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				force[i] = body.held[i] != 0 ? Vec3{} : -(pairs.MatrixForce(matrices, i) + pairs.Pull(x, model.Penalty(), i));
		});
}

int SplittingSolver::SolveVolume(const SolidBody& body, double effectiveStep, TaskRunner& tasks, std::span<Vec3> x)
{
	const PairSums<float>& pairs = model.Pairs();
	// Forces of the stress lambda s R with the strain s that strainOf(i) gives.
	const auto volumeGradient = [&](auto&& strainOf, auto&& write)
	{
		ParallelFor(tasks, x.size(), ReferenceChunk,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin; i < end; ++i)
					matrices[i] = (model.Rotation(i) * (model.Lambda(i) * model.Volume(i) * strainOf(i))) * pairs.Correction(i);
			});
		ParallelFor(tasks, x.size(), ReferenceChunk,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin; i < end; ++i)
					write(i, body.held[i] != 0 ? Vec3{} : pairs.MatrixForce(matrices, i));
			});
	};
	volumeGradient([&](std::size_t i) { return model.VolumeStrain(x, i); }, [&](std::size_t i, const Vec3& g) { force[i] = -g; });
	const auto apply = [&](std::span<const Vec3> p, std::span<Vec3> q)
	{
		volumeGradient([&](std::size_t i) { return Contract(model.Rotation(i), pairs.Gradient(p, i)); },
			[&](std::size_t i, const Vec3& g) { q[i] = g + p[i] * massOverStepSquared[i]; });
	};
	const float h = static_cast<float>(effectiveStep);
	for (std::size_t i = 0; i < x.size(); ++i)
		change[i] = body.held[i] != 0 ? Vec3{} : volumeVelocity[i] * h;
	const int iterations = conjugateGradient.Solve(VolumeSolve, apply, NoPreconditioning{}, force, tasks, change);
	for (std::size_t i = 0; i < x.size(); ++i)
	{
		x[i] += change[i];
		volumeVelocity[i] = change[i] * (1 / h);
	}
	return iterations;
}

ElasticStepReport SplittingSolver::Step(SolidBody& body, double step, double endTime, std::span<const Vec3> acceleration, TaskRunner& tasks)
{
	ElasticStepReport report;
	frame.Begin(body, step, endTime, acceleration, tasks);
	const double effectiveStep = frame.EffectiveStep();
	if (!UpdateFactor(body, effectiveStep, tasks).IsOk())
	{
		StepFrame::PutToRest(body);
		report.recovered = true;
		return report;
	}
	const std::span<const Vec3> target = frame.Target();
	model.SetRotations(target, tasks);
	StretchForce(body, target, tasks);
	factor->Apply(force, tasks, factorScratch, change);
	for (std::size_t i = 0; i < target.size(); ++i)
		solution[i] = target[i] + change[i];
	model.SetRotations(solution, tasks);
	report.minimiser.iterations = SolveVolume(body, effectiveStep, tasks, solution);
	report.minimiser.evaluations = report.minimiser.iterations + 1;

	report.recovered = !frame.Finish(body, solution, tasks);
	if (report.recovered)
		std::fill(volumeVelocity.begin(), volumeVelocity.end(), Vec3{});
	return report;
}

}
