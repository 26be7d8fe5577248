// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/UMaterial/GetDefaultMaterial, .../EMaterialDomain.
#pragma once

#include "MaterialDomain.h"
#include "Materials/MaterialInterface.h"

#include "Material.generated.h"

UCLASS()
class UMaterial : public UMaterialInterface
{
	GENERATED_BODY()

public:
	virtual UMaterial* GetMaterial() override { return this; }
	static UMaterial* GetDefaultMaterial(EMaterialDomain Domain);
};
