#pragma once

#include "Obstacle.h"

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/PaddedVec3.h>
#include <SPHSolids/Neighbour/CellGrid.h>
#include <SPHSolids/Solid/SolidBody.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace SPHSolids
{

/// Which particles of a body lie at its surface in the rest shape. Built once per rest state.
struct ContactShell
{
	std::vector<std::uint32_t> particles;
	bool isSheet = false; // no particle has an inside
};
std::shared_ptr<const ContactShell> MakeContactShell(const RestState& rest);

/// A body as contact sees it.
struct ContactBody
{
	SolidBody* body = nullptr;
	const ContactShell* shell = nullptr;
	float friction = 0;
	bool selfContact = true;
	bool isFixed = false;                          // asleep or frozen: pushes, is not pushed
	std::uint32_t key = 0;                         // who it is, for events
	AlignedArray<Vec3>* contactVelocity = nullptr; // what contact changed velocities by, added up
	float speed = 0;                               // of its centre of mass, m/s
	float fastestTouch = 0;                        // out: speed of the fastest body that touched it, m/s
};

/// Sums over all contacts of one body with one other thing.
struct ContactSum
{
	enum class Other : std::uint8_t
	{
		Body,
		Obstacle,
	} other = Other::Body;
	std::uint32_t body = 0;       // ContactBody::key
	std::uint32_t otherIndex = 0; // key of a body, or index of an obstacle
	Vec3d place;                  // weighted by impulse
	Vec3d impulse;                // on body
	double weight = 0;
	double fastest = 0;
	std::uint32_t particles = 0;
};

struct ContactStepSettings
{
	Real step = 0;
	int iterations = 12;
	Real separationSpeed = Real(0.5);
	Vec3d frame; // origin of the floats of obstacles
};

/// Contact of soft bodies with each other, with themselves and with obstacles, with dry friction: velocities are changed so that no pair of
/// particles, seen as balls of their radius, and no particle and surface come closer than touching by the end of the substep.
///
///   n . (v_i - v_j) >= -gap / h      gap > 0: room that is left
///                   >= min(0.3 |gap| / h, separation speed)      where they overlap: they part gently
///   |tangential impulse| <= friction * normal impulse
///
/// Where two surfaces face each other, n is the mean of their normals rather than the line between the balls: flat faces slide flat instead
/// of catching in each other's bumps. Pairs of one body that are close in its rest shape never touch, so the material alone decides how it
/// resists compression.
///
/// Solved by projected Jacobi with the masses of particles split among their contacts. Every contact is known to both of its particles,
/// which compute the same impulse from the same numbers; so each particle writes its own velocity only, in any order.
class SolidContact
{
public:
	/// Finds contacts of the bodies as they are now and changes their velocities.
	void Solve(std::span<ContactBody> bodies, std::span<Obstacle> obstacles, const ContactStepSettings& settings, TaskRunner& tasks);

	std::span<const ContactSum> Sums() const { return sums; }
	void ClearSums() { sums.clear(); }
	std::size_t ContactCount() const { return contacts.size(); }
	bool FoundOverlap() const { return foundOverlap; }
	std::size_t Bytes() const;

private:
	struct Contact
	{
		std::uint32_t owner;
		std::uint32_t other; // particle, or index of an obstacle with the highest bit set
		Vec3 normal;         // towards the owner
		Real leastSpeed;     // along the normal
		Real inverseMass;    // effective
		float friction;
		Real push = 0; // normal impulse so far
		Vec3 rub;      // tangential impulse so far
		Vec3 place;    // on the obstacle
		Vec3 given;    // impulse that the obstacle has had of it
	};
	static constexpr std::uint32_t ObstacleBit = 0x80000000u;

	struct Owner
	{
		std::uint32_t body;     // index into bodies
		std::uint32_t particle; // of it
	};
	struct Run
	{
		std::vector<Contact> contacts;
	};

	void GatherParticles(std::span<ContactBody> bodies, const ContactStepSettings& settings);
	void FindPairs(std::span<ContactBody> bodies, const ContactStepSettings& settings, TaskRunner& tasks);
	void FindSurfaces(std::span<ContactBody> bodies, std::span<Obstacle> obstacles, const ContactStepSettings& settings, TaskRunner& tasks);
	void Flatten();
	void ShareMasses(std::span<Obstacle> obstacles);
	void Iterate(std::span<Obstacle> obstacles, TaskRunner& tasks);
	/// What the iteration has left of motion into obstacles is cut off.
	void StopAtSurfaces(std::span<Obstacle> obstacles, const ContactStepSettings& settings, TaskRunner& tasks);
	void ReactOfObstacles(std::span<Obstacle> obstacles);
	void Finish(std::span<ContactBody> bodies, std::span<Obstacle> obstacles);
	ContactSum& SumOf(std::uint32_t body, ContactSum::Other other, std::uint32_t index);
	Vec3 NormalOf(const ContactBody& body, std::uint32_t particle) const;

	// Of every particle that may touch: all of bodies near an obstacle, else the shell.
	std::vector<Owner> owner;
	AlignedArray<PaddedVec3> place;    // in the frame; w: radius
	AlignedArray<PaddedVec3> velocity; // w: inverse mass
	AlignedArray<PaddedVec3> normal;   // of the surface at it; zero inside and on sheets; w: 1 in the shell
	AlignedArray<PaddedVec3> next;     // velocity being computed
	std::vector<std::uint32_t> firstContact, filled;
	std::vector<Contact> contacts;
	std::vector<Run> runs;
	std::vector<std::uint32_t> obstacleContacts; // how many particles touch each
	CellGrid grid;
	std::vector<PaddedVec3> sortedPlace;
	std::vector<ContactSum> sums;
	bool foundOverlap = false;
};

}
