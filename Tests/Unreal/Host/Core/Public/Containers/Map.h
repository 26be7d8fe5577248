// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/map-containers-in-unreal-engine, dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/TMap.
#pragma once

#include "Containers/Set.h"

template <typename KeyType, typename ValueType>
struct TPair
{
	KeyType Key;
	ValueType Value;

	TPair()
		requires(std::is_default_constructible_v<KeyType> && std::is_default_constructible_v<ValueType>)
		: Key()
		, Value()
	{
	}
	template <typename K, typename V>
	TPair(K&& InKey, V&& InValue)
		: Key(Forward<K>(InKey))
		, Value(Forward<V>(InValue))
	{
	}
};

template <typename KeyType, typename ValueType>
class TMap
{
public:
	using ElementType = TPair<KeyType, ValueType>;

private:
	using FSlots = Host::THashedSlots<ElementType, Host::FPairKey>;

public:
	struct TIterator : Host::TSlotIterator<FSlots, ElementType>
	{
		using Host::TSlotIterator<FSlots, ElementType>::TSlotIterator;
		const KeyType& Key() const { return (**this).Key; }
		ValueType& Value() const { return (**this).Value; }
	};
	struct TConstIterator : Host::TSlotIterator<const FSlots, const ElementType>
	{
		using Host::TSlotIterator<const FSlots, const ElementType>::TSlotIterator;
		const KeyType& Key() const { return (**this).Key; }
		const ValueType& Value() const { return (**this).Value; }
	};

	TMap() = default;
	TMap(std::initializer_list<TPair<KeyType, ValueType>> List)
	{
		for (const ElementType& Item : List)
			Add(Item.Key, Item.Value);
	}
	int32 Num() const { return Slots.Num(); }
	bool IsEmpty() const { return Num() == 0; }
	/// Replaces the value of a key that is there already.
	template <typename K, typename V>
	ValueType& Add(K&& Key, V&& Value)
	{
		return Emplace(Forward<K>(Key), Forward<V>(Value));
	}
	template <typename K>
	ValueType& Add(K&& Key)
	{
		return Emplace(Forward<K>(Key), ValueType());
	}
	template <typename K, typename V>
	ValueType& Emplace(K&& InKey, V&& InValue)
	{
		KeyType Key(Forward<K>(InKey));
		const int32 Index = Slots.FindIndex(Key);
		if (Index != INDEX_NONE)
			return Slots.At(Index).Value = ValueType(Forward<V>(InValue));
		return Slots.At(Slots.Insert(ElementType(MoveTemp(Key), ValueType(Forward<V>(InValue))))).Value;
	}
	template <typename K>
	ValueType& FindOrAdd(K&& InKey)
	{
		KeyType Key(Forward<K>(InKey));
		const int32 Index = Slots.FindIndex(Key);
		if (Index != INDEX_NONE)
			return Slots.At(Index).Value;
		return Slots.At(Slots.Insert(ElementType(MoveTemp(Key), ValueType()))).Value;
	}
	ValueType* Find(const KeyType& Key)
	{
		const int32 Index = Slots.FindIndex(Key);
		return Index == INDEX_NONE ? nullptr : &Slots.At(Index).Value;
	}
	const ValueType* Find(const KeyType& Key) const { return const_cast<TMap*>(this)->Find(Key); }
	ValueType FindRef(const KeyType& Key) const
	{
		const ValueType* Found = Find(Key);
		return Found ? *Found : ValueType();
	}
	ValueType& FindChecked(const KeyType& Key)
	{
		ValueType* Found = Find(Key);
		checkf(Found, TEXT("TMap::FindChecked: the key is not in the map"));
		return *Found;
	}
	const ValueType& FindChecked(const KeyType& Key) const { return const_cast<TMap*>(this)->FindChecked(Key); }
	ValueType& operator[](const KeyType& Key) { return FindChecked(Key); }
	const ValueType& operator[](const KeyType& Key) const { return FindChecked(Key); }
	bool Contains(const KeyType& Key) const { return Slots.FindIndex(Key) != INDEX_NONE; }
	int32 Remove(const KeyType& Key)
	{
		const int32 Index = Slots.FindIndex(Key);
		if (Index == INDEX_NONE)
			return 0;
		Slots.Remove(Index);
		return 1;
	}
	bool RemoveAndCopyValue(const KeyType& Key, ValueType& OutValue)
	{
		ValueType* Found = Find(Key);
		if (!Found)
			return false;
		OutValue = MoveTemp(*Found);
		Remove(Key);
		return true;
	}
	void Empty(int32 = 0) { Slots.Clear(); }
	void Reset() { Slots.Clear(); }
	void Reserve(int32) {}
	void Append(const TMap& Other)
	{
		for (const ElementType& Item : Other)
			Add(Item.Key, Item.Value);
	}
	void GetKeys(TArray<KeyType>& OutKeys) const
	{
		OutKeys.Reset();
		for (const ElementType& Item : *this)
			OutKeys.Add(Item.Key);
	}
	void GenerateKeyArray(TArray<KeyType>& OutKeys) const { GetKeys(OutKeys); }
	void GenerateValueArray(TArray<ValueType>& OutValues) const
	{
		OutValues.Reset();
		for (const ElementType& Item : *this)
			OutValues.Add(Item.Value);
	}
	template <typename Less>
	void KeySort(const Less& IsLess)
	{
		Slots.Sort([&](const ElementType& A, const ElementType& B) { return IsLess(A.Key, B.Key); });
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
