// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "UObject/UObjectGlobals.h"

#include "SPHSolidBakeOptions.generated.h"

/** How the number of particles is chosen. */
UENUM(BlueprintType)
enum class ESPHBakeSize : uint8
{
	/** As many particles as asked for, within 2 %. */
	Count,
	/** As many as fit with the radius asked for. */
	Radius
};

/** How particles are placed. */
UENUM(BlueprintType)
enum class ESPHBakeMethod : uint8
{
	/** A lattice relaxed until it follows the surface. Best, and the default. */
	Relaxed,
	/** The plain lattice. Quick; surfaces are stepped. */
	Grid,
	/** Random places that keep their distance, for comparison. */
	BlueNoise UMETA(DisplayName = "Blue noise")
};

/** What becomes of parts thinner than a particle. */
UENUM(BlueprintType)
enum class ESPHBakeShell : uint8
{
	/** One layer of particles where the mesh is thinner than a particle, volume elsewhere. */
	Auto,
	/** The whole mesh is a shell of one layer: cloth, balloons. */
	Always,
	/** Thin parts are reported and left out. */
	Never
};

/** What happens if there is a body of this name already. */
UENUM(BlueprintType)
enum class ESPHBakeExisting : uint8
{
	/** A body that was baked from the same mesh is baked again in its place; anything else keeps its name and the new one gets a number. */
	Replace,
	/** The new one always gets a number. */
	KeepBoth UMETA(DisplayName = "Keep both")
};

/**
 * What the artist chooses when a static mesh is baked. The editor remembers the last choice.
 */
UCLASS(BlueprintType, Config = EditorPerProjectUserSettings, meta = (DisplayName = "SPH Bake Options"))
class SPHSOLIDSEDITOR_API USPHSolidBakeOptions : public UObject
{
	GENERATED_BODY()

public:
	/** Whether you choose the number of particles or their radius. */
	UPROPERTY(Config, EditAnywhere, BlueprintReadWrite, Category = "Particles")
	ESPHBakeSize Size = ESPHBakeSize::Count;

	/** How many particles the body gets. 2000 for a prop, 10000 for a hero. */
	UPROPERTY(Config, EditAnywhere, BlueprintReadWrite, Category = "Particles",
		meta = (ClampMin = "8", ClampMax = "4000000", UIMax = "50000", EditCondition = "Size == ESPHBakeSize::Count"))
	int32 ParticleCount = 5000;

	/** Radius of a particle in centimetres: details smaller than this are not simulated. Half of it makes eight times the particles. */
	UPROPERTY(Config, EditAnywhere, BlueprintReadWrite, Category = "Particles",
		meta = (ClampMin = "0.01", UIMax = "20", Units = "cm", EditCondition = "Size == ESPHBakeSize::Radius"))
	float ParticleRadius = 2.0f;

	/** How particles are placed. */
	UPROPERTY(Config, EditAnywhere, BlueprintReadWrite, Category = "Particles")
	ESPHBakeMethod Method = ESPHBakeMethod::Relaxed;

	/** What becomes of parts thinner than a particle. */
	UPROPERTY(Config, EditAnywhere, BlueprintReadWrite, Category = "Particles")
	ESPHBakeShell Shell = ESPHBakeShell::Auto;

	/** Thickness of a shell in centimetres, from which it gets its weight. 0: that of the mesh, or of a particle. */
	UPROPERTY(Config, EditAnywhere, BlueprintReadWrite, Category = "Particles", meta = (ClampMin = "0", Units = "cm"))
	float ShellThickness = 0.0f;

	/** Level of detail of the mesh that is filled with particles. -1 for the high-resolution source of a Nanite mesh, if it has one. */
	UPROPERTY(Config, EditAnywhere, BlueprintReadWrite, Category = "Mesh", meta = (ClampMin = "-1", ClampMax = "7"))
	int32 SourceLOD = 0;

	/** Whether the mesh is kept in the body and follows its particles. Without it the body can be drawn as particles only. */
	UPROPERTY(Config, EditAnywhere, BlueprintReadWrite, Category = "Mesh")
	bool bSkin = true;

	/** Level of detail of the mesh that is drawn. -1 for the high-resolution source of a Nanite mesh, if it has one. */
	UPROPERTY(
		Config, EditAnywhere, BlueprintReadWrite, Category = "Mesh", meta = (ClampMin = "-1", ClampMax = "7", EditCondition = "bSkin"))
	int32 SkinLOD = 0;

	/** Meshes with more triangles than this are refused: choose a coarser level of detail for them. */
	UPROPERTY(Config, EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "Mesh", meta = (ClampMin = "1"))
	int32 MaxTriangles = 20000000;

	/** Ready-made material that new actors get, and that the weight in the estimate is of. None: soft rubber. */
	UPROPERTY(Config, EditAnywhere, BlueprintReadWrite, Category = "Material", meta = (GetOptions = "GetPresetNames"))
	FName MaterialPreset;

	/** Folder of the new bodies, such as /Game/Bodies. Empty: beside their meshes. */
	UPROPERTY(Config, EditAnywhere, BlueprintReadWrite, Category = "Asset")
	FString Folder;

	/** Bodies are named like their mesh with this in front. */
	UPROPERTY(Config, EditAnywhere, BlueprintReadWrite, Category = "Asset")
	FString Prefix = TEXT("SB_");

	/** What happens if there is a body of this name already. */
	UPROPERTY(Config, EditAnywhere, BlueprintReadWrite, Category = "Asset")
	ESPHBakeExisting Existing = ESPHBakeExisting::Replace;

	/** Saves the bodies when they are baked, and checks them out of source control for that. */
	UPROPERTY(Config, EditAnywhere, BlueprintReadWrite, Category = "Asset")
	bool bSave = true;

	/** Opens the body when it is baked, if it was only one. */
	UPROPERTY(Config, EditAnywhere, BlueprintReadWrite, Category = "Asset")
	bool bOpen = true;

	/** Names of the ready-made materials. */
	UFUNCTION(BlueprintPure, Category = "Material")
	static TArray<FName> GetPresetNames();
};
