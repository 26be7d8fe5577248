// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Slate/FTabManager (NewLayout, NewPrimaryArea, NewStack, RegisterTabSpawner, UnregisterTabSpawner), .../FSpawnTabArgs, .../FTabSpawnerEntry (SetDisplayName); Nebukam/PCGExtendedToolkit.
#pragma once

#include "Widgets/Docking/SDockTab.h"

enum EOrientation
{
	Orient_Horizontal,
	Orient_Vertical
};

namespace ETabState
{
enum Type
{
	OpenedTab = 1
};
}

class FSpawnTabArgs
{
};
DECLARE_DELEGATE_RetVal_OneParam(TSharedRef<SDockTab>, FOnSpawnTab, const FSpawnTabArgs&);

struct FTabSpawnerEntry
{
	FTabSpawnerEntry& SetDisplayName(const TAttribute<FText>&) { return *this; }
	FOnSpawnTab OnSpawnTab;
};

class FTabManager : public TSharedFromThis<FTabManager>
{
public:
	class FLayoutNode : public TSharedFromThis<FLayoutNode>
	{
	public:
		virtual ~FLayoutNode() = default;
		void HostCollect(TArray<FName>& Tabs) const
		{
			Tabs.Append(HostTabs);
			for (const TSharedRef<FLayoutNode>& Child : HostChildren)
				Child->HostCollect(Tabs);
		}
		TArray<TSharedRef<FLayoutNode>> HostChildren;
		TArray<FName> HostTabs;
	};
	class FStack : public FLayoutNode
	{
	public:
		TSharedRef<FStack> AddTab(const FName TabType, ETabState::Type)
		{
			HostTabs.Add(TabType);
			return StaticCastSharedRef<FStack>(AsShared());
		}
		TSharedRef<FStack> SetSizeCoefficient(const float) { return StaticCastSharedRef<FStack>(AsShared()); }
		TSharedRef<FStack> SetHideTabWell(const bool) { return StaticCastSharedRef<FStack>(AsShared()); }
	};
	class FArea : public FLayoutNode
	{
	public:
		TSharedRef<FArea> SetOrientation(const EOrientation) { return StaticCastSharedRef<FArea>(AsShared()); }
		TSharedRef<FArea> Split(const TSharedRef<FLayoutNode>& Node)
		{
			HostChildren.Add(Node);
			return StaticCastSharedRef<FArea>(AsShared());
		}
	};
	class FLayout : public FLayoutNode
	{
	public:
		TSharedRef<FLayout> AddArea(const TSharedRef<FArea>& Area)
		{
			HostChildren.Add(Area);
			return StaticCastSharedRef<FLayout>(AsShared());
		}
	};
	static TSharedRef<FLayout> NewLayout(const FName) { return MakeShared<FLayout>(); }
	static TSharedRef<FArea> NewPrimaryArea() { return MakeShared<FArea>(); }
	static TSharedRef<FStack> NewStack() { return MakeShared<FStack>(); }
	FTabSpawnerEntry& RegisterTabSpawner(const FName TabId, const FOnSpawnTab& OnSpawnTab)
	{
		FTabSpawnerEntry& Entry = HostSpawners.FindOrAdd(TabId);
		Entry.OnSpawnTab = OnSpawnTab;
		return Entry;
	}
	bool UnregisterTabSpawner(const FName TabId) { return HostSpawners.Remove(TabId) > 0; }
	TMap<FName, FTabSpawnerEntry> HostSpawners;
};
