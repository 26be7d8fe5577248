// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Projects/IPluginManager (Get, FindPlugin), .../IPlugin (GetBaseDir); TriAxis-Games/RealtimeMeshComponent, CesiumGS/cesium-unreal.
#pragma once

#include "Containers/UnrealString.h"
#include "Templates/SharedPointer.h"

class IPlugin
{
public:
	FString GetBaseDir() const { return HostDirectory; }
	FString HostDirectory;
};

class IPluginManager
{
public:
	static IPluginManager& Get();
	/// Host: the plugin whose tests run.
	TSharedPtr<IPlugin> FindPlugin(const FString& Name);
};
