// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/ThumbnailRendering/UThumbnailManager/{RegisterCustomRenderer,UnregisterCustomRenderer}.
#pragma once

#include "Templates/SubclassOf.h"
#include "ThumbnailRendering/ThumbnailRenderer.h"

#include "ThumbnailManager.generated.h"

UCLASS()
class UThumbnailManager : public UObject
{
	GENERATED_BODY()

public:
	static UThumbnailManager& Get() { return *GetMutableDefault<UThumbnailManager>(); }
	virtual void RegisterCustomRenderer(UClass* Class, TSubclassOf<UThumbnailRenderer> RendererClass)
	{
		HostRenderers.Add(Class, RendererClass);
	}
	virtual void UnregisterCustomRenderer(UClass* Class) { HostRenderers.Remove(Class); }

	TMap<UClass*, UClass*> HostRenderers;
};
