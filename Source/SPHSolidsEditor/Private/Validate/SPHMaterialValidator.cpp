// Copyright (c) 2026 The SPHSolids authors

#include "Validate/SPHMaterialValidator.h"

#include "Adapters/SPHSolidMaterialAdapter.h"
#include "Convert/SPHSolidsText.h"
#include "SPHSolidMaterial.h"
#include "Templates/Casts.h"

#define LOCTEXT_NAMESPACE "SPHSolids"

bool USPHMaterialValidator::CanValidateAsset_Implementation(const FAssetData&, UObject* InObject, FDataValidationContext&) const
{
	return InObject && InObject->IsA<USPHSolidMaterial>();
}

EDataValidationResult USPHMaterialValidator::ValidateLoadedAsset_Implementation(
	const FAssetData&, UObject* InAsset, FDataValidationContext&)
{
	const USPHSolidMaterial& Material = *CastChecked<USPHSolidMaterial>(InAsset);
	if (const SPHSolids::Status Good = SPHSolids::ValidateMaterial(SPHSolidMaterialValues(&Material).Material); !Good.IsOk())
	{
		AssetFails(InAsset, FText::FromString(SPHSolidsText::ToEngine(Good.Message())));
		return EDataValidationResult::Invalid;
	}
	if (Material.ZeroEnergyControl <= 0.0f)
		AssetWarning(InAsset,
			LOCTEXT("NoZeroEnergy",
				"Zero Energy Control is off: particles can shuffle without the shape changing, and the skin gets noisy. Set it to 0.1 or "
				"more."));
	AssetPasses(InAsset);
	return EDataValidationResult::Valid;
}

#undef LOCTEXT_NAMESPACE
