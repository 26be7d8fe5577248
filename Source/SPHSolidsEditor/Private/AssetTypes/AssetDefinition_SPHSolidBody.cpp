// Copyright (c) 2026 The SPHSolids authors

#include "AssetTypes/AssetDefinition_SPHSolidBody.h"

#include "BodyEditor/SPHBodyEditor.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidsStyle.h"
#include "Styling/SlateStyle.h"
#include "Styling/SlateStyleRegistry.h"

#define LOCTEXT_NAMESPACE "SPHSolids"

FText UAssetDefinition_SPHSolidBody::GetAssetDisplayName() const
{
	return LOCTEXT("BodyName", "SPH Solid Body");
}

FLinearColor UAssetDefinition_SPHSolidBody::GetAssetColor() const
{
	return FLinearColor(0.35f, 0.75f, 0.55f);
}

TSoftClassPtr<UObject> UAssetDefinition_SPHSolidBody::GetAssetClass() const
{
	return TSoftClassPtr<UObject>(USPHSolidBodyAsset::StaticClass());
}

TConstArrayView<FAssetCategoryPath> UAssetDefinition_SPHSolidBody::GetAssetCategories() const
{
	static const FAssetCategoryPath Categories[] = {EAssetCategoryPaths::Physics};
	return TConstArrayView<FAssetCategoryPath>(Categories, 1);
}

EAssetCommandResult UAssetDefinition_SPHSolidBody::OpenAssets(const FAssetOpenArgs& OpenArgs) const
{
	for (USPHSolidBodyAsset* Body : OpenArgs.LoadObjects<USPHSolidBodyAsset>())
		FSPHBodyEditor::Open(Body, OpenArgs.ToolkitHost);
	return EAssetCommandResult::Handled;
}

const FSlateBrush* UAssetDefinition_SPHSolidBody::GetThumbnailBrush(const FAssetData&, const FName) const
{
	const auto* Style = FSlateStyleRegistry::FindSlateStyle(FSPHSolidsStyle::SetName);
	return Style ? Style->GetBrush(TEXT("ClassThumbnail.SPHSolidBodyAsset")) : nullptr;
}

#undef LOCTEXT_NAMESPACE
