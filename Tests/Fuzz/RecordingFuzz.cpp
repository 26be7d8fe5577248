// Whatever bytes come, a recording is refused with a sentence or can be played.

#include "Fuzz.h"
#include "FuzzWorld.h"

#include <SPHSolids/World/Recording.h>

using namespace SPHSolids;

namespace
{

/// The snapshot and the bodies in it have checksums of their own.
void RepairRecording(Tests::Bytes& bytes)
{
	if (bytes.size() < Tests::HeaderSize || Tests::SectionCount(bytes) > (bytes.size() - Tests::HeaderSize) / Tests::EntrySize)
		return;
	for (std::size_t s = 0; s < Tests::SectionCount(bytes); ++s)
	{
		const std::size_t entry = Tests::HeaderSize + s * Tests::EntrySize;
		const auto offset = Tests::ValueAt<std::uint64_t>(bytes, entry + 8), size = Tests::ValueAt<std::uint64_t>(bytes, entry + 16);
		if (offset > bytes.size() || size > bytes.size() - offset || std::memcmp(bytes.data() + entry, "SNAP", 4) != 0)
			continue;
		const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(offset);
		Tests::Bytes snapshot(begin, begin + static_cast<std::ptrdiff_t>(size));
		Fuzz::RepairChecksum(snapshot, 24, 16);
		std::copy(snapshot.begin(), snapshot.end(), begin);
	}
	Tests::RepairFrame(bytes);
}

}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize, unsigned seed)
{
	return Fuzz::MutateAndRepair(data, size, maxSize, seed, RepairRecording);
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
