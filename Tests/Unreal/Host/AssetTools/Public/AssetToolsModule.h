// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Developer/AssetTools/FAssetToolsModule (Get), .../IAssetTools/CreateUniqueAssetName(base package, suffix, out package, out asset).
#pragma once

#include "IAssetTools.h"
#include "Modules/ModuleManager.h"

class FAssetToolsModule : public IModuleInterface
{
public:
	IAssetTools& Get() const;
};
