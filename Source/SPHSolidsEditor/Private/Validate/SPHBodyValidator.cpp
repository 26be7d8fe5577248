// Copyright (c) 2026 The SPHSolids authors

#include "Validate/SPHBodyValidator.h"

#include "Adapters/SPHBodyRegions.h"
#include "Adapters/SPHSolidBody.h"
#include "Bake/SPHBodyFreshness.h"
#include "Convert/SPHSolidsText.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidsEditorSettings.h"
#include "Templates/Casts.h"

#define LOCTEXT_NAMESPACE "SPHSolids"

bool USPHBodyValidator::CanValidateAsset_Implementation(const FAssetData&, UObject* InObject, FDataValidationContext&) const
{
	return InObject && InObject->IsA<USPHSolidBodyAsset>();
}

EDataValidationResult USPHBodyValidator::ValidateLoadedAsset_Implementation(const FAssetData&, UObject* InAsset, FDataValidationContext&)
{
	const USPHSolidBodyAsset& Body = *CastChecked<USPHSolidBodyAsset>(InAsset);
	const ESPHFreshness Freshness = SPHBodyFreshness::Check(Body);
	const FText Sentence = SPHBodyFreshness::Describe(Freshness, Body);
	if (Freshness == ESPHFreshness::Empty)
	{
		AssetFails(InAsset, Sentence);
		return EDataValidationResult::Invalid;
	}
	if (!Sentence.IsEmpty())
		AssetWarning(InAsset, Sentence);
	for (const SPHSolids::BodyFinding& Finding : Body.GetBody()->Baked->diagnosis.findings)
		if (Finding.severity == SPHSolids::FindingSeverity::Problem)
			AssetWarning(InAsset, FText::FromString(SPHSolidsText::ToEngine(Finding.sentence)));
	for (const FSPHBodyRegion& Region : Body.Regions)
		if (SPHBodyRegions::CountInside(Region, *Body.GetBody()) == 0)
			AssetWarning(InAsset,
				FText::Format(LOCTEXT("EmptyRegion", "No particle is inside the region {0}: it does nothing. Move, enlarge or delete it."),
					FText::FromName(Region.Name)));
	const int32 Budget = GetDefault<USPHSolidsEditorSettings>()->BodyParticleBudget;
	if (Body.NumParticles > Budget)
		AssetWarning(InAsset,
			FText::Format(
				LOCTEXT("TooManyParticles", "The body has {0} particles, more than the {1} of the project's settings. Bake it with fewer."),
				Body.NumParticles, Budget));
	AssetPasses(InAsset);
	return EDataValidationResult::Valid;
}

#undef LOCTEXT_NAMESPACE
