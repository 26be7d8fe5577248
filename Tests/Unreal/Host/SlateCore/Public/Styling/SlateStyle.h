// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/FSlateStyleSet (SetContentRoot, RootToContentDir(name, extension), Set(name, brush), GetBrush, GetStyleSetName); TriAxis-Games/RealtimeMeshComponent.
#pragma once

#include "Brushes/SlateImageBrush.h"

class FSlateStyleSet
{
public:
	explicit FSlateStyleSet(const FName& InStyleSetName)
		: Name(InStyleSetName)
	{
	}
	const FName& GetStyleSetName() const { return Name; }
	void SetContentRoot(const FString& InContentRootDir) { Root = InContentRootDir; }
	FString RootToContentDir(const TCHAR* RelativePath, const TCHAR* Extension) const { return Root / RelativePath + Extension; }
	/// Owns the brush.
	void Set(const FName PropertyName, FSlateBrush* InBrush) { Brushes.Add(PropertyName, TSharedPtr<FSlateBrush>(InBrush)); }
	const FSlateBrush* GetBrush(const FName PropertyName) const
	{
		const TSharedPtr<FSlateBrush>* Found = Brushes.Find(PropertyName);
		return Found ? Found->Get() : nullptr;
	}
	TMap<FName, TSharedPtr<FSlateBrush>> Brushes;

private:
	FName Name;
	FString Root;
};
