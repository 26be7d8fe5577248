// Copyright (c) 2026 The SPHSolids authors

#include "AssetTypes/SPHSolidMaterialFactory.h"

#include "SPHSolidMaterial.h"

USPHSolidMaterialFactory::USPHSolidMaterialFactory()
{
	SupportedClass = USPHSolidMaterial::StaticClass();
	bCreateNew = true;
	bEditAfterNew = true;
}

UObject* USPHSolidMaterialFactory::FactoryCreateNew(
	UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, UObject*, FFeedbackContext*)
{
	return NewObject<USPHSolidMaterial>(InParent, InClass, InName, Flags | RF_Transactional);
}
