// Copyright (c) 2026 The SPHSolids authors

#include "Details/SPHMaterialDetails.h"

#include "DetailCategoryBuilder.h"
#include "DetailLayoutBuilder.h"
#include "DetailWidgetRow.h"
#include "Details/SPHStressCurve.h"
#include "SPHSolidMaterial.h"
#include "Templates/Casts.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SPHSolids"

TSharedRef<IDetailCustomization> FSPHMaterialDetails::MakeInstance()
{
	return MakeShared<FSPHMaterialDetails>();
}

void FSPHMaterialDetails::CustomizeDetails(IDetailLayoutBuilder& DetailBuilder)
{
	TArray<TWeakObjectPtr<UObject>> Objects;
	DetailBuilder.GetObjectsBeingCustomized(Objects);
	const USPHSolidMaterial* Material = Objects.Num() == 1 ? Cast<USPHSolidMaterial>(Objects[0].Get()) : nullptr;
	if (!Material)
		return;
	const FText Title = LOCTEXT("CurveTitle", "Stress in a bar, pressed to half its length (left) and pulled to twice (right)");
	DetailBuilder.EditCategory(TEXT("SPHSolids"), FText::GetEmpty(), ECategoryPriority::Important)
		.AddCustomRow(Title)
		.WholeRowContent()[SNew(SVerticalBox) + SVerticalBox::Slot().AutoHeight()[SNew(STextBlock).AutoWrapText(true).Text(Title)]
			+ SVerticalBox::Slot().AutoHeight()[SNew(SSPHStressCurve).Material(TWeakObjectPtr<const USPHSolidMaterial>(Material))]];
}

#undef LOCTEXT_NAMESPACE
