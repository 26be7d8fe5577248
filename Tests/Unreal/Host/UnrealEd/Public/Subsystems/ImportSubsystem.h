// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/UImportSubsystem (OnAssetReimport(UObject*), null if it failed).
#pragma once

#include "EditorSubsystem.h"

#include "ImportSubsystem.generated.h"

UCLASS()
class UImportSubsystem : public UEditorSubsystem
{
	GENERATED_BODY()

public:
	DECLARE_MULTICAST_DELEGATE_OneParam(FOnAssetReimport, UObject*);
	FOnAssetReimport OnAssetReimport;
	void BroadcastAssetReimport(UObject* InCreatedObject) { OnAssetReimport.Broadcast(InCreatedObject); }
};
