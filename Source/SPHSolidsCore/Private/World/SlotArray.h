#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace SPHSolids
{

/// Things that are found by ids with generations. A thing stays where it is in memory until it is removed.
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
		return id;
	}
	T* Find(Id id) const
	{
		const bool found = id.index < slots.size() && slots[id.index].generation == id.generation && id.IsSet();
		return found ? slots[id.index].thing.get() : nullptr;
	}
	bool Remove(Id id)
	{
		if (Find(id) == nullptr)
			return false;
		slots[id.index].thing.reset();
		std::erase(ids, id);
		return true;
	}
	T& operator[](Id id) const { return *slots[id.index].thing; }
	/// In the order they were added.
	const std::vector<Id>& Ids() const { return ids; }
	bool IsEmpty() const { return ids.empty(); }

private:
	struct Slot
	{
		std::unique_ptr<T> thing;
		std::uint32_t generation = 0;
	};
	std::vector<Slot> slots;
	std::vector<Id> ids;
};

}
