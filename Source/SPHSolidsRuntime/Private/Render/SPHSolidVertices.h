// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"
#include "PackedNormal.h"

#include <atomic>

/// The vertices of a body in one frame, on their way from the solver to the render thread, ready to be copied into the card's buffers.
struct FSPHSolidVertices
{
	TArray<FVector3f> Positions;    ///< cm, local space of the component
	TArray<FPackedNormal> Tangents; ///< two per vertex: direction of u; normal, with the side of v in W
	FBox Bounds;                    ///< of the positions

	/// False from the moment it is filled until the render thread has copied it. Whoever sees true may write.
	std::atomic<bool> bFree{true};
};

/// A few sets of vertices that go round, so that a playing body allocates nothing.
class FSPHSolidVertexPool
{
public:
	/// One that nobody reads. Normally there are at most three: being filled, waiting, being copied.
	TSharedPtr<FSPHSolidVertices> Take()
	{
		for (const TSharedPtr<FSPHSolidVertices>& Vertices : All)
			if (Vertices->bFree.exchange(false, std::memory_order_acquire))
				return Vertices;
		TSharedPtr<FSPHSolidVertices> Made = MakeShared<FSPHSolidVertices>();
		Made->bFree.store(false, std::memory_order_relaxed);
		All.Add(Made);
		return Made;
	}
	static void GiveBack(FSPHSolidVertices& Vertices) { Vertices.bFree.store(true, std::memory_order_release); }

private:
	TArray<TSharedPtr<FSPHSolidVertices>> All;
};
