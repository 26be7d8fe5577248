// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

class UGeometryCache;
class USPHSolidBodyAsset;

namespace SPHRecordingImport
{

/// Geometry Cache of a body in a .sphcache file, whoever recorded it: the Lab (`sphsolids run --record sphcache` of a scene with the body's
/// .sphbody file) or an earlier play. In the space of the world, so it belongs at the level's origin. Saved. Null with a sentence if it cannot be made.
/// @param ObjectName Of the body in the recording; empty: the one with as many particles as the asset.
UGeometryCache* MakeGeometryCache(
	const FString& File, const USPHSolidBodyAsset& Asset, const FString& ObjectName, const FString& Folder, FString& OutError);

}
