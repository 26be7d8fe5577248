// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/UUnrealEdEngine (RegisterComponentVisualizer, UnregisterComponentVisualizer, FindComponentVisualizer).
#pragma once

#include "ComponentVisualizer.h"
#include "Editor/EditorEngine.h"

#include "UnrealEdEngine.generated.h"

UCLASS()
class UUnrealEdEngine : public UEditorEngine
{
	GENERATED_BODY()

public:
	void RegisterComponentVisualizer(FName ComponentClassName, TSharedPtr<FComponentVisualizer> Visualizer)
	{
		Visualizers.Add(ComponentClassName, Visualizer);
	}
	void UnregisterComponentVisualizer(FName ComponentClassName) { Visualizers.Remove(ComponentClassName); }
	TSharedPtr<FComponentVisualizer> FindComponentVisualizer(FName ComponentClassName) const
	{
		return Visualizers.FindRef(ComponentClassName);
	}

private:
	TMap<FName, TSharedPtr<FComponentVisualizer>> Visualizers;
};
