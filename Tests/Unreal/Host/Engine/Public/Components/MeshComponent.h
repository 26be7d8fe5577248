// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/UMeshComponent (GetMaterialRelevance: by feature level up to 5.6, by shader platform from 5.7; OverrideMaterials, SetMaterial).
#pragma once

#include "Components/PrimitiveComponent.h"
#include "Materials/MaterialInterface.h"

#include "MeshComponent.generated.h"

UCLASS(Abstract)
class UMeshComponent : public UPrimitiveComponent
{
	GENERATED_BODY()

public:
	UMeshComponent(const FObjectInitializer& ObjectInitializer = FObjectInitializer::Get());

	virtual TArray<UMaterialInterface*> GetMaterials() const;
	virtual int32 GetMaterialIndex(FName MaterialSlotName) const { return INDEX_NONE; }
	virtual TArray<FName> GetMaterialSlotNames() const { return {}; }
	virtual bool IsMaterialSlotNameValid(FName MaterialSlotName) const { return false; }
	virtual UMaterialInterface* GetMaterial(int32 ElementIndex) const override;
	virtual int32 GetNumMaterials() const override { return OverrideMaterials.Num(); }
	virtual void SetMaterial(int32 ElementIndex, UMaterialInterface* Material);
	virtual void GetUsedMaterials(TArray<UMaterialInterface*>& OutMaterials, bool bGetDebugMaterials = false) const override;
#if UE_VERSION_OLDER_THAN(5, 7, 0)
	FMaterialRelevance GetMaterialRelevance(ERHIFeatureLevel::Type InFeatureLevel) const;
#else
	FMaterialRelevance GetMaterialRelevance(EShaderPlatform InShaderPlatform) const;
#endif

	UPROPERTY()
	TArray<TObjectPtr<UMaterialInterface>> OverrideMaterials;
};
