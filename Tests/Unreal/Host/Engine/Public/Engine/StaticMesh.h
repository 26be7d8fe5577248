// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/UStaticMesh (GetBodySetup, SetBodySetup, GetStaticMaterials, GetMeshDescription, CreateMeshDescription, CommitMeshDescription, GetNumSourceModels, GetSourceModel, IsHiResMeshDescriptionValid, GetHiResMeshDescription), .../FStaticMeshSourceModel (BuildSettings), .../FMeshBuildSettings (BuildScale3D); rdeioris/glTFRuntime, Algoryx/AGXUnreal.
#pragma once

#include "PhysicsEngine/BodySetup.h"

#include "StaticMesh.generated.h"

class UMaterialInterface;
struct FMeshDescription;

/** One material slot. */
USTRUCT()
struct FStaticMaterial
{
	GENERATED_BODY()

	UPROPERTY()
	TObjectPtr<UMaterialInterface> MaterialInterface;

	UPROPERTY()
	FName MaterialSlotName;

	/** Name in the file that was imported; meshes name their slots by it. */
	UPROPERTY()
	FName ImportedMaterialSlotName;
};

struct FMeshBuildSettings
{
	FVector BuildScale3D = FVector(1.0, 1.0, 1.0);
};

struct FStaticMeshSourceModel
{
	FMeshBuildSettings BuildSettings;
	TSharedPtr<FMeshDescription> HostMesh;
};

UCLASS()
class UStaticMesh : public UObject
{
	GENERATED_BODY()

public:
	UBodySetup* GetBodySetup() const { return BodySetup; }
	void SetBodySetup(UBodySetup* InBodySetup) { BodySetup = InBodySetup; }
	TArray<FStaticMaterial>& GetStaticMaterials() { return StaticMaterials; }
	const TArray<FStaticMaterial>& GetStaticMaterials() const { return StaticMaterials; }

#if WITH_EDITOR
	int32 GetNumSourceModels() const { return SourceModels.Num(); }
	FStaticMeshSourceModel& GetSourceModel(int32 Index) { return SourceModels[Index]; }
	const FStaticMeshSourceModel& GetSourceModel(int32 Index) const { return SourceModels[Index]; }
	/// Null for levels of detail that the engine makes itself.
	FMeshDescription* GetMeshDescription(int32 LodIndex) const
	{
		return SourceModels.IsValidIndex(LodIndex) ? SourceModels[LodIndex].HostMesh.Get() : nullptr;
	}
	FMeshDescription* CreateMeshDescription(int32 LodIndex, FMeshDescription MeshDescription);
	void CommitMeshDescription(int32 LodIndex) { MarkPackageDirty(); }
	bool IsHiResMeshDescriptionValid() const { return HiResMesh.IsValid(); }
	FMeshDescription* GetHiResMeshDescription() const { return HiResMesh.Get(); }
	void HostSetHiRes(const TSharedPtr<FMeshDescription>& Mesh) { HiResMesh = Mesh; }
#endif

private:
	UPROPERTY()
	TObjectPtr<UBodySetup> BodySetup;

	UPROPERTY()
	TArray<FStaticMaterial> StaticMaterials;

	TArray<FStaticMeshSourceModel> SourceModels;
	TSharedPtr<FMeshDescription> HiResMesh;
};
