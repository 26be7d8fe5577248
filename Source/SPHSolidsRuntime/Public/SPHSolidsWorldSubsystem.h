// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Subsystems/WorldSubsystem.h"

#include "SPHSolidsWorldSubsystem.generated.h"

class FSPHSolidsSimulation;
class USPHSolidComponent;

/** What the plugin's simulation of a world did in the last frame. The same figures as stat SPHSolids. */
USTRUCT(BlueprintType)
struct FSPHSolidsFrameStats
{
	GENERATED_BODY()

	/** Soft bodies that move. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	int32 AwakeBodies = 0;

	/** Soft bodies at rest, which cost nothing. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	int32 SleepingBodies = 0;

	/** Particles of all soft bodies. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	int32 SolidParticles = 0;

	/** Particles of all fluids. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	int32 FluidParticles = 0;

	/** Shapes of the level that soft bodies and fluids can touch. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	int32 Colliders = 0;

	/** Simulation steps in the frame. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	int32 Steps = 0;

	/** Milliseconds of the solver, on worker threads. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	float SolverMilliseconds = 0.0f;

	/** Milliseconds for moving the render meshes, on worker threads. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	float SkinMilliseconds = 0.0f;

	/** Milliseconds on the game thread, without waiting for the workers. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	float GameThreadMilliseconds = 0.0f;

	/** Milliseconds that the game thread waited for the workers. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	float WaitMilliseconds = 0.0f;
};

/**
 * Owns the simulation of one world. Before physics it collects what the game wants and where colliders are, solves on worker threads while
 * the engine's own physics runs, and publishes the result after physics. Made by the engine for game worlds; in the edited level bodies only
 * show their undeformed shape, and windows of asset editors simulate when they are asked to (Start Preview).
 *
 * Blueprint functions that look at a body or change it while the solver runs wait for it; outside of physics ticks nothing waits.
 */
UCLASS()
class SPHSOLIDSRUNTIME_API USPHSolidsWorldSubsystem : public UWorldSubsystem
{
	GENERATED_BODY()

public:
	/** Stops and continues all soft bodies and fluids of this world, whatever the game does. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	void SetSimulationPaused(bool bPaused);

	/** Whether Set Simulation Paused stopped the simulation. */
	UFUNCTION(BlueprintPure, Category = "SPHSolids")
	bool IsSimulationPaused() const;

	/** Pushes all soft bodies and fluids away from a place. @param Radius In cm. @param Speed At the centre, in cm/s. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	void ApplyRadialPush(FVector Location, float Radius, float Speed);

	/** What the last frame did and cost. */
	UFUNCTION(BlueprintPure, Category = "SPHSolids")
	FSPHSolidsFrameStats GetFrameStats() const;

	/** A number that is the same for two worlds whose particles are at the same places: for tests of sameness. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	int64 GetStateHash() const;

	/** How warm it is at a place, in degrees Celsius, from the project's settings and the heat sources near. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	float GetTemperatureAt(FVector Location) const;

	/** Everything that moves, as bytes: to go back to this moment later. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	TArray<uint8> SaveWorldState() const;

	/**
	 * Goes back to a moment that Save World State kept. The world must have the same bodies, fluids and colliders as then: it is for going back
	 * within a game, while Save Body State of a component is for saved games. False, with a message that says why, if it cannot.
	 */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	bool LoadWorldState(const TArray<uint8>& State, FString& OutMessage);

	/**
	 * Writes the last steps into the next free file Saved/SPHSolids/Steps1.sphrec, Steps2.sphrec and so on, which sphsolids replay plays again and
	 * looks through. The project's setting Recorded Steps says how many are kept; with Deterministic they are played again exactly. In the console:
	 * sph.SaveSteps. False if it cannot.
	 * @param OutMessage The file, and why its steps cannot be played again exactly if so; or why nothing was written.
	 */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	bool SaveRecordedSteps(FString& OutMessage);

	/** For the plugin's own use; none in worlds that do not play. */
	FSPHSolidsSimulation* GetSimulation() const { return Simulation.Get(); }

	/**
	 * For windows of the editor: simulates one soft body over a floor in a preview world, with the project's settings but no budget. Nothing plays
	 * there, so whoever shows it calls Advance Preview. False with a message if the body cannot be simulated.
	 */
	bool StartPreview(USPHSolidComponent& Body, double FloorHeight, FString& OutMessage);
	/** Steps the preview and moves its mesh. @param Seconds Long frames are cut. */
	void AdvancePreview(float Seconds);
	/** The body stands undeformed where it is now. */
	void StopPreview();

	virtual void OnWorldBeginPlay(UWorld& InWorld) override;
	virtual void Deinitialize() override;

protected:
	virtual bool DoesSupportWorldType(const EWorldType::Type WorldType) const override;

private:
	TSharedPtr<FSPHSolidsSimulation> Simulation;
	TWeakObjectPtr<USPHSolidComponent> Previewed;
};
