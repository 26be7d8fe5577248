// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/FReply (Handled, Unhandled).
#pragma once

#include "CoreTypes.h"

class FReply
{
public:
	static FReply Handled() { return FReply(true); }
	static FReply Unhandled() { return FReply(false); }
	bool IsEventHandled() const { return bHandled; }

private:
	explicit FReply(bool bInHandled)
		: bHandled(bInHandled)
	{
	}
	bool bHandled;
};
