// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Kismet/BlueprintFunctionLibrary.h"

#include "SPHSolidsEditorLibrary.generated.h"

class AActor;
class UGeometryCache;
class USPHPinComponent;
class USPHSolidBakeOptions;
class USPHSolidBodyAsset;
class USPHSolidMaterial;
class UStaticMesh;

/**
 * Baking from editor scripts: Blueprint utilities and Python.
 */
UCLASS()
class SPHSOLIDSEDITOR_API USPHSolidsEditorLibrary : public UBlueprintFunctionLibrary
{
	GENERATED_BODY()

public:
	/** Bakes static meshes without asking. One body per mesh, empty where it failed; the message log says why. @param Options None: those of the last dialog. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids|Bake")
	static TArray<USPHSolidBodyAsset*> BakeStaticMeshes(const TArray<UStaticMesh*>& Meshes, USPHSolidBakeOptions* Options);

	/** Bakes bodies again as they were baked, into themselves. Returns how many succeeded. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids|Bake")
	static int32 RebakeBodies(const TArray<USPHSolidBodyAsset*>& Bodies);

	/** Whether the mesh of a body has changed since it was baked. */
	UFUNCTION(BlueprintPure, Category = "SPHSolids|Bake")
	static bool IsOutOfDate(const USPHSolidBodyAsset* Body);

	/** All bodies of the project whose mesh has changed. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids|Bake")
	static TArray<USPHSolidBodyAsset*> FindOutOfDateBodies();

	/** Bakes the meshes of static mesh actors and puts soft bodies in their places. One undo brings the actors back. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids|Bake")
	static TArray<AActor*> ReplaceWithSoftBodies(const TArray<AActor*>& Actors, USPHSolidBakeOptions* Options);

	/** Gives an actor a pin that holds what is inside a box. @param Place Of its centre, relative to the actor's root, cm. @param BoxExtent Half sides, cm. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids|Bake")
	static USPHPinComponent* AddPin(AActor* Actor, FVector Place, FVector BoxExtent);

	/** The material asset of a ready-made material in a folder, made if it is not there. None if there is no such material. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids|Bake")
	static USPHSolidMaterial* FindOrMakeMaterial(FName Preset, const FString& Folder);

	/** Lets a body fall onto a floor and keeps its mesh of every frame as a Geometry Cache beside the body. None if it failed or was cancelled; the message log says why. @param Preset Ready-made material. @param Seconds How long. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids|Bake")
	static UGeometryCache* BakeDrop(USPHSolidBodyAsset* Body, FName Preset, float Seconds = 2.0f);

	/** Makes a Geometry Cache of a body in a .sphcache file, recorded by the Lab or by an earlier play. Belongs at the level's origin. None if it failed; the message log says why. @param ObjectName Of the body in the recording; none: the one with as many particles. @param Folder Such as /Game/Recordings. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids|Bake")
	static UGeometryCache* ImportRecording(const FString& File, const USPHSolidBodyAsset* Body, FName ObjectName, const FString& Folder);

	/** Writes a body as a .sphbody file, which the Lab and the command line read. False if there is no body or the file cannot be written. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids|Bake")
	static bool ExportBody(const USPHSolidBodyAsset* Body, const FString& File);
};
