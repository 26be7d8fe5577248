// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/DeveloperSettings/Engine/UDeveloperSettings (module DeveloperSettings; GetCategoryName, GetContainerName, GetSectionName are virtual and const).
#pragma once

#include "UObject/UObjectGlobals.h"

#include "DeveloperSettings.generated.h"

UCLASS(Abstract)
class UDeveloperSettings : public UObject
{
	GENERATED_BODY()

public:
	virtual FName GetContainerName() const { return TEXT("Project"); }
	virtual FName GetCategoryName() const { return TEXT("Game"); }
	virtual FName GetSectionName() const { return GetClass()->GetFName(); }
};
