// Copyright (c) 2026 The SPHSolids authors

#include "CoreMinimal.h"

#include <gtest/gtest.h>

TEST(HostArray, KeepsOrderAndRemovesStably)
{
	TArray<int32> Array{5, 1, 4, 1, 3};
	EXPECT_EQ(Array.Add(9), 5);
	EXPECT_EQ(Array.Remove(1), 2);
	EXPECT_TRUE((Array == TArray<int32>{5, 4, 3, 9}));
	Array.RemoveAtSwap(0);
	EXPECT_TRUE((Array == TArray<int32>{9, 4, 3}));
	Array.Insert(7, 1);
	EXPECT_TRUE((Array == TArray<int32>{9, 7, 4, 3}));
	Array.Sort();
	EXPECT_TRUE((Array == TArray<int32>{3, 4, 7, 9}));
	EXPECT_EQ(Array.Find(7), 2);
	EXPECT_EQ(Array.Find(8), static_cast<int32>(INDEX_NONE));
	EXPECT_EQ(Array.Pop(), 9);
	EXPECT_EQ(Array.AddUnique(3), 0);
	EXPECT_EQ(Array.RemoveAll([](int32 Value) { return Value > 3; }), 2);
	EXPECT_EQ(Array.Num(), 1);
}

TEST(HostArray, ConstructsAndDestroysEachElementOnce)
{
	const TSharedRef<int32> Counted = MakeShared<int32>(0);
	{
		TArray<TSharedPtr<int32>> Array;
		for (int32 Index = 0; Index < 100; ++Index)
			Array.Add(Counted);
		EXPECT_EQ(Counted.GetSharedReferenceCount(), 101);
		Array.RemoveAt(10, 50);
		EXPECT_EQ(Counted.GetSharedReferenceCount(), 51);
		TArray<TSharedPtr<int32>> Moved = MoveTemp(Array);
		EXPECT_EQ(Counted.GetSharedReferenceCount(), 51);
		Moved.SetNum(10);
		EXPECT_EQ(Counted.GetSharedReferenceCount(), 11);
	}
	EXPECT_EQ(Counted.GetSharedReferenceCount(), 1);
}

TEST(HostArray, AReferenceToANewElementSurvivesTheGrowthThatMadeRoomForIt)
{
	TArray<TArray<int32>> Array;
	for (int32 Index = 0; Index < 50; ++Index)
	{
		Array.AddDefaulted_GetRef().Add(Index);
		Array.Emplace_GetRef().Add(Index);
	}
	for (int32 Index = 0; Index < 50; ++Index)
		EXPECT_EQ(Array[2 * Index + 1][0], Index);
}

TEST(HostArray, MisuseThatCrashesTheEngineStopsHere)
{
	TArray<int32> Array{1, 2, 3};
	EXPECT_DEATH(Array[3] = 0, "out of bounds");
	EXPECT_DEATH(Array[-1] = 0, "out of bounds");
	EXPECT_DEATH(Array.RemoveAt(2, 2), "RemoveAt");
	EXPECT_DEATH(Array.Add(Array[0]), "already comes from the container");
	EXPECT_DEATH(
		{
			for (const int32 Value : Array)
				Array.Add(Value + 1);
		},
		"changed during ranged-for");
	EXPECT_DEATH(MakeArrayView(Array)[5] = 1, "out of bounds");
}

TEST(HostArray, FreshUninitialisedMemoryIsNotZero)
{
	TArray<uint32> Array;
	Array.SetNumUninitialized(4);
	EXPECT_EQ(Array[2], 0xCDCDCDCDu);
	Array.SetNumZeroed(8);
	EXPECT_EQ(Array[7], 0u);
}

TEST(HostArray, ViewsSeeTheSameMemory)
{
	TArray<float> Array{1, 2, 3, 4};
	TArrayView<float> View = Array;
	View.Slice(1, 2)[0] = 20;
	EXPECT_EQ(Array[1], 20.0f);
	const TConstArrayView<float> Constant = Array;
	EXPECT_EQ(Constant.Num(), 4);
	EXPECT_EQ(MakeArrayView(Array.GetData(), 2).Num(), 2);
}

TEST(HostMap, ReplacesFindsAndKeepsTheOrderOfAdding)
{
	TMap<FName, int32> Map;
	for (int32 Index = 0; Index < 100; ++Index)
		Map.Add(FName(TEXT("Key"), Index + 1), Index);
	int32 Expected = 0;
	for (const TPair<FName, int32>& Pair : Map)
		EXPECT_EQ(Pair.Value, Expected++);
	EXPECT_EQ(Map.FindRef(FName(TEXT("Key_42"))), 42);
	EXPECT_EQ(Map.Remove(FName(TEXT("Key_42"))), 1);
	EXPECT_EQ(Map.Find(FName(TEXT("Key_42"))), nullptr);
	EXPECT_EQ(Map.FindOrAdd(FName(TEXT("New"))), 0);
	EXPECT_EQ(Map.Num(), 100);
	for (auto Entry = Map.CreateIterator(); Entry; ++Entry)
		if (Entry.Value() % 2 == 1)
			Entry.RemoveCurrent();
	EXPECT_EQ(Map.Num(), 50);
	EXPECT_DEATH(Map[FName(TEXT("Missing"))] = 1, "not in the map");
	EXPECT_DEATH(
		{
			for (const TPair<FName, int32>& Pair : Map)
				Map.Add(FName(TEXT("Fresh"), Pair.Value + 1), 1);
		},
		"changed during ranged-for");
}

TEST(HostSet, HoldsEachElementOnce)
{
	TSet<int32> Set{3, 1, 3, 2};
	EXPECT_EQ(Set.Num(), 3);
	EXPECT_TRUE(Set.Contains(2));
	EXPECT_EQ(Set.Remove(2), 1);
	EXPECT_FALSE(Set.Contains(2));
	bool bKnown = false;
	Set.Add(3, &bKnown);
	EXPECT_TRUE(bKnown);
}

TEST(HostPointers, OwnShareAndWatch)
{
	TSharedPtr<int32> First = MakeShared<int32>(7);
	TWeakPtr<int32> Weak = First;
	TSharedPtr<int32> Second = First;
	First.Reset();
	EXPECT_TRUE(Weak.IsValid());
	EXPECT_EQ(*Weak.Pin(), 7);
	Second.Reset();
	EXPECT_FALSE(Weak.IsValid());
	EXPECT_FALSE(Weak.Pin().IsValid());
	EXPECT_DEATH(static_cast<void>(*First), "Assertion failed");
	TUniquePtr<FString> Unique = MakeUnique<FString>(TEXT("a"));
	const TUniquePtr<FString> Taken = MoveTemp(Unique);
	EXPECT_FALSE(Unique.IsValid());
	EXPECT_TRUE(*Taken == TEXT("a"));
}

TEST(HostFunctions, MoveOnlyAndCopyableCallables)
{
	TUniquePtr<int32> Owned = MakeUnique<int32>(5);
	TUniqueFunction<int32()> Unique = [Held = MoveTemp(Owned)] { return *Held; };
	EXPECT_EQ(Unique(), 5);
	int32 Sum = 0;
	TFunction<void(int32)> Add = [&Sum](int32 Value) { Sum += Value; };
	const TFunction<void(int32)> Copy = Add;
	Add(2);
	Copy(3);
	EXPECT_EQ(Sum, 5);
	const auto Twice = [](TFunctionRef<int32(int32)> Function) { return Function(Function(1)); };
	EXPECT_EQ(Twice([](int32 Value) { return Value * 3; }), 9);
	const TFunction<void()> Empty;
	EXPECT_DEATH(Empty(), "unbound");
	TOptional<int32> Optional;
	EXPECT_DEATH(Optional.GetValue(), "unset TOptional");
	Optional = 3;
	EXPECT_EQ(Optional.Get(4), 3);
}
