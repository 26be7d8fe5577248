// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/RenderCore/FRenderResource (InitResource(FRHICommandListBase&), ReleaseResource, InitRHI, ReleaseRHI), .../FVertexBuffer, .../FIndexBuffer, .../BeginInitResource.
#pragma once

#include "RHI.h"
#include "RenderingThread.h"

/// Something of the render thread. One that dies while it is initialised stops the program: the engine's card would still use it.
class FRenderResource
{
public:
	FRenderResource() = default;
	virtual ~FRenderResource();
	FRenderResource(const FRenderResource&) = delete;
	FRenderResource& operator=(const FRenderResource&) = delete;
	virtual void InitRHI(FRHICommandListBase&) {}
	virtual void ReleaseRHI() {}
	virtual FString GetFriendlyName() const { return TEXT("undefined"); }
	virtual void InitResource(FRHICommandListBase& RHICmdList);
	virtual void ReleaseResource();
	void UpdateRHI(FRHICommandListBase& RHICmdList);
	bool IsInitialized() const { return bInitialized; }
	ERHIFeatureLevel::Type GetFeatureLevel() const { return ERHIFeatureLevel::SM6; }
	/// Initialised resources of the whole program.
	static int32 HostCount();

private:
	bool bInitialized = false;
};

class FVertexBuffer : public FRenderResource
{
public:
	void ReleaseRHI() override { VertexBufferRHI.SafeRelease(); }
	FString GetFriendlyName() const override { return TEXT("FVertexBuffer"); }
	FBufferRHIRef VertexBufferRHI;
};

class FIndexBuffer : public FRenderResource
{
public:
	void ReleaseRHI() override { IndexBufferRHI.SafeRelease(); }
	FString GetFriendlyName() const override { return TEXT("FIndexBuffer"); }
	FBufferRHIRef IndexBufferRHI;
};

void BeginInitResource(FRenderResource* Resource);
void BeginReleaseResource(FRenderResource* Resource);
/// Waits for the release.
void ReleaseResourceAndFlush(FRenderResource* Resource);
