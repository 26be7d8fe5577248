// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Engine/World.h"
#include "PrimitiveSceneProxy.h"

namespace Host
{

/// One mesh as the render thread drew it: copies of what was in the buffers at that moment.
struct FDrawnMesh
{
	FName Owner;
	TArray<FVector3f> Positions;
	TArray<FVector3f> Normals;
	TArray<uint32> Indices;
	FMatrix LocalToWorld;
	FBoxSphereBounds Bounds;
	FString Material;
	bool bReverseCulling = false;
};

/// The program around the worlds: what the engine's main loop does.
class FEngine
{
public:
	static FEngine& Get();
	UWorld* CreateWorld(EWorldType::Type Type, const TCHAR* Name = TEXT("World"));
	/// Duplicates the editor's world, as Play In Editor does, and begins play in the copy.
	UWorld* StartPIE(UWorld* EditorWorld);
	void DestroyWorld(UWorld* World, EEndPlayReason::Type Reason = EEndPlayReason::Quit);
	/// Pumps the game thread's queue, ticks every world, sends render updates, draws, and waits for the frame before the last.
	void Tick(float DeltaSeconds);
	/// What the last drawn frame showed of a world; waits for the render thread.
	TArray<FDrawnMesh> DrawnMeshes(UWorld* World);
	/// All worlds, objects and threads. Stops the program if a render resource was left behind.
	void Shutdown();
	/// Whether tickable objects run before TG_PostUpdateWork: the documentation does not say, so tests of what depends on it try both.
	bool bTickablesBeforePostUpdateWork = true;

private:
	TArray<UWorld*> Worlds;
	FRenderCommandFence FrameFences[2];
	uint32 Frame = 0;
};

}
