// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Factories/Factory.h"

#include "SPHSolidRecordingFactory.generated.h"

/** Makes empty recordings in the content browser, for components that record into them. */
UCLASS()
class USPHSolidRecordingFactory : public UFactory
{
	GENERATED_BODY()

public:
	USPHSolidRecordingFactory();
	virtual UObject* FactoryCreateNew(
		UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, UObject* Context, FFeedbackContext* Warn) override;
};
