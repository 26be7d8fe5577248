// Copyright (c) 2026 The SPHSolids authors

#include "Details/SPHSolidDetails.h"

#include "Bake/SPHBakeDialog.h"
#include "Bake/SPHBodyFreshness.h"
#include "Components/StaticMeshComponent.h"
#include "DetailCategoryBuilder.h"
#include "DetailLayoutBuilder.h"
#include "DetailWidgetRow.h"
#include "GameFramework/Actor.h"
#include "SPHSolidBakeOptions.h"
#include "SPHSolidBodyAsset.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsEditorLibrary.h"
#include "ScopedTransaction.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SPHSolids"

namespace
{

/// The mesh that belongs to a soft body: the one it was baked from, else the one that its actor shows.
UStaticMesh* MeshFor(const USPHSolidComponent& Solid)
{
	if (Solid.Body)
		if (UStaticMesh* Source = Cast<UStaticMesh>(Solid.Body->SourceMesh.LoadSynchronous()))
			return Source;
	const UStaticMeshComponent* Shown = Solid.GetOwner() ? Solid.GetOwner()->FindComponentByClass<UStaticMeshComponent>() : nullptr;
	return Shown ? Shown->GetStaticMesh() : nullptr;
}

void BakeFor(USPHSolidComponent& Solid)
{
	UStaticMesh* Mesh = MeshFor(Solid);
	USPHSolidBakeOptions* Options = GetMutableDefault<USPHSolidBakeOptions>();
	if (!Mesh || !SPHBakeDialog::Ask(*Options, {Mesh}))
		return;
	const TArray<USPHSolidBodyAsset*> Bodies = USPHSolidsEditorLibrary::BakeStaticMeshes({Mesh}, Options);
	if (Bodies.IsEmpty() || !Bodies[0])
		return;
	const FScopedTransaction Transaction(LOCTEXT("AssignTransaction", "Bake From This Mesh"));
	Solid.Modify();
	Solid.SetBody(Bodies[0]);
}

}

TSharedRef<IDetailCustomization> FSPHSolidDetails::MakeInstance()
{
	return MakeShared<FSPHSolidDetails>();
}

void FSPHSolidDetails::CustomizeDetails(IDetailLayoutBuilder& DetailBuilder)
{
	TArray<TWeakObjectPtr<UObject>> Objects;
	DetailBuilder.GetObjectsBeingCustomized(Objects);
	if (Objects.Num() != 1)
		return;
	const TWeakObjectPtr<USPHSolidComponent> Solid(Cast<USPHSolidComponent>(Objects[0].Get()));
	if (!Solid.IsValid() || Solid->IsTemplate())
		return;
	IDetailCategoryBuilder& Category = DetailBuilder.EditCategory(TEXT("SPHSolids"), FText::GetEmpty(), ECategoryPriority::Important);
	if (Solid->Body)
	{
		const FText Banner = SPHBodyFreshness::Describe(SPHBodyFreshness::Check(*Solid->Body), *Solid->Body);
		if (!Banner.IsEmpty())
			Category.AddCustomRow(Banner).WholeRowContent()[SNew(STextBlock).AutoWrapText(true).Text(Banner)];
	}
	IDetailLayoutBuilder* Layout = &DetailBuilder;
	const FText Label = LOCTEXT("BakeFromMesh", "Bake From This Mesh...");
	Category.AddCustomRow(Label).WholeRowContent()[SNew(SButton)
			.Text(Label)
			.IsEnabled_Lambda([Solid] { return Solid.IsValid() && MeshFor(*Solid) != nullptr; })
			.OnClicked_Lambda(
				[Solid, Layout]
				{
					if (Solid.IsValid())
						BakeFor(*Solid);
					Layout->ForceRefreshDetails();
					return FReply::Handled();
				})];
}

#undef LOCTEXT_NAMESPACE
