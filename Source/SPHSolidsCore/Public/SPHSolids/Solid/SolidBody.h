#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Solid/ElasticObjective.h>
#include <SPHSolids/Solid/PinMotion.h>
#include <SPHSolids/Solid/TimeIntegration.h>

#include <memory>

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
	/// Viscosity of the material, Pa s: stress proportional to the rate of Green strain (Kelvin-Voigt). Rotations are not damped.
	double viscosity = 0;
	double drag = 0; ///< Slows all motion, 1/s: v' = -drag v.
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
	std::vector<float> stiffnessScale; ///< factor on the moduli of each particle, or empty
	std::vector<float> densityScale;   ///< factor on the density of each particle, or empty
};

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
	AlignedArray<Vec3> previousPosition; ///< of the step before, for BDF2
	AlignedArray<Vec3> previousVelocity;
	bool hasPrevious = false;
	AlignedArray<float> mass;       ///< kg
	std::vector<std::uint8_t> held; ///< 1 where pinned
	/// Counts changes of pins and stiffness: a preconditioner built for an older count still works, but costs iterations.
	std::uint32_t stiffnessVersion = 0;
	Damping damping;
	Integrator integrator = Integrator::ImplicitEuler;

private:
	std::shared_ptr<const SolidRest> rest;
	ElasticStiffness stiffness;
	std::vector<float> stiffnessScale;
	std::vector<PinGroup> pins;
};

}
