// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/FScopedTransaction (title, bShouldActuallyTransact; Cancel): everything that calls Modify meanwhile comes back with one undo.
#pragma once

#include "Internationalization/Text.h"

class FScopedTransaction
{
public:
	explicit FScopedTransaction(const FText& SessionName, const bool bShouldActuallyTransact = true);
	~FScopedTransaction();
	FScopedTransaction(const FScopedTransaction&) = delete;
	void Cancel();

private:
	bool bOpen;
};
