// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/SEditorViewport (MakeEditorViewportClient, Construct).
#pragma once

#include "EditorViewportClient.h"
#include "Widgets/SCompoundWidget.h"

class SEditorViewport : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SEditorViewport) {}
	SLATE_END_ARGS()
	void Construct(const FArguments& InArgs) { Client = MakeEditorViewportClient(); }
	virtual TSharedRef<FEditorViewportClient> MakeEditorViewportClient() = 0;
	virtual FEditorViewportClient* HostViewport() override { return Client.Get(); }

protected:
	TSharedPtr<FEditorViewportClient> Client;
};
