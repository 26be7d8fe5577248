// Copyright (c) 2026 The SPHSolids authors

#include "ToolMenus.h"

#include "PropertyEditorModule.h"
#include "Widgets/SWidget.h"

namespace
{

const void* GMenuOwner = nullptr;

}

FToolMenuEntry& FToolMenuSection::AddMenuEntry(const FName InName, const TAttribute<FText>& InLabel, const TAttribute<FText>& InToolTip,
	const TAttribute<FSlateIcon>& InIcon, const FToolUIActionChoice& InAction)
{
	HostEntries.Add({InName, InLabel, InToolTip, InIcon.Get(), InAction, GMenuOwner, FNewToolMenuSectionDelegate()});
	return HostEntries.Last();
}

FToolMenuEntry& FToolMenuSection::AddDynamicEntry(const FName InName, const FNewToolMenuSectionDelegate& InConstruct)
{
	HostEntries.Add({InName, TAttribute<FText>(), TAttribute<FText>(), FSlateIcon(), FToolUIActionChoice(), GMenuOwner, InConstruct});
	return HostEntries.Last();
}

FToolMenuSection& UToolMenu::FindOrAddSection(const FName SectionName, const TAttribute<FText>& InLabel)
{
	for (const TSharedPtr<FToolMenuSection>& Section : HostSections)
		if (Section->Name == SectionName)
			return *Section;
	const TSharedPtr<FToolMenuSection> Added = MakeShared<FToolMenuSection>();
	Added->Name = SectionName;
	Added->Label = InLabel;
	HostSections.Add(Added);
	return *Added;
}

UToolMenus* UToolMenus::Get()
{
	static TWeakObjectPtr<UToolMenus> Menus;
	if (!Menus.IsValid())
	{
		Menus = NewObject<UToolMenus>();
		Menus->AddToRoot();
	}
	return Menus.Get();
}

UToolMenu* UToolMenus::ExtendMenu(const FName Name)
{
	TObjectPtr<UToolMenu>& Menu = Menus.FindOrAdd(Name);
	if (!Menu)
		Menu = NewObject<UToolMenu>(this);
	return Menu;
}

FDelegateHandle UToolMenus::RegisterStartupCallback(const FSimpleMulticastDelegate::FDelegate& InDelegate)
{
	InDelegate.ExecuteIfBound();
	return InDelegate.GetHandle();
}

void UToolMenus::UnregisterOwner(const void* Owner)
{
	for (const auto& [Name, Menu] : Get()->Menus)
		for (const TSharedPtr<FToolMenuSection>& Section : Menu->HostSections)
			Section->HostEntries.RemoveAll([Owner](const FToolMenuEntry& Entry) { return Entry.Owner == Owner; });
}

TArray<FToolMenuEntry> UToolMenus::HostOpen(FName Menu, const FToolMenuContext& Context)
{
	TArray<FToolMenuEntry> Shown;
	for (const TSharedPtr<FToolMenuSection>& Section : ExtendMenu(Menu)->HostSections)
		for (const FToolMenuEntry& Entry : Section->HostEntries)
		{
			if (!Entry.Construct.IsBound())
			{
				Shown.Add(Entry);
				continue;
			}
			FToolMenuSection Built;
			Built.Name = Section->Name;
			Built.Context = Context;
			Entry.Construct.Execute(Built);
			Shown.Append(Built.HostEntries);
		}
	return Shown;
}

bool UToolMenus::HostExecute(FName Menu, FName Entry, const FToolMenuContext& Context)
{
	for (const FToolMenuEntry& Shown : HostOpen(Menu, Context))
		if (Shown.Name == Entry)
			return Shown.Action.WithContext.ExecuteIfBound(Context) || Shown.Action.Action.Execute();
	return false;
}

FToolMenuOwnerScoped::FToolMenuOwnerScoped(const void* InOwner)
{
	GMenuOwner = InOwner;
}

FToolMenuOwnerScoped::~FToolMenuOwnerScoped()
{
	GMenuOwner = nullptr;
}

// --- widgets and panels

bool SWidget::HostClickButton(const TCHAR* Words)
{
	TSharedPtr<SWidget> Button;
	HostVisit(
		[&](SWidget& Widget)
		{
			if (!Button.IsValid() && Widget.HostText().ToString().Contains(FString(Words)) && &Widget != this)
				Button = Widget.AsShared().ToSharedPtr();
		});
	return Button.IsValid() && Button->HostClick();
}

FString IDetailLayoutBuilder::HostAllText()
{
	FString All;
	for (auto& [Name, Category] : HostCategories)
		for (const TSharedPtr<FDetailWidgetRow>& Row : Category.HostRows)
			if (Row->HostVisibility.Get(EVisibility::Visible) == EVisibility::Visible)
				All += Row->HostRoot->HostAllText();
	return All;
}

bool IDetailLayoutBuilder::HostClickButton(const TCHAR* Words)
{
	for (auto& [Name, Category] : HostCategories)
		for (const TSharedPtr<FDetailWidgetRow>& Row : Category.HostRows)
			if (Row->HostVisibility.Get(EVisibility::Visible) == EVisibility::Visible && Row->HostRoot->HostClickButton(Words))
				return true;
	return false;
}

TSharedRef<IDetailsView> FPropertyEditorModule::CreateDetailView(const FDetailsViewArgs&)
{
	return MakeShared<IDetailsView>();
}

bool FPropertyEditorModule::HostCustomise(IDetailLayoutBuilder& Layout)
{
	for (const UClass* Class = Layout.HostObjects[0]->GetClass(); Class; Class = Class->GetSuperClass())
		if (const FOnGetDetailCustomizationInstance* Made = Layouts.Find(Class->GetFName()))
		{
			Made->Execute()->CustomizeDetails(Layout);
			return true;
		}
	return false;
}
