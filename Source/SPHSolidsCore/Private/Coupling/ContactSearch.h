#pragma once

#include "ContactBody.h"
#include "ContactLists.h"
#include "Obstacle.h"
#include "ShellClusters.h"

#include <SPHSolids/Base/PaddedVec3.h>

#include <span>
#include <vector>

namespace SPHSolids
{

struct ContactMeeting;
struct SurfaceHit;

struct ContactSearchSettings
{
	Real step = 0;
	Real touchShare = 1;       // balls of this share of their radius touch
	Real touchShareJoined = 1; // ... of bodies that are joined
	bool onlyJoined = false;   // contacts with bodies that are not joined are left out
	bool onlyObstacles = false;
	bool alsoFaded = false; // contacts at edges that have faded altogether are found too, for what is left of them from the last step
	Real leastApproach = 0; // bodies, folds and particles that cannot approach each other faster than this are left alone, m/s
	Vec3d frame;            // origin of the floats of obstacles
	Vec3 fixedVelocity;     // that bodies which are fixed would be expected to have

	bool LeavesOut(const ContactBody& body) const { return onlyJoined && !body.isJoined && !body.isFixed; }
	/// Its particles meet others: also of a body that is fixed, as long as they did before, so that nobody feels it fall asleep.
	bool Meets(const ContactBody& body) const { return !onlyJoined || body.isJoined; }
};

/// Finds what touches: particles of the shells of soft bodies with the surfaces of others, of their own body, and of obstacles.
///
/// A particle meets a smoothed surface rather than balls, so that bodies slide on each other without catching in the bumps of their
/// sampling, and contacts come and go gently. The normal is the mean of the two surfaces'; the links are weighted so that their mean lies
/// opposite the particle: both sides are pushed along one line, which keeps angular momentum. Where surfaces do not face each other, a
/// particle meets the nearest of the other's as a ball.
///
/// Pairs of one body that are close in its rest shape never touch, so the material alone decides how it resists compression.
///
/// What is near what: boxes of bodies, then boxes of clusters of their shells, then particles (Docs/decisions/0062).
class ContactSearch : public ContactLists
{
public:
	void Run(
		std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles, const ContactSearchSettings& settings, TaskRunner& tasks);

	/// Index of a particle within its body.
	std::uint32_t ParticleOf(std::uint32_t i) const { return i - firstOfBody[bodyOf[i]]; }
	std::size_t Bytes() const;

	// Of every particle of every body, the bodies one after the other.
	std::vector<std::uint32_t> bodyOf;      // index into bodies
	AlignedArray<PaddedVec3> place;         // in the frame; w: radius
	AlignedArray<PaddedVec3> velocity;      // expected; w: inverse mass
	std::vector<std::uint32_t> firstOfBody; // particle; one more than bodies

private:
	/// Another body that may be met.
	struct Neighbour
	{
		std::uint32_t body = 0;
		Real margin = 0; // speculative: what could meet within the step is looked at, but no farther than a diameter
		Real reach = 0;  // of the search for what its particles meet
		Real slack = 0;  // of a body that may meet itself: clusters meet that are looser than this together, m
	};
	/// What is asked of a whole body before its particles are.
	struct BodyBounds
	{
		Box3 box;
		std::vector<Neighbour> nearby; // itself if parts that are apart at rest may be near each other now
		Vec3d velocitySum;             // of the shell, m/s
		Vec3 velocity;                 // of its middle, m/s
		Real speed = 0;                // of the fastest particle of the shell, less what all bodies share, m/s
		Real ownSpeed = 0;             // of the fastest against its middle, m/s
	};
	/// A cluster with particles that may meet another body.
	struct Approach
	{
		std::uint32_t cluster = 0;
		std::uint32_t neighbour = 0;               // of its body
		std::uint32_t firstNear = 0, lastNear = 0; // clusters of the other body within reach
		std::uint32_t lanes = 0;                   // bits of the particles
	};
	/// Some clusters of a body that are worked on at a time, and what they found.
	struct Unit : Finds
	{
		std::uint32_t body = 0, firstCluster = 0, lastCluster = 0;
		std::vector<Approach> approaches;
		std::vector<ShellClusters::Near> nearClusters;
	};

	void Gather(std::span<const ContactBody> bodies, const ContactSearchSettings& settings, TaskRunner& tasks);
	/// Box and velocity of the shell.
	void BoundBody(std::uint32_t b, const ContactBody& entry);
	void MeasureSpeeds(std::span<const ContactBody> bodies, TaskRunner& tasks);
	void SortBounds();
	/// Calls visit(body) for those whose bounds overlap a box.
	template <class Visit>
	void VisitBodiesIn(const Box3& box, Visit&& visit) const;
	void FindNeighbours(std::span<const ContactBody> bodies, const ContactSearchSettings& settings, TaskRunner& tasks);
	/// Adds a body to those near it if it may meet itself.
	void FindFolds(std::uint32_t b, const ContactBody& entry, Neighbour self, Real diameter, Real step);
	void FormUnits();
	void FindPairs(std::span<const ContactBody> bodies, const ContactSearchSettings& settings, TaskRunner& tasks);
	/// Finds which particles of a unit are near which clusters of another body.
	void FindApproaches(Unit& unit, const ContactBody& own, std::uint32_t neighbour, const ContactSearchSettings& settings);
	/// The particles of a cluster for which others are near enough to be met within the step. @param nearest Their distances, squared.
	std::uint32_t LanesThatMayMeet(std::uint32_t cluster, const ContactBody& own, const Neighbour& other,
		const float (&nearest)[ShellClusters::Size], const ContactSearchSettings& settings) const;
	/// What particles meet of another body.
	void Meet(const Approach& approach, std::span<const ContactBody> bodies, const ContactSearchSettings& settings, ContactMeeting& meeting,
		Unit& unit) const;
	/// Fills a meeting with the other body's particles around a place. @param self The body, if it meets itself.
	void FindCandidates(std::size_t k, const Neighbour& other, const ContactBody* self, std::span<const ShellClusters::Near> clusters,
		ContactMeeting& meeting) const;
	/// Whether a contact that was found overlaps or may within the step.
	bool MayMeet(const Contact& contact, std::span<const ContactLink> linked, Real step) const;
	// Obstacles (ContactObstacles.cpp).
	void FindSurfaces(
		std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles, const ContactSearchSettings& settings, TaskRunner& tasks);
	void MeetObstacles(std::size_t begin, std::size_t end, std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles,
		const ContactSearchSettings& settings, std::vector<Contact>& found) const;
	/// The walls that make a corner with the one of a contact.
	void MeetOtherWalls(const Obstacle& obstacle, const SurfaceHit& hit, Real step, Contact contact, std::vector<Contact>& found) const;

	std::vector<BodyBounds> bounds;
	std::vector<std::uint32_t> byStart; // bodies by the least x of their bounds
	std::vector<Real> endSoFar;         // greatest x of these and all before
	ShellClusters shells;
	std::vector<Unit> units; // more than a search needs: they keep their memory
	std::size_t unitCount = 0;
	std::vector<Finds> surfaceFinds;
};

}
