// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/fstring-in-unreal-engine (comparison ignores case, % formats) and dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FString.
#pragma once

#include "Containers/Array.h"
#include "Misc/VarArgs.h"

#include <string>

class FString;

namespace ESearchCase
{
enum Type
{
	CaseSensitive,
	IgnoreCase
};
}

namespace ESearchDir
{
enum Type
{
	FromStart,
	FromEnd
};
}

namespace Host
{

std::u16string Format(const TCHAR* Pattern, std::initializer_list<FFormatArgument> Arguments);
std::string ToUtf8(const TCHAR* Text);
std::u16string FromUtf8(const char* Text);
int32 CompareIgnoringCase(const TCHAR* A, const TCHAR* B);
uint32 HashIgnoringCase(const TCHAR* Text);

}

/// Text. Comparison, search and hash ignore case unless told otherwise: FString(TEXT("a")) == FString(TEXT("A")).
class FString
{
public:
	FString() = default;
	FString(const TCHAR* Source)
		: Text(Source ? Source : TEXT(""))
	{
	}
	FString(int32 InCount, const TCHAR* Source)
		: Text(Source, static_cast<SIZE_T>(InCount))
	{
	}
	explicit FString(const char* Utf8)
		: Text(Host::FromUtf8(Utf8))
	{
	}
	explicit FString(std::u16string InText)
		: Text(std::move(InText))
	{
	}

	const TCHAR* operator*() const { return Text.c_str(); }
	const TCHAR* GetData() const { return Text.c_str(); }
	int32 Len() const { return static_cast<int32>(Text.size()); }
	bool IsEmpty() const { return Text.empty(); }
	bool IsValidIndex(int32 Index) const { return Index >= 0 && Index < Len(); }
	void Empty() { Text.clear(); }
	void Reset(int32 = 0) { Text.clear(); }
	TCHAR& operator[](int32 Index)
	{
		checkf(IsValidIndex(Index), TEXT("String index out of bounds: %d of %d"), Index, Len());
		return Text[static_cast<SIZE_T>(Index)];
	}
	const TCHAR& operator[](int32 Index) const { return const_cast<FString&>(*this)[Index]; }

	FString& operator+=(const FString& Other)
	{
		Text += Other.Text;
		return *this;
	}
	FString& operator+=(const TCHAR* Other)
	{
		Text += Other;
		return *this;
	}
	FString& operator+=(TCHAR Character)
	{
		Text += Character;
		return *this;
	}
	FString& AppendChar(TCHAR Character) { return *this += Character; }
	FString& Append(const FString& Other) { return *this += Other; }
	void AppendInt(int32 Number);
	friend FString operator+(FString A, const FString& B) { return A += B; }
	friend FString operator+(FString A, const TCHAR* B) { return A += B; }
	friend FString operator+(const TCHAR* A, const FString& B) { return FString(A) += B; }
	/// Joins paths with exactly one slash.
	friend FString operator/(const FString& A, const FString& B);
	friend FString operator/(const FString& A, const TCHAR* B) { return A / FString(B); }

	bool Equals(const FString& Other, ESearchCase::Type Case = ESearchCase::CaseSensitive) const
	{
		return Case == ESearchCase::CaseSensitive ? Text == Other.Text : Host::CompareIgnoringCase(**this, *Other) == 0;
	}
	int32 Compare(const FString& Other, ESearchCase::Type Case = ESearchCase::CaseSensitive) const;
	friend bool operator==(const FString& A, const FString& B) { return A.Equals(B, ESearchCase::IgnoreCase); }
	friend bool operator==(const FString& A, const TCHAR* B) { return A.Equals(FString(B), ESearchCase::IgnoreCase); }
	friend bool operator<(const FString& A, const FString& B) { return Host::CompareIgnoringCase(*A, *B) < 0; }
	friend uint32 GetTypeHash(const FString& String) { return Host::HashIgnoringCase(*String); }

	int32 Find(const FString& SubStr, ESearchCase::Type Case = ESearchCase::IgnoreCase, ESearchDir::Type Dir = ESearchDir::FromStart,
		int32 StartPosition = INDEX_NONE) const;
	bool FindChar(TCHAR Character, int32& OutIndex) const;
	bool FindLastChar(TCHAR Character, int32& OutIndex) const;
	bool Contains(const FString& SubStr, ESearchCase::Type Case = ESearchCase::IgnoreCase) const
	{
		return Find(SubStr, Case) != INDEX_NONE;
	}
	bool StartsWith(const FString& Prefix, ESearchCase::Type Case = ESearchCase::IgnoreCase) const
	{
		return Left(Prefix.Len()).Equals(Prefix, Case);
	}
	bool EndsWith(const FString& Suffix, ESearchCase::Type Case = ESearchCase::IgnoreCase) const
	{
		return Len() >= Suffix.Len() && Right(Suffix.Len()).Equals(Suffix, Case);
	}
	bool RemoveFromStart(const FString& Prefix, ESearchCase::Type Case = ESearchCase::IgnoreCase);
	bool RemoveFromEnd(const FString& Suffix, ESearchCase::Type Case = ESearchCase::IgnoreCase);
	FString Left(int32 InCount) const { return Mid(0, InCount); }
	FString LeftChop(int32 InCount) const { return Left(Len() - InCount); }
	FString Right(int32 InCount) const { return Mid(Len() - (InCount < Len() ? InCount : Len())); }
	FString RightChop(int32 InCount) const { return Mid(InCount); }
	FString Mid(int32 Start, int32 InCount = MAX_int32) const;
	FString ToLower() const;
	FString ToUpper() const;
	FString TrimStartAndEnd() const;
	FString Replace(const TCHAR* From, const TCHAR* To, ESearchCase::Type Case = ESearchCase::IgnoreCase) const;
	bool Split(const FString& Separator, FString* LeftPart, FString* RightPart, ESearchCase::Type Case = ESearchCase::IgnoreCase,
		ESearchDir::Type Dir = ESearchDir::FromStart) const;
	int32 ParseIntoArray(TArray<FString>& OutArray, const TCHAR* Delimiter, bool bCullEmpty = true) const;
	bool IsNumeric() const;

	static FString FromInt(int32 Number);
	static FString SanitizeFloat(double Number, int32 MinFractionalDigits = 1);
	template <typename Range>
	static FString Join(const Range& Strings, const TCHAR* Separator)
	{
		FString Result;
		bool bFirst = true;
		for (const FString& String : Strings)
		{
			if (!bFirst)
				Result += Separator;
			bFirst = false;
			Result += String;
		}
		return Result;
	}
	/// The format is a literal: that is how the engine checks it.
	template <SIZE_T N, typename... Types>
	static FString Printf(const TCHAR (&Pattern)[N], Types... Arguments)
	{
		return FString(Host::Format(Pattern, {Host::FFormatArgument(Arguments)...}));
	}
	template <SIZE_T N, typename... Types>
	FString& Appendf(const TCHAR (&Pattern)[N], Types... Arguments)
	{
		Text += Host::Format(Pattern, {Host::FFormatArgument(Arguments)...});
		return *this;
	}

private:
	std::u16string Text;
};

/// Converted text that lives as long as this object: hold it, do not keep its pointer.
class FTCHARToUTF8
{
public:
	explicit FTCHARToUTF8(const TCHAR* Source)
		: Text(Host::ToUtf8(Source))
	{
	}
	const ANSICHAR* Get() const { return Text.c_str(); }
	int32 Length() const { return static_cast<int32>(Text.size()); }

private:
	std::string Text;
};

class FUTF8ToTCHAR
{
public:
	explicit FUTF8ToTCHAR(const ANSICHAR* Source)
		: Text(Host::FromUtf8(Source))
	{
	}
	const TCHAR* Get() const { return Text.c_str(); }
	int32 Length() const { return static_cast<int32>(Text.size()); }

private:
	std::u16string Text;
};

#define TCHAR_TO_UTF8(str) FTCHARToUTF8(str).Get()
#define UTF8_TO_TCHAR(str) FUTF8ToTCHAR(str).Get()
#define TCHAR_TO_ANSI(str) FTCHARToUTF8(str).Get()
#define ANSI_TO_TCHAR(str) FUTF8ToTCHAR(str).Get()

FString LexToString(int32 Value);
FString LexToString(float Value);
FString LexToString(double Value);
FString LexToString(bool Value);
void LexFromString(int32& OutValue, const TCHAR* Buffer);
void LexFromString(float& OutValue, const TCHAR* Buffer);
void LexFromString(double& OutValue, const TCHAR* Buffer);
void LexFromString(bool& OutValue, const TCHAR* Buffer);

struct FCString
{
	static int32 Strlen(const TCHAR* Text);
	static int32 Stricmp(const TCHAR* A, const TCHAR* B) { return Host::CompareIgnoringCase(A, B); }
	static int32 Strcmp(const TCHAR* A, const TCHAR* B);
	static int32 Atoi(const TCHAR* Text);
	static float Atof(const TCHAR* Text);
	static double Atod(const TCHAR* Text);
};
