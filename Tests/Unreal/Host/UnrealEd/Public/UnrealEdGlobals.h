// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd (GUnrealEd, null in commandlets without an editor); Algoryx/AGXUnreal.
#pragma once

class UUnrealEdEngine;
extern UUnrealEdEngine* GUnrealEd;
