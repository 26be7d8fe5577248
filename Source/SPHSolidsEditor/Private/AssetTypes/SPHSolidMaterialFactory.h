// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Factories/Factory.h"

#include "SPHSolidMaterialFactory.generated.h"

/** Makes new soft body materials from the content browser's Add menu. */
UCLASS()
class USPHSolidMaterialFactory : public UFactory
{
	GENERATED_BODY()

public:
	USPHSolidMaterialFactory();
	virtual UObject* FactoryCreateNew(
		UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, UObject* Context, FFeedbackContext* Warn) override;
};
