// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/versioning-of-assets-and-packages-in-unreal-engine, dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FCustomVersionRegistration; CesiumCustomVersion.cpp of CesiumGS/cesium-unreal.
#pragma once

#include "Misc/Guid.h"
#include "UObject/NameTypes.h"

/// One object of static lifetime per version number that a plugin writes into its assets.
class FCustomVersionRegistration
{
public:
	FCustomVersionRegistration(FGuid InKey, int32 Version, FName InFriendlyName);
	~FCustomVersionRegistration();
	FCustomVersionRegistration(const FCustomVersionRegistration&) = delete;

private:
	FGuid Key;
};

namespace Host
{
/// The newest version of a registered key; stops the program for one that nobody registered.
int32 LatestCustomVersion(const FGuid& Key);
}
