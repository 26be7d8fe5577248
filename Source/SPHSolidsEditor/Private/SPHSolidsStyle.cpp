// Copyright (c) 2026 The SPHSolids authors

#include "SPHSolidsStyle.h"

#include "Brushes/SlateImageBrush.h"
#include "Interfaces/IPluginManager.h"
#include "Misc/Paths.h"
#include "Styling/SlateStyle.h"
#include "Styling/SlateStyleRegistry.h"

const FName FSPHSolidsStyle::SetName(TEXT("SPHSolidsStyle"));

void FSPHSolidsStyle::Register()
{
	const TSharedPtr<IPlugin> Plugin = IPluginManager::Get().FindPlugin(TEXT("SPHSolids"));
	if (!Plugin)
		return;
	Style = MakeShared<FSlateStyleSet>(SetName);
	Style->SetContentRoot(FPaths::Combine(Plugin->GetBaseDir(), TEXT("Resources")));
	const FVector2f Small(16.0f, 16.0f), Large(64.0f, 64.0f);
	const auto AddIcon = [this](const TCHAR* Name, const TCHAR* File, const FVector2f& Size)
	{ Style->Set(FName(Name), new FSlateVectorImageBrush(Style->RootToContentDir(File, TEXT(".svg")), Size)); };
	// The editor looks for icons and thumbnails of classes under these names.
	const TPair<const TCHAR*, const TCHAR*> Classes[] = {{TEXT("SPHSolidBodyAsset"), TEXT("Body")},
		{TEXT("SPHSolidMaterial"), TEXT("Material")}, {TEXT("SPHSolidComponent"), TEXT("Body")}, {TEXT("SPHSolidActor"), TEXT("Body")},
		{TEXT("SPHPinComponent"), TEXT("Pin")}};
	for (const TPair<const TCHAR*, const TCHAR*>& Class : Classes)
	{
		AddIcon(*(FString(TEXT("ClassIcon.")) + Class.Key), Class.Value, Small);
		AddIcon(*(FString(TEXT("ClassThumbnail.")) + Class.Key), Class.Value, Large);
	}
	AddIcon(TEXT("SPHSolids.Bake"), TEXT("Bake"), Small);
	FSlateStyleRegistry::RegisterSlateStyle(*Style);
}

void FSPHSolidsStyle::Unregister()
{
	if (Style)
		FSlateStyleRegistry::UnRegisterSlateStyle(*Style);
	Style.Reset();
}
