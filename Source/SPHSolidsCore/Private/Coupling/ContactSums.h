#pragma once

#include "ContactSearch.h"

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
	/// Books a contact with both of its sides, and lets a body that is touched know how fast.
	/// @param impulse On the owner, N s. @param push Its normal part. @param met Speed at which they met, m/s.
	void Add(const Contact& contact, const ContactSearch& search, std::span<ContactBody> bodies, const Vec3& impulse, Real push, Real met);
	std::span<const ContactSum> All() const { return sums; }
	void Clear()
	{
		for (const ContactSum& sum : sums)
			latestOfBody[sum.body] = 0;
		sums.clear();
		before.clear();
	}

private:
	ContactSum& Of(std::uint32_t body, ContactSum::Other other, std::uint32_t index);

	std::vector<ContactSum> sums;
	// The sums of a body in a chain, newest first: each by its place plus one, 0 for none.
	std::vector<std::uint32_t> latestOfBody; // by key
	std::vector<std::uint32_t> before;       // by sum
};

}
