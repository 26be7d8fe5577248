// Copyright (c) 2026 The SPHSolids authors

#include "CoreMinimal.h"

#include <gtest/gtest.h>

TEST(HostStrings, ComparisonAndSearchIgnoreCaseUnlessAsked)
{
	const FString Lower(TEXT("jelly")), Upper(TEXT("JELLY"));
	EXPECT_TRUE(Lower == Upper);
	EXPECT_EQ(GetTypeHash(Lower), GetTypeHash(Upper));
	EXPECT_FALSE(Lower.Equals(Upper));
	EXPECT_TRUE(Lower.Equals(Upper, ESearchCase::IgnoreCase));
	EXPECT_TRUE(Lower.Contains(TEXT("ELL")));
	EXPECT_FALSE(Lower.Contains(TEXT("ELL"), ESearchCase::CaseSensitive));
	EXPECT_TRUE(Lower.StartsWith(TEXT("Je")));
	TMap<FString, int32> Map;
	Map.Add(TEXT("Key"), 1);
	Map.Add(TEXT("KEY"), 2);
	EXPECT_EQ(Map.Num(), 1);
	EXPECT_EQ(Map[TEXT("key")], 2);
}

TEST(HostStrings, FormatsNumbersAndText)
{
	EXPECT_TRUE(
		FString::Printf(TEXT("%d %u %5.2f|%-4s|%4s|%x %lld %% %c"), -3, 7u, 1.5, TEXT("a"), TEXT("b"), 255, 1234567890123ll, TEXT('z'))
			.Equals(TEXT("-3 7  1.50|a   |   b|ff 1234567890123 % z")));
	EXPECT_TRUE(FString::Printf(TEXT("%.3s"), TEXT("abcdef")).Equals(TEXT("abc")));
	EXPECT_TRUE(FString::Printf(TEXT("%*d"), 5, 42).Equals(TEXT("   42")));
}

TEST(HostStrings, AFormatThatDoesNotFitItsArgumentsStopsTheProgram)
{
	EXPECT_DEATH(FString::Printf(TEXT("%s"), 3), "no TCHAR string");
	EXPECT_DEATH(FString::Printf(TEXT("%d"), 3.0), "no integer");
	EXPECT_DEATH(FString::Printf(TEXT("%d %d"), 3), "more % than arguments");
	EXPECT_DEATH(FString::Printf(TEXT("%d"), 3, 4), "more arguments than %");
}

TEST(HostStrings, CutsJoinsAndSplits)
{
	const FString Path(TEXT("Bodies/Duck.sphbody"));
	EXPECT_TRUE(Path.Left(6).Equals(TEXT("Bodies")));
	EXPECT_TRUE(Path.Right(7).Equals(TEXT("sphbody")));
	EXPECT_TRUE(Path.Mid(7, 4).Equals(TEXT("Duck")));
	EXPECT_TRUE(Path.Right(1000).Equals(Path));
	FString Folder, File;
	ASSERT_TRUE(Path.Split(TEXT("/"), &Folder, &File));
	EXPECT_TRUE((Folder / File).Equals(Path));
	EXPECT_TRUE((FString(TEXT("a/")) / TEXT("/b")).Equals(TEXT("a/b")));
	TArray<FString> Parts;
	EXPECT_EQ(FString(TEXT("a,,b,")).ParseIntoArray(Parts, TEXT(",")), 2);
	EXPECT_EQ(FString(TEXT("a,,b,")).ParseIntoArray(Parts, TEXT(","), false), 4);
	EXPECT_TRUE(FString::Join(TArray<FString>{TEXT("x"), TEXT("y")}, TEXT("-")).Equals(TEXT("x-y")));
	EXPECT_TRUE(FString(TEXT("aXbxc")).Replace(TEXT("x"), TEXT("--")).Equals(TEXT("a--b--c")));
	EXPECT_TRUE(FString::SanitizeFloat(1.5).Equals(TEXT("1.5")));
	EXPECT_TRUE(FString::SanitizeFloat(2.0).Equals(TEXT("2.0")));
}

TEST(HostStrings, Utf8GoesThereAndBack)
{
	const char* Original = "Gr\xC3\xBC\xC3\x9F \xF0\x9F\xA6\x86";
	const FString Text(Original);
	EXPECT_EQ(Text.Len(), 7) << "the duck is a surrogate pair";
	EXPECT_STREQ(TCHAR_TO_UTF8(*Text), Original);
}

TEST(HostNames, AreOnePerSpellingWithoutCaseAndCarryNumbers)
{
	EXPECT_TRUE(FName(TEXT("Body")) == FName(TEXT("BODY")));
	EXPECT_TRUE(FName(TEXT("None")).IsNone());
	EXPECT_TRUE(FName().IsNone());
	const FName Third(TEXT("Body_3"));
	EXPECT_EQ(Third.GetNumber(), 4);
	EXPECT_TRUE(Third.GetPlainNameString() == TEXT("Body"));
	EXPECT_TRUE(Third == FName(TEXT("Body"), 4));
	EXPECT_TRUE(Third.ToString().Equals(TEXT("Body_3")));
	EXPECT_EQ(FName(TEXT("Body_03")).GetNumber(), 0) << "leading zeros are part of the name";
	EXPECT_TRUE(FName(TEXT("HostNeverSeen"), FNAME_Find).IsNone());
}

TEST(HostText, FormatReplacesOrderedAndNamedArguments)
{
	EXPECT_TRUE(FText::Format(INVTEXT("{0} of {1}"), 3, FText::FromString(TEXT("five"))).ToString().Equals(TEXT("3 of five")));
	FFormatNamedArguments Named;
	Named.Add(TEXT("Actor"), INVTEXT("Duck"));
	EXPECT_TRUE(FText::Format(INVTEXT("{Actor} has no body"), Named).ToString().Equals(TEXT("Duck has no body")));
}
