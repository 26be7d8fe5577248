#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/TaskRunner.h>

#include <cstdint>
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

/// Contacts in the order of the particles they belong to, with their links, and back from particles to the contacts that link to them.
class ContactLists
{
public:
	/// What a chunk of particles found: the contacts of a particle one after the other.
	struct Finds
	{
		std::vector<Contact> contacts;
		std::vector<ContactLink> links;

		void Clear()
		{
			contacts.clear();
			links.clear();
		}
	};

	/// Puts finds in order: by particle, and for each in the order in which they come.
	/// @param forEachFinds Calls its argument with Finds for all, the same way twice. @param firstOfBody First particle of each body, and
	/// their number.
	template <class ForEachFinds>
	void Arrange(ForEachFinds&& forEachFinds, std::span<const std::uint32_t> firstOfBody, std::span<const std::uint32_t> bodyOfParticle,
		TaskRunner& tasks)
	{
		BeginCounting(firstOfBody);
		forEachFinds(
			[&](const Finds& found)
			{
				for (const Contact& contact : found.contacts)
					Count(bodyOfParticle[contact.owner], contact);
			});
		EndCounting();
		forEachFinds(
			[&](const Finds& found)
			{
				for (const Contact& contact : found.contacts)
					finds[firstFindOfBody[bodyOfParticle[contact.owner]]++] = {&contact, found.links.data() + contact.firstLink};
			});
		Place(firstOfBody, tasks);
	}

	std::span<const Contact> Of(std::uint32_t particle) const
	{
		return std::span(contacts).subspan(firstContact[particle], firstContact[particle + 1] - firstContact[particle]);
	}
	std::span<const ContactLink> Links(std::uint32_t first, std::uint32_t count) const { return std::span(links).subspan(first, count); }
	std::span<const ContactLink> LinksOf(const Contact& contact) const { return Links(contact.firstLink, contact.linkCount); }
	/// Contacts that a particle is linked to.
	std::span<const ContactLink> BacklinksOf(std::uint32_t particle) const
	{
		return std::span(backlinks).subspan(firstBacklink[particle], firstBacklink[particle + 1] - firstBacklink[particle]);
	}
	bool IsTouching(std::uint32_t particle) const
	{
		return firstContact[particle] != firstContact[particle + 1] || firstBacklink[particle] != firstBacklink[particle + 1];
	}
	/// Particles of a body that have a part in contacts.
	std::span<const std::uint32_t> TouchingOf(std::size_t body) const
	{
		return std::span(touching).subspan(firstTouchingOfBody[body], firstTouchingOfBody[body + 1] - firstTouchingOfBody[body]);
	}
	/// Contacts of particles that link to a body.
	std::span<const std::uint32_t> ContactsTo(std::size_t body) const
	{
		return std::span(touches).subspan(firstTouchOfBody[body], firstTouchOfBody[body + 1] - firstTouchOfBody[body]);
	}
	std::size_t ListBytes() const;

	std::vector<std::uint32_t> firstContact; // of each particle, and their number
	std::vector<Contact> contacts;
	std::vector<std::uint32_t> touching; // particles that have a part in contacts

private:
	/// Where a contact was found.
	struct Find
	{
		const Contact* contact;
		const ContactLink* links;
	};

	void BeginCounting(std::span<const std::uint32_t> firstOfBody);
	void Count(std::uint32_t body, const Contact& contact)
	{
		++firstFindOfBody[body + 1];
		firstLinkOfBody[body + 1] += contact.linkCount;
		if (contact.IsWithObstacle())
			return;
		++firstTouchOfBody[contact.Body() + 1];
		firstBacklinkOfBody[contact.Body() + 1] += contact.linkCount;
	}
	void EndCounting();
	void Place(std::span<const std::uint32_t> firstOfBody, TaskRunner& tasks);
	/// The contacts and links of one body.
	void PlaceContacts(std::size_t body, std::uint32_t begin, std::uint32_t end);
	/// From the particles of one body back to contacts.
	void PlaceBacklinks(std::size_t body, std::uint32_t begin, std::uint32_t end);

	void FindTouching(std::span<const std::uint32_t> firstOfBody, TaskRunner& tasks);

	std::vector<ContactLink> links, backlinks;
	std::vector<std::uint32_t> firstBacklink;
	// By body, one more than bodies.
	std::vector<std::uint32_t> firstFindOfBody, firstLinkOfBody, firstTouchOfBody, firstBacklinkOfBody, firstTouchingOfBody;
	std::vector<Find> finds;            // by the body that the contact belongs to
	std::vector<std::uint32_t> touches; // contacts by the body that they link to
};

}
