// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/RenderCore/FVertexFactory, .../FVertexStreamComponent (include path VertexFactory.h).
#pragma once

#include "RenderResource.h"

struct FVertexStreamComponent
{
	const FVertexBuffer* VertexBuffer = nullptr;
	uint32 Offset = 0;
	uint32 Stride = 0;
};

class FVertexFactory : public FRenderResource
{
};
