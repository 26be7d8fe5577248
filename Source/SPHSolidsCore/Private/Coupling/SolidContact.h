#pragma once

#include "ContactSums.h"
#include "RigidContact.h"

#include <span>
#include <vector>

namespace SPHSolids
{

struct ContactStepSettings
{
	Real step = 0;
	int iterations = 12;
	Real separationSpeed = Real(0.5);
	Real touchShareJoined = 1; // see ContactSearchSettings
	bool onlyObstacles = false;
	Real leastApproach = 0; // see ContactSearchSettings
	Vec3d frame;            // origin of the floats of obstacles
};

/// The last word on contact: velocities are changed so that no pair of particles and no particle and surface come closer than touching by
/// the end of the substep, whatever moved them (elasticity, fluids, a fast approach that the elastic step did not foresee).
///
///   n . (v_i - v_j) >= -gap / h      gap > 0: room that is left
///                   >= min(0.3 |gap| / h, separation speed)      where they overlap: they part gently
///   |tangential impulse| <= friction * normal impulse
///
/// Solved by projected Jacobi with the masses of particles split among their contacts: all contacts compute their impulses, then each
/// particle gathers those it has a part in; so nothing is written twice, and the order of workers does not matter.
class SolidContact
{
public:
	/// Finds contacts of the bodies as they are now and changes their velocities.
	void Solve(std::span<ContactBody> bodies, std::span<Obstacle> obstacles, const ContactStepSettings& settings, ContactSums& sums,
		TaskRunner& tasks);

	/// After rigid bodies have met walls and each other: particles stop at them as they move now.
	/// @return Those that walls, or other rigid bodies, do not let give way.
	std::span<const CaughtParticle> StopAgain(
		std::span<ContactBody> bodies, std::span<Obstacle> obstacles, const ContactStepSettings& settings, TaskRunner& tasks);

	std::size_t ContactCount() const { return contactCount; }
	std::size_t Bytes() const;

private:
	/// Of each contact.
	struct Impulse
	{
		Real leastSpeed = 0;  // along the normal
		Real inverseMass = 0; // effective
		Real push = 0;        // normal impulse so far
		Vec3 rub;             // tangential impulse so far
		Vec3 change;          // of the whole, in the present iteration
	};

	void Begin(std::span<Obstacle> obstacles, const ContactStepSettings& settings, TaskRunner& tasks);
	Impulse BeginContact(const Contact& contact, std::span<const Obstacle> obstacles, const ContactStepSettings& settings) const;
	void Iterate(std::span<Obstacle> obstacles, TaskRunner& tasks);
	Vec3 VelocityOfOther(const Contact& contact, std::span<const Obstacle> obstacles) const;
	/// What the iteration has left of motion into obstacles is cut off.
	void StopAtSurfaces(std::span<const Obstacle> obstacles, const ContactStepSettings& settings, TaskRunner& tasks);
	/// Velocity of a particle that goes into none of the obstacles, as far as that is possible.
	Vec3 StoppedVelocity(std::uint32_t i, std::span<const Obstacle> obstacles, const ContactStepSettings& settings,
		std::vector<CaughtParticle>& caughtHere) const;
	/// Gives bodies the velocities of their particles that touch.
	void ReturnVelocities(std::span<ContactBody> bodies, TaskRunner& tasks) const;
	void Finish(std::span<ContactBody> bodies, std::span<Obstacle> obstacles, ContactSums& sums, TaskRunner& tasks);

	ContactSearch search;
	std::vector<Impulse> impulses;
	std::vector<Real> massShare; // of particles that touch: inverse mass for each of their contacts
	bool anyObstacleMoves = false;
	std::vector<std::uint32_t> moving;           // bodies
	std::vector<std::uint32_t> obstacleContacts; // how many particles touch each
	std::size_t contactCount = 0;
	std::vector<std::vector<CaughtParticle>> caughtOfChunk; // more than a step needs: they keep their memory
	std::vector<CaughtParticle> caught;
};

}
