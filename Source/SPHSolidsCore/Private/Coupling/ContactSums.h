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

/// The sums of a call of World::Step. A body touches few others, so that looking through its own is quick.
class ContactSums
{
public:
	/// Books a contact with both of its sides, and lets a body that is touched know how fast.
	/// @param impulse On the owner, N s. @param push Its normal part. @param met Speed at which they met, m/s.
	void Add(const Contact& contact, const ContactSearch& search, std::span<ContactBody> bodies, const Vec3& impulse, Real push, Real met);
	std::span<const ContactSum> All() const { return sums; }
	void Clear();

private:
	ContactSum& Of(std::uint32_t body, ContactSum::Other other, std::uint32_t index);

	static constexpr std::uint32_t None = 0xffffffffu;
	std::vector<ContactSum> sums;
	std::vector<std::uint32_t> newestOfBody;   // by key; None: it has no sum
	std::vector<std::uint32_t> olderOfItsBody; // for each sum
};

}
