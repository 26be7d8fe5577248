// A recording of frames is refused, or each of its frames is read or refused.

#include "Fuzz.h"

#include <Lab/CacheFile.h>

#include <algorithm>

using namespace SPHSolids;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize, unsigned seed)
{
	return Fuzz::MutateAndRepair(data, size, maxSize, seed, Tests::RepairBlocks);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	const auto view = CacheView::Open(Fuzz::Bytes(data, size));
	if (!view.IsOk())
		return 0;
	for (std::size_t frame = 0; frame < std::min<std::size_t>(view.Value().FrameCount(), 16); ++frame)
		if (const auto read = view.Value().ReadFrame(frame); read.IsOk())
			for (const Vec3d& p : read.Value().position)
				Fuzz::Expect(IsFinite(p), "a frame holds places that are not finite");
	return 0;
}
