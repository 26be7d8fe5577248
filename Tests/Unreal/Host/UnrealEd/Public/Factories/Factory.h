// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/UFactory (SupportedClass, bCreateNew, bEditAfterNew, FactoryCreateNew, ShouldShowInNewMenu, GetMenuCategories); Algoryx/AGXUnreal, pafuhana1213/KawaiiPhysics.
#pragma once

#include "Templates/SubclassOf.h"
#include "UObject/UObjectGlobals.h"

#include "Factory.generated.h"

class FFeedbackContext;

UCLASS(Abstract)
class UFactory : public UObject
{
	GENERATED_BODY()

public:
	virtual UObject* FactoryCreateNew(
		UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, UObject* Context, FFeedbackContext* Warn)
	{
		return nullptr;
	}
	virtual bool ShouldShowInNewMenu() const { return bCreateNew; }

	UPROPERTY()
	TSubclassOf<UObject> SupportedClass;

	bool bCreateNew = false;
	bool bEditAfterNew = false;
};
