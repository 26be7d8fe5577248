// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/UEditorLoadingAndSavingUtils/SavePackages (packages, bOnlyDirty): saves without asking, checks out from source control if that is on; false if one could not be saved.
#pragma once

#include "UObject/Package.h"
#include "UObject/UObjectGlobals.h"

#include "FileHelpers.generated.h"

UCLASS()
class UEditorLoadingAndSavingUtils : public UObject
{
	GENERATED_BODY()

public:
	static bool SavePackages(const TArray<UPackage*>& PackagesToSave, bool bOnlyDirty);
};
