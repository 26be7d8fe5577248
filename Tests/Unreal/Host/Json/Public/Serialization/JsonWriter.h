// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Json/TJsonWriter (WriteObjectStart, WriteObjectEnd, WriteArrayStart, WriteArrayEnd, WriteValue, Close), .../TJsonWriterFactory (Create(FString*)).
#pragma once

#include "Containers/UnrealString.h"
#include "Templates/SharedPointer.h"

template <class CharType = TCHAR>
class TJsonWriter
{
public:
	explicit TJsonWriter(FString* InOut)
		: Out(*InOut)
	{
	}
	void WriteObjectStart() { Open(nullptr, TEXT("{")); }
	void WriteObjectStart(const FString& Identifier) { Open(&Identifier, TEXT("{")); }
	void WriteObjectEnd() { End(TEXT("}")); }
	void WriteArrayStart(const FString& Identifier) { Open(&Identifier, TEXT("[")); }
	void WriteArrayEnd() { End(TEXT("]")); }
	void WriteValue(const FString& Identifier, const FString& Value) { Key(&Identifier), Out += Quoted(Value); }
	void WriteValue(const FString& Identifier, const TCHAR* Value) { WriteValue(Identifier, FString(Value)); }
	void WriteValue(const FString& Identifier, bool Value) { Key(&Identifier), Out += Value ? TEXT("true") : TEXT("false"); }
	void WriteValue(const FString& Identifier, int32 Value) { Key(&Identifier), Out += FString::FromInt(Value); }
	void WriteValue(const FString& Identifier, double Value) { Key(&Identifier), Out += FString::SanitizeFloat(Value); }
	void WriteValue(const FString& Value) { Key(nullptr), Out += Quoted(Value); }
	bool Close() { return true; }

private:
	void Key(const FString* Identifier)
	{
		if (!bFirst)
			Out += TEXT(",");
		bFirst = false;
		if (Identifier)
			Out += Quoted(*Identifier) + TEXT(":");
	}
	void Open(const FString* Identifier, const TCHAR* Bracket)
	{
		Key(Identifier);
		Out += Bracket;
		bFirst = true;
	}
	void End(const TCHAR* Bracket)
	{
		Out += Bracket;
		bFirst = false;
	}
	static FString Quoted(const FString& Text)
	{
		return FString(TEXT("\""))
			+ Text.Replace(TEXT("\\"), TEXT("\\\\")).Replace(TEXT("\""), TEXT("\\\"")).Replace(TEXT("\n"), TEXT("\\n")) + TEXT("\"");
	}
	FString& Out;
	bool bFirst = true;
};

template <class CharType = TCHAR>
struct TJsonWriterFactory
{
	static TSharedRef<TJsonWriter<CharType>> Create(FString* const Out) { return MakeShared<TJsonWriter<CharType>>(Out); }
};
