#include "ContactLists.h"

#include <algorithm>
#include <utility>

namespace SPHSolids
{
namespace
{

/// Counts, one place on, become where each begins. @return Their sum.
std::uint32_t CountsToFirsts(std::span<std::uint32_t> counts)
{
	for (std::size_t k = 1; k < counts.size(); ++k)
		counts[k] += counts[k - 1];
	return counts.back();
}

/// After each place was used as a cursor, from where each begins to where it ends: back again.
void CursorsToFirsts(std::span<std::uint32_t> cursors)
{
	for (std::size_t k = cursors.size() - 1; k > 0; --k)
		cursors[k] = cursors[k - 1];
	cursors[0] = 0;
}

/// A counting sort of what belongs to the particles [begin, end), which take the places from `base` on.
/// @param forEach Calls its argument with (particle, item) for each, the same way twice. @param place Is called with (place, item).
template <class ForEach, class PlaceItem>
void SortOntoParticles(
	std::span<std::uint32_t> first, std::uint32_t begin, std::uint32_t end, std::uint32_t base, ForEach&& forEach, PlaceItem&& place)
{
	std::fill(first.begin() + begin, first.begin() + end, 0u);
	bool isEmpty = true;
	forEach(
		[&](std::uint32_t particle, const auto&)
		{
			++first[particle];
			isEmpty = false;
		});
	std::uint32_t next = base;
	for (std::uint32_t i = begin; i < end; ++i)
		next += std::exchange(first[i], next);
	if (isEmpty)
		return;
	forEach([&](std::uint32_t particle, const auto& item) { place(first[particle]++, item); });
	for (std::uint32_t i = end - 1; i > begin; --i)
		first[i] = first[i - 1];
	first[begin] = base;
}

}

std::size_t ContactLists::ListBytes() const
{
	return contacts.capacity() * sizeof(Contact) + (links.capacity() + backlinks.capacity()) * sizeof(ContactLink)
		+ finds.capacity() * sizeof(Find)
		+ (firstContact.capacity() + firstBacklink.capacity() + touches.capacity()) * sizeof(std::uint32_t);
}

void ContactLists::BeginCounting(std::span<const std::uint32_t> firstOfBody)
{
	for (auto* first : {&firstFindOfBody, &firstLinkOfBody, &firstTouchOfBody, &firstBacklinkOfBody})
		first->assign(firstOfBody.size(), 0);
}

void ContactLists::EndCounting()
{
	finds.resize(CountsToFirsts(firstFindOfBody));
	contacts.resize(finds.size());
	links.resize(CountsToFirsts(firstLinkOfBody));
	touches.resize(CountsToFirsts(firstTouchOfBody));
	backlinks.resize(CountsToFirsts(firstBacklinkOfBody));
}

void ContactLists::Place(std::span<const std::uint32_t> firstOfBody, TaskRunner& tasks)
{
	const std::size_t bodyCount = firstOfBody.size() - 1;
	CursorsToFirsts(firstFindOfBody);
	firstContact.resize(firstOfBody.back() + 1);
	firstBacklink.resize(firstOfBody.back() + 1);
	firstContact.back() = static_cast<std::uint32_t>(contacts.size());
	firstBacklink.back() = static_cast<std::uint32_t>(backlinks.size());
	ParallelFor(tasks, bodyCount, 1, [&](std::size_t b, std::size_t) { PlaceContacts(b, firstOfBody[b], firstOfBody[b + 1]); });
	for (std::uint32_t c = 0; c < contacts.size(); ++c)
		if (!contacts[c].IsWithObstacle())
			touches[firstTouchOfBody[contacts[c].Body()]++] = c;
	CursorsToFirsts(firstTouchOfBody);
	ParallelFor(tasks, bodyCount, 1, [&](std::size_t b, std::size_t) { PlaceBacklinks(b, firstOfBody[b], firstOfBody[b + 1]); });
	FindTouching(firstOfBody, tasks);
}

void ContactLists::FindTouching(std::span<const std::uint32_t> firstOfBody, TaskRunner& tasks)
{
	const std::size_t bodyCount = firstOfBody.size() - 1;
	const auto forEachTouching = [&](std::size_t b, auto&& visit)
	{
		if (firstFindOfBody[b] == firstFindOfBody[b + 1] && firstTouchOfBody[b] == firstTouchOfBody[b + 1])
			return;
		for (std::uint32_t i = firstOfBody[b]; i < firstOfBody[b + 1]; ++i)
			if (IsTouching(i))
				visit(i);
	};
	firstTouchingOfBody.assign(bodyCount + 1, 0);
	ParallelFor(
		tasks, bodyCount, 1, [&](std::size_t b, std::size_t) { forEachTouching(b, [&](std::uint32_t) { ++firstTouchingOfBody[b + 1]; }); });
	touching.resize(CountsToFirsts(firstTouchingOfBody));
	ParallelFor(tasks, bodyCount, 1,
		[&](std::size_t b, std::size_t)
		{
			std::uint32_t next = firstTouchingOfBody[b];
			forEachTouching(b, [&](std::uint32_t i) { touching[next++] = i; });
		});
}

void ContactLists::PlaceContacts(std::size_t body, std::uint32_t begin, std::uint32_t end)
{
	std::uint32_t nextLink = firstLinkOfBody[body];
	SortOntoParticles(
		firstContact, begin, end, firstFindOfBody[body],
		[&](auto&& visit)
		{
			for (std::uint32_t k = firstFindOfBody[body]; k < firstFindOfBody[body + 1]; ++k)
				visit(finds[k].contact->owner, finds[k]);
		},
		[&](std::uint32_t c, const Find& find)
		{
			contacts[c] = *find.contact;
			contacts[c].firstLink = nextLink;
			std::copy_n(find.links, find.contact->linkCount, links.begin() + nextLink);
			nextLink += find.contact->linkCount;
		});
}

void ContactLists::PlaceBacklinks(std::size_t body, std::uint32_t begin, std::uint32_t end)
{
	SortOntoParticles(
		firstBacklink, begin, end, firstBacklinkOfBody[body],
		[&](auto&& visit)
		{
			for (std::uint32_t k = firstTouchOfBody[body]; k < firstTouchOfBody[body + 1]; ++k)
				for (const ContactLink& link : LinksOf(contacts[touches[k]]))
					visit(link.point, ContactLink{touches[k], link.weight});
		},
		[&](std::uint32_t k, const ContactLink& backlink) { backlinks[k] = backlink; });
}

}
