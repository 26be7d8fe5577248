// Copyright (c) 2026 The SPHSolids authors

#include "AssetTypes/SPHSolidRecordingFactory.h"

#include "SPHSolidRecording.h"

USPHSolidRecordingFactory::USPHSolidRecordingFactory()
{
	SupportedClass = USPHSolidRecording::StaticClass();
	bCreateNew = true;
	bEditAfterNew = false;
}

UObject* USPHSolidRecordingFactory::FactoryCreateNew(
	UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, UObject*, FFeedbackContext*)
{
	return NewObject<USPHSolidRecording>(InParent, InClass, InName, Flags | RF_Transactional);
}
