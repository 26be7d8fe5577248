// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/UPrimitiveComponent (CreateSceneProxy, CreateRenderState_Concurrent, GetMaterial, GetNumMaterials, GetUsedMaterials); Algoryx/AGXUnreal AGX_SimpleMeshComponent.
#pragma once

#include "Components/SceneComponent.h"
#include "RenderingThread.h"

#include "PrimitiveComponent.generated.h"

class FPrimitiveSceneProxy;
class UMaterialInterface;

UCLASS(Abstract)
class UPrimitiveComponent : public USceneComponent
{
	GENERATED_BODY()

public:
	UPrimitiveComponent(const FObjectInitializer& ObjectInitializer = FObjectInitializer::Get());

	/** Made on the game thread, used and deleted on the render thread. */
	virtual FPrimitiveSceneProxy* CreateSceneProxy() { return nullptr; }
	virtual UMaterialInterface* GetMaterial(int32 ElementIndex) const { return nullptr; }
	virtual int32 GetNumMaterials() const { return 0; }
	virtual void GetUsedMaterials(TArray<UMaterialInterface*>& OutMaterials, bool bGetDebugMaterials = false) const {}
	virtual bool ShouldCreateRenderState() const override;
	virtual FMatrix GetRenderMatrix() const { return GetComponentTransform().ToMatrixWithScale(); }
	virtual bool IsReadyForFinishDestroy() override;
	virtual void BeginDestroy() override;
	void SetCastShadow(bool NewCastShadow);

	/** Belongs to the render thread: the game thread may hand it over, not look into it. */
	FPrimitiveSceneProxy* SceneProxy = nullptr;

	UPROPERTY()
	uint8 CastShadow : 1;

	UPROPERTY()
	uint8 bRenderCustomDepth : 1;

	UPROPERTY()
	uint8 bReceivesDecals : 1;

	UPROPERTY()
	float BoundsScale = 1.0f;

protected:
	virtual void OnUpdateTransform(EUpdateTransformFlags UpdateTransformFlags, ETeleportType Teleport = ETeleportType::None) override;
	virtual void CreateRenderState_Concurrent(FRegisterComponentContext* Context) override;
	virtual void SendRenderTransform_Concurrent() override;
	virtual void DestroyRenderState_Concurrent() override;

private:
	FRenderCommandFence DetachFence;
};
