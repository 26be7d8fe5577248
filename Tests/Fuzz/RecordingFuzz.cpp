// Whatever bytes come, a recording is refused with a sentence or can be played.

#include "Fuzz.h"
#include "FuzzWorld.h"

#include <SPHSolids/World/Recording.h>

using namespace SPHSolids;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize, unsigned seed)
{
	return Fuzz::MutateAndRepair(data, size, maxSize, seed, Tests::RepairRecording);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	static const auto tasks = MakeSerialTaskRunner();
	const auto recording = Recording::Read(Fuzz::Bytes(data, size));
	if (!recording.IsOk())
		return 0;
	auto replayer = Replayer::Create(recording.Value());
	if (!replayer.IsOk())
		return 0;
	// A step may be as long as its file says; only short ones are taken here.
	if (!replayer.Value()->AtEnd() && recording.Value().Steps()[0].dt < 0.02 && replayer.Value()->GetWorld().Def().time.elasticStep > 1e-3
		&& replayer.Value()->GetWorld().Def().time.minStep > 5e-5)
		if (replayer.Value()->Next(*tasks).IsOk())
			Fuzz::Expect(Fuzz::IsSound(replayer.Value()->GetWorld()), "a recording led to places that are not finite");
	return 0;
}
