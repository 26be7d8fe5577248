#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace SPHSolids
{

/// Things that are found by ids with generations. A thing stays where it is in memory until it is removed. Those that are not active are
/// found as well, but take no part in a step.
template <class T, class Id>
class SlotArray
{
public:
	Id Add(std::unique_ptr<T> thing)
	{
		std::uint32_t index = 0;
		while (index < slots.size() && slots[index].thing != nullptr)
			++index;
		if (index == slots.size())
			slots.emplace_back();
		Slot& slot = slots[index];
		slot.thing = std::move(thing);
		++slot.generation;
		const Id id{index, slot.generation};
		ids.push_back(id);
		slot.isActive = true;
		activeIds.push_back(id);
		return id;
	}
	T* Find(Id id) const
	{
		const bool found = id.index < slots.size() && slots[id.index].generation == id.generation && id.IsSet();
		return found ? slots[id.index].thing.get() : nullptr;
	}
	/// The id of what is at a place now, or one that is not set.
	Id IdAt(std::uint32_t index) const
	{
		return index < slots.size() && slots[index].thing != nullptr ? Id{index, slots[index].generation} : Id{};
	}
	T* At(std::uint32_t index) const { return index < slots.size() ? slots[index].thing.get() : nullptr; }
	bool Remove(Id id)
	{
		if (Find(id) == nullptr)
			return false;
		slots[id.index].thing.reset();
		std::erase(ids, id);
		std::erase(activeIds, id);
		return true;
	}
	T& operator[](Id id) const { return *slots[id.index].thing; }
	/// In the order they were added.
	const std::vector<Id>& Ids() const { return ids; }
	bool IsEmpty() const { return ids.empty(); }
	/// Those that take part, in the same order.
	const std::vector<Id>& ActiveIds() const { return activeIds; }
	bool IsActive(Id id) const { return Find(id) != nullptr && slots[id.index].isActive; }
	void SetActive(Id id, bool isActive)
	{
		slots[id.index].isActive = isActive;
		ListActive();
	}

	/// How often each place was given, the present thing included: with the ids, all that decides on ids to come.
	std::vector<std::uint32_t> Generations() const
	{
		std::vector<std::uint32_t> generations;
		generations.reserve(slots.size());
		for (const Slot& slot : slots)
			generations.push_back(slot.generation);
		return generations;
	}
	/// Gives the things, in the order they were added, the ids and generations of another array. @return False if those make no sense.
	bool Rename(const std::vector<Id>& newIds, const std::vector<std::uint32_t>& generations)
	{
		std::vector<Slot> renamed(generations.size());
		for (std::size_t k = 0; k < renamed.size(); ++k)
			renamed[k].generation = generations[k];
		bool fits = newIds.size() == ids.size();
		for (std::size_t k = 0; k < ids.size() && fits; ++k)
		{
			fits = newIds[k].index < renamed.size() && newIds[k].generation == generations[newIds[k].index] && newIds[k].IsSet()
				&& renamed[newIds[k].index].thing == nullptr;
			if (fits)
			{
				renamed[newIds[k].index].thing = std::move(slots[ids[k].index].thing);
				renamed[newIds[k].index].isActive = slots[ids[k].index].isActive;
			}
		}
		if (!fits)
			return false;
		slots = std::move(renamed);
		ids = newIds;
		ListActive();
		return true;
	}

private:
	void ListActive()
	{
		activeIds.clear();
		std::copy_if(ids.begin(), ids.end(), std::back_inserter(activeIds), [&](Id each) { return slots[each.index].isActive; });
	}

	struct Slot
	{
		std::unique_ptr<T> thing;
		std::uint32_t generation = 0;
		bool isActive = true;
	};
	std::vector<Slot> slots;
	std::vector<Id> ids, activeIds;
};

}
