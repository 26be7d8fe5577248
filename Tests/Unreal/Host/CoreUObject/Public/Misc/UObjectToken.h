// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/FUObjectToken (Create(Object, LabelOverride)): a link to an object in a message.
#pragma once

#include "Logging/TokenizedMessage.h"
#include "UObject/UObjectGlobals.h"

class FUObjectToken : public IMessageToken
{
public:
	static TSharedRef<FUObjectToken> Create(const UObject* InObject, const FText& InLabelOverride = FText())
	{
		const TSharedRef<FUObjectToken> Token = MakeShared<FUObjectToken>();
		Token->CachedText = InLabelOverride.IsEmpty() ? FText::FromString(GetNameSafe(InObject)) : InLabelOverride;
		Token->Object = const_cast<UObject*>(InObject);
		return Token;
	}
	const TWeakObjectPtr<UObject>& GetObject() const { return Object; }

private:
	TWeakObjectPtr<UObject> Object;
};
