// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

#include <SPHSolids/World/WorldDef.h>

class USPHSolidMaterial;

/// A material asset in the core's terms.
struct FSPHSolidMaterialValues
{
	SPHSolids::Material Material;
	SPHSolids::Damping Damping;
};

/// Of an asset, or of the class's defaults if there is none. @param StiffnessScale Factor on the stiffness.
SPHSOLIDSRUNTIME_API FSPHSolidMaterialValues SPHSolidMaterialValues(const USPHSolidMaterial* Asset, float StiffnessScale = 1.0f);
/// How bodies of an asset take part in heat; without the fluid that they melt into.
SPHSOLIDSRUNTIME_API SPHSolids::BodyHeatDef SPHSolidHeatValues(const USPHSolidMaterial& Material);
