// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Components/MeshComponent.h"
#include "CoreMinimal.h"

#include "SPHParticlesComponent.generated.h"

class FSPHSolidVertexPool;
struct FSPHMeshTopology;
struct FSPHSolidVertices;

/** Which particles are drawn. */
UENUM(BlueprintType)
enum class ESPHParticleSource : uint8
{
	/** Those of all fluids in the world. */
	Fluids,
	/** Those of the soft body of the same actor. */
	SolidOfActor,
	/** Those of all soft bodies in the world. */
	AllSolids
};

/**
 * Draws particles as small eight-sided beads with an ordinary material. Needs no content, so that something is seen at once; Niagara looks
 * better. While playing it stays at the origin of the world's axes, whatever its actor does.
 */
UCLASS(ClassGroup = (SPHSolids), meta = (BlueprintSpawnableComponent, DisplayName = "SPH Particles"),
	HideCategories = (Physics, Navigation, VirtualTexture, Mobility))
class SPHSOLIDSRUNTIME_API USPHParticlesComponent : public UMeshComponent
{
	GENERATED_BODY()

public:
	USPHParticlesComponent();

	/** Which particles are drawn. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	ESPHParticleSource Source = ESPHParticleSource::Fluids;

	/** Factor on the radius of the beads. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids", meta = (ClampMin = "0.01", UIMax = "2"))
	float RadiusScale = 1.0f;

	/** Material of the beads. Empty: the engine's default material. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids")
	TObjectPtr<UMaterialInterface> BeadMaterial;

	/** How many particles were drawn last. */
	UFUNCTION(BlueprintPure, Category = "SPHSolids")
	int32 GetNumDrawn() const { return NumDrawn; }

	virtual FPrimitiveSceneProxy* CreateSceneProxy() override;
	virtual FBoxSphereBounds CalcBounds(const FTransform& LocalToWorld) const override;
	virtual int32 GetNumMaterials() const override { return 1; }
	virtual UMaterialInterface* GetMaterial(int32 ElementIndex) const override;
	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;

	/** For the plugin's own use: a set of vertices with room for this many particles, to be filled and published. */
	TSharedPtr<FSPHSolidVertices> TakeVertices(int32 NumParticles);
	/** For the plugin's own use. */
	void Publish(const TSharedPtr<FSPHSolidVertices>& NewVertices, int32 NumParticles);

protected:
	virtual void SendRenderDynamicData_Concurrent() override;

private:
	TSharedPtr<FSPHSolidVertexPool> VertexPool;
	TSharedPtr<const FSPHMeshTopology> Topology;
	TSharedPtr<FSPHSolidVertices> Vertices;
	bool bVerticesUnsent = false;
	int32 NumDrawn = 0;
	FBox LocalBounds;
};
