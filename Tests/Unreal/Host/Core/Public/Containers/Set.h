// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/set-containers-in-unreal-engine, dev.epicgames.com/documentation/unreal-engine/map-containers-in-unreal-engine, dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/TSet, .../TMap.
#pragma once

#include "Containers/Array.h"
#include "Misc/Optional.h"

#include <optional>
#include <vector>

namespace Host
{

/// Elements in the order in which they were added; a removed one leaves a hole that the next added one fills, as in the engine's sparse array.
template <typename Element, typename KeyOf>
class THashedSlots
{
public:
	using Key = std::remove_cvref_t<decltype(KeyOf::Get(std::declval<const Element&>()))>;

	int32 Num() const { return Used; }
	int32 FindIndex(const Key& InKey) const
	{
		if (Buckets.empty())
			return INDEX_NONE;
		for (int32 Index = Buckets[BucketOf(InKey)]; Index != INDEX_NONE; Index = Next[static_cast<SIZE_T>(Index)])
			if (KeyOf::Get(*Slots[static_cast<SIZE_T>(Index)]) == InKey)
				return Index;
		return INDEX_NONE;
	}
	Element& At(int32 Index) { return *Slots[static_cast<SIZE_T>(Index)]; }
	const Element& At(int32 Index) const { return *Slots[static_cast<SIZE_T>(Index)]; }
	bool IsUsed(int32 Index) const { return Index < SlotCount() && Slots[static_cast<SIZE_T>(Index)].has_value(); }
	int32 SlotCount() const { return static_cast<int32>(Slots.size()); }

	int32 Insert(Element&& NewElement)
	{
		int32 Index;
		if (!Holes.empty())
		{
			Index = Holes.back();
			Holes.pop_back();
			Slots[static_cast<SIZE_T>(Index)].emplace(MoveTemp(NewElement));
		}
		else
		{
			Index = SlotCount();
			Slots.emplace_back(MoveTemp(NewElement));
			Next.push_back(INDEX_NONE);
		}
		++Used;
		++Version;
		if (static_cast<SIZE_T>(Used) > Buckets.size())
			Rehash();
		else
			Link(Index);
		return Index;
	}
	void Remove(int32 Index)
	{
		int32* Link = &Buckets[BucketOf(KeyOf::Get(At(Index)))];
		while (*Link != Index)
			Link = &Next[static_cast<SIZE_T>(*Link)];
		*Link = Next[static_cast<SIZE_T>(Index)];
		Slots[static_cast<SIZE_T>(Index)].reset();
		Holes.push_back(Index);
		--Used;
		++Version;
	}
	void Clear()
	{
		Slots.clear();
		Next.clear();
		Holes.clear();
		Buckets.clear();
		Used = 0;
		++Version;
	}
	template <typename Less>
	void Sort(const Less& IsLess)
	{
		std::vector<Element> Elements;
		for (std::optional<Element>& Slot : Slots)
			if (Slot)
				Elements.push_back(MoveTemp(*Slot));
		std::stable_sort(Elements.begin(), Elements.end(), IsLess);
		Clear();
		for (Element& One : Elements)
			Insert(MoveTemp(One));
	}
	uint32 GetVersion() const { return Version; }

private:
	SIZE_T BucketOf(const Key& InKey) const { return GetTypeHash(InKey) % Buckets.size(); }
	void Link(int32 Index)
	{
		int32& Head = Buckets[BucketOf(KeyOf::Get(At(Index)))];
		Next[static_cast<SIZE_T>(Index)] = Head;
		Head = Index;
	}
	void Rehash()
	{
		Buckets.assign(std::max<SIZE_T>(8, static_cast<SIZE_T>(Used) * 2), INDEX_NONE);
		for (int32 Index = 0; Index < SlotCount(); ++Index)
			if (IsUsed(Index))
				Link(Index);
	}

	std::vector<std::optional<Element>> Slots;
	std::vector<int32> Next;
	std::vector<int32> Holes;
	std::vector<int32> Buckets;
	int32 Used = 0;
	uint32 Version = 0;
};

/// Ranged-for over the slots in use. Adding or removing meanwhile stops the program; RemoveCurrent of an explicit iterator is the way.
template <typename Slots, typename Element>
class TSlotIterator
{
public:
	TSlotIterator(Slots& InSlots, int32 InIndex)
		: Container(&InSlots)
		, Index(InIndex)
		, Version(InSlots.GetVersion())
	{
		SkipHoles();
	}
	Element& operator*() const { return Container->At(Index); }
	Element* operator->() const { return &Container->At(Index); }
	TSlotIterator& operator++()
	{
		++Index;
		SkipHoles();
		return *this;
	}
	explicit operator bool() const { return Index < Container->SlotCount(); }
	bool operator!=(const TSlotIterator& Other) const
	{
		checkf(Version == Container->GetVersion(), TEXT("Container has changed during ranged-for iteration!"));
		return Index != Other.Index;
	}
	void RemoveCurrent()
	{
		Container->Remove(Index);
		Version = Container->GetVersion();
	}

protected:
	void SkipHoles()
	{
		while (Index < Container->SlotCount() && !Container->IsUsed(Index))
			++Index;
	}
	Slots* Container;
	int32 Index;
	uint32 Version;
};

struct FSelfKey
{
	template <typename T>
	static const T& Get(const T& Element)
	{
		return Element;
	}
};

struct FPairKey
{
	template <typename T>
	static const auto& Get(const T& Element)
	{
		return Element.Key;
	}
};

}

template <typename T>
class TSet
{
	using FSlots = Host::THashedSlots<T, Host::FSelfKey>;

public:
	using ElementType = T;
	using TIterator = Host::TSlotIterator<FSlots, T>;
	using TConstIterator = Host::TSlotIterator<const FSlots, const T>;

	TSet() = default;
	TSet(std::initializer_list<T> List)
	{
		for (const T& Item : List)
			Add(Item);
	}
	explicit TSet(const TArray<T>& Items)
	{
		for (const T& Item : Items)
			Add(Item);
	}
	int32 Num() const { return Slots.Num(); }
	bool IsEmpty() const { return Num() == 0; }
	void Add(const T& Item, bool* bIsAlreadyInSetPtr = nullptr)
	{
		const bool bKnown = Contains(Item);
		if (bIsAlreadyInSetPtr)
			*bIsAlreadyInSetPtr = bKnown;
		if (!bKnown)
			Slots.Insert(T(Item));
	}
	bool Contains(const T& Item) const { return Slots.FindIndex(Item) != INDEX_NONE; }
	T* Find(const T& Item)
	{
		const int32 Index = Slots.FindIndex(Item);
		return Index == INDEX_NONE ? nullptr : &Slots.At(Index);
	}
	const T* Find(const T& Item) const { return const_cast<TSet*>(this)->Find(Item); }
	int32 Remove(const T& Item)
	{
		const int32 Index = Slots.FindIndex(Item);
		if (Index == INDEX_NONE)
			return 0;
		Slots.Remove(Index);
		return 1;
	}
	void Empty(int32 = 0) { Slots.Clear(); }
	void Reset() { Slots.Clear(); }
	void Reserve(int32) {}
	template <typename Range>
	void Append(const Range& Other)
	{
		for (const T& Item : Other)
			Add(Item);
	}
	TArray<T> Array() const
	{
		TArray<T> Result;
		for (const T& Item : *this)
			Result.Add(Item);
		return Result;
	}
	TIterator CreateIterator() { return begin(); }
	TConstIterator CreateConstIterator() const { return begin(); }
	TIterator begin() { return {Slots, 0}; }
	TIterator end() { return {Slots, Slots.SlotCount()}; }
	TConstIterator begin() const { return {Slots, 0}; }
	TConstIterator end() const { return {Slots, Slots.SlotCount()}; }

private:
	FSlots Slots;
};
