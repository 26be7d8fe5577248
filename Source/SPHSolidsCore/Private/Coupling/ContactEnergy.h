#pragma once

#include "ContactSums.h"

#include <SPHSolids/Coupling/TouchBlock.h>

#include <span>
#include <vector>

namespace SPHSolids
{

struct ContactEnergySettings
{
	Real step = 0;
	Real separationSpeed = Real(0.5);
	Vec3d frame;  // origin of the floats of obstacles
	Vec3 gravity; // m/s^2
};

/// The contacts of bodies that move together. Lent to ContactEnergy, so that several groups can be worked on at a time.
struct ContactGroup
{
	std::vector<std::uint32_t> bodies;
	std::vector<std::uint32_t> contacts;
	bool hasMovingObstacles = false;      // in its contacts
	std::vector<std::uint32_t> particles; // that have a part in them
	std::vector<double> energies;         // of chunks of contacts
	AlignedArray<PaddedVec3> moved;       // of each point that has a part: how far it is from where the step began; then of what is fixed
};

/// A contact as one of the bodies in it sees it: the two sides move apart by `sign` times what the body moves.
struct ContactTouch
{
	std::uint32_t contact = 0;
	std::uint32_t motion = 0; // where it is in a list of motions
	Real sign = 1;
};
/// The bodies of a contact, as their indices; NoBody for obstacles.
struct ContactSides
{
	static constexpr std::uint32_t NoBody = 0xffffffffu;
	std::uint32_t owner = NoBody, other = NoBody;
};

/// Contact as part of the elastic objective, so that a body under load stands as its material says at any length of step: elasticity
/// and contact find their balance together (Docs/decisions/0023).
///
/// Each contact adds, with d how far its two sides have moved against each other in the step,
///   k/2 min(0, gap + n . d)^2                              normal: a spring where they overlap
///   huber(slide + d - n (n . d)), slope at most mu lambda  tangential: a spring that gives way where friction ends
/// k is as stiff as the particle is against being moved alone, so that the overlap is about the strain of one layer of particles and the
/// preconditioner, which knows nothing of contact, still fits. lambda is the normal force of the last step. The slide is kept from step
/// to step, as in the spring of Cundall and Strack: what friction holds does not creep.
///
/// What the search finds anew of a contact (that it overlaps, how deep, how much of a surface there is under the particle) would move the
/// particle that it was found by, and so is not believed at once: a spring goes on from where the last step left it, and takes up a
/// quarter of what has changed since by no motion of its own, as far as it does not gain energy by such changes (Docs/decisions/0063): a
/// block that rocks would live on that. Nothing about a contact depends on whether one of its
/// sides sleeps: its neighbour shall not feel it (0069).
///
/// Balls touch at TouchShare of their radius: the spring has most of its way before they overlap.
class ContactEnergy
{
public:
	static constexpr Real TouchShare = Real(1);
	/// Where SolidContact steps in: bodies that are joined may overlap by the rest.
	static constexpr Real HardTouchShare = Real(0.9);

	/// What is kept of a contact from one step to the next.
	struct Memory
	{
		std::uint64_t other;      // KeyOf
		Real force, share, depth; // depth as counted, and so is the share
		Vec3 slide, normal;
		Real credit; // see Spring
	};
	/// Of the contacts of one body.
	struct BodyMemory
	{
		std::vector<std::uint32_t> first; // of each particle, one more
		std::vector<Memory> contacts;
		std::vector<std::uint32_t> others; // keys of the bodies in them, each once

		void ListOthers();
	};
	/// Null for a body that no step has seen.
	const BodyMemory* MemoryOf(std::uint32_t key) const
	{
		return key < memories.size() && !memories[key].first.empty() ? &memories[key] : nullptr;
	}
	void SetMemory(std::uint32_t key, BodyMemory memory);
	/// Before another body has the key.
	void Forget(std::uint32_t key)
	{
		if (key < memories.size())
			memories[key] = {};
	}
	/// Calls visit(key) for the bodies that a body touches, as far as is remembered; for some twice.
	template <class Visit>
	void ForEachTouching(std::uint32_t key, Visit&& visit) const
	{
		for (std::uint32_t k = 0; k < memories.size(); ++k)
			for (const std::uint32_t other : memories[k].others)
				if (k == key)
					visit(other);
				else if (other == key)
					visit(k);
	}

	/// Finds contacts of joined bodies at the start of a step. What the last step knew of them is carried over.
	void Begin(
		std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles, const ContactEnergySettings& settings, TaskRunner& tasks);

	/// Calls visit(body, other body) and visit(body, body count + obstacle) for what moves together; some more than once.
	template <class Visit>
	void ForEachLink(std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles, Visit&& visit) const
	{
		for (const Contact& contact : search.contacts)
			if (const std::uint32_t own = search.bodyOf[contact.owner]; bodies[own].isFixed)
				continue;
			else if (contact.IsWithObstacle())
			{
				if (obstacles[contact.Obstacle()].IsMovable())
					visit(own, static_cast<std::uint32_t>(bodies.size()) + contact.Obstacle());
			}
			else if (!bodies[contact.Body()].isFixed)
				visit(own, contact.Body());
	}
	/// The body touches something, or may within the step.
	bool HasContacts(std::uint32_t body) const
	{
		return body < carriesLoad.size()
			&& (search.firstContact[search.firstOfBody[body]] != search.firstContact[search.firstOfBody[body + 1]]
				|| !search.ContactsTo(body).empty());
	}
	/// Contacts pushed the body in the last step: it will hardly move as if it were free.
	bool CarriesLoad(std::uint32_t body) const { return carriesLoad[body] != 0; }

	/// Where the particles of a body, or the two points of a rigid body (RigidPoints), start in the vector of those that move together.
	void PlaceBody(std::uint32_t body, std::uint32_t firstPoint) { pointOfBody[body] = firstPoint; }
	void PlaceObstacle(std::uint32_t obstacle, std::uint32_t firstPoint) { pointOfObstacle[obstacle] = firstPoint; }

	/// After all that move together have their places. @param points The length of their vector.
	void Collect(std::span<const std::uint32_t> bodies, std::size_t points, ContactGroup& group);
	/// Notes how far the group has moved, for all that is asked at x. @param start The vector at the start of the step.
	void Follow(ContactGroup& group, std::span<const Vec3> start, std::span<const Vec3> x, TaskRunner& tasks) const;

	/// The energy of the contacts of a group; follows it to x.
	double EnergyAt(ContactGroup& group, std::span<const Vec3> start, std::span<const Vec3> x, TaskRunner& tasks);
	/// The same, and adds its gradient.
	double AddTo(ContactGroup& group, std::span<const Vec3> start, std::span<const Vec3> x, TaskRunner& tasks, std::span<Vec3> gradient);

	Real Step() const { return step; }
	ContactSides SidesOf(std::uint32_t contact) const;
	/// How far the two sides of a contact have moved against each other, the owner away from the other. The group has been followed to x.
	Vec3 MotionOf(std::uint32_t contact, const ContactGroup& group, std::span<const Vec3> x) const;
	/// Contacts of a body, to be asked what they do to it when it is shifted.
	/// @param motions As MotionOf says. @param blocks TouchBlocksFor(touches).
	void PackTouches(std::span<const ContactTouch> touches, std::span<const Vec3> motions, std::span<TouchBlock> blocks) const;
	/// How a contact resists at some point of the minimisation: by so much along its normal and across it, N/m.
	struct Resistance
	{
		std::uint32_t body = 0, particle = 0; // whose contact it is
		std::uint32_t otherBody = 0;
		bool bodyMoves = false, otherMoves = false;
		std::span<const ContactLink> links; // to particles of the other body
		Vec3 normal;
		Real along = 0, across = 0;
	};
	/// The group has been followed to x.
	Resistance ResistanceOf(std::uint32_t contact, const ContactGroup& group, std::span<const Vec3> x) const;
	/// Index within its body of a particle that links name.
	std::uint32_t ParticleOf(std::uint32_t point) const { return search.ParticleOf(point); }

	/// Sum of the springs that press on an obstacle, N/m.
	Real StiffnessOn(std::uint32_t obstacle) const { return stiffnessOn[obstacle]; }

	/// What accelerated and turned a body as a whole in the step besides its weight, N, and N m about its centre of mass. Contacts with
	/// obstacles are booked such that they add up to the force even where the minimisation has not quite ended: what a body gains, they lose.
	void SetForceOn(std::uint32_t body, const Vec3& force, const Vec3d& turning);

	/// What contacts gave to a body in the step, N s, and about its centre of mass, N m s. After Finish. @param centre In the frame.
	struct BodyPush
	{
		Vec3d impulse, angularImpulse;
	};
	BodyPush PushOn(std::uint32_t body, const Vec3d& centre) const;

	/// Books the forces at the end of the step: for friction in the next one, in the sums, and as impulses to be given to obstacles.
	void Finish(ContactGroup& group, std::span<const Vec3> start, std::span<const Vec3> x, std::span<ContactBody> bodies,
		std::span<Obstacle> obstacles, ContactSums& sums, TaskRunner& tasks);
	/// After Finish for all: the contacts of this step become those of the last.
	void End(std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles, TaskRunner& tasks);

	std::size_t ContactCount() const { return search.contacts.size(); }
	/// Something lay deeper in another than the springs count at once, as two bodies spawned in one place do.
	bool FoundOverlap() const { return foundOverlap; }
	std::size_t Bytes() const;

private:
	static constexpr std::uint32_t Nowhere = 0xffffffffu;
	static constexpr std::uint64_t ObstacleKey = std::uint64_t(1) << 63;

	/// Of each contact: all that an evaluation reads of it, and some more.
	struct Spring
	{
		Real gap = 0; // as counted: an overlap that was found is counted bit by bit
		Vec3 normal;
		Vec3 slide;
		Real stiffness = 0;
		Real limit = 0;   // friction, N
		Real share = 0;   // of full stiffness, as counted
		Real credit = 0;  // energy that changes without motion have taken out of it and may put in again, J
		Vec3 otherMotion; // of an obstacle that is not pushed, in the step, m
		// In the vector of those that move together; links to what does not move are left out.
		std::uint32_t point = 0, obstaclePoint = Nowhere;
		std::uint32_t firstLink = 0, linkCount = 0;
		std::uint32_t otherShift = 0; // from the particle that a link names to its point, modulo 2^32

		Vec3 otherVelocity; // expected, m/s
		Real force = 0;     // normal, at the end
	};
	struct Force
	{
		Vec3 onOwner;
		double energy;
		Real normal;
		Vec3 slide;
	};

	std::uint64_t KeyOf(const Contact& contact, std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles) const;
	const Memory* Remembered(const Contact& contact, std::uint64_t key, std::span<const ContactBody> bodies) const;
	Spring MakeSpring(const Contact& contact, std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles,
		const ContactEnergySettings& settings) const;
	/// No step has seen it yet.
	bool IsNew(const ContactBody& body) const;
	/// Gap and share of a spring, from what was found and what the last step knew, if it did. @param isNew One of the bodies is.
	void Count(const Contact& found, const Memory* before, bool isNew, const ContactEnergySettings& settings, Spring& spring) const;
	/// Of a particle, in the vector of those that move together.
	std::uint32_t PointOf(std::uint32_t particle) const { return pointOfBody[search.bodyOf[particle]] + search.ParticleOf(particle); }
	/// Finds where the two sides of a contact are in that vector. @param fixedPoint For particles of fixed bodies.
	void Bind(std::uint32_t c, std::uint32_t fixedPoint);
	/// @param motion As MotionOf says.
	Force ForceOf(std::uint32_t c, const Vec3& motion) const;

	/// Sums up what contacts did to a body.
	void BalanceBody(std::uint32_t body);
	void Memorise(std::uint32_t b, std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles);
	/// Contacts that a fixed body remembers were not looked for: those with obstacles, itself and others that are fixed.
	bool IsAtRest(std::uint64_t other) const { return (other & ObstacleKey) != 0 || (other < restsByKey.size() && restsByKey[other] != 0); }

	Real step = 0;
	bool foundOverlap = false;
	ContactSearch search;
	std::vector<Spring> springs;
	std::vector<Vec3> pushes; // on the owners, at the last evaluation
	std::vector<std::uint32_t> pointOfBody, pointOfObstacle;
	std::vector<std::uint8_t> carriesLoad, isFixed; // by body
	std::vector<Real> stiffnessOn;
	/// Balance of the forces on each body.
	struct Balance
	{
		Vec3 whole, byContacts;
		Vec3d turning;           // of the whole, about the centre of mass
		Vec3d turningByContacts; // about the origin of the frame
		Real ofObstacles = 0;    // sum of their normal forces
		bool isKnown = false;
	};
	std::vector<Balance> balances;
	std::vector<Vec3> armOfContact; // from the pivot of an obstacle that is pushed

	// By key of the body.
	std::vector<BodyMemory> memories;     // of the last step
	std::vector<BodyMemory> memoriesThen; // of fixed bodies, of the step before
	std::vector<std::uint8_t> restsByKey; // fixed bodies
};

}
