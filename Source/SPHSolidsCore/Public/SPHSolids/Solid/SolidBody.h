#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Solid/ElasticObjective.h>
#include <SPHSolids/Solid/PinMotion.h>
#include <SPHSolids/Solid/TimeIntegration.h>

#include <memory>
#include <optional>
#include <vector>

namespace SPHSolids
{

/// Rest data of a body in the two forms that a step needs. Built once, shared by all instances.
struct SolidRest
{
	RestState state;
	ElasticRest elastic;
};
SPHSOLIDSCORE_API std::shared_ptr<const SolidRest> MakeSolidRest(RestState state, TaskRunner& tasks);

/// How energy leaves a body besides the integrator's own damping.
struct Damping
{
	/// Viscosity of the material, Pa s, at most 1e12: stress proportional to the rate of Green strain (Kelvin-Voigt). Rotations are not damped.
	double viscosity = 0;
	double drag = 0; ///< Slows all motion, 1/s, at most 1e6: v' = -drag v.
};

/// How one instance of a body is made.
struct SolidBodyDef
{
	std::shared_ptr<const SolidRest> rest;
	Material material;
	Damping damping;
	Integrator integrator = Integrator::ImplicitEuler;
	/// Place of the rest shape's origin, its turn and size in the world.
	Vec3d position;
	Mat3d rotation = Mat3d::Identity();
	Vec3d velocity;                    ///< m/s
	Vec3d angularVelocity;             ///< rad/s about the centre of mass
	std::vector<float> stiffnessScale; ///< factor on the moduli of each particle, or empty; what comes of it must lie in MaterialRange
	std::vector<float> densityScale;   ///< factor on the density of each particle, the same, or empty
};

/// What heat has made of the matter of one body. Part of SolidBody.
struct ChangedMatter
{
	std::vector<float> weight;
	std::size_t softened = 0;           // particles of less weight than one
	ElasticStiffness stiffness;         // with the weights, of the pairs that are left
	AlignedArray<float> fullMass;       // kg
	std::optional<ElasticRest> rest;    // without what has melted; none has: none
	std::vector<std::uint32_t> melted;  // ascending
	std::vector<std::uint32_t> carrier; // of each melted particle the one next to solid that it goes with; itself if it is one
};

/// Whether places may be those of a body's particles: within 1,000 km of its origin. Farther than that (a file from a stranger, a scale of
/// 1e38) the float sums and squares of a step would not be finite, and a step that fails can only go back to where the body was.
SPHSOLIDSCORE_API bool AreWithinReach(std::span<const Vec3> places);

/// State of one soft body and what it is made of. Knows nothing of solvers.
///
/// Positions are floats relative to `origin`, a point near the body, so that a body far from the world's origin moves as smoothly as one
/// near it.
class SolidBody
{
public:
	SPHSOLIDSCORE_API static Result<SolidBody> Create(const SolidBodyDef& def);

	std::size_t ParticleCount() const { return position.size(); }
	const SolidRest& Rest() const { return *rest; }
	std::shared_ptr<const SolidRest> SharedRest() const { return rest; }
	const ElasticStiffness& Stiffness() const { return stiffness; }
	const Material& GetMaterial() const { return stiffness.material; }

	/// Refused with a reason if the material is impossible; the body then keeps the one it has.
	SPHSOLIDSCORE_API Status SetMaterial(const Material& material);

	/// Pins all particles for which the predicate holds on their rest position; they follow the motion from now on.
	/// @return How many were pinned.
	template <class Predicate>
	std::size_t Pin(Predicate&& isInside, const PinMotion& motion, double time)
	{
		std::vector<std::uint32_t> chosen;
		for (std::uint32_t i = 0; i < position.size(); ++i)
			if (isInside(rest->state.position[i]))
				chosen.push_back(i);
		return PinParticles(chosen, motion, time);
	}
	SPHSOLIDSCORE_API std::size_t PinParticles(std::span<const std::uint32_t> particles, const PinMotion& motion, double time);
	SPHSOLIDSCORE_API void ReleaseAllPins();
	/// @return How many of these were pinned and are free now; the others of their groups go on with their motion.
	SPHSOLIDSCORE_API std::size_t ReleasePins(std::span<const std::uint32_t> particles);
	/// Where pinned particles have to be at a time, relative to origin, written into places (others are left alone).
	SPHSOLIDSCORE_API void PrescribedPlaces(double time, std::span<Vec3> places) const;
	bool HasPins() const { return !pins.empty(); }
	/// Particles that were pinned together.
	struct PinGroup
	{
		PinMotion motion;
		double startTime = 0;
		std::vector<std::uint32_t> particles;
		std::vector<Vec3d> places; ///< world, at startTime
	};
	const std::vector<PinGroup>& Pins() const { return pins; }
	/// Pins as another body of the same particles had them, instead of those it has: for recordings. Refused if they do not fit.
	SPHSOLIDSCORE_API Status SetPins(std::vector<PinGroup> groups);
	const std::vector<float>& StiffnessScale() const { return stiffnessScale; } ///< of each particle, or empty

	/// Takes the body and its pins somewhere else as they are.
	SPHSOLIDSCORE_API void Shift(const Vec3d& offset);
	// Matter that changes. The constant Hessian A0, and all that is built from it, stays that of the body as it was made: Stiffness(),
	// Rest() and FullMass(). The energy is that of what is left.
	/// Factors on the energy of each particle, in (0, 1]: heat softens. What they are decides on the result, not what they were.
	SPHSOLIDSCORE_API void SetWeights(std::span<const float> weights);
	/// Particles leave the solid: without mass, energy, neighbours or contact, and held.
	/// @param touched Out: neighbours that are left, ascending.
	SPHSOLIDSCORE_API void MeltParticles(std::span<const std::uint32_t> particles, std::vector<std::uint32_t>& touched);
	/// So few of its neighbours are left that it does not know how it is deformed.
	SPHSOLIDSCORE_API bool IsLoose(std::size_t i) const;
	/// Weights and melted particles of a snapshot, instead of those it has.
	/// @param melted 1 where melted. @param weights Of each particle, or empty.
	SPHSOLIDSCORE_API void RestoreMatter(std::span<const std::uint8_t> melted, std::span<const float> weights);
	/// Melted particles go where the skin needs them: next to solid ones as those carry them, others to the nearest of these.
	SPHSOLIDSCORE_API void PlaceMelted();
	/// Some of it is softer than it was made, or has melted.
	bool HasChanged() const { return changed && (changed->softened > 0 || !changed->melted.empty()); }
	bool IsMelted(std::size_t i) const { return held[i] == HeldMelted; }
	std::size_t MeltedCount() const { return changed ? changed->melted.size() : 0; }
	std::span<const float> Weights() const { return changed ? std::span<const float>(changed->weight) : std::span<const float>(); }
	const ElasticRest& PresentRest() const { return changed && changed->rest ? *changed->rest : rest->elastic; }
	const ElasticStiffness& PresentStiffness() const { return changed ? changed->stiffness : stiffness; }
	/// Masses as the body was made, kg.
	std::span<const float> FullMass() const { return changed ? std::span<const float>(changed->fullMass) : std::span<const float>(mass); }
	SPHSOLIDSCORE_API std::size_t MatterBytes() const; ///< of what has changed
	std::uint32_t matterVersion = 0;                   ///< counts changes of weights and meltings

	/// Moves the origin to the centre of the body; positions change by rounding only.
	SPHSOLIDSCORE_API void Recentre();

	SPHSOLIDSCORE_API double Mass() const;
	SPHSOLIDSCORE_API Vec3d CentreOfMass() const; ///< world
	SPHSOLIDSCORE_API Vec3d Momentum() const;
	SPHSOLIDSCORE_API Vec3d AngularMomentum() const; ///< about the world's origin
	SPHSOLIDSCORE_API double KineticEnergy() const;

	Vec3d origin;
	AlignedArray<Vec3> position;         ///< m, relative to origin
	AlignedArray<Vec3> velocity;         ///< m/s
	AlignedArray<Vec3> previousPosition; ///< of the step before, for BDF2 and for the start of the minimisation
	AlignedArray<Vec3> previousVelocity;
	bool hasPrevious = false;
	double previousStep = 0;  ///< how long that step was, s; looked at only with hasPrevious
	AlignedArray<float> mass; ///< kg
	static constexpr std::uint8_t HeldPinned = 1, HeldMelted = 2;
	std::vector<std::uint8_t> held; ///< 0: free
	/// Counts changes of pins and stiffness: a preconditioner built for an older count still works, but costs iterations.
	std::uint32_t stiffnessVersion = 0;
	Damping damping;
	Integrator integrator = Integrator::ImplicitEuler;

private:
	ChangedMatter& Change();
	void WeighParticle(std::size_t i);
	void FindCarriers();

	std::shared_ptr<const SolidRest> rest;
	ElasticStiffness stiffness;
	std::optional<ChangedMatter> changed;
	std::vector<float> stiffnessScale;
	std::vector<PinGroup> pins;
};

}
