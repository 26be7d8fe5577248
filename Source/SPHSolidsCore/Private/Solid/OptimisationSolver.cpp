#include "OptimisationSolver.h"

#include "StalePinAdapter.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace SPHSolids
{
namespace
{

/// Beyond this |F|^2 (stretched about fivefold) a body has been abused, not played with: a start from a sound shape is tried.
constexpr float AbusedGradient = 75;
/// So has one of whose particles more than this share are flat or inverted: nothing tells them which way is out.
constexpr float BrokenBody = 0.005f;
/// A body that has lost its shape does not find back by itself under every law: in some, a point is as stable as the shape at rest. With
/// more than this share of its particles without volume, or BrokenBody of them broken for so long, s, it is put back.
constexpr float LostBody = 0.5f;
constexpr double LongestBroken = 1;

}

OptimisationSolver::OptimisationSolver(const ElasticSolverSettings& solverSettings, const SolidBody& body)
	: settings(solverSettings)
	, rest(body.SharedRest())
	, objective(rest->elastic, body.PresentStiffness())
	, minimiser(body.ParticleCount(), settings.name == "quasinewton" ? 0 : settings.minimiser.window)
	, solution(body.ParticleCount())
	, stiffening(rest->elastic.BlockCount() * SimdWidth)
{
	if (settings.name == "quasinewton")
		settings.minimiser.window = 0;
	if (settings.cache == nullptr)
		settings.cache = std::make_shared<PreconditionerCache>();
}

std::size_t OptimisationSolver::Bytes() const
{
	return minimiser.Bytes() + objective.Bytes() + frame.Bytes() + solution.size() * sizeof(Vec3) + stiffening.size() * sizeof(float)
		+ (stiffened ? stiffened->Bytes() : 0);
}

void OptimisationSolver::TakePromised(const SolidBody& body)
{
	if (!promised.valid() || (!settings.refactorAtOnce && promised.wait_for(std::chrono::seconds(0)) != std::future_status::ready))
		return;
	if (auto ready = promised.get(); ready != nullptr)
	{
		current = {std::move(ready), std::move(promisedHeld)};
		AdaptToPins(body);
	}
	promised = {};
}

Status OptimisationSolver::UpdatePreconditioner(const SolidBody& body, double effectiveStep, TaskRunner& tasks)
{
	TakePromised(body);
	if (current.preconditioner != nullptr && (builtVersion != body.stiffnessVersion || matterAdaptedTo != body.matterVersion))
		AdaptToPins(body);
	const bool upToDate = current.preconditioner != nullptr && builtVersion == body.stiffnessVersion && builtStep == effectiveStep;
	if (upToDate || promised.valid())
		return {};

	PreconditionerInput input = PreconditionerInput::Of(body, effectiveStep);
	const std::uint64_t hash = input.Hash();
	const std::string_view name = settings.preconditioner;
	builtVersion = body.stiffnessVersion;
	builtStep = effectiveStep;
	std::shared_ptr<const Preconditioner> next = settings.cache->Find(name, hash);
	const bool isFirst = current.preconditioner == nullptr;
	const bool mayWait = settings.refactorAtOnce || (isFirst && settings.firstAtOnce);
	const bool comesLater = next == nullptr && !mayWait;
	if (next == nullptr && (mayWait || isFirst))
	{
		auto built = BuildPreconditioner(mayWait ? name : "diagonal", input, tasks);
		if (!built.IsOk())
			return Error{"The body's stiffness is not positive definite; check masses, moduli and the time step."};
		next = built.TakeValue();
		if (mayWait)
			settings.cache->Add(name, hash, next);
	}
	if (next != nullptr)
	{
		current = {std::move(next), input.held};
		AdaptToPins(body);
	}
	if (comesLater)
	{
		promisedHeld = input.held;
		promised = settings.cache->Promise(name, hash, std::move(input));
	}
	return {};
}

void OptimisationSolver::AdaptToPins(const SolidBody& body)
{
	stiffened = std::make_shared<StiffenedPreconditioner>(current.preconditioner);
	inUse = stiffened;
	matterAdaptedTo = body.matterVersion;
	if (current.held != body.held)
		inUse = std::make_shared<StalePinAdapter>(
			stiffened, current.held, ConstantOperator{&rest->elastic, &body.Stiffness(), frame.MassOverStepSquared(), body.held});
}

bool OptimisationSolver::FitRigid(const SolidBody& body, std::span<const Vec3> places)
{
	const auto& restPosition = rest->state.position;
	Vec3d centre, restCentre;
	double mass = 0;
	for (std::size_t i = 0; i < restPosition.size(); ++i)
	{
		const double m = static_cast<double>(body.mass[i]);
		centre += places[i].Cast<double>() * m;
		restCentre += restPosition[i].Cast<double>() * m;
		mass += m;
	}
	centre = centre / mass;
	restCentre = restCentre / mass;
	if (!IsFinite(centre))
		return false;
	Mat3d covariance;
	for (std::size_t i = 0; i < restPosition.size(); ++i)
		covariance += Mat3d::Outer(
			(places[i].Cast<double>() - centre) * static_cast<double>(body.mass[i]), restPosition[i].Cast<double>() - restCentre);
	const SignedSvd svd = DecomposeSigned(covariance);
	const Mat3d R = svd.u * Transpose(svd.v);
	rigid.resize(places.size());
	for (std::size_t i = 0; i < rigid.size(); ++i)
		rigid[i] = body.held[i] != 0 ? places[i] : (centre + R * (restPosition[i].Cast<double>() - restCentre)).Cast<Real>();
	return true;
}

void OptimisationSolver::TryRigidStart(const SolidBody& body, const ElasticObjective::StepTerms& terms, TaskRunner& tasks)
{
	const std::span<const Vec3> target = terms.target;
	if (!FitRigid(body, target))
		return;
	const double asPredicted = objective.Evaluate(target, terms, tasks).Total();
	const double asRigid = objective.Evaluate(rigid, terms, tasks).Total();
	if (asRigid < asPredicted || !std::isfinite(asPredicted))
	{
		std::copy(rigid.begin(), rigid.end(), solution.begin());
		startsAtTarget = false;
	}
}

bool OptimisationSolver::RecoverShape(SolidBody& body, double step, bool isStuck)
{
	// What heat has softened may be as flat as it likes.
	if (rest->elastic.hasFlatParticles || body.HasChanged())
		return false;
	brokenSeconds = objective.BrokenShare() > BrokenBody ? brokenSeconds + step : 0;
	const bool isLost = isStuck || objective.CollapsedShare() > LostBody || brokenSeconds > LongestBroken;
	if (!isLost || !FitRigid(body, body.position))
		return false;
	Vec3d momentum;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		momentum += body.velocity[i].Cast<double>() * static_cast<double>(body.mass[i]);
	const Vec3 velocity = (momentum / body.Mass()).Cast<Real>();
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		if (body.held[i] == 0)
		{
			body.position[i] = rigid[i];
			body.velocity[i] = velocity;
		}
	body.hasPrevious = false;
	brokenSeconds = 0;
	return true;
}

void OptimisationSolver::UpdateMatter(const SolidBody& body)
{
	const ElasticStiffness& stiffness = body.PresentStiffness();
	objective.SetRest(body.PresentRest());
	if (stiffnessInUse == body.stiffnessVersion && matterInUse == body.matterVersion && stiffnessPlace == &stiffness)
		return;
	objective.SetStiffness(stiffness);
	stiffnessInUse = body.stiffnessVersion;
	matterInUse = body.matterVersion;
	stiffnessPlace = &stiffness; // bodies may move, and their stiffness with them
}

float OptimisationSolver::SetReference(const SolidBody& body, bool needsEnergy, TaskRunner& tasks)
{
	return objective.SetReference(body.position, tasks, body.damping.viscosity > 0, needsEnergy, stiffening);
}

bool OptimisationSolver::Begin(
	SolidBody& body, double step, double endTime, std::span<const Vec3> acceleration, bool isStuck, bool needsEnergy, TaskRunner& tasks)
{
	UpdateMatter(body);
	float largestF = SetReference(body, needsEnergy, tasks);
	hasRecovered = RecoverShape(body, step, isStuck);
	if (hasRecovered)
		largestF = SetReference(body, needsEnergy, tasks);
	frame.Begin(body, step, endTime, acceleration, tasks);
	const std::span<const Vec3> target = frame.Target();
	if (!UpdatePreconditioner(body, frame.EffectiveStep(), tasks).IsOk())
	{
		StepFrame::PutToRest(body);
		return false;
	}
	stiffened->Update(stiffening, body.Stiffness().diagonal, frame.MassOverStepSquared(), tasks);
	std::copy(target.begin(), target.end(), solution.begin());
	startsAtTarget = true;
	ElasticObjective::StepTerms terms{frame.MassOverStepSquared(), target, body.held};
	terms.viscosityOverStep = static_cast<float>(body.damping.viscosity / frame.EffectiveStep());
	const bool isBroken = objective.BrokenShare() > BrokenBody && !rest->elastic.hasFlatParticles;
	if ((!(largestF < AbusedGradient) || isBroken) && !body.HasChanged())
		TryRigidStart(body, terms, tasks);
	stepObjective.emplace(objective, terms);
	return true;
}

bool OptimisationSolver::PredictStart(const SolidBody& body, std::span<const Vec3> acceleration, TaskRunner& tasks)
{
	// A single iteration does not make up for what prediction makes of the last one's errors: up to seven times as much.
	return startsAtTarget && settings.minimiser.iterations > 1 && frame.Predict(body, acceleration, tasks, solution);
}

bool OptimisationSolver::Finish(SolidBody& body, TaskRunner& tasks)
{
	return frame.Finish(body, solution, tasks);
}

ElasticStepReport OptimisationSolver::Step(
	SolidBody& body, double step, double endTime, std::span<const Vec3> acceleration, TaskRunner& tasks)
{
	ElasticStepReport report;
	if (!Begin(body, step, endTime, acceleration, false, false, tasks))
	{
		report.recovered = true;
		return report;
	}
	const std::span<const Vec3> otherStart = PredictStart(body, acceleration, tasks) ? frame.Target() : std::span<Vec3>();
	report.minimiser = minimiser.Minimise(
		*stepObjective, *inUse, settings.minimiser, tasks, solution, otherStart, std::numeric_limits<double>::quiet_NaN());
	if (report.minimiser.startNotFinite)
		StepFrame::PutToRest(body);
	report.recovered = report.minimiser.startNotFinite || !Finish(body, tasks) || hasRecovered;
	return report;
}

}
