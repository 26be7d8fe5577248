// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/FDataValidationContext (AddError, AddWarning, GetNumErrors, GetNumWarnings), .../EDataValidationResult.
#pragma once

#include "Internationalization/Text.h"

enum class EDataValidationResult : uint8
{
	Invalid,
	Valid,
	NotValidated
};

class FDataValidationContext
{
public:
	void AddError(const FText& Text) { Errors.Add(Text); }
	void AddWarning(const FText& Text) { Warnings.Add(Text); }
	uint32 GetNumErrors() const { return static_cast<uint32>(Errors.Num()); }
	uint32 GetNumWarnings() const { return static_cast<uint32>(Warnings.Num()); }

	TArray<FText> Errors, Warnings;
};
