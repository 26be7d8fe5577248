// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FTokenizedMessage (AddToken, GetSeverity, ToText), .../FTextToken, .../IMessageToken, .../EMessageSeverity.
#pragma once

#include "Internationalization/Text.h"
#include "Templates/SharedPointer.h"

namespace EMessageSeverity
{
enum Type : int
{
	CriticalError = 0,
	Error = 1,
	PerformanceWarning = 2,
	Warning = 3,
	Info = 4
};
}

class IMessageToken : public TSharedFromThis<IMessageToken>
{
public:
	virtual ~IMessageToken() = default;
	virtual const FText& ToText() const { return CachedText; }

protected:
	FText CachedText;
};

class FTextToken : public IMessageToken
{
public:
	static TSharedRef<FTextToken> Create(const FText& InMessage)
	{
		const TSharedRef<FTextToken> Token = MakeShared<FTextToken>();
		Token->CachedText = InMessage;
		return Token;
	}
};

class FTokenizedMessage : public TSharedFromThis<FTokenizedMessage>
{
public:
	static TSharedRef<FTokenizedMessage> Create(EMessageSeverity::Type InSeverity, const FText& InMessageText = FText())
	{
		const TSharedRef<FTokenizedMessage> Message = MakeShared<FTokenizedMessage>();
		Message->Severity = InSeverity;
		if (!InMessageText.IsEmpty())
			Message->AddToken(FTextToken::Create(InMessageText));
		return Message;
	}
	TSharedRef<FTokenizedMessage> AddToken(const TSharedRef<IMessageToken>& InToken)
	{
		Tokens.Add(InToken);
		return AsShared();
	}
	EMessageSeverity::Type GetSeverity() const { return Severity; }
	FText ToText() const
	{
		FString All;
		for (const TSharedRef<IMessageToken>& Token : Tokens)
			All += (All.IsEmpty() ? FString() : FString(TEXT(" "))) + Token->ToText().ToString();
		return FText::FromString(All);
	}

private:
	EMessageSeverity::Type Severity = EMessageSeverity::Info;
	TArray<TSharedRef<IMessageToken>> Tokens;
};
