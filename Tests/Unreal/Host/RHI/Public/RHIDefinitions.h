// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/RHI/EBufferUsageFlags, .../EResourceLockMode, .../ERHIFeatureLevel__Type, .../ERHIAccess; TriAxis-Games/RealtimeMeshComponent.
#pragma once

#include "CoreMinimal.h"

namespace ERHIFeatureLevel
{
enum Type : int
{
	ES3_1,
	SM5,
	SM6,
	Num
};
}

enum EShaderPlatform : uint16
{
	SP_VULKAN_SM6 = 38,
	SP_NumPlatforms = 64
};

enum EResourceLockMode
{
	RLM_ReadOnly,
	RLM_WriteOnly,
	RLM_WriteOnly_NoOverwrite
};

enum class EBufferUsageFlags : uint32
{
	None = 0,
	Static = 1 << 0,
	Dynamic = 1 << 1,
	Volatile = 1 << 2,
	UnorderedAccess = 1 << 3,
	ShaderResource = 1 << 8,
	VertexBuffer = 1 << 10,
	IndexBuffer = 1 << 11,
	StructuredBuffer = 1 << 12
};
ENUM_CLASS_FLAGS(EBufferUsageFlags)
#define BUF_Static EBufferUsageFlags::Static
#define BUF_Dynamic EBufferUsageFlags::Dynamic
#define BUF_VertexBuffer EBufferUsageFlags::VertexBuffer
#define BUF_IndexBuffer EBufferUsageFlags::IndexBuffer
#define BUF_ShaderResource EBufferUsageFlags::ShaderResource

enum class ERHIAccess : uint32
{
	Unknown = 0,
	VertexOrIndexBuffer = 1 << 3,
	SRVMask = 1 << 4
};
ENUM_CLASS_FLAGS(ERHIAccess)

enum EPixelFormat : uint8
{
	PF_Unknown = 0,
	PF_A32B32G32R32F = 1
};

enum EPrimitiveType
{
	PT_TriangleList,
	PT_TriangleStrip,
	PT_LineList,
	PT_PointList
};
