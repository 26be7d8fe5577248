// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/threaded-rendering-in-unreal-engine (ENQUEUE_RENDER_COMMAND, fences), dev.epicgames.com/documentation/unreal-engine/API/Runtime/RenderCore/FlushRenderingCommands, .../FRenderCommandFence.
#pragma once

#include "CoreMinimal.h"
#include "RHICommandList.h"

namespace Host
{

/// Hands a command to the render thread, which really is another thread and runs it later. Game thread (and tasks) only.
void EnqueueRenderCommand(const char* Name, TUniqueFunction<void(FRHICommandListImmediate&)> Command);
/// Stops the render thread after all commands; commands enqueued later run at once on the caller.
void StopRenderThread();
/// Holds commands back until released, so that a test sees what happens before they run.
void PauseRenderThread(bool bPause);

struct FEnqueuer
{
	const char* Name;
	template <typename Functor>
	void operator()(Functor&& Command) const
	{
		EnqueueRenderCommand(Name, TUniqueFunction<void(FRHICommandListImmediate&)>(Forward<Functor>(Command)));
	}
};

}

#define ENQUEUE_RENDER_COMMAND(Type)                                                                                                       \
	Host::FEnqueuer                                                                                                                        \
	{                                                                                                                                      \
		#Type                                                                                                                              \
	}

/// Waits until the render thread has done everything it was given.
void FlushRenderingCommands();

class FRenderCommandFence
{
public:
	void BeginFence();
	bool IsFenceComplete() const;
	void Wait() const;

private:
	uint64 Target = 0;
};
