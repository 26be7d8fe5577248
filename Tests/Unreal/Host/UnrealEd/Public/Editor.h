// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/FEditorDelegates (PostPIEStarted, EndPIE; bool bIsSimulating), GEditor.
#pragma once

#include "Editor/EditorEngine.h"

extern UEditorEngine* GEditor;

struct FEditorDelegates
{
	DECLARE_MULTICAST_DELEGATE_OneParam(FOnPIEEvent, const bool);
	static FOnPIEEvent PostPIEStarted;
	static FOnPIEEvent EndPIE;
};
