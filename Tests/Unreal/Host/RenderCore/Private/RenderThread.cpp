// Copyright (c) 2026 The SPHSolids authors

#include "RenderResource.h"

#include "Host/Program.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace
{

struct FHostRenderThread
{
	struct FCommand
	{
		const char* Name;
		TUniqueFunction<void(FRHICommandListImmediate&)> Run;
	};
	std::mutex Lock;
	std::condition_variable Changed;
	std::deque<FCommand> Queue;
	uint64 Enqueued = 0, Done = 0;
	bool bStopping = false, bPaused = false, bStopped = false;
	std::thread Thread;

	static FHostRenderThread& Get()
	{
		static FHostRenderThread* Renderer = new FHostRenderThread;
		return *Renderer;
	}
	void Loop()
	{
		Host::NameRenderThread(true);
		FRHICommandListImmediate CommandList;
		for (;;)
		{
			FCommand Command;
			{
				std::unique_lock<std::mutex> Guard(Lock);
				Changed.wait(Guard, [this] { return (!Queue.empty() && !bPaused) || (bStopping && Queue.empty()); });
				if (Queue.empty())
					return;
				Command = std::move(Queue.front());
				Queue.pop_front();
			}
			Command.Run(CommandList);
			Command.Run.Reset(); // what the command held dies here, on the render thread
			const std::lock_guard<std::mutex> Guard(Lock);
			++Done;
			Changed.notify_all();
		}
	}
};

std::atomic<int32> HostInitialized{0};

}

namespace Host
{

void EnqueueRenderCommand(const char* Name, TUniqueFunction<void(FRHICommandListImmediate&)> Command)
{
	FHostRenderThread& Renderer = FHostRenderThread::Get();
	if (IsInRenderingThread() || Renderer.bStopped)
	{
		// The engine runs it at once, too.
		const bool bWasRender = IsInRenderingThread();
		NameRenderThread(true);
		FRHICommandListImmediate CommandList;
		Command(CommandList);
		Command.Reset();
		NameRenderThread(bWasRender);
		return;
	}
	const std::lock_guard<std::mutex> Guard(Renderer.Lock);
	if (!Renderer.Thread.joinable())
		Renderer.Thread = std::thread([&Renderer] { Renderer.Loop(); });
	Renderer.Queue.push_back({Name, MoveTemp(Command)});
	++Renderer.Enqueued;
	Renderer.Changed.notify_all();
}

void StopRenderThread()
{
	FHostRenderThread& Renderer = FHostRenderThread::Get();
	FlushRenderingCommands();
	{
		const std::lock_guard<std::mutex> Guard(Renderer.Lock);
		Renderer.bStopping = true;
		Renderer.Changed.notify_all();
	}
	if (Renderer.Thread.joinable())
		Renderer.Thread.join();
	Renderer.bStopped = true;
}

void PauseRenderThread(bool bPause)
{
	FHostRenderThread& Renderer = FHostRenderThread::Get();
	const std::lock_guard<std::mutex> Guard(Renderer.Lock);
	Renderer.bPaused = bPause;
	Renderer.Changed.notify_all();
}

}

void FlushRenderingCommands()
{
	FRenderCommandFence Fence;
	Fence.BeginFence();
	Fence.Wait();
}

void FRenderCommandFence::BeginFence()
{
	FHostRenderThread& Renderer = FHostRenderThread::Get();
	const std::lock_guard<std::mutex> Guard(Renderer.Lock);
	Target = Renderer.Enqueued;
}

bool FRenderCommandFence::IsFenceComplete() const
{
	FHostRenderThread& Renderer = FHostRenderThread::Get();
	const std::lock_guard<std::mutex> Guard(Renderer.Lock);
	return Renderer.Done >= Target;
}

void FRenderCommandFence::Wait() const
{
	HOST_CHECK(!IsInRenderingThread(), "the render thread waits for itself");
	FHostRenderThread& Renderer = FHostRenderThread::Get();
	std::unique_lock<std::mutex> Guard(Renderer.Lock);
	HOST_CHECK(!Renderer.bPaused || Renderer.Done >= Target, "waiting for a render thread that a test has paused");
	Renderer.Changed.wait(Guard, [&] { return Renderer.Done >= Target; });
}

FRenderResource::~FRenderResource()
{
	HOST_CHECK(!bInitialized, Host::FormatAssertion(TEXT("a render resource (%s) was deleted without being released"), *GetFriendlyName()));
}

void FRenderResource::InitResource(FRHICommandListBase& RHICmdList)
{
	Host::CheckRenderThread("InitResource off the render thread");
	if (bInitialized)
		return;
	InitRHI(RHICmdList);
	bInitialized = true;
	++HostInitialized;
}

void FRenderResource::ReleaseResource()
{
	Host::CheckRenderThread("ReleaseResource off the render thread");
	if (!bInitialized)
		return;
	ReleaseRHI();
	bInitialized = false;
	--HostInitialized;
}

void FRenderResource::UpdateRHI(FRHICommandListBase& RHICmdList)
{
	Host::CheckRenderThread("UpdateRHI off the render thread");
	if (bInitialized)
	{
		ReleaseRHI();
		InitRHI(RHICmdList);
	}
}

int32 FRenderResource::HostCount()
{
	return HostInitialized.load();
}

void BeginInitResource(FRenderResource* Resource)
{
	ENQUEUE_RENDER_COMMAND(InitCommand)([Resource](FRHICommandListImmediate& RHICmdList) { Resource->InitResource(RHICmdList); });
}

void BeginReleaseResource(FRenderResource* Resource)
{
	ENQUEUE_RENDER_COMMAND(ReleaseCommand)([Resource](FRHICommandListImmediate&) { Resource->ReleaseResource(); });
}

void ReleaseResourceAndFlush(FRenderResource* Resource)
{
	BeginReleaseResource(Resource);
	FlushRenderingCommands();
}
