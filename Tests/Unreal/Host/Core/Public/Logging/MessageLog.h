// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FMessageLog/Error, dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/IMessageLog (NewPage, AddMessage, NumMessages, Open, NotifyIfAnyMessages).
#pragma once

#include "Logging/TokenizedMessage.h"

/// Pages of messages that the user can click. The messages are shown when the object goes.
class FMessageLog
{
public:
	explicit FMessageLog(const FName& InLogName)
		: LogName(InLogName)
	{
	}
	~FMessageLog() { Flush(); }
	FMessageLog(const FMessageLog&) = delete;
	FMessageLog& AddMessage(const TSharedRef<FTokenizedMessage>& InMessage);
	TSharedRef<FTokenizedMessage> Message(EMessageSeverity::Type InSeverity, const FText& InMessage = FText());
	TSharedRef<FTokenizedMessage> Error(const FText& InMessage = FText()) { return Message(EMessageSeverity::Error, InMessage); }
	TSharedRef<FTokenizedMessage> Warning(const FText& InMessage = FText()) { return Message(EMessageSeverity::Warning, InMessage); }
	TSharedRef<FTokenizedMessage> Info(const FText& InMessage = FText()) { return Message(EMessageSeverity::Info, InMessage); }
	void NewPage(const FText& InLabel);
	int32 NumMessages(EMessageSeverity::Type InSeverityFilter = EMessageSeverity::Info);
	void Open(EMessageSeverity::Type InSeverityFilter = EMessageSeverity::Info, bool bOpenEvenIfEmpty = false);
	void Notify(const FText& InMessage = FText(), EMessageSeverity::Type InSeverityFilter = EMessageSeverity::Info, bool bForce = false);

private:
	void Flush();
	FName LogName;
	TArray<TSharedRef<FTokenizedMessage>> Pending;
};
