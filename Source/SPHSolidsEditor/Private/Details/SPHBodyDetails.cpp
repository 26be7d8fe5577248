// Copyright (c) 2026 The SPHSolids authors

#include "Details/SPHBodyDetails.h"

#include "Adapters/SPHSolidBody.h"
#include "Bake/SPHBodyFreshness.h"
#include "Convert/SPHSolidsText.h"
#include "DetailCategoryBuilder.h"
#include "DetailLayoutBuilder.h"
#include "DetailWidgetRow.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidsEditorLibrary.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SPHSolids"

namespace
{

FText DescribeQuality(const FSPHSolidBody& Body)
{
	const SPHSolids::BodyQuality& Quality = Body.Baked->diagnosis.quality;
	return FText::FromString(FString::Printf(
		TEXT("Density error %.1f %% mean, %.1f %% largest; %.0f neighbours mean, %.0f fewest; %.0f %% of the surface covered."),
		100 * Quality.densityErrorMean, 100 * Quality.densityErrorMax, Quality.neighboursMean, Quality.neighboursMin,
		100 * Quality.surfaceCoverage));
}

void AddText(IDetailCategoryBuilder& Category, const FText& Text)
{
	Category.AddCustomRow(Text).WholeRowContent()[SNew(STextBlock).AutoWrapText(true).Text(Text)];
}

}

TSharedRef<IDetailCustomization> FSPHBodyDetails::MakeInstance()
{
	return MakeShared<FSPHBodyDetails>();
}

void FSPHBodyDetails::CustomizeDetails(IDetailLayoutBuilder& DetailBuilder)
{
	TArray<TWeakObjectPtr<UObject>> Objects;
	DetailBuilder.GetObjectsBeingCustomized(Objects);
	TArray<TWeakObjectPtr<USPHSolidBodyAsset>> Bodies;
	for (const TWeakObjectPtr<UObject>& Object : Objects)
		if (USPHSolidBodyAsset* Body = Cast<USPHSolidBodyAsset>(Object.Get()))
			Bodies.Add(Body);
	if (Bodies.IsEmpty())
		return;

	IDetailCategoryBuilder& Category = DetailBuilder.EditCategory(TEXT("SPHSolids"), FText::GetEmpty(), ECategoryPriority::Important);
	// One body is looked at closely; of many only the buttons.
	if (Bodies.Num() == 1)
	{
		const USPHSolidBodyAsset& Body = *Bodies[0];
		const FText Banner = SPHBodyFreshness::Describe(SPHBodyFreshness::Check(Body), Body);
		if (!Banner.IsEmpty())
			AddText(Category, Banner);
		if (const TSharedPtr<const FSPHSolidBody> Baked = Body.GetBody())
		{
			AddText(Category, DescribeQuality(*Baked));
			for (const SPHSolids::BodyFinding& Finding : Baked->Baked->diagnosis.findings)
				if (Finding.severity != SPHSolids::FindingSeverity::Note)
					AddText(Category, FText::FromString(SPHSolidsText::ToEngine(Finding.sentence)));
		}
	}
	IDetailLayoutBuilder* Layout = &DetailBuilder;
	Category.AddCustomRow(LOCTEXT("Rebake", "Re-bake"))
		.WholeRowContent()[SNew(SButton)
				.Text(LOCTEXT("Rebake", "Re-bake"))
				.OnClicked_Lambda(
					[Bodies, Layout]
					{
						TArray<USPHSolidBodyAsset*> Alive;
						for (const TWeakObjectPtr<USPHSolidBodyAsset>& Body : Bodies)
							if (Body.IsValid())
								Alive.Add(Body.Get());
						USPHSolidsEditorLibrary::RebakeBodies(Alive);
						Layout->ForceRefreshDetails();
						return FReply::Handled();
					})];
}

#undef LOCTEXT_NAMESPACE
