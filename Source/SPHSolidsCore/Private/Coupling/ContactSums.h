#pragma once

#include "ContactSearch.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

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

/// The sums of a call of World::Step. Things touch few others, so that looking through them is quick.
class ContactSums
{
public:
	/// What a contact did in a step.
	struct Push
	{
		Vec3 impulse;    // on the owner, N s
		Real normal = 0; // its normal part; zero: nothing
		Real met = 0;    // speed at which they met, m/s
	};
	/// Books the contacts of some bodies with both of their sides, and lets bodies that are touched know how fast. Those of particles of
	/// fixed bodies are booked by what they touch.
	/// @param pushOf Push(contact index); may be asked for several contacts at a time.
	template <class PushOf>
	void Add(const ContactSearch& search, std::span<const std::uint32_t> moving, std::span<ContactBody> bodies, TaskRunner& tasks,
		PushOf&& pushOf)
	{
		// Each body for itself, then all together: things touch few others, contacts are many.
		ofBody.resize(std::max(ofBody.size(), moving.size()));
		ParallelFor(tasks, moving.size(), 4,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t k = begin; k < end; ++k)
				{
					ofBody[k].clear();
					const std::uint32_t body = moving[k];
					const auto add = [&](std::uint32_t c, ContactSum::Other other, std::uint32_t index, Real sign)
					{
						if (const Push push = pushOf(c); push.normal > 0 || !(push.impulse == Vec3{}))
							AddTo(ofBody[k], other, index, {push.impulse * sign, push.normal, push.met},
								search.place[search.contacts[c].owner].Xyz());
					};
					const std::uint32_t first = search.firstContact[search.firstOfBody[body]],
										last = search.firstContact[search.firstOfBody[body + 1]];
					for (std::uint32_t c = first; c < last; ++c)
						if (const Contact& contact = search.contacts[c]; contact.IsWithObstacle())
							add(c, ContactSum::Other::Obstacle, contact.Obstacle(), 1);
						else
							add(c, ContactSum::Other::Body, contact.Body(), 1);
					for (const std::uint32_t c : search.ContactsTo(body))
						if (const std::uint32_t owner = search.bodyOf[search.contacts[c].owner]; bodies[owner].isFixed)
							add(c, ContactSum::Other::Body, owner, -1);
				}
			});
		for (std::size_t k = 0; k < moving.size(); ++k)
			Merge(bodies[moving[k]], ofBody[k], bodies);
	}
	std::span<const ContactSum> All() const { return sums; }
	void Clear()
	{
		for (const ContactSum& sum : sums)
			latestOfBody[sum.body] = 0;
		sums.clear();
		before.clear();
	}

private:
	/// @param known Sums of one body; otherIndex is an index of a body here.
	static void AddTo(std::vector<ContactSum>& known, ContactSum::Other other, std::uint32_t index, const Push& push, const Vec3& place);
	void Merge(const ContactBody& own, std::span<const ContactSum> added, std::span<ContactBody> bodies);
	ContactSum& Of(std::uint32_t body, ContactSum::Other other, std::uint32_t index);

	std::vector<ContactSum> sums;
	std::vector<std::vector<ContactSum>> ofBody;
	// The sums of a body in a chain, newest first: each by its place plus one, 0 for none.
	std::vector<std::uint32_t> latestOfBody; // by key
	std::vector<std::uint32_t> before;       // by sum
};

}
