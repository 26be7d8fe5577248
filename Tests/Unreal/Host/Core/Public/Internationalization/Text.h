// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/ftext-in-unreal-engine, dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FText (FromString, Format, AsNumber), .../LOCTEXT.
#pragma once

#include "Containers/Map.h"
#include "UObject/NameTypes.h"

class FText;

/// A value for FText::Format.
class FFormatArgumentValue
{
public:
	FFormatArgumentValue(const FText& Value);
	FFormatArgumentValue(int32 Value);
	FFormatArgumentValue(int64 Value);
	FFormatArgumentValue(float Value);
	FFormatArgumentValue(double Value);
	const FString& HostText() const { return Shown; }

private:
	FString Shown;
};

using FFormatNamedArguments = TMap<FString, FFormatArgumentValue>;
using FFormatOrderedArguments = TArray<FFormatArgumentValue>;

/// Text for people. Here the language is always the one it was written in.
class FText
{
public:
	FText() = default;
	static FText FromString(const FString& String) { return FText(String); }
	static FText FromName(const FName& Name) { return FText(Name.ToString()); }
	static FText AsCultureInvariant(const FString& String) { return FText(String); }
	static const FText& GetEmpty();
	static FText AsNumber(int32 Value) { return FText(FString::FromInt(Value)); }
	static FText AsNumber(double Value) { return FText(FString::SanitizeFloat(Value)); }
	/// {0}, {1} ... are replaced by the arguments in order.
	template <typename... Types>
	static FText Format(const FText& Pattern, Types&&... Arguments)
		requires((... && std::is_constructible_v<FFormatArgumentValue, Types>) && sizeof...(Types) > 0)
	{
		FFormatNamedArguments Named;
		int32 Position = 0;
		(Named.Add(FString::FromInt(Position++), FFormatArgumentValue(Forward<Types>(Arguments))), ...);
		return FormatNamed(Pattern, Named);
	}
	static FText Format(const FText& Pattern, const FFormatNamedArguments& Arguments) { return FormatNamed(Pattern, Arguments); }

	const FString& ToString() const { return Source; }
	bool IsEmpty() const { return Source.IsEmpty(); }
	bool IsEmptyOrWhitespace() const { return Source.TrimStartAndEnd().IsEmpty(); }
	bool EqualTo(const FText& Other) const { return Source.Equals(Other.Source); }
	bool IdenticalTo(const FText& Other) const { return EqualTo(Other); }

private:
	explicit FText(const FString& InSource)
		: Source(InSource)
	{
	}
	static FText FormatNamed(const FText& Pattern, const FFormatNamedArguments& Arguments);

	FString Source;
};

#define NSLOCTEXT(Namespace, Key, TextLiteral) FText::FromString(FString(TEXT(TextLiteral)))
#define LOCTEXT(Key, TextLiteral) NSLOCTEXT(LOCTEXT_NAMESPACE, Key, TextLiteral)
#define INVTEXT(TextLiteral) FText::AsCultureInvariant(FString(TEXT(TextLiteral)))
