// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/TArrayView, .../MakeArrayView, .../TConstArrayView.
#pragma once

#include "Containers/ContainersFwd.h"
#include "Templates/UnrealTemplate.h"

template <typename T>
class TArrayView
{
public:
	using ElementType = T;

	TArrayView() = default;
	TArrayView(T* InData, int32 InNum)
		: Data(InData)
		, Count(InNum)
	{
		check(InNum >= 0);
	}
	template <typename Range>
		requires(!std::is_same_v<std::decay_t<Range>, TArrayView>) && requires(Range&& R) {
			{ R.GetData() } -> std::convertible_to<T*>;
			R.Num();
		}
	TArrayView(Range&& Other)
		: Data(Other.GetData())
		, Count(static_cast<int32>(Other.Num()))
	{
	}
	template <std::size_t N>
	TArrayView(T (&Array)[N])
		: Data(Array)
		, Count(static_cast<int32>(N))
	{
	}
	TArrayView(std::initializer_list<std::remove_const_t<T>> List)
		requires std::is_const_v<T>
		: Data(List.begin())
		, Count(static_cast<int32>(List.size()))
	{
	}

	T* GetData() const { return Data; }
	int32 Num() const { return Count; }
	bool IsEmpty() const { return Count == 0; }
	bool IsValidIndex(int32 Index) const { return Index >= 0 && Index < Count; }
	T& operator[](int32 Index) const
	{
		checkf(IsValidIndex(Index), TEXT("Array index out of bounds: %d from a view of size %d"), Index, Count);
		return Data[Index];
	}
	T& Last(int32 IndexFromTheEnd = 0) const { return (*this)[Count - IndexFromTheEnd - 1]; }
	TArrayView Slice(int32 Index, int32 InNum) const
	{
		check(Index >= 0 && InNum >= 0 && Index + InNum <= Count);
		return TArrayView(Data + Index, InNum);
	}
	TArrayView Left(int32 InNum) const { return Slice(0, InNum < Count ? InNum : Count); }
	T* begin() const { return Data; }
	T* end() const { return Data + Count; }

private:
	T* Data = nullptr;
	int32 Count = 0;
};

template <typename T>
TArrayView<T> MakeArrayView(T* Data, int32 Num)
{
	return TArrayView<T>(Data, Num);
}

template <typename Range>
auto MakeArrayView(Range&& Other) -> TArrayView<std::remove_pointer_t<decltype(Other.GetData())>>
{
	return {Other.GetData(), static_cast<int32>(Other.Num())};
}

template <typename Range>
auto MakeConstArrayView(const Range& Other) -> TArrayView<const std::remove_pointer_t<decltype(Other.GetData())>>
{
	return {Other.GetData(), static_cast<int32>(Other.Num())};
}
