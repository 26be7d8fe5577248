#include "ContactSums.h"

#include <algorithm>
#include <utility>

namespace SPHSolids
{

void ContactSums::AddTo(std::vector<ContactSum>& known, ContactSum::Other other, std::uint32_t index, const Push& push, const Vec3& place)
{
	auto sum = std::find_if(
		known.begin(), known.end(), [&](const ContactSum& candidate) { return candidate.other == other && candidate.otherIndex == index; });
	if (sum == known.end())
	{
		sum = known.insert(sum, ContactSum{});
		sum->other = other;
		sum->otherIndex = index;
	}
	const double share = static_cast<double>(push.normal);
	sum->impulse += push.impulse.Cast<double>();
	sum->place += place.Cast<double>() * share;
	sum->weight += share;
	sum->fastest = std::max(sum->fastest, static_cast<double>(push.met));
	++sum->particles;
}

void ContactSums::Merge(const ContactBody& own, std::span<const ContactSum> added, std::span<ContactBody> bodies)
{
	const auto add = [](ContactSum& sum, const ContactSum& more, double sign)
	{
		sum.impulse += more.impulse * sign;
		sum.place += more.place;
		sum.weight += more.weight;
		sum.fastest = std::max(sum.fastest, more.fastest);
		sum.particles += more.particles;
	};
	for (const ContactSum& more : added)
	{
		if (more.other == ContactSum::Other::Obstacle)
		{
			add(Of(own.key, more.other, more.otherIndex), more, 1);
			continue;
		}
		ContactBody& other = bodies[more.otherIndex];
		add(Of(own.key, more.other, other.key), more, 1);
		if (other.key != own.key)
			add(Of(other.key, more.other, own.key), more, -1);
		other.fastestTouch = std::max(other.fastestTouch, own.speed);
	}
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
