// Copyright (c) 2026 The SPHSolids authors

#include "Host/Engine.h"

#include "Async/Async.h"
#include "DrawDebugHelpers.h"
#include "Engine/Engine.h"
#include "GameFramework/PlayerController.h"
#include "Host/Objects.h"
#include "Host/Program.h"
#include "Host/Scene.h"
#include "Misc/App.h"
#include "Modules/ModuleManager.h"
#include "RenderResource.h"
#include "Templates/Casts.h"

namespace Host
{

FEngine& FEngine::Get()
{
	static FEngine Engine;
	return Engine;
}

UWorld* FEngine::CreateWorld(EWorldType::Type Type, const TCHAR* Name)
{
	const FString Package = FString::Printf(TEXT("/Temp/%s_%d"), Name, static_cast<int32>(GFrameCounter) * 100 + Worlds.Num());
	UWorld* World = NewObject<UWorld>(CreatePackage(*Package), Name);
	World->AddToRoot();
	World->HostInitialize(Type);
	Worlds.Add(World);
	if (World->IsGameWorld())
	{
		World->HostInitializeActors();
		World->BeginPlay();
	}
	return World;
}

UWorld* FEngine::StartPIE(UWorld* EditorWorld)
{
	check(EditorWorld->WorldType == EWorldType::Editor);
	const FString Package = FString::Printf(TEXT("/Temp/UEDPIE_%d"), static_cast<int32>(GFrameCounter) * 100 + Worlds.Num());
	UWorld* World =
		CastChecked<UWorld>(StaticDuplicateObject(EditorWorld, CreatePackage(*Package), EditorWorld->GetFName(), EDuplicateMode::PIE));
	World->AddToRoot();
	World->HostInitialize(EWorldType::PIE);
	Worlds.Add(World);
	World->HostInitializeActors();
	World->BeginPlay();
	return World;
}

void FEngine::DestroyWorld(UWorld* World, EEndPlayReason::Type Reason)
{
	check(Worlds.Contains(World));
	Worlds.Remove(World);
	World->HostTearDown(Reason);
	World->RemoveFromRoot();
	FlushRenderingCommands();
	CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
}

void FEngine::Tick(float DeltaSeconds)
{
	CheckGameThread("FEngine::Tick");
	++GFrameCounter;
	ProgramFlags().DeltaTime = static_cast<double>(DeltaSeconds);
	ProgramFlags().CurrentTime += static_cast<double>(DeltaSeconds);
	PumpGameThread();
	for (UWorld* World : TArray<UWorld*>(Worlds))
		World->Tick(World->IsGameWorld() ? LEVELTICK_All : LEVELTICK_ViewportsOnly, DeltaSeconds);
	for (UWorld* World : TArray<UWorld*>(Worlds))
	{
		World->SendAllEndOfFrameUpdates();
		if (FApp::CanEverRender())
		{
			DrawScene(World->Scene);
			World->HostNoteRendered();
		}
	}
	// The render thread may be one frame behind, as in the engine.
	FRenderCommandFence& Fence = FrameFences[++Frame % 2];
	Fence.BeginFence();
	FrameFences[(Frame + 1) % 2].Wait();
}

TArray<FDrawnMesh> FEngine::DrawnMeshes(UWorld* World)
{
	return ReadDrawnMeshes(World->Scene);
}

void FEngine::Shutdown()
{
	while (!Worlds.IsEmpty())
		DestroyWorld(Worlds.Last());
	CollectGarbage(RF_NoFlags);
	FModuleManager::Get().UnloadModulesAtShutdown();
	FlushRenderingCommands();
	HOST_CHECK(FRenderResource::HostCount() == 0, "render resources were not released");
	HOST_CHECK(FRHIBuffer::HostCount() == 0, "buffers of the card were not released");
	StopRenderThread();
	StopWorkers();
}

}

Host::FDebugDrawn& Host::DebugDrawn()
{
	static FDebugDrawn Drawn;
	return Drawn;
}

#if UE_ENABLE_DEBUG_DRAWING
void DrawDebugPoint(const UWorld*, FVector const&, float, FColor const&, bool, float, uint8)
{
	Host::CheckGameThread("DrawDebugPoint off the game thread");
	++Host::DebugDrawn().Points;
}

void DrawDebugLine(const UWorld*, FVector const&, FVector const&, FColor const&, bool, float, uint8, float)
{
	Host::CheckGameThread("DrawDebugLine off the game thread");
	++Host::DebugDrawn().Lines;
}

void DrawDebugBox(const UWorld*, FVector const&, FVector const&, FColor const&, bool, float, uint8, float)
{
	Host::CheckGameThread("DrawDebugBox off the game thread");
	++Host::DebugDrawn().Boxes;
}
#endif

namespace
{
UEngine HostEngineObject;
}
UEngine* GEngine = &HostEngineObject;

void UEngine::AddOnScreenDebugMessage(uint64 Key, float, FColor, const FString& DebugMessage, bool)
{
	Host::CheckGameThread("a message was put on the screen off the game thread");
	HostMessages.Add(Key, DebugMessage);
}

FWorldContext& UEngine::CreateNewWorldContext(EWorldType::Type WorldType)
{
	Host::CheckGameThread("a world context was made off the game thread");
	FWorldContext& Context = *Contexts.Add_GetRef(MakeUnique<FWorldContext>());
	Context.WorldType = WorldType;
	return Context;
}

void UEngine::DestroyWorldContext(UWorld* InWorld)
{
	Contexts.RemoveAll([InWorld](const TUniquePtr<FWorldContext>& Context) { return Context->World() == InWorld; });
}

FConstPlayerControllerIterator UWorld::GetPlayerControllerIterator() const
{
	TArray<TWeakObjectPtr<APlayerController>> Players;
	for (const TObjectPtr<AActor>& Actor : PersistentLevel->Actors)
		if (APlayerController* Player = Cast<APlayerController>(Actor.Get()))
			Players.Add(Player);
	return FConstPlayerControllerIterator(MoveTemp(Players));
}
