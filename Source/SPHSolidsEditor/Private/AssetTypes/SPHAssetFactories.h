// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Factories/Factory.h"

#include "SPHAssetFactories.generated.h"

/** Makes new assets that begin as their class's defaults, from the content browser's Add menu. */
UCLASS(Abstract)
class USPHAssetFactory : public UFactory
{
	GENERATED_BODY()

public:
	USPHAssetFactory();
	virtual UObject* FactoryCreateNew(
		UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, UObject* Context, FFeedbackContext* Warn) override;
};

/** Makes new soft body materials. */
UCLASS()
class USPHSolidMaterialFactory : public USPHAssetFactory
{
	GENERATED_BODY()

public:
	USPHSolidMaterialFactory();
};

/** Makes empty recordings, for components that record into them. */
UCLASS()
class USPHSolidRecordingFactory : public USPHAssetFactory
{
	GENERATED_BODY()

public:
	USPHSolidRecordingFactory();
};
