// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Engine/DeveloperSettings.h"

#include "SPHSolidsEditorSettings.generated.h"

/** What the editor does when the mesh of a body was imported again. */
UENUM()
enum class ESPHWhenMeshChanges : uint8
{
	/** Says which bodies are out of date. */
	Tell,
	/** Bakes them again at once. */
	Rebake UMETA(DisplayName = "Re-bake")
};

/**
 * How the plugin behaves in the editor: Edit, Project Settings, Plugins, SPH Solids Editor.
 */
UCLASS(Config = Editor, DefaultConfig, meta = (DisplayName = "SPH Solids Editor"))
class USPHSolidsEditorSettings : public UDeveloperSettings
{
	GENERATED_BODY()

public:
	/** What happens when the mesh of a body was imported again. */
	UPROPERTY(Config, EditAnywhere, Category = "Baking")
	ESPHWhenMeshChanges WhenMeshChanges = ESPHWhenMeshChanges::Tell;

	/** A level whose soft bodies have more particles than this together gets a warning. */
	UPROPERTY(Config, EditAnywhere, Category = "Validation", meta = (ClampMin = "1"))
	int32 LevelParticleBudget = 60000;

	/** A body with more particles than this gets a warning. */
	UPROPERTY(Config, EditAnywhere, Category = "Validation", meta = (ClampMin = "1"))
	int32 BodyParticleBudget = 50000;

	virtual FName GetCategoryName() const override { return FName(TEXT("Plugins")); }
};
