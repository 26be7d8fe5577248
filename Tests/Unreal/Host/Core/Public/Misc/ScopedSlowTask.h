// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FSlowTask (MakeDialog(bShowCancelButton, bAllowInPIE), EnterProgressFrame, TickProgress, ShouldCancel), dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FScopedSlowTask; Algoryx/AGXUnreal, pafuhana1213/KawaiiPhysics.
#pragma once

#include "Internationalization/Text.h"

/// A long job on the game thread with a bar. What it showed, and how long the game thread was away between two showings, is kept for tests.
struct FScopedSlowTask
{
	FScopedSlowTask(float InAmountOfWork, const FText& InDefaultMessage = FText(), bool bInEnabled = true);
	~FScopedSlowTask();
	FScopedSlowTask(const FScopedSlowTask&) = delete;
	void MakeDialog(bool bShowCancelButton = false, bool bAllowInPIE = false);
	void EnterProgressFrame(float ExpectedWorkThisFrame = 1.0f, const FText& Text = FText());
	void TickProgress();
	bool ShouldCancel() const;

private:
	float AmountOfWork, Done = 0;
	bool bCancelButton = false;
};
