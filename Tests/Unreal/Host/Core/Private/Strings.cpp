// Copyright (c) 2026 The SPHSolids authors

#include "CoreMinimal.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <random>
#include <shared_mutex>
#include <unordered_map>

namespace Host
{
namespace
{

TCHAR Lower(TCHAR Character)
{
	return Character >= u'A' && Character <= u'Z' ? static_cast<TCHAR>(Character + 32) : Character;
}

std::string Number(const std::string& Pattern, const FFormatArgument& Argument)
{
	char Buffer[512];
	const char Conversion = Pattern.back();
	std::string Wide = Pattern;
	int Length = 0;
	switch (Conversion)
	{
	case 'd':
	case 'i':
		HOST_CHECK(Argument.Kind == FFormatArgument::Integer || Argument.Kind == FFormatArgument::Unsigned,
			"a %d format got something that is no integer");
		Wide.insert(Wide.size() - 1, "ll");
		Length = std::snprintf(Buffer, sizeof(Buffer), Wide.c_str(), Argument.AsInteger);
		break;
	case 'u':
	case 'x':
	case 'X':
	case 'o':
		HOST_CHECK(Argument.Kind == FFormatArgument::Integer || Argument.Kind == FFormatArgument::Unsigned,
			"a %u or %x format got something that is no integer");
		Wide.insert(Wide.size() - 1, "ll");
		Length = std::snprintf(Buffer, sizeof(Buffer), Wide.c_str(), Argument.AsUnsigned);
		break;
	case 'p':
		HOST_CHECK(Argument.Kind == FFormatArgument::Pointer || Argument.Kind == FFormatArgument::String,
			"a %p format got something that is no pointer");
		Length = std::snprintf(Buffer, sizeof(Buffer), Wide.c_str(), Argument.AsPointer);
		break;
	default:
		HOST_CHECK(Argument.Kind == FFormatArgument::Real, "a %f or %g format got something that is no floating-point number");
		Length = std::snprintf(Buffer, sizeof(Buffer), Wide.c_str(), Argument.AsReal);
		break;
	}
	return std::string(Buffer, static_cast<SIZE_T>(Length));
}

void Pad(std::u16string& Out, const std::u16string& Text, const std::string& Specification)
{
	const bool bLeft = Specification.find('-') != std::string::npos;
	const SIZE_T Digits = Specification.find_first_of("123456789");
	const SIZE_T Dot = Specification.find('.');
	std::u16string Shown = Text;
	if (Dot != std::string::npos)
		Shown = Shown.substr(0, static_cast<SIZE_T>(std::atoi(Specification.c_str() + Dot + 1)));
	const SIZE_T Width = Digits == std::string::npos || (Dot != std::string::npos && Digits > Dot)
		? 0
		: static_cast<SIZE_T>(std::atoi(Specification.c_str() + Digits));
	const std::u16string Padding(Width > Shown.size() ? Width - Shown.size() : 0, u' ');
	Out += bLeft ? Shown + Padding : Padding + Shown;
}

}

std::u16string Format(const TCHAR* Pattern, std::initializer_list<FFormatArgument> Arguments)
{
	std::u16string Out;
	const FFormatArgument* Argument = Arguments.begin();
	for (const TCHAR* At = Pattern; *At; ++At)
	{
		if (*At != u'%')
		{
			Out += *At;
			continue;
		}
		if (At[1] == u'%')
		{
			Out += *++At;
			continue;
		}
		std::string Specification = "%";
		for (++At; *At && std::u16string_view(u"0123456789.+- #*").find(*At) != std::u16string_view::npos; ++At)
		{
			if (*At != u'*')
			{
				Specification += static_cast<char>(*At);
				continue;
			}
			HOST_CHECK(
				Argument != Arguments.end() && Argument->Kind == FFormatArgument::Integer, "a * in a format wants an int32 argument");
			Specification += std::to_string((Argument++)->AsInteger);
		}
		while (*At == u'l' || *At == u'h' || *At == u'z' || *At == u'I' || (*At == u'6' && At[1] == u'4') || (*At == u'4'))
			++At;
		HOST_CHECK(Argument != Arguments.end(), "a format has more % than arguments");
		if (*At == u's' || *At == u'S')
		{
			HOST_CHECK(Argument->Kind == FFormatArgument::String, "a %s format got something that is no TCHAR string");
			Pad(Out, Argument->AsString ? Argument->AsString : u"(null)", Specification);
		}
		else if (*At == u'c')
			Out += static_cast<TCHAR>(Argument->AsInteger);
		else
			Out += FromUtf8(Number(Specification + static_cast<char>(*At), *Argument).c_str());
		++Argument;
	}
	HOST_CHECK(Argument == Arguments.end(), "a format has more arguments than %");
	return Out;
}

std::string ToUtf8(const TCHAR* Text)
{
	std::string Out;
	for (; *Text; ++Text)
	{
		char32_t Code = *Text;
		if (Code >= 0xD800 && Code < 0xDC00 && Text[1] >= 0xDC00 && Text[1] < 0xE000)
			Code = 0x10000 + ((Code - 0xD800) << 10) + (*++Text - 0xDC00u);
		if (Code < 0x80)
			Out += static_cast<char>(Code);
		else if (Code < 0x800)
			(Out += static_cast<char>(0xC0 | (Code >> 6))) += static_cast<char>(0x80 | (Code & 0x3F));
		else if (Code < 0x10000)
			((Out += static_cast<char>(0xE0 | (Code >> 12))) += static_cast<char>(0x80 | ((Code >> 6) & 0x3F))) +=
				static_cast<char>(0x80 | (Code & 0x3F));
		else
			(((Out += static_cast<char>(0xF0 | (Code >> 18))) += static_cast<char>(0x80 | ((Code >> 12) & 0x3F))) +=
				static_cast<char>(0x80 | ((Code >> 6) & 0x3F))) += static_cast<char>(0x80 | (Code & 0x3F));
	}
	return Out;
}

std::u16string FromUtf8(const char* Text)
{
	std::u16string Out;
	const auto* Byte = reinterpret_cast<const unsigned char*>(Text ? Text : "");
	while (*Byte)
	{
		const int Extra = *Byte < 0x80 ? 0 : *Byte < 0xE0 ? 1 : *Byte < 0xF0 ? 2 : 3;
		char32_t Code = Extra == 0 ? *Byte : *Byte & (0x3F >> Extra);
		++Byte;
		for (int Index = 0; Index < Extra && (*Byte & 0xC0) == 0x80; ++Index)
			Code = (Code << 6) | (*Byte++ & 0x3Fu);
		if (Code >= 0x10000)
		{
			Out += static_cast<TCHAR>(0xD800 + ((Code - 0x10000) >> 10));
			Out += static_cast<TCHAR>(0xDC00 + ((Code - 0x10000) & 0x3FF));
		}
		else
			Out += static_cast<TCHAR>(Code);
	}
	return Out;
}

int32 CompareIgnoringCase(const TCHAR* A, const TCHAR* B)
{
	for (; *A && Lower(*A) == Lower(*B); ++A, ++B)
	{
	}
	return static_cast<int32>(Lower(*A)) - static_cast<int32>(Lower(*B));
}

uint32 HashIgnoringCase(const TCHAR* Text)
{
	uint32 Hash = 2166136261u;
	for (; *Text; ++Text)
		Hash = (Hash ^ Lower(*Text)) * 16777619u;
	return Hash;
}

const char* FormatAndKeep(const TCHAR* Pattern, std::initializer_list<FFormatArgument> Arguments)
{
	static std::mutex Lock;
	static std::deque<std::string> Kept;
	std::string Text = ToUtf8(Format(Pattern, Arguments).c_str());
	const std::lock_guard<std::mutex> Guard(Lock);
	return Kept.emplace_back(std::move(Text)).c_str();
}

}

FString operator/(const FString& A, const FString& B)
{
	FString Result = A;
	while (!Result.IsEmpty() && Result[Result.Len() - 1] == u'/')
		Result = Result.LeftChop(1);
	FString Rest = B;
	while (!Rest.IsEmpty() && Rest[0] == u'/')
		Rest = Rest.RightChop(1);
	return A.IsEmpty() ? B : Result + TEXT("/") + Rest;
}

void FString::AppendInt(int32 Value)
{
	*this += FromInt(Value);
}

int32 FString::Compare(const FString& Other, ESearchCase::Type Case) const
{
	return Case == ESearchCase::CaseSensitive ? Text.compare(Other.Text) : Host::CompareIgnoringCase(**this, *Other);
}

int32 FString::Find(const FString& SubStr, ESearchCase::Type Case, ESearchDir::Type Dir, int32 StartPosition) const
{
	const FString Where = Case == ESearchCase::IgnoreCase ? ToLower() : *this;
	const FString What = Case == ESearchCase::IgnoreCase ? SubStr.ToLower() : SubStr;
	if (What.IsEmpty())
		return INDEX_NONE;
	const SIZE_T Start =
		StartPosition == INDEX_NONE ? (Dir == ESearchDir::FromStart ? 0 : std::u16string::npos) : static_cast<SIZE_T>(StartPosition);
	const SIZE_T Found = Dir == ESearchDir::FromStart ? Where.Text.find(What.Text, Start) : Where.Text.rfind(What.Text, Start);
	return Found == std::u16string::npos ? INDEX_NONE : static_cast<int32>(Found);
}

bool FString::FindChar(TCHAR Character, int32& OutIndex) const
{
	const SIZE_T Found = Text.find(Character);
	OutIndex = Found == std::u16string::npos ? INDEX_NONE : static_cast<int32>(Found);
	return OutIndex != INDEX_NONE;
}

bool FString::FindLastChar(TCHAR Character, int32& OutIndex) const
{
	const SIZE_T Found = Text.rfind(Character);
	OutIndex = Found == std::u16string::npos ? INDEX_NONE : static_cast<int32>(Found);
	return OutIndex != INDEX_NONE;
}

bool FString::RemoveFromStart(const FString& Prefix, ESearchCase::Type Case)
{
	if (Prefix.IsEmpty() || !StartsWith(Prefix, Case))
		return false;
	*this = RightChop(Prefix.Len());
	return true;
}

bool FString::RemoveFromEnd(const FString& Suffix, ESearchCase::Type Case)
{
	if (Suffix.IsEmpty() || !EndsWith(Suffix, Case))
		return false;
	*this = LeftChop(Suffix.Len());
	return true;
}

FString FString::Mid(int32 Start, int32 InCount) const
{
	const int32 First = Start < 0 ? 0 : Start > Len() ? Len() : Start;
	const int32 Number = InCount < 0 ? 0 : InCount;
	return FString(Text.substr(static_cast<SIZE_T>(First), static_cast<SIZE_T>(Number)));
}

FString FString::ToLower() const
{
	FString Result = *this;
	for (TCHAR& Character : Result.Text)
		Character = Host::Lower(Character);
	return Result;
}

FString FString::ToUpper() const
{
	FString Result = *this;
	for (TCHAR& Character : Result.Text)
		Character = Character >= u'a' && Character <= u'z' ? static_cast<TCHAR>(Character - 32) : Character;
	return Result;
}

FString FString::TrimStartAndEnd() const
{
	const SIZE_T First = Text.find_first_not_of(u" \t\r\n");
	if (First == std::u16string::npos)
		return FString();
	return FString(Text.substr(First, Text.find_last_not_of(u" \t\r\n") - First + 1));
}

FString FString::Replace(const TCHAR* From, const TCHAR* To, ESearchCase::Type Case) const
{
	FString Result, Rest = *this;
	const FString What(From);
	for (int32 Found = Rest.Find(What, Case); Found != INDEX_NONE; Found = Rest.Find(What, Case))
	{
		Result += Rest.Left(Found) + To;
		Rest = Rest.RightChop(Found + What.Len());
	}
	return Result + Rest;
}

bool FString::Split(const FString& Separator, FString* LeftPart, FString* RightPart, ESearchCase::Type Case, ESearchDir::Type Dir) const
{
	const int32 Found = Find(Separator, Case, Dir);
	if (Found == INDEX_NONE)
		return false;
	const FString Whole = *this; // either part may be this string
	if (LeftPart)
		*LeftPart = Whole.Left(Found);
	if (RightPart)
		*RightPart = Whole.RightChop(Found + Separator.Len());
	return true;
}

int32 FString::ParseIntoArray(TArray<FString>& OutArray, const TCHAR* Delimiter, bool bCullEmpty) const
{
	OutArray.Reset();
	FString Head, Rest = *this;
	while (Rest.Split(Delimiter, &Head, &Rest, ESearchCase::CaseSensitive))
		if (!bCullEmpty || !Head.IsEmpty())
			OutArray.Add(Head);
	if (!bCullEmpty || !Rest.IsEmpty())
		OutArray.Add(Rest);
	return OutArray.Num();
}

bool FString::IsNumeric() const
{
	const std::string Utf8 = Host::ToUtf8(**this);
	char* End = nullptr;
	std::strtod(Utf8.c_str(), &End);
	return !Utf8.empty() && *End == '\0';
}

FString FString::FromInt(int32 Value)
{
	return Printf(TEXT("%d"), Value);
}

FString FString::SanitizeFloat(double Value, int32 MinFractionalDigits)
{
	FString Result = Printf(TEXT("%f"), Value == 0.0 ? 0.0 : Value);
	int32 Dot = INDEX_NONE;
	if (!Result.FindChar(u'.', Dot))
		return Result;
	while (Result.EndsWith(TEXT("0")) && Result.Len() - Dot - 1 > MinFractionalDigits)
		Result = Result.LeftChop(1);
	if (Result.EndsWith(TEXT(".")))
		Result = Result.LeftChop(1);
	return Result;
}

FString LexToString(int32 Value)
{
	return FString::FromInt(Value);
}
FString LexToString(float Value)
{
	return FString::SanitizeFloat(static_cast<double>(Value));
}
FString LexToString(double Value)
{
	return FString::SanitizeFloat(Value);
}
FString LexToString(bool Value)
{
	return Value ? TEXT("true") : TEXT("false");
}
void LexFromString(int32& OutValue, const TCHAR* Buffer)
{
	OutValue = FCString::Atoi(Buffer);
}
void LexFromString(float& OutValue, const TCHAR* Buffer)
{
	OutValue = FCString::Atof(Buffer);
}
void LexFromString(double& OutValue, const TCHAR* Buffer)
{
	OutValue = FCString::Atod(Buffer);
}
void LexFromString(bool& OutValue, const TCHAR* Buffer)
{
	const FString Text(Buffer);
	OutValue = Text == TEXT("true") || Text == TEXT("yes") || Text == TEXT("on") || (Text.IsNumeric() && FCString::Atod(Buffer) != 0.0);
}

int32 FCString::Strlen(const TCHAR* Text)
{
	return static_cast<int32>(std::char_traits<TCHAR>::length(Text));
}
int32 FCString::Strcmp(const TCHAR* A, const TCHAR* B)
{
	return FString(A).Compare(FString(B));
}
int32 FCString::Atoi(const TCHAR* Text)
{
	return static_cast<int32>(std::strtol(Host::ToUtf8(Text).c_str(), nullptr, 10));
}
float FCString::Atof(const TCHAR* Text)
{
	return std::strtof(Host::ToUtf8(Text).c_str(), nullptr);
}
double FCString::Atod(const TCHAR* Text)
{
	return std::strtod(Host::ToUtf8(Text).c_str(), nullptr);
}

namespace
{

/// The one table of names. Entries are never removed.
struct FHostNameTable
{
	struct FHash
	{
		SIZE_T operator()(const FString& Name) const { return GetTypeHash(Name); }
	};
	std::shared_mutex Lock;
	std::deque<FString> Names{FString(TEXT("None"))};
	std::unordered_map<FString, uint32, FHash> Indices{{FString(TEXT("None")), 0}};

	static FHostNameTable& Get()
	{
		static FHostNameTable* Table = new FHostNameTable; // alive for static destructors
		return *Table;
	}
	int64 Find(const FString& Name)
	{
		const std::shared_lock<std::shared_mutex> Guard(Lock);
		const auto Found = Indices.find(Name);
		return Found == Indices.end() ? -1 : static_cast<int64>(Found->second);
	}
	uint32 FindOrAdd(const FString& Name)
	{
		if (const int64 Found = Find(Name); Found >= 0)
			return static_cast<uint32>(Found);
		const std::unique_lock<std::shared_mutex> Guard(Lock);
		const auto [Entry, bNew] = Indices.emplace(Name, static_cast<uint32>(Names.size()));
		if (bNew)
			Names.push_back(Name);
		return Entry->second;
	}
	FString NameOf(uint32 Index)
	{
		const std::shared_lock<std::shared_mutex> Guard(Lock);
		return Names[Index];
	}
};

/// Splits "Body_3" into "Body" and 4. No number: leading zeros, nothing before the underscore, or more than nine digits.
int32 HostSplitNumber(FString& Name)
{
	int32 Underscore = INDEX_NONE;
	if (!Name.FindLastChar(u'_', Underscore) || Underscore == 0 || Underscore == Name.Len() - 1 || Name.Len() - Underscore > 10)
		return 0;
	for (int32 Index = Underscore + 1; Index < Name.Len(); ++Index)
		if (Name[Index] < u'0' || Name[Index] > u'9')
			return 0;
	if (Name[Underscore + 1] == u'0' && Name.Len() - Underscore > 2)
		return 0;
	const int32 Number = FCString::Atoi(*Name.RightChop(Underscore + 1));
	Name = Name.Left(Underscore);
	return Number + 1;
}

}

FName::FName(const TCHAR* Name, EFindName FindType)
{
	FString Plain(Name);
	if (Plain.IsEmpty())
		return;
	const int32 Split = HostSplitNumber(Plain);
	if (FindType == FNAME_Find)
	{
		const int64 Found = FHostNameTable::Get().Find(Plain);
		if (Found < 0)
			return;
		Index = static_cast<uint32>(Found);
	}
	else
		Index = FHostNameTable::Get().FindOrAdd(Plain);
	Number = Split;
}

FName::FName(const TCHAR* Name, int32 InNumber)
	: Index(FHostNameTable::Get().FindOrAdd(FString(Name)))
	, Number(InNumber)
{
}

FString FName::GetPlainNameString() const
{
	return FHostNameTable::Get().NameOf(Index);
}

FString FName::ToString() const
{
	FString Result = GetPlainNameString();
	if (Number > 0)
		Result.Appendf(TEXT("_%d"), Number - 1);
	return Result;
}

FFormatArgumentValue::FFormatArgumentValue(const FText& Value)
	: Shown(Value.ToString())
{
}
FFormatArgumentValue::FFormatArgumentValue(int32 Value)
	: Shown(FString::FromInt(Value))
{
}
FFormatArgumentValue::FFormatArgumentValue(int64 Value)
	: Shown(FString::Printf(TEXT("%lld"), Value))
{
}
FFormatArgumentValue::FFormatArgumentValue(float Value)
	: Shown(FString::SanitizeFloat(static_cast<double>(Value)))
{
}
FFormatArgumentValue::FFormatArgumentValue(double Value)
	: Shown(FString::SanitizeFloat(Value))
{
}

const FText& FText::GetEmpty()
{
	static const FText Empty;
	return Empty;
}

FText FText::FormatNamed(const FText& Pattern, const FFormatNamedArguments& Arguments)
{
	FString Out, Rest = Pattern.Source;
	for (int32 Open = INDEX_NONE; Rest.FindChar(u'{', Open);)
	{
		const int32 Close = Rest.Find(TEXT("}"), ESearchCase::CaseSensitive, ESearchDir::FromStart, Open);
		if (Close == INDEX_NONE)
			break;
		const FString Key = Rest.Mid(Open + 1, Close - Open - 1);
		const FFormatArgumentValue* Value = Arguments.Find(Key);
		Out += Rest.Left(Open) + (Value ? Value->HostText() : TEXT("{") + Key + TEXT("}"));
		Rest = Rest.RightChop(Close + 1);
	}
	return FText(Out + Rest);
}

FGuid FGuid::NewGuid()
{
	static std::mutex Lock;
	static std::mt19937 Generator{std::random_device{}()};
	const std::lock_guard<std::mutex> Guard(Lock);
	const uint32 A = Generator(), B = Generator(), C = Generator(), D = Generator();
	return FGuid(A, B, C, D);
}
