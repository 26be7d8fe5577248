// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/array-containers-in-unreal-engine and dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/TArray.
#pragma once

#include "Containers/ArrayView.h"
#include "Templates/TypeHash.h"

#include <algorithm>
#include <concepts>
#include <cstring>

namespace Host
{

/// Walks a TArray and stops the program if the array changes meanwhile, as the engine does outside of Shipping.
template <typename T>
class TCheckedIterator
{
public:
	TCheckedIterator(const int32& InNum, T* InPointer)
		: Pointer(InPointer)
		, CurrentNum(&InNum)
		, InitialNum(InNum)
	{
	}
	T& operator*() const { return *Pointer; }
	TCheckedIterator& operator++()
	{
		++Pointer;
		return *this;
	}
	bool operator!=(const TCheckedIterator& Other) const
	{
		checkf(*CurrentNum == InitialNum, TEXT("Array has changed during ranged-for iteration!"));
		return Pointer != Other.Pointer;
	}

private:
	T* Pointer;
	const int32* CurrentNum;
	int32 InitialNum;
};

}

/// A growing array. Indices are int32, access is checked, and fresh memory that nobody initialised is filled with 0xCD to show in tests.
template <typename T, typename Allocator>
class TArray
{
public:
	using ElementType = T;
	using SizeType = int32;
	using RangedForIteratorType = Host::TCheckedIterator<T>;
	using RangedForConstIteratorType = Host::TCheckedIterator<const T>;

	TArray() = default;
	TArray(std::initializer_list<T> List) { Append(List.begin(), static_cast<int32>(List.size())); }
	TArray(const T* InData, int32 Count) { Append(InData, Count); }
	template <typename U>
	explicit TArray(TArrayView<U> View)
	{
		Append(View.GetData(), View.Num());
	}
	TArray(const TArray& Other) { Append(Other.GetData(), Other.Num()); }
	template <typename OtherAllocator>
	TArray(const TArray<T, OtherAllocator>& Other)
	{
		Append(Other.GetData(), Other.Num());
	}
	TArray(TArray&& Other) noexcept { Take(Other); }
	~TArray()
	{
		Destroy(0, Count);
		Free(Data);
	}
	TArray& operator=(const TArray& Other)
	{
		if (this != &Other)
		{
			Reset();
			Append(Other.GetData(), Other.Num());
		}
		return *this;
	}
	TArray& operator=(TArray&& Other) noexcept
	{
		if (this != &Other)
		{
			Empty();
			Take(Other);
		}
		return *this;
	}
	TArray& operator=(std::initializer_list<T> List)
	{
		Reset();
		Append(List.begin(), static_cast<int32>(List.size()));
		return *this;
	}

	int32 Num() const { return Count; }
	int32 Max() const { return Capacity; }
	int32 GetSlack() const { return Capacity - Count; }
	bool IsEmpty() const { return Count == 0; }
	bool IsValidIndex(int32 Index) const { return Index >= 0 && Index < Count; }
	T* GetData() { return Data; }
	const T* GetData() const { return Data; }
	SIZE_T GetAllocatedSize() const { return static_cast<SIZE_T>(Capacity) * sizeof(T); }
	static constexpr uint32 GetTypeSize() { return sizeof(T); }
	T& operator[](int32 Index)
	{
		CheckIndex(Index);
		return Data[Index];
	}
	const T& operator[](int32 Index) const
	{
		CheckIndex(Index);
		return Data[Index];
	}
	T& Last(int32 IndexFromTheEnd = 0) { return (*this)[Count - IndexFromTheEnd - 1]; }
	const T& Last(int32 IndexFromTheEnd = 0) const { return (*this)[Count - IndexFromTheEnd - 1]; }
	T& Top() { return Last(); }

	int32 Add(const T& Item) { return Emplace(Item); }
	int32 Add(T&& Item) { return Emplace(MoveTemp(Item)); }
	T& Add_GetRef(const T& Item) { return Emplace_GetRef(Item); }
	T& Add_GetRef(T&& Item) { return Emplace_GetRef(MoveTemp(Item)); }
	void Push(const T& Item) { Emplace(Item); }
	void Push(T&& Item) { Emplace(MoveTemp(Item)); }
	template <typename... Types>
	int32 Emplace(Types&&... Arguments)
	{
		(CheckAddress(&Arguments), ...);
		GrowFor(1);
		new (Data + Count) T(Forward<Types>(Arguments)...);
		return Count++;
	}
	template <typename... Types>
	T& Emplace_GetRef(Types&&... Arguments)
	{
		const int32 Index = Emplace(Forward<Types>(Arguments)...); // before Data is read: it may move
		return Data[Index];
	}
	int32 AddUnique(const T& Item)
	{
		const int32 Found = Find(Item);
		return Found != INDEX_NONE ? Found : Add(Item);
	}
	int32 AddDefaulted(int32 InCount = 1)
	{
		const int32 First = AddUninitialized(InCount);
		for (int32 Index = First; Index < Count; ++Index)
			new (Data + Index) T();
		return First;
	}
	T& AddDefaulted_GetRef()
	{
		const int32 Index = AddDefaulted();
		return Data[Index];
	}
	int32 AddUninitialized(int32 InCount = 1)
	{
		check(InCount >= 0);
		GrowFor(InCount);
		const int32 First = Count;
		if (InCount > 0)
			std::memset(static_cast<void*>(Data + First), 0xCD, static_cast<SIZE_T>(InCount) * sizeof(T));
		Count += InCount;
		return First;
	}
	int32 AddZeroed(int32 InCount = 1)
	{
		const int32 First = AddUninitialized(InCount);
		if (InCount > 0)
			std::memset(static_cast<void*>(Data + First), 0, static_cast<SIZE_T>(InCount) * sizeof(T));
		return First;
	}
	template <typename U>
	void Append(const U* Source, int32 InCount)
	{
		check(InCount >= 0);
		if (InCount > 0)
			CheckAddress(Source);
		GrowFor(InCount);
		for (int32 Index = 0; Index < InCount; ++Index)
			new (Data + Count + Index) T(Source[Index]);
		Count += InCount;
	}
	template <typename Range>
		requires requires(const Range& R) { R.GetData(), R.Num(); }
	void Append(const Range& Source)
	{
		Append(Source.GetData(), static_cast<int32>(Source.Num()));
	}
	void Append(std::initializer_list<T> List) { Append(List.begin(), static_cast<int32>(List.size())); }
	TArray& operator+=(const TArray& Other)
	{
		Append(Other);
		return *this;
	}
	void Init(const T& Item, int32 Number)
	{
		Reset(Number);
		for (int32 Index = 0; Index < Number; ++Index)
			Add(Item);
	}
	int32 Insert(const T& Item, int32 Index)
	{
		T Copy(Item);
		return Insert(MoveTemp(Copy), Index);
	}
	int32 Insert(T&& Item, int32 Index)
	{
		checkf(Index >= 0 && Index <= Count, TEXT("Insert at %d into an array of size %d"), Index, Count);
		T Held(MoveTemp(Item));
		GrowFor(1);
		for (int32 To = Count; To > Index; --To)
			Relocate(Data + To, Data + To - 1);
		new (Data + Index) T(MoveTemp(Held));
		++Count;
		return Index;
	}

	void SetNum(int32 NewNum, EAllowShrinking AllowShrinking = EAllowShrinking::Default)
	{
		check(NewNum >= 0);
		if (NewNum > Count)
			AddDefaulted(NewNum - Count);
		else
			RemoveAt(NewNum, Count - NewNum, AllowShrinking);
	}
	void SetNumZeroed(int32 NewNum, EAllowShrinking AllowShrinking = EAllowShrinking::Default)
	{
		if (NewNum > Count)
			AddZeroed(NewNum - Count);
		else
			RemoveAt(NewNum, Count - NewNum, AllowShrinking);
	}
	void SetNumUninitialized(int32 NewNum, EAllowShrinking AllowShrinking = EAllowShrinking::Default)
	{
		if (NewNum > Count)
			AddUninitialized(NewNum - Count);
		else
			RemoveAt(NewNum, Count - NewNum, AllowShrinking);
	}
	void Reserve(int32 Number)
	{
		if (Number > Capacity)
			Reallocate(Number);
	}
	void Reset(int32 NewSize = 0)
	{
		Destroy(0, Count);
		Count = 0;
		Reserve(NewSize);
	}
	void Empty(int32 Slack = 0)
	{
		Destroy(0, Count);
		Count = 0;
		if (Capacity != Slack)
			Reallocate(Slack);
	}
	void Shrink()
	{
		if (Capacity != Count)
			Reallocate(Count);
	}

	void RemoveAt(int32 Index) { RemoveAt(Index, 1); }
	void RemoveAt(int32 Index, int32 InCount, EAllowShrinking AllowShrinking = EAllowShrinking::Default)
	{
		if (InCount == 0)
			return;
		checkf(
			InCount > 0 && Index >= 0 && Index + InCount <= Count, TEXT("RemoveAt(%d, %d) of an array of size %d"), Index, InCount, Count);
		Destroy(Index, InCount);
		for (int32 From = Index + InCount; From < Count; ++From)
			Relocate(Data + From - InCount, Data + From);
		Count -= InCount;
		ShrinkIf(AllowShrinking);
	}
	void RemoveAtSwap(int32 Index, EAllowShrinking AllowShrinking = EAllowShrinking::Default)
	{
		CheckIndex(Index);
		Destroy(Index, 1);
		if (Index != Count - 1)
			Relocate(Data + Index, Data + Count - 1);
		--Count;
		ShrinkIf(AllowShrinking);
	}
	int32 Remove(const T& Item)
	{
		CheckAddress(&Item);
		return RemoveAll([&](const T& Element) { return Element == Item; });
	}
	int32 RemoveSingle(const T& Item)
	{
		const int32 Found = Find(Item);
		if (Found == INDEX_NONE)
			return 0;
		RemoveAt(Found);
		return 1;
	}
	int32 RemoveSingleSwap(const T& Item)
	{
		const int32 Found = Find(Item);
		if (Found == INDEX_NONE)
			return 0;
		RemoveAtSwap(Found);
		return 1;
	}
	int32 RemoveSwap(const T& Item)
	{
		return RemoveAllSwap([&](const T& Element) { return Element == Item; });
	}
	template <typename Predicate>
	int32 RemoveAll(const Predicate& Matches)
	{
		int32 Kept = 0;
		for (int32 Index = 0; Index < Count; ++Index)
		{
			if (Matches(Data[Index]))
				Destroy(Index, 1);
			else
			{
				if (Kept != Index)
					Relocate(Data + Kept, Data + Index);
				++Kept;
			}
		}
		const int32 Removed = Count - Kept;
		Count = Kept;
		return Removed;
	}
	template <typename Predicate>
	int32 RemoveAllSwap(const Predicate& Matches)
	{
		int32 Removed = 0;
		for (int32 Index = 0; Index < Count;)
		{
			if (Matches(Data[Index]))
			{
				RemoveAtSwap(Index);
				++Removed;
			}
			else
				++Index;
		}
		return Removed;
	}
	T Pop(EAllowShrinking AllowShrinking = EAllowShrinking::Default)
	{
		check(Count > 0);
		T Result(MoveTemp(Data[Count - 1]));
		RemoveAt(Count - 1, 1, AllowShrinking);
		return Result;
	}

	template <typename Key>
	int32 Find(const Key& Item) const
	{
		for (int32 Index = 0; Index < Count; ++Index)
			if (Data[Index] == Item)
				return Index;
		return INDEX_NONE;
	}
	bool Find(const T& Item, int32& OutIndex) const
	{
		OutIndex = Find(Item);
		return OutIndex != INDEX_NONE;
	}
	template <typename Key>
	bool Contains(const Key& Item) const
	{
		return Find(Item) != INDEX_NONE;
	}
	template <typename Key>
	int32 IndexOfByKey(const Key& Item) const
	{
		return Find(Item);
	}
	template <typename Predicate>
	int32 IndexOfByPredicate(Predicate Matches) const
	{
		for (int32 Index = 0; Index < Count; ++Index)
			if (Matches(Data[Index]))
				return Index;
		return INDEX_NONE;
	}
	template <typename Predicate>
	bool ContainsByPredicate(Predicate Matches) const
	{
		return IndexOfByPredicate(Matches) != INDEX_NONE;
	}
	template <typename Predicate>
	T* FindByPredicate(Predicate Matches)
	{
		const int32 Index = IndexOfByPredicate(Matches);
		return Index == INDEX_NONE ? nullptr : Data + Index;
	}
	template <typename Predicate>
	const T* FindByPredicate(Predicate Matches) const
	{
		const int32 Index = IndexOfByPredicate(Matches);
		return Index == INDEX_NONE ? nullptr : Data + Index;
	}
	template <typename Key>
	T* FindByKey(const Key& Item)
	{
		const int32 Index = Find(Item);
		return Index == INDEX_NONE ? nullptr : Data + Index;
	}
	template <typename Predicate>
	TArray FilterByPredicate(Predicate Matches) const
	{
		TArray Filtered;
		for (const T& Element : *this)
			if (Matches(Element))
				Filtered.Add(Element);
		return Filtered;
	}

	void Sort()
	{
		Sort([](const T& A, const T& B) { return A < B; });
	}
	/// The order of equal elements is not kept, here as there; StableSort keeps it.
	template <typename Predicate>
	void Sort(const Predicate& Less)
	{
		std::sort(Data, Data + Count, [&](const T& A, const T& B) { return Less(A, B); });
	}
	template <typename Predicate>
	void StableSort(const Predicate& Less)
	{
		std::stable_sort(Data, Data + Count, [&](const T& A, const T& B) { return Less(A, B); });
	}
	void Swap(int32 A, int32 B)
	{
		CheckIndex(A);
		CheckIndex(B);
		if (A != B)
			::Swap(Data[A], Data[B]);
	}

	RangedForIteratorType begin() { return {Count, Data}; }
	RangedForIteratorType end() { return {Count, Data + Count}; }
	RangedForConstIteratorType begin() const { return {Count, Data}; }
	RangedForConstIteratorType end() const { return {Count, Data + Count}; }

	bool operator==(const TArray& Other) const
	{
		if (Count != Other.Count)
			return false;
		for (int32 Index = 0; Index < Count; ++Index)
			if (!(Data[Index] == Other.Data[Index]))
				return false;
		return true;
	}

	/// Elements as one block of bytes; only for types without pointers.
	void BulkSerialize(FArchive& Ar, bool bForcePerElementSerialization = false);

private:
	void CheckIndex(int32 Index) const
	{
		checkf(IsValidIndex(Index), TEXT("Array index out of bounds: %d into an array of size %d"), Index, Count);
	}
	/// Adding an element of the array to the array itself reads freed memory once the array grows.
	void CheckAddress(const void* Address) const
	{
		const std::byte* Byte = static_cast<const std::byte*>(Address);
		const std::byte* First = reinterpret_cast<const std::byte*>(Data);
		const std::byte* End = reinterpret_cast<const std::byte*>(Data + Capacity);
		checkf(!Data || Byte < First || Byte >= End,
			TEXT("Attempting to use a container element which already comes from the container being modified"));
	}
	static T* Allocate(int32 Number)
	{
		return Number > 0
			? static_cast<T*>(::operator new(static_cast<SIZE_T>(Number) * sizeof(T), std::align_val_t(alignof(T) > 16 ? alignof(T) : 16)))
			: nullptr;
	}
	static void Free(T* Memory)
	{
		if (Memory)
			::operator delete(static_cast<void*>(Memory), std::align_val_t(alignof(T) > 16 ? alignof(T) : 16));
	}
	static void Relocate(T* To, T* From)
	{
		new (To) T(MoveTemp(*From));
		From->~T();
	}
	void Reallocate(int32 NewCapacity)
	{
		T* NewData = Allocate(NewCapacity);
		for (int32 Index = 0; Index < Count; ++Index)
			Relocate(NewData + Index, Data + Index);
		Free(Data);
		Data = NewData;
		Capacity = NewCapacity;
	}
	void GrowFor(int32 Extra)
	{
		if (Count + Extra > Capacity)
			Reallocate(Count + Extra + (Capacity > 0 ? (Count + Extra) * 3 / 8 + 16 : (Extra < 4 ? 4 - Extra : 0)));
	}
	void ShrinkIf(EAllowShrinking AllowShrinking)
	{
		if (AllowShrinking == EAllowShrinking::Yes && Capacity > 64 && Count * 3 < Capacity)
			Reallocate(Count);
	}
	void Destroy(int32 First, int32 Number)
	{
		for (int32 Index = First; Index < First + Number; ++Index)
			Data[Index].~T();
	}
	void Take(TArray& Other)
	{
		Data = Exchange(Other.Data, nullptr);
		Count = Exchange(Other.Count, 0);
		Capacity = Exchange(Other.Capacity, 0);
	}

	T* Data = nullptr;
	int32 Count = 0;
	int32 Capacity = 0;
};

template <typename T>
using TArray64 = TArray<T>;
