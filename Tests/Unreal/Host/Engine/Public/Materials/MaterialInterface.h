// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/UMaterialInterface (GetRenderProxy, GetMaterial), .../FMaterialRelevance (SetPrimitiveViewRelevance).
#pragma once

#include "Misc/EngineVersionComparison.h"
#include "PrimitiveViewRelevance.h"
#include "RHIDefinitions.h"
#include "UObject/UObjectGlobals.h"

#include "MaterialInterface.generated.h"

class UMaterial;

/** What the render thread knows of a material. */
class FMaterialRenderProxy
{
public:
	explicit FMaterialRenderProxy(FString InName)
		: HostName(MoveTemp(InName))
	{
	}
	virtual ~FMaterialRenderProxy() = default;
	FString HostName;
};

/** How the materials of a primitive want to be drawn. */
struct FMaterialRelevance
{
	bool bOpaque = true, bMasked = false, bNormalTranslucency = false, bDisableDepthTest = false, bUsesWorldPositionOffset = false;
	FMaterialRelevance& operator|=(const FMaterialRelevance& Other)
	{
		bOpaque |= Other.bOpaque;
		bMasked |= Other.bMasked;
		bNormalTranslucency |= Other.bNormalTranslucency;
		return *this;
	}
	void SetPrimitiveViewRelevance(FPrimitiveViewRelevance& OutViewRelevance) const
	{
		OutViewRelevance.bOpaque = bOpaque;
		OutViewRelevance.bMasked = bMasked;
		OutViewRelevance.bNormalTranslucency = bNormalTranslucency;
	}
};

UCLASS(Abstract)
class UMaterialInterface : public UObject
{
	GENERATED_BODY()

public:
	FMaterialRenderProxy* GetRenderProxy() const;
	virtual UMaterial* GetMaterial() { return nullptr; }
	FMaterialRelevance HostRelevance;

private:
	mutable TUniquePtr<FMaterialRenderProxy> RenderProxy;
};
