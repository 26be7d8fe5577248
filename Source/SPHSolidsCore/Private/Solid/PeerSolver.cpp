#include "PeerSolver.h"

namespace SPHSolids
{
namespace
{

constexpr ConjugateGradientSettings PeerSolve{1e-4, 1000};

}

PeerSolver::PeerSolver(const SolidBody& body)
	: rest(body.SharedRest())
	, model(rest->elastic)
	, conjugateGradient(body.ParticleCount())
	, matrices(body.ParticleCount())
	, force(body.ParticleCount())
	, change(body.ParticleCount())
	, solution(body.ParticleCount())
	, massOverStepSquared(body.ParticleCount())
{
}

std::size_t PeerSolver::Bytes() const
{
	return model.Bytes() + frame.Bytes() + conjugateGradient.Bytes() + force.size() * (sizeof(Mat3) + 3 * sizeof(Vec3) + sizeof(float));
}

void PeerSolver::AddControl(const SolidBody& body, double effectiveStep, TaskRunner& tasks)
{
	const PairSums<float>& pairs = model.Pairs();
	const std::span<const Vec3> x = body.position;
	const std::span<Vec3> target = frame.Target();
	const float stepSquared = static_cast<float>(effectiveStep * effectiveStep);
	ParallelFor(tasks, x.size(), ReferenceChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				matrices[i] = pairs.Gradient(x, i) * model.Penalty()[i];
		});
	ParallelFor(tasks, x.size(), ReferenceChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				if (body.held[i] != 0)
					continue;
				Vec3 sum;
				pairs.ForEachNeighbour(i,
					[&](std::size_t j, const Vec3& offset, float weight)
					{
						const Vec3 between = x[i] - x[j];
						const Vec3 error = (matrices[i] + matrices[j]) * offset - between * (model.Penalty()[i] + model.Penalty()[j]);
						const Vec3 unit = NormalizedOr(between, Vec3{});
						sum += unit * (weight * Dot(error, unit));
					});
				target[i] += sum * (stepSquared / body.mass[i]);
			}
		});
}

void PeerSolver::ElasticGradient(std::span<const Vec3> x, bool linearPart, TaskRunner& tasks, std::span<Vec3> gradient)
{
	const PairSums<float>& pairs = model.Pairs();
	ParallelFor(tasks, x.size(), ReferenceChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				const Mat3& R = model.Rotation(i);
				const Mat3 F = pairs.Gradient(x, i);
				const float trace = linearPart ? Contract(R, F) : model.VolumeStrain(x, i);
				Mat3 stretch = Transpose(R) * F;
				if (pairs.Rank(i) == 2) // a sheet's normal turns with it: no shear across
					stretch -= Mat3::Outer(pairs.Normal(i), Transpose(stretch) * pairs.Normal(i));
				Mat3 stress = R * (stretch + Transpose(stretch)) * model.Mu(i) + R * (model.Lambda(i) * trace);
				if (!linearPart)
					stress -= R * (2 * model.Mu(i));
				matrices[i] = (stress * model.Volume(i)) * pairs.Correction(i);
			}
		});
	ParallelFor(tasks, x.size(), ReferenceChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				gradient[i] = pairs.MatrixForce(matrices, i);
		});
}

int PeerSolver::SolveElasticity(const SolidBody& body, TaskRunner& tasks)
{
	ElasticGradient(frame.Target(), false, tasks, force);
	for (std::size_t i = 0; i < force.size(); ++i)
	{
		force[i] = body.held[i] != 0 ? Vec3{} : -force[i];
		change[i] = {};
	}
	const auto apply = [&](std::span<const Vec3> p, std::span<Vec3> q)
	{
		ElasticGradient(p, true, tasks, q);
		for (std::size_t i = 0; i < q.size(); ++i)
			q[i] = body.held[i] != 0 ? Vec3{} : q[i] + p[i] * massOverStepSquared[i];
	};
	return conjugateGradient.Solve(PeerSolve, apply, NoPreconditioning{}, force, tasks, change);
}

ElasticStepReport PeerSolver::Step(SolidBody& body, double step, double endTime, std::span<const Vec3> acceleration, TaskRunner& tasks)
{
	ElasticStepReport report;
	frame.Begin(body, step, endTime, acceleration, tasks);
	const double effectiveStep = frame.EffectiveStep();
	model.SetStiffness(body.Stiffness());
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		massOverStepSquared[i] = static_cast<float>(static_cast<double>(body.mass[i]) / (effectiveStep * effectiveStep));
	model.SetRotations(body.position, tasks);
	AddControl(body, effectiveStep, tasks);
	report.minimiser.iterations = SolveElasticity(body, tasks);
	report.minimiser.evaluations = report.minimiser.iterations + 1;
	const std::span<const Vec3> target = frame.Target();
	for (std::size_t i = 0; i < solution.size(); ++i)
		solution[i] = target[i] + change[i];
	report.recovered = !frame.Finish(body, solution, tasks);
	return report;
}

}
