#pragma once

#include <SPHSolids/Solid/ElasticSolver.h>
#include <SPHSolids/Solid/PreconditionerCache.h>
#include <SPHSolids/Solid/StiffenedPreconditioner.h>

#include "StepFrame.h"

#include <optional>

namespace SPHSolids
{

/// `lbfgs` and `quasinewton`: the implicit step as a minimisation ([KEE23] section 4).
class OptimisationSolver final : public ElasticSolver
{
public:
	OptimisationSolver(const ElasticSolverSettings& solverSettings, const SolidBody& body);

	ElasticStepReport Step(SolidBody& body, double step, double endTime, std::span<const Vec3> acceleration, TaskRunner& tasks) override;
	OptimisationSolver* Optimisation() override { return this; }
	std::size_t Bytes() const override;

	/// Step in two halves, for bodies that are minimised together. Between them the caller lowers Objective() from Solution() on.
	/// @param isStuck The body is in a shape that it cannot leave by itself, and shall be given its own back.
	/// @param needsEnergy StartEnergy will be asked for.
	/// @return False if the body cannot be stepped: it was put to rest, and there is nothing to finish.
	bool Begin(SolidBody& body, double step, double endTime, std::span<const Vec3> acceleration, bool isStuck, bool needsEnergy,
		TaskRunner& tasks);
	/// Puts the start of the minimisation where the body goes if it is accelerated as in the step before: in smooth motion, or at rest
	/// under a load, a thousandth of the way from there that it is from y (Docs/decisions/0015-predicted-start.md). What has just been
	/// hit is nearer to y, so give that to the minimiser as the other start.
	/// @return False if there is nothing to predict from; the start is then as Begin left it.
	bool PredictStart(const SolidBody& body, std::span<const Vec3> acceleration, TaskRunner& tasks);
	/// Elastic energy at the start of the step, J.
	double StartEnergy() const { return objective.ReferenceEnergy(); }
	/// Moves the body to the solution. @return False if that is not finite: the body stays where it was, at rest.
	bool Finish(SolidBody& body, TaskRunner& tasks);

	StepObjective& Objective() { return *stepObjective; }
	const Preconditioner& PreconditionerInUse() const { return *inUse; }
	/// In: where the minimisation should start. Out: where it ended.
	std::span<Vec3> Solution() { return solution; }
	/// y: where the body would go by itself.
	std::span<const Vec3> Target() { return frame.Target(); }
	/// For how long too many particles have been flat or inverted: the body may need its shape given back. Part of a body's state.
	double BrokenSeconds() const { return brokenSeconds; }
	void SetBrokenSeconds(double seconds) { brokenSeconds = seconds; }
	/// Elastic energy at the end of the step, J.
	double StoredEnergy() const { return stepObjective ? stepObjective->Last().elastic + stepObjective->Last().zeroEnergy : 0; }
	/// The body had lost its shape at the start of the step and was given it back.
	bool HasRecovered() const { return hasRecovered; }
	std::span<const float> MassOverStepSquared() const { return frame.MassOverStepSquared(); }
	LbfgsSolver& Minimiser() { return minimiser; }
	const MinimiserSettings& Settings() const { return settings.minimiser; }

private:
	struct Built
	{
		std::shared_ptr<const Preconditioner> preconditioner;
		std::vector<std::uint8_t> held; // pins it was built for
	};

	/// Brings the preconditioner up to date with step, stiffness and pins: at once or in the background, as the settings say, while the old
	/// one, or at first a diagonal one, goes on serving.
	Status UpdatePreconditioner(const SolidBody& body, double effectiveStep, TaskRunner& tasks);
	/// Takes what the background has finished.
	void TakePromised(const SolidBody& body);
	void AdaptToPins(const SolidBody& body);
	/// Takes the start of the step for the reference of the objective. @return The largest |F_i|^2.
	float SetReference(const SolidBody& body, bool needsEnergy, TaskRunner& tasks);
	/// Gives the objective the matter as it is now.
	void UpdateMatter(const SolidBody& body);

	/// Fills `rigid` with the rest shape in the place and turn that fit these places best. @return False if they are not finite.
	bool FitRigid(const SolidBody& body, std::span<const Vec3> places);
	/// Gives a body that has lost its shape the one at rest, in its place and with its momentum. @return Whether it did.
	bool RecoverShape(SolidBody& body, double step, bool isStuck);
	/// Puts the start of the minimisation at the best rigid motion of the rest shape if that costs less than y.
	void TryRigidStart(const SolidBody& body, const ElasticObjective::StepTerms& terms, TaskRunner& tasks);

	ElasticSolverSettings settings;
	std::shared_ptr<const SolidRest> rest; // keeps alive what the objective points to
	ElasticObjective objective;
	LbfgsSolver minimiser;
	Built current;
	std::uint32_t builtVersion = 0;
	double builtStep = 0;
	PreconditionerCache::Promised promised;
	std::vector<std::uint8_t> promisedHeld;
	/// The current one for the body as it is deformed.
	std::shared_ptr<StiffenedPreconditioner> stiffened;
	/// What the minimiser uses: that, adapted to pins that changed since it was built.
	std::shared_ptr<const Preconditioner> inUse;
	StepFrame frame;
	std::optional<BodyStepObjective> stepObjective;
	const ElasticStiffness* stiffnessPlace = nullptr; // what the objective was last given
	std::uint32_t stiffnessInUse = 0, matterInUse = 0, matterAdaptedTo = 0;
	AlignedArray<Vec3> solution, rigid;
	AlignedArray<float> stiffening; // of each particle at the start of the step, in whole blocks; then what `stiffened` makes of it
	double brokenSeconds = 0;       // how long too many particles have been flat or inverted
	bool hasRecovered = false, startsAtTarget = false;
};

}
