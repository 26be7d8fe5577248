#include "ContactSums.h"

#include <algorithm>

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
	if (body >= newestOfBody.size())
		newestOfBody.resize(body + 1, None);
	for (std::uint32_t k = newestOfBody[body]; k != None; k = olderOfItsBody[k])
		if (sums[k].other == other && sums[k].otherIndex == index)
			return sums[k];
	ContactSum sum;
	sum.body = body;
	sum.other = other;
	sum.otherIndex = index;
	olderOfItsBody.push_back(newestOfBody[body]);
	newestOfBody[body] = static_cast<std::uint32_t>(sums.size());
	sums.push_back(sum);
	return sums.back();
}

void ContactSums::Clear()
{
	sums.clear();
	olderOfItsBody.clear();
	std::fill(newestOfBody.begin(), newestOfBody.end(), None);
}

}
