#pragma once

#include "ContactBody.h"
#include "Obstacle.h"

#include <SPHSolids/Base/PaddedVec3.h>
#include <SPHSolids/Neighbour/CellGrid.h>

#include <span>
#include <vector>

namespace SPHSolids
{

/// A particle that touches the surface of a body or an obstacle, or may within the step. The point of the body's surface opposite the
/// particle is a mean of the body's particles there, its links; what pushes the particle pushes them by their weights.
struct Contact
{
	static constexpr std::uint32_t ObstacleBit = 0x80000000u;

	std::uint32_t owner = 0;
	std::uint32_t other = 0; // index of a body, or of an obstacle with the highest bit set
	Vec3 normal;             // towards the owner
	Real gap = 0;            // room that is left along the normal, m; negative: how deep they overlap
	Real share = 1;          // of full stiffness: at edges contacts fade
	float friction = 0;
	Vec3 place; // on the obstacle
	std::uint32_t firstLink = 0, linkCount = 0;

	bool IsWithObstacle() const { return (other & ObstacleBit) != 0; }
	std::uint32_t Obstacle() const { return other & ~ObstacleBit; }
	std::uint32_t Body() const { return other; }
};

struct ContactLink
{
	std::uint32_t point = 0; // of a contact: a particle; of a particle: a contact
	Real weight = 0;         // of a contact they sum to one
};

struct ContactSearchSettings
{
	Real step = 0;
	Real touchShare = 1;       // balls of this share of their radius touch
	Real touchShareJoined = 1; // ... of bodies that are joined
	bool onlyJoined = false;   // contacts with bodies that are not joined are left out
	bool onlyObstacles = false;
	Real leastApproach = 0; // bodies and folds that cannot approach each other faster than this are left alone, m/s
	Vec3d frame;            // origin of the floats of obstacles
};

/// Finds what touches: particles of the shells of soft bodies with the surfaces of others, of their own body, and of obstacles.
///
/// A particle meets a smoothed surface rather than balls, so that bodies slide on each other without catching in the bumps of their
/// sampling, and contacts come and go gently. The normal is the mean of the two surfaces'; the links are weighted so that their mean lies
/// opposite the particle: both sides are pushed along one line, which keeps angular momentum. Where surfaces do not face each other, a
/// particle meets the nearest of the other's as a ball.
///
/// Pairs of one body that are close in its rest shape never touch, so the material alone decides how it resists compression.
class ContactSearch
{
public:
	struct Owner
	{
		std::uint32_t body;     // index into bodies
		std::uint32_t particle; // of it
	};

	void Run(
		std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles, const ContactSearchSettings& settings, TaskRunner& tasks);

	std::span<const Contact> Of(std::uint32_t owned) const
	{
		return std::span(contacts).subspan(firstContact[owned], firstContact[owned + 1] - firstContact[owned]);
	}
	std::span<const ContactLink> LinksOf(const Contact& contact) const
	{
		return std::span(links).subspan(contact.firstLink, contact.linkCount);
	}
	/// Contacts that a particle is linked to.
	std::span<const ContactLink> BacklinksOf(std::uint32_t particle) const
	{
		return std::span(backlinks).subspan(firstBacklink[particle], firstBacklink[particle + 1] - firstBacklink[particle]);
	}
	bool IsTouching(std::uint32_t particle) const
	{
		return firstContact[particle] != firstContact[particle + 1] || firstBacklink[particle] != firstBacklink[particle + 1];
	}
	std::size_t Bytes() const;

	// Of every particle of every body, the bodies one after the other.
	std::vector<Owner> owner;
	AlignedArray<PaddedVec3> place;          // in the frame; w: radius
	AlignedArray<PaddedVec3> velocity;       // expected; w: inverse mass
	std::vector<std::uint32_t> firstOfBody;  // owner; one more than bodies
	std::vector<std::uint32_t> firstContact; // of each owner; one more than owners
	std::vector<Contact> contacts;

private:
	/// What a chunk of particles found.
	struct ChunkFinds
	{
		std::vector<Contact> contacts;
		std::vector<ContactLink> links;
	};
	struct Candidate
	{
		std::uint32_t particle, body;
		Vec3 offset;       // from it to the owner
		PaddedVec3 normal; // as in ContactSearch::normal
		Real touching;
	};
	/// What is asked of a whole body before its particles are.
	struct BodyBounds
	{
		Box3 box;
		std::vector<Box3> nearby; // of others, as far as the search reaches
		bool mayFold = false;     // parts that are apart at rest may be near each other now
		Vec3d velocitySum;        // of all particles, m/s
		Vec3 velocity;            // of its middle, m/s
		Real speed = 0;           // of its fastest particle, less what all bodies share, m/s
		Real ownSpeed = 0;        // of its fastest particle against its middle, m/s
		Real margin = 0;          // speculative: whoever could meet it within the step is looked at, but no farther than a diameter
		Real reach = 0;           // of the search for what its particles meet
		Real farthestBent = 0;    // how far a particle is from where the best rigid motion of the rest shape would have it, m
	};
	static constexpr std::size_t MaxCandidates = 96;

	void Gather(std::span<const ContactBody> bodies, const ContactSearchSettings& settings, TaskRunner& tasks);
	void BoundBody(std::uint32_t b, const ContactBody& entry);
	void MeasureSpeeds(std::span<const ContactBody> bodies, TaskRunner& tasks);
	void SortBounds();
	/// Calls visit(body) for those whose bounds overlap a box.
	template <class Visit>
	void VisitBodiesIn(const Box3& box, Visit&& visit) const;
	/// Particles of the shells that are near another body, or of a body that may touch itself.
	void ChooseShell(std::span<const ContactBody> bodies, const ContactSearchSettings& settings, TaskRunner& tasks);
	void SortShell(TaskRunner& tasks);
	void FindPairs(std::span<const ContactBody> bodies, const ContactSearchSettings& settings, TaskRunner& tasks);
	/// The part of the sorted shell around a particle; kept for the next one in the same cell.
	struct CellRanges
	{
		std::uint64_t key = ~std::uint64_t(0);
		int count = 0;
		std::uint32_t ranges[CellGrid::MaxRanges][2];
	};
	/// Shell particles of others near a particle, in the order of bodies.
	std::size_t FindCandidates(std::uint32_t i, std::span<const ContactBody> bodies, const CellRanges& cells, Candidate* found) const;
	/// How a candidate's surface faces a particle: the mean of its normal and the particle's reversed, zero if they do not; between
	/// sheets, which have none, the way from one to the other. w: how much they do, 0 to 1.
	PaddedVec3 FacingOf(std::uint32_t i, const Candidate& candidate) const;
	bool Facing(std::uint32_t i, std::span<const Candidate> candidates, Vec3& direction) const;
	/// The contact of a particle with one other body. @return False if there is none.
	bool MeetSurface(std::uint32_t i, std::span<const Candidate> candidates, Contact& contact, std::vector<ContactLink>& linked) const;
	bool MeetBall(std::uint32_t i, std::span<const Candidate> candidates, Contact& contact, std::vector<ContactLink>& linked) const;
	/// Whether a contact that was found overlaps or may within the step.
	bool MayMeet(const Contact& contact, std::span<const ContactLink> linked, Real step) const;
	void FindSurfaces(
		std::span<const ContactBody> bodies, std::span<const Obstacle> obstacles, const ContactSearchSettings& settings, TaskRunner& tasks);
	void Flatten();
	void LinkBack();

	AlignedArray<PaddedVec3> normal; // of the surface at a particle; zero inside and on sheets; w: trust in it, 0 inside
	std::vector<BodyBounds> bounds;
	std::vector<std::uint32_t> byStart;       // bodies by the least x of their bounds
	std::vector<Real> endSoFar;               // greatest x of these and all before
	Real reach = 0;                           // of the search, the largest
	std::vector<std::uint8_t> isChosen;       // of owners
	std::vector<std::uint32_t> shell;         // the chosen
	AlignedArray<PaddedVec3> shellPlace;      // of them
	AlignedArray<float> sortedCoordinates[3]; // in the order of the grid, some more at the end
	AlignedArray<float> sortedRadius;         // in the order of the grid
	AlignedArray<PaddedVec3> sortedNormal;    // in the order of the grid
	AlignedArray<float> sortedBody;           // of the owner, in the order of the grid, some more at the end
	std::vector<Owner> sortedOwner;           // in the order of the grid
	std::vector<std::uint32_t> sortedIndex;   // in the order of the grid: of the owner
	std::vector<ChunkFinds> runs;
	std::vector<std::uint32_t> filled;
	std::vector<ContactLink> links, backlinks;
	std::vector<std::uint32_t> firstBacklink;
	CellGrid grid;
};

}
