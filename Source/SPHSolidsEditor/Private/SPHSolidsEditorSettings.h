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

	/** A recording of play also makes a Geometry Cache of each soft body, which plays in the level and in Sequencer without simulating. */
	UPROPERTY(Config, EditAnywhere, Category = "Recording")
	bool bRecordGeometryCache = true;

	/** A recording of play also makes a recording asset of each soft body: choose it in a component, set its Cache Mode to Play, and Sequencer can key its time. */
	UPROPERTY(Config, EditAnywhere, Category = "Recording")
	bool bRecordAsset = true;

	/** Folder of the assets that recordings become, such as /Game/Recordings. */
	UPROPERTY(Config, EditAnywhere, Category = "Recording")
	FString RecordingFolder = TEXT("/Game/Recordings");

	/** A recording of play also writes one PLY file a frame with all particles, in metres: Houdini, Blender, the Lab. */
	UPROPERTY(Config, EditAnywhere, Category = "Recording")
	bool bRecordPly = false;

	/** A recording of play also writes one VTK file a frame with all particles: ParaView. */
	UPROPERTY(Config, EditAnywhere, Category = "Recording")
	bool bRecordVtk = false;

	virtual FName GetCategoryName() const override { return FName(TEXT("Plugins")); }
};
