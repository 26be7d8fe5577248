// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/fname-in-unreal-engine (case-insensitive, one table, quick to compare) and dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FName.
#pragma once

#include "Containers/UnrealString.h"

enum EName : uint32
{
	NAME_None = 0
};

enum EFindName
{
	FNAME_Find,
	FNAME_Add
};

/// An entry of one table of names, and a number: "Body_3" is the entry "Body" with number 4 (0 means no number).
class FName
{
public:
	FName() = default;
	FName(EName)
		: FName()
	{
	}
	FName(const TCHAR* Name, EFindName FindType = FNAME_Add);
	FName(const TCHAR* Name, int32 InNumber);
	FName(const FName& Name, int32 InNumber)
		: Index(Name.Index)
		, Number(InNumber)
	{
	}
	explicit FName(const FString& Name, EFindName FindType = FNAME_Add)
		: FName(*Name, FindType)
	{
	}
	explicit FName(const ANSICHAR* Name)
		: FName(*FString(Name))
	{
	}

	bool IsNone() const { return Index == 0 && Number == 0; }
	bool IsValid() const { return true; }
	int32 GetNumber() const { return Number; }
	void SetNumber(int32 NewNumber) { Number = NewNumber; }
	FString ToString() const;
	FString GetPlainNameString() const;
	void ToString(FString& Out) const { Out = ToString(); }
	void AppendString(FString& Out) const { Out += ToString(); }
	int32 Compare(const FName& Other) const { return ToString().Compare(Other.ToString(), ESearchCase::IgnoreCase); }
	bool LexicalLess(const FName& Other) const { return Compare(Other) < 0; }
	bool FastLess(const FName& Other) const { return Index != Other.Index ? Index < Other.Index : Number < Other.Number; }

	friend bool operator==(const FName& A, const FName& B) { return A.Index == B.Index && A.Number == B.Number; }
	friend bool operator==(const FName& A, EName) { return A.IsNone(); }
	friend bool operator==(const FName& A, const TCHAR* B) { return A.ToString() == B; }
	friend uint32 GetTypeHash(const FName& Name) { return HashCombine(Name.Index, static_cast<uint32>(Name.Number)); }

private:
	uint32 Index = 0;
	int32 Number = 0;
};

struct FNameLexicalLess
{
	bool operator()(const FName& A, const FName& B) const { return A.LexicalLess(B); }
};
