// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/UEditorEngine (GetSelectedActors, SyncBrowserToObjects, EditorAddModalWindow, UndoTransaction, RedoTransaction, ActorFactories, PlayWorld, GetEditorWorldContext, GetEditorSubsystem).
#pragma once

#include "EditorSubsystem.h"
#include "Engine/Engine.h"
#include "Engine/World.h"
#include "Selection.h"
#include "Widgets/SWindow.h"

#include "EditorEngine.generated.h"

class UActorFactory;

UCLASS()
class UEditorEngine : public UObject
{
	GENERATED_BODY()

public:
	USelection* GetSelectedActors() const { return SelectedActors; }
	void SyncBrowserToObjects(const TArray<UObject*>& InObjectsToSync, bool bFocusContentBrowser = true);
	void EditorAddModalWindow(TSharedRef<SWindow> InWindow);
	bool UndoTransaction(bool bCanRedo = true);
	bool RedoTransaction();
	FWorldContext& GetEditorWorldContext(bool bEnsureIsGWorld = false) { return EditorWorldContext; }
	template <typename T>
	T* GetEditorSubsystem() const
	{
		return static_cast<T*>(HostFindSubsystem(T::StaticClass()));
	}

	UPROPERTY()
	TArray<TObjectPtr<UActorFactory>> ActorFactories;

	UPROPERTY()
	TObjectPtr<UWorld> PlayWorld;

	/** For the host's own use. */
	UPROPERTY()
	TObjectPtr<USelection> SelectedActors;

	/** For the host's own use. */
	UPROPERTY()
	TArray<TObjectPtr<UEditorSubsystem>> HostSubsystems;

private:
	UEditorSubsystem* HostFindSubsystem(UClass* Class) const;
	FWorldContext EditorWorldContext;
};
