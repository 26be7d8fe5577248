// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Engine/DeveloperSettings.h"

#include "SPHSolidsSettings.generated.h"

/**
 * Project settings of the plugin: Edit, Project Settings, Plugins, SPH Solids. A world takes them when it begins play.
 */
UCLASS(Config = Engine, DefaultConfig, meta = (DisplayName = "SPH Solids"))
class SPHSOLIDSRUNTIME_API USPHSolidsSettings : public UDeveloperSettings
{
	GENERATED_BODY()

public:
	/** Length of one simulation step in seconds. Shorter is stiffer and costs more; a frame takes as many as it needs. */
	UPROPERTY(Config, EditAnywhere, Category = "Time", meta = (ClampMin = "0.0005", ClampMax = "0.05", Units = "s"))
	float StepSeconds = 1.0f / 120.0f;

	/** Most steps in one frame. If a frame would need more, time in the simulation runs slower than in the game. */
	UPROPERTY(Config, EditAnywhere, Category = "Time", meta = (ClampMin = "1", ClampMax = "32"))
	int32 MaxStepsPerFrame = 4;

	/** Draws bodies between the last two steps, so that motion is smooth at any frame rate. They are then shown up to one step late. */
	UPROPERTY(Config, EditAnywhere, Category = "Time")
	bool bInterpolate = true;

	/** Milliseconds that the steps of one frame may take. When they take longer, the solver does fewer iterations and follows fast bodies in fewer substeps. 0 for no limit. */
	UPROPERTY(Config, EditAnywhere, Category = "Budget", meta = (ClampMin = "0", Units = "ms"))
	float BudgetMilliseconds = 8.0f;

	/** Solver iterations per step. Fewer are cheaper and look softer. */
	UPROPERTY(Config, EditAnywhere, Category = "Budget", meta = (ClampMin = "1", ClampMax = "100"))
	int32 Iterations = 6;

	/** Bodies farther than this from every player's eye do fewer iterations and fewer steps, in centimetres. 0 for never. */
	UPROPERTY(Config, EditAnywhere, Category = "Budget", meta = (ClampMin = "0", Units = "cm"))
	float LowQualityDistance = 3000.0f;

	/** Solver iterations per step of bodies beyond that distance. */
	UPROPERTY(Config, EditAnywhere, Category = "Budget", meta = (ClampMin = "1", ClampMax = "100"))
	int32 LowQualityIterations = 2;

	/**
	 * Bodies beyond that distance are stepped only every so many steps, each so much longer. 1 for every step. While a body is pinned or touches
	 * something that moves, it takes every step.
	 */
	UPROPERTY(Config, EditAnywhere, Category = "Budget", meta = (ClampMin = "1", ClampMax = "4"))
	int32 LowQualityStride = 2;

	/** Bodies farther than this from every player's eye stop where they are and go on when somebody comes near, in centimetres. 0 for never. */
	UPROPERTY(Config, EditAnywhere, Category = "Budget", meta = (ClampMin = "0", Units = "cm"))
	float FreezeDistance = 0.0f;

	/**
	 * Coarser meshes of soft bodies are drawn and moved where they differ from the full one by less than this share of the picture's width: 0.001 is
	 * two pixels of 1920. 0 for always the full mesh.
	 */
	UPROPERTY(Config, EditAnywhere, Category = "Budget", meta = (ClampMin = "0", ClampMax = "0.1"))
	float MeshError = 0.001f;

	/** Gives the same motion for the same inputs whatever the machine is busy with: no budget, no background work. Costs stalls. */
	UPROPERTY(Config, EditAnywhere, Category = "Time")
	bool bDeterministic = false;

	/**
	 * How many of the last steps a world keeps, so that Save Recorded Steps (or sph.SaveSteps in the console) can write them into a file that the
	 * program sphsolids plays again: for finding out what went wrong. 0 for none.
	 */
	UPROPERTY(Config, EditAnywhere, Category = "Time", meta = (ClampMin = "0", ClampMax = "10000"))
	int32 RecordedSteps = 0;

	/** Level geometry within this distance of a body is collected as colliders, in centimetres. */
	UPROPERTY(Config, EditAnywhere, Category = "Collision", meta = (ClampMin = "1", Units = "cm"))
	float GatherDistance = 50.0f;

	/** Most impact events of all bodies in one frame; the strongest are kept. */
	UPROPERTY(Config, EditAnywhere, Category = "Events", meta = (ClampMin = "0"))
	int32 MaxImpactsPerFrame = 16;

	/** Temperature where no heat source reaches, in degrees Celsius. */
	UPROPERTY(Config, EditAnywhere, Category = "Heat")
	float AmbientTemperature = 20.0f;

	/** How fast surfaces take on that temperature, in watts per square metre and degree: still air 10, wind 50. 0: they do not. */
	UPROPERTY(Config, EditAnywhere, Category = "Heat", meta = (ClampMin = "0", UIMax = "1000"))
	float AmbientHeatTransfer = 10.0f;

	virtual FName GetCategoryName() const override;
};
