// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Developer/ToolMenus/UToolMenus (Get, ExtendMenu, RegisterStartupCallback, UnRegisterStartupCallback, UnregisterOwner), .../UToolMenu (FindOrAddSection, AddDynamicSection), .../FToolMenuSection (AddMenuEntry, AddDynamicEntry, FindContext), .../FToolMenuContext, .../FToolMenuOwnerScoped; TriAxis-Games/RealtimeMeshComponent, Nebukam/PCGExtendedToolkit.
#pragma once

#include "Framework/Commands/UIAction.h"
#include "Misc/Attribute.h"
#include "Templates/Casts.h"
#include "Textures/SlateIcon.h"
#include "UObject/UObjectGlobals.h"

#include "ToolMenus.generated.h"

class UToolMenu;
struct FToolMenuSection;

DECLARE_DELEGATE_OneParam(FNewToolMenuSectionDelegate, FToolMenuSection&);

/// What a menu was opened on: objects that its entries may ask for.
struct FToolMenuContext
{
	FToolMenuContext() = default;
	explicit FToolMenuContext(UObject* InContext) { Objects.Add(InContext); }
	template <typename T>
	T* FindContext() const
	{
		for (UObject* Object : Objects)
			if (T* Found = Cast<T>(Object))
				return Found;
		return nullptr;
	}
	TArray<UObject*> Objects;
};

DECLARE_DELEGATE_OneParam(FToolMenuExecuteAction, const FToolMenuContext&);

/// Either of the two kinds of action.
struct FToolUIActionChoice
{
	FToolUIActionChoice() = default;
	FToolUIActionChoice(const FUIAction& InAction)
		: Action(InAction)
	{
	}
	FToolUIActionChoice(const FExecuteAction& InExecute)
		: Action(InExecute)
	{
	}
	FToolUIActionChoice(const FToolMenuExecuteAction& InExecute)
		: WithContext(InExecute)
	{
	}
	FUIAction Action;
	FToolMenuExecuteAction WithContext;
};

struct FToolMenuEntry
{
	FName Name;
	TAttribute<FText> Label, ToolTip;
	FSlateIcon Icon;
	FToolUIActionChoice Action;
	const void* Owner = nullptr;
	FNewToolMenuSectionDelegate Construct;
};

struct FToolMenuSection
{
	FToolMenuEntry& AddMenuEntry(const FName InName, const TAttribute<FText>& InLabel, const TAttribute<FText>& InToolTip,
		const TAttribute<FSlateIcon>& InIcon, const FToolUIActionChoice& InAction);
	FToolMenuEntry& AddDynamicEntry(const FName InName, const FNewToolMenuSectionDelegate& InConstruct);
	void AddSeparator(const FName InName) {}
	template <typename T>
	T* FindContext() const
	{
		return Context.FindContext<T>();
	}

	FName Name;
	TAttribute<FText> Label;
	FToolMenuContext Context;
	TArray<FToolMenuEntry> HostEntries;
};

UCLASS()
class UToolMenu : public UObject
{
	GENERATED_BODY()

public:
	FToolMenuSection& FindOrAddSection(const FName SectionName, const TAttribute<FText>& InLabel = TAttribute<FText>());
	TArray<TSharedPtr<FToolMenuSection>> HostSections;
};

UCLASS()
class UToolMenus : public UObject
{
	GENERATED_BODY()

public:
	static UToolMenus* Get();
	static UToolMenus* TryGet() { return Get(); }
	UToolMenu* ExtendMenu(const FName Name);
	/// Called at once if the menus are ready, as here.
	static FDelegateHandle RegisterStartupCallback(const FSimpleMulticastDelegate::FDelegate& InDelegate);
	static void UnRegisterStartupCallback(const void* UserPointer) {}
	static void UnregisterOwner(const void* Owner);
	/// Host: the entries that a user would see, dynamic ones built.
	TArray<FToolMenuEntry> HostOpen(FName Menu, const FToolMenuContext& Context);
	/// Host: executes an entry of an open menu. False if it is not there or greyed out.
	bool HostExecute(FName Menu, FName Entry, const FToolMenuContext& Context);

private:
	UPROPERTY()
	TMap<FName, TObjectPtr<UToolMenu>> Menus;
};

class FToolMenuOwnerScoped
{
public:
	explicit FToolMenuOwnerScoped(const void* InOwner);
	~FToolMenuOwnerScoped();
};
