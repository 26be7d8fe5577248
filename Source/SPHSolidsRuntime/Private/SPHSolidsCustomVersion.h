// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "Misc/Guid.h"

/// What the plugin's assets looked like when they were saved.
struct FSPHSolidsCustomVersion
{
	enum Type
	{
		BeforeCustomVersionWasAdded = 0,
		/// Body assets: properties, then the bytes of a .sphbody file as bulk data.
		BodyBytes = 1,

		VersionPlusOne,
		LatestVersion = VersionPlusOne - 1
	};
	static const FGuid GUID;
};
