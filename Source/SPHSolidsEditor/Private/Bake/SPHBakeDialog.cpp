// Copyright (c) 2026 The SPHSolids authors

#include "Bake/SPHBakeDialog.h"

#include "Bake/SPHBakeEstimate.h"
#include "Bake/SPHMeshReader.h"
#include "Editor.h"
#include "Engine/StaticMesh.h"
#include "MeshDescription.h"
#include "Misc/App.h"
#include "Misc/ScopedSlowTask.h"
#include "PropertyEditorModule.h"
#include "SPHSolidBakeOptions.h"
#include "UObject/UnrealType.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SWindow.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SPHSolids"

namespace
{

constexpr double MeasuringSlice = 0.02; // seconds

/// Sizes of the meshes of a selection for one level of detail; read again when that changes.
class FSPHSelectionMeasures
{
public:
	explicit FSPHSelectionMeasures(const TArray<UObject*>& InSources)
		: Sources(InSources)
	{
	}
	const FSPHMeshMeasures& At(int32 LOD)
	{
		if (const FSPHMeshMeasures* Known = ByLOD.Find(LOD))
			return *Known;
		FSPHMeshMeasures Sum;
		FScopedSlowTask Bar(static_cast<float>(Sources.Num()) + 1.0f, LOCTEXT("Measuring", "Measuring the meshes"));
		Bar.MakeDialog(false);
		for (const UObject* Source : Sources)
		{
			Bar.EnterProgressFrame(1.0f);
			const UStaticMesh* Mesh = Cast<UStaticMesh>(Source);
			FString Unused;
			const FMeshDescription* Description = Mesh ? FSPHMeshSource::Find(*Mesh, LOD, Unused) : nullptr;
			if (!Description)
				continue;
			FSPHMeshReader Reader(*Mesh, *Description, LOD);
			while (!Reader.Advance(MeasuringSlice))
				Bar.TickProgress();
			Sum += FSPHMeshMeasures::Of(Reader.Take());
		}
		return ByLOD.Add(LOD, Sum);
	}

private:
	TArray<UObject*> Sources;
	TMap<int32, FSPHMeshMeasures> ByLOD;
};

}

bool SPHBakeDialog::Ask(USPHSolidBakeOptions& Options, const TArray<UObject*>& Sources)
{
	if (!GEditor || IsRunningCommandlet() || FApp::IsUnattended())
		return true;
	const TStrongObjectPtr<USPHSolidBakeOptions> Edited(DuplicateObject(&Options, GetTransientPackage()));
	const TSharedRef<FSPHSelectionMeasures> Measures = MakeShared<FSPHSelectionMeasures>(Sources);

	FDetailsViewArgs Arguments;
	Arguments.bAllowSearch = false;
	Arguments.bHideSelectionTip = true;
	Arguments.NameAreaSettings = FDetailsViewArgs::HideNameArea;
	const TSharedRef<IDetailsView> Details =
		FModuleManager::LoadModuleChecked<FPropertyEditorModule>(TEXT("PropertyEditor")).CreateDetailView(Arguments);
	Details->SetObject(Edited.Get());

	bool bAccepted = false;
	const TSharedRef<SWindow> Window = SNew(SWindow)
										   .Title(LOCTEXT("BakeWindow", "Bake SPH Body"))
										   .ClientSize(FVector2D(480.0, 560.0))
										   .SupportsMaximize(false)
										   .SupportsMinimize(false);
	const auto Close = [&bAccepted, &Window](bool bAnswer)
	{
		bAccepted = bAnswer;
		Window->RequestDestroyWindow();
		return FReply::Handled();
	};
	const auto Estimate = [Edited, Measures] { return FSPHBakeEstimate::Of(Measures->At(Edited->SourceLOD), *Edited).ToText(); };

	Window->SetContent(SNew(SVerticalBox) + SVerticalBox::Slot().FillHeight(1.0f)[Details]
		+ SVerticalBox::Slot().AutoHeight().Padding(8.0f)[SNew(STextBlock).AutoWrapText(true).Text_Lambda(Estimate)]
		+ SVerticalBox::Slot().AutoHeight().Padding(8.0f)[SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
				.AutoWidth()[SNew(SButton).Text(LOCTEXT("Bake", "Bake")).OnClicked_Lambda([Close] { return Close(true); })]
			+ SHorizontalBox::Slot()
				.AutoWidth()[SNew(SButton).Text(LOCTEXT("Cancel", "Cancel")).OnClicked_Lambda([Close] { return Close(false); })]]);
	GEditor->EditorAddModalWindow(Window);
	if (!bAccepted)
		return false;
	for (TFieldIterator<FProperty> It(USPHSolidBakeOptions::StaticClass()); It; ++It)
		It->CopyCompleteValue_InContainer(&Options, Edited.Get());
	Options.SaveConfig();
	return true;
}

#undef LOCTEXT_NAMESPACE
