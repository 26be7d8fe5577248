// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Host/Engine.h"

namespace Host
{

FSceneInterface* CreateScene(UWorld* World);
/// The scene dies on the render thread, after everything that was enqueued before.
void DestroyScene(FSceneInterface* Scene);
/// Asks every proxy of the scene what it wants to draw and copies it.
void DrawScene(FSceneInterface* Scene);
/// Of the last DrawScene that the render thread has done.
TArray<FDrawnMesh> ReadDrawnMeshes(FSceneInterface* Scene);

}
