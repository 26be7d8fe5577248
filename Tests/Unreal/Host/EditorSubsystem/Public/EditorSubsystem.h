// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/EditorSubsystem/UEditorSubsystem.
#pragma once

#include "Subsystems/Subsystem.h"

#include "EditorSubsystem.generated.h"

UCLASS()
class UEditorSubsystem : public USubsystem
{
	GENERATED_BODY()
};
