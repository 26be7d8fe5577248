#include "ContactSums.h"

#include <algorithm>
#include <utility>

namespace SPHSolids
{

void ContactSums::Add(
	const Contact& contact, const ContactSearch& search, std::span<ContactBody> bodies, const Vec3& impulse, Real push, Real met)
{
	const auto add = [&](ContactSum& sum, const Vec3& given)
	{
		const double share = static_cast<double>(push);
		sum.impulse += given.Cast<double>();
		sum.place += search.place[contact.owner].Xyz().Cast<double>() * share;
		sum.weight += share;
		sum.fastest = std::max(sum.fastest, static_cast<double>(met));
		++sum.particles;
	};
	const ContactBody& own = bodies[search.owner[contact.owner].body];
	if (contact.IsWithObstacle())
	{
		add(Of(own.key, ContactSum::Other::Obstacle, contact.Obstacle()), impulse);
		return;
	}
	ContactBody& other = bodies[contact.Body()];
	add(Of(own.key, ContactSum::Other::Body, other.key), impulse);
	if (other.key != own.key)
		add(Of(other.key, ContactSum::Other::Body, own.key), -impulse);
	other.fastestTouch = std::max(other.fastestTouch, own.speed);
}

ContactSum& ContactSums::Of(std::uint32_t body, ContactSum::Other other, std::uint32_t index)
{
	if (latestOfBody.size() <= body)
		latestOfBody.resize(body + 1, 0);
	for (std::uint32_t k = latestOfBody[body]; k != 0; k = before[k - 1])
		if (sums[k - 1].other == other && sums[k - 1].otherIndex == index)
			return sums[k - 1];
	ContactSum sum;
	sum.body = body;
	sum.other = other;
	sum.otherIndex = index;
	sums.push_back(sum);
	before.push_back(std::exchange(latestOfBody[body], static_cast<std::uint32_t>(sums.size())));
	return sums.back();
}

}
