// Copyright (c) 2026 The SPHSolids authors
#pragma once

// Everything that differs between the engine versions 5.5 to 5.8. No other file of the module asks for the version.

#include "Components/MeshComponent.h"
#include "Misc/EngineVersionComparison.h"
#include "SceneInterface.h"

namespace SPHSolidsEngine
{

/// By feature level up to 5.6, by shader platform from 5.7.
inline FMaterialRelevance MaterialRelevance(const UMeshComponent& Component, const FSceneInterface& Scene)
{
#if UE_VERSION_OLDER_THAN(5, 7, 0)
	return Component.GetMaterialRelevance(Scene.GetFeatureLevel());
#else
	return Component.GetMaterialRelevance(Scene.GetShaderPlatform());
#endif
}

}
