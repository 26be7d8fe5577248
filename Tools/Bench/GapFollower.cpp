#include "GapFollower.h"

#include <algorithm>
#include <chrono>

namespace SPHSolids::Tools
{
namespace
{

constexpr int FollowedIterations = 200;
constexpr int ReferenceIterations = 400; // far beyond what float can still improve
constexpr std::size_t TimedRuns = 3;

}

GapFollower::GapFollower(Scenes::SolidPlayer& scenePlayer)
	: player(scenePlayer)
	, objective(player.body.Rest().elastic, player.body.Stiffness())
	, input(PreconditionerInput::Of(player.body, player.scene.step))
	, preconditioner(BuildPreconditioner(player.scene.solver.preconditioner, input, *player.tasks).TakeValue())
	, stiffening(SimdWidth * player.body.Rest().elastic.BlockCount())
	, target(player.body.ParticleCount())
{
	const SolidBody& body = player.body;
	const Real h = static_cast<Real>(player.scene.step);
	body.PrescribedPlaces(player.time + player.scene.step, target);
	for (std::size_t i = 0; i < target.size(); ++i)
		if (body.held[i] == 0)
			target[i] = body.position[i] + body.velocity[i] * h + player.acceleration[i] * (h * h);
	predicted = target;
	isPredicted = body.hasPrevious && player.scene.solver.minimiser.iterations > 1;
	for (std::size_t i = 0; i < target.size() && isPredicted; ++i)
		if (body.held[i] == 0)
			predicted[i] = IntegratorStep{Integrator::ImplicitEuler, player.scene.step, body.previousStep}.Predicted(
				target[i], body.velocity[i], body.previousVelocity[i], player.acceleration[i]);
	FindShares();
}

GapFollower::Run GapFollower::Minimise(int iterations, int window, const std::vector<Vec3>& start)
{
	using Clock = std::chrono::steady_clock;
	SolidBody& body = player.body;
	BodyStepObjective stepObjective(objective, {input.massOverStepSquared, target, body.held});
	MinimiserSettings settings = player.scene.solver.minimiser;
	settings.tolerance = settings.budgetMilliseconds = 0;
	settings.iterations = iterations;
	settings.window = window;
	LbfgsSolver solver(target.size(), window);
	std::vector<Vec3> x = start;
	const std::span<const Vec3> otherStart = &start == &predicted && isPredicted ? std::span(target) : std::span<Vec3>();
	Run run;
	const auto begin = Clock::now();
	objective.SetReference(body.position, *player.tasks, false, false, stiffening);
	preconditioner.Update(stiffening, body.Stiffness().diagonal, input.massOverStepSquared, *player.tasks);
	run.report = solver.Minimise(stepObjective, preconditioner, settings, *player.tasks, x, otherStart);
	run.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
	run.history.assign(solver.ObjectiveHistory().begin(), solver.ObjectiveHistory().end());
	return run;
}

void GapFollower::FindShares()
{
	const std::vector<double> reference = Minimise(ReferenceIterations, MinimiserSettings::MaxWindow, target).history;
	const Run followed = Minimise(FollowedIterations, player.scene.solver.minimiser.window, predicted);
	const double best = std::min(*std::min_element(reference.begin(), reference.end()), followed.history.back());
	for (const double value : followed.history)
		shares.push_back(reference.front() > best ? (value - best) / (reference.front() - best) : 0);
	if (followed.report.converged) // what is left is beyond the precision of the objective
		shares.back() = 0;
}

int GapFollower::IterationsTo(double share) const
{
	const auto place = std::find_if(shares.begin(), shares.end(), [&](double left) { return left <= share; });
	return place == shares.end() ? -1 : static_cast<int>(place - shares.begin());
}

GapFollower::Cost GapFollower::Measure(int iterations)
{
	Cost cost;
	std::vector<double> times;
	for (std::size_t k = 0; k < TimedRuns; ++k)
	{
		const Run run = Minimise(iterations, player.scene.solver.minimiser.window, predicted);
		cost.evaluations = run.report.evaluations;
		times.push_back(run.milliseconds);
	}
	std::sort(times.begin(), times.end());
	cost.milliseconds = times[TimedRuns / 2];
	return cost;
}

}
