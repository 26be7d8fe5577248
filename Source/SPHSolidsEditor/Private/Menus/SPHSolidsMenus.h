// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Record/SPHPlayRecorder.h"

class UObject;
struct FToolMenuSection;

/// The plugin's entries in the editor's menus: on static meshes and bodies in the content browser, on actors, and under Tools.
class FSPHSolidsMenus
{
public:
	void Register();
	void Unregister();

	/// Asks for options, bakes, shows the bodies. What the menu entry on meshes does.
	static void BakeWithDialog(const TArray<UObject*>& Sources);

private:
	void AddEntries();
	static void AddMeshEntries(FToolMenuSection& Section);
	static void AddBodyEntries(FToolMenuSection& Section);
	static void AddActorEntries(FToolMenuSection& Section);
	static void RebakeOutOfDate();
	void ToggleRecording();

	FSPHPlayRecorder Recorder;
};
