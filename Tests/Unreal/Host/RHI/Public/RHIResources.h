// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/RHI/FRHIBuffer, .../FRHIBufferCreateDesc (5.6); RealtimeMeshVertexFactory.cpp of TriAxis-Games/RealtimeMeshComponent for both ways to create one.
#pragma once

#include "Misc/EngineVersionComparison.h"
#include "RHIDefinitions.h"
#include "Templates/RefCounting.h"

#include <atomic>

/// A buffer of the "graphics card": bytes in memory. Touching it off the render thread stops the program.
class FRHIBuffer
{
public:
	FRHIBuffer(const TCHAR* InName, uint32 InSize, uint32 InStride, EBufferUsageFlags InUsage);
	~FRHIBuffer();
	uint32 AddRef() { return ++References; }
	uint32 Release()
	{
		const uint32 Left = --References;
		if (Left == 0)
			delete this;
		return Left;
	}
	uint32 GetSize() const { return static_cast<uint32>(HostBytes.Num()); }
	uint32 GetStride() const { return Stride; }
	EBufferUsageFlags GetUsage() const { return Usage; }
	FString GetName() const { return Name; }

	/// How many there are; zero when everything was released.
	static int32 HostCount();
	TArray<uint8> HostBytes;
	bool bHostLocked = false;

private:
	FString Name;
	uint32 Stride;
	EBufferUsageFlags Usage;
	std::atomic<uint32> References{0};
};

using FBufferRHIRef = TRefCountPtr<FRHIBuffer>;

/// A buffer as a shader reads it.
class FRHIShaderResourceView
{
public:
	explicit FRHIShaderResourceView(const FBufferRHIRef& InBuffer)
		: HostBuffer(InBuffer)
	{
	}
	uint32 AddRef() { return ++References; }
	uint32 Release()
	{
		const uint32 Left = --References;
		if (Left == 0)
			delete this;
		return Left;
	}
	FBufferRHIRef HostBuffer;

private:
	std::atomic<uint32> References{0};
};

using FShaderResourceViewRHIRef = TRefCountPtr<FRHIShaderResourceView>;

#if !UE_VERSION_OLDER_THAN(5, 6, 0)
struct FRHIBufferCreateDesc
{
	static FRHIBufferCreateDesc Create(const TCHAR* Name, EBufferUsageFlags Usage) { return FRHIBufferCreateDesc{Name, 0, 0, Usage}; }
	static FRHIBufferCreateDesc CreateVertex(const TCHAR* Name) { return Create(Name, EBufferUsageFlags::VertexBuffer); }
	static FRHIBufferCreateDesc CreateIndex(const TCHAR* Name) { return Create(Name, EBufferUsageFlags::IndexBuffer); }
	static FRHIBufferCreateDesc CreateVertex(const TCHAR* Name, uint32 InSize) { return CreateVertex(Name).SetSize(InSize); }
	template <typename T>
	static FRHIBufferCreateDesc CreateIndex(const TCHAR* Name, uint32 Count)
	{
		return CreateIndex(Name).SetSize(Count * sizeof(T)).SetStride(sizeof(T));
	}
	FRHIBufferCreateDesc& SetSize(uint32 InSize)
	{
		Size = InSize;
		return *this;
	}
	FRHIBufferCreateDesc& SetStride(uint32 InStride)
	{
		Stride = InStride;
		return *this;
	}
	FRHIBufferCreateDesc& SetUsage(EBufferUsageFlags InUsage)
	{
		Usage = InUsage;
		return *this;
	}
	FRHIBufferCreateDesc& AddUsage(EBufferUsageFlags InUsage)
	{
		Usage |= InUsage;
		return *this;
	}
	FRHIBufferCreateDesc& SetInitialState(ERHIAccess) { return *this; }

	const TCHAR* DebugName;
	uint32 Size;
	uint32 Stride;
	EBufferUsageFlags Usage;
};
#endif

struct FRHIResourceCreateInfo
{
	explicit FRHIResourceCreateInfo(const TCHAR* InDebugName)
		: DebugName(InDebugName)
	{
	}
	const TCHAR* DebugName;
};
