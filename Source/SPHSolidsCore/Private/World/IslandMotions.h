#pragma once

#include "Coupling/ContactEnergy.h"

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/Simd.h>

#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

/// How the bodies of an island move as wholes, coupled by the springs of their contacts: what the preconditioners of the bodies, each for
/// itself, know nothing of. A body that lies on others is held by many springs of which each is as stiff as a particle of it, but by
/// itself it is as light as its inertia: steps that leave this out come out some twenty times too long (Docs/decisions/0060).
///
/// Each body has twelve unknowns, the affine motions u(X) = c_0 + c_1 X + c_2 Y + c_3 Z about its centre at rest, X in units of its size.
///   E = Z^T (M/h^2 + elasticity + contact) Z
/// is solved by a few iterations of conjugate gradients with symmetric sweeps of Gauss and Seidel over the bodies.
class IslandMotions
{
public:
	static constexpr std::size_t ModeCount = 4, Unknowns = 3 * ModeCount, Padded = 2 * SimdWidth;
	/// c_0 x y z, c_1 x y z ...
	struct Motion
	{
		alignas(32) float value[Padded] = {};
	};

	/// What is needed of a body. Weights are m_i / h^2.
	struct Traits
	{
		std::span<const Vec3> restPosition;
		std::span<const Vec3> position; ///< at the start of the step: tells how the body has turned
		std::span<const float> weight;
		double mu = 0;         ///< sum of vol_i mu_i, J
		double lambda = 0;     ///< sum of vol_i lambda_i, J
		bool isMovable = true; ///< false: its motion is not its own (pins); it has no unknowns
	};

	void Clear(std::size_t bodyCount);
	/// May be called for several bodies at a time.
	void Describe(std::size_t body, const Traits& traits);
	static constexpr std::uint32_t Nobody = 0xffffffffu;
	/// A spring between a particle of a body and a weighted mean of particles of another; one of the two may stand (Nobody).
	/// @param motion Of the mean: for each particle its modes times its weight, summed. @param stiffness Symmetric, N/m.
	void AddSpring(
		std::uint32_t body, const Vec3& restPosition, std::uint32_t other, const float (&otherModes)[ModeCount], const Mat3& stiffness);
	/// 1, X, Y, Z of a particle.
	void ModesAt(std::uint32_t body, const Vec3& restPosition, float (&modes)[ModeCount]) const;
	void Factorise(TaskRunner& tasks);

	bool IsMovable(std::size_t body) const { return bodies[body].isMovable; }
	/// Z^T q of a body. @param rest Out: the part of q that makes no such motion, q - M Z (Z^T M Z)^-1 Z^T q.
	Motion TakeOut(std::size_t body, const Traits& traits, std::span<const Vec3> q, std::span<Vec3> rest) const;
	/// The motion that is in r: (Z^T M Z)^-1 Z^T M r
	Motion PartOf(std::size_t body, const Traits& traits, std::span<const Vec3> r) const;
	/// r = share (r + Z (c - part))
	void Add(std::size_t body, const Traits& traits, const Motion& motion, const Motion& part, Real share, std::span<Vec3> r) const;
	/// Forces in, motions out.
	void Solve(std::span<Motion> motions);

private:
	struct Block
	{
		alignas(32) float column[Unknowns][Padded] = {};
	};
	struct Body
	{
		bool isMovable = false;
		Vec3 centre;
		Real inverseSize = 1;
		float inverseGram[ModeCount][ModeCount] = {}; // (Z^T M Z)^-1 of one component
		Block own, inverse;                           // of E
		std::uint32_t firstCoupling = Nobody;         // with bodies that come later
	};
	struct Coupling
	{
		std::uint32_t later = 0, next = Nobody;
		Block block; // of E: columns of the earlier body, rows of the later
	};

	Block& CouplingOf(std::uint32_t earlier, std::uint32_t later);
	/// One sweep forth and back.
	void Sweep(std::span<Motion> motions) const;
	/// E times motions.
	void Multiply(std::span<const Motion> motions, std::span<Motion> forces) const;
	Motion ByGram(const Body& body, const Motion& motion) const;
	/// Sums over particles of something times 1, X, Y and Z, in units of the body's size.
	static Motion InUnits(const Body& body, const Vector3<Float8> (&sums)[ModeCount]);

	std::vector<Body> bodies;
	std::vector<Coupling> couplings;
	std::vector<Motion> residual, swept, direction, image;
};

}
