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
	int32 Level = 0;                ///< of detail, of which these are all the vertices; Nothing if the whole body has melted

	static constexpr int32 Nothing = -1;

	/// Who still needs it: the solver that fills it or the component that shows it, and the render thread until it has copied it.
	std::atomic<int32> Users{0};
};

/// A few sets of vertices that go round, so that a playing body allocates nothing.
class FSPHSolidVertexPool
{
public:
	/// One that nobody needs, for the caller. Normally there are three: being filled, shown, being copied.
	TSharedPtr<FSPHSolidVertices> Take()
	{
		for (const TSharedPtr<FSPHSolidVertices>& Vertices : All)
			if (int32 None = 0; Vertices->Users.compare_exchange_strong(None, 1, std::memory_order_acquire))
				return Vertices;
		TSharedPtr<FSPHSolidVertices> Made = MakeShared<FSPHSolidVertices>();
		Made->Users.store(1, std::memory_order_relaxed);
		All.Add(Made);
		return Made;
	}
	static void Share(FSPHSolidVertices& Vertices) { Vertices.Users.fetch_add(1, std::memory_order_relaxed); }
	static void GiveBack(FSPHSolidVertices& Vertices) { Vertices.Users.fetch_sub(1, std::memory_order_release); }
	int32 Num() const { return All.Num(); }

private:
	TArray<TSharedPtr<FSPHSolidVertices>> All;
};
