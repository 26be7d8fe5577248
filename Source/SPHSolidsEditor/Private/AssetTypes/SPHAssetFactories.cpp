// Copyright (c) 2026 The SPHSolids authors

#include "AssetTypes/SPHAssetFactories.h"

#include "SPHSolidMaterial.h"
#include "SPHSolidRecording.h"

USPHAssetFactory::USPHAssetFactory()
{
	bCreateNew = true;
}

UObject* USPHAssetFactory::FactoryCreateNew(
	UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, UObject*, FFeedbackContext*)
{
	return NewObject<UObject>(InParent, InClass, InName, Flags | RF_Transactional);
}

USPHSolidMaterialFactory::USPHSolidMaterialFactory()
{
	SupportedClass = USPHSolidMaterial::StaticClass();
	bEditAfterNew = true;
}

USPHSolidRecordingFactory::USPHSolidRecordingFactory()
{
	SupportedClass = USPHSolidRecording::StaticClass();
	bEditAfterNew = false;
}
