// Copyright (c) 2026 The SPHSolids authors

#include "RHI.h"

#include "Host/Program.h"
#include "RHIUtilities.h"

ERHIFeatureLevel::Type GMaxRHIFeatureLevel = ERHIFeatureLevel::SM6;
EShaderPlatform GMaxRHIShaderPlatform = SP_VULKAN_SM6;

namespace
{
std::atomic<int32> HostBuffers{0};
}

FRHIBuffer::FRHIBuffer(const TCHAR* InName, uint32 InSize, uint32 InStride, EBufferUsageFlags InUsage)
	: Name(InName)
	, Stride(InStride)
	, Usage(InUsage)
{
	HOST_CHECK(InSize > 0, "a buffer of no bytes was created");
	HostBytes.SetNumUninitialized(static_cast<int32>(InSize));
	++HostBuffers;
}

FRHIBuffer::~FRHIBuffer()
{
	HOST_CHECK(!bHostLocked, "a buffer died while it was locked");
	--HostBuffers;
}

int32 FRHIBuffer::HostCount()
{
	return HostBuffers.load();
}

#if !UE_VERSION_OLDER_THAN(5, 6, 0)
FBufferRHIRef FRHICommandListBase::CreateBuffer(const FRHIBufferCreateDesc& Desc)
{
	Host::CheckRenderThread("CreateBuffer off the render thread");
	return new FRHIBuffer(Desc.DebugName, Desc.Size, Desc.Stride, Desc.Usage);
}
#else
FBufferRHIRef FRHICommandListBase::CreateVertexBuffer(uint32 Size, EBufferUsageFlags Usage, FRHIResourceCreateInfo& CreateInfo)
{
	Host::CheckRenderThread("CreateVertexBuffer off the render thread");
	return new FRHIBuffer(CreateInfo.DebugName, Size, 0, Usage | EBufferUsageFlags::VertexBuffer);
}

FBufferRHIRef FRHICommandListBase::CreateIndexBuffer(
	uint32 Stride, uint32 Size, EBufferUsageFlags Usage, FRHIResourceCreateInfo& CreateInfo)
{
	Host::CheckRenderThread("CreateIndexBuffer off the render thread");
	return new FRHIBuffer(CreateInfo.DebugName, Size, Stride, Usage | EBufferUsageFlags::IndexBuffer);
}
#endif

void* FRHICommandListBase::LockBuffer(FRHIBuffer* Buffer, uint32 Offset, uint32 SizeRHI, EResourceLockMode LockMode)
{
	Host::CheckRenderThread("LockBuffer off the render thread");
	HOST_CHECK(Buffer, "LockBuffer of no buffer");
	HOST_CHECK(!Buffer->bHostLocked, "LockBuffer of a buffer that is locked");
	HOST_CHECK(Offset + SizeRHI <= Buffer->GetSize(), "LockBuffer past the end of the buffer");
	Buffer->bHostLocked = true;
	uint8* Memory = Buffer->HostBytes.GetData() + Offset;
	if (LockMode == RLM_WriteOnly)
		FMemory::Memset(Memory, 0xCD, SizeRHI);
	return Memory;
}

void FRHICommandListBase::UnlockBuffer(FRHIBuffer* Buffer)
{
	Host::CheckRenderThread("UnlockBuffer off the render thread");
	HOST_CHECK(Buffer && Buffer->bHostLocked, "UnlockBuffer of a buffer that is not locked");
	Buffer->bHostLocked = false;
}

void FReadBuffer::Initialize(FRHICommandListBase&, const TCHAR* InDebugName, uint32 BytesPerElement, uint32 NumElements,
	EPixelFormat Format, EBufferUsageFlags AdditionalUsage)
{
	Host::CheckRenderThread("FReadBuffer::Initialize off the render thread");
	HOST_CHECK(Format == PF_A32B32G32R32F && BytesPerElement == 16, "a read buffer whose format does not fit its elements");
	NumBytes = BytesPerElement * NumElements;
	Buffer = new FRHIBuffer(InDebugName, NumBytes, BytesPerElement, AdditionalUsage | EBufferUsageFlags::ShaderResource);
	SRV = new FRHIShaderResourceView(Buffer);
}

void FReadBuffer::Release()
{
	NumBytes = 0;
	SRV.SafeRelease();
	Buffer.SafeRelease();
}
