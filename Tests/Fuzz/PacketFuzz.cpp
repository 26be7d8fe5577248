// A packet gives a finite state or is refused.

#include "Fuzz.h"
#include "FuzzWorld.h"

#include <SPHSolids/World/BodyPacket.h>

using namespace SPHSolids;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize, unsigned seed)
{
	return Fuzz::MutateAndRepair(data, size, maxSize, seed, [](Tests::Bytes& bytes) { Tests::RepairChecksum(bytes, 136, 8); });
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	static const std::unique_ptr<World> world = Fuzz::MakeSmallWorld();
	const BodyId id = world->Bodies()[0];
	const auto state = UnpackBody(world->Find(id)->Rest(), Fuzz::Bytes(data, size));
	if (state.IsOk())
		Fuzz::Expect(world->SetState(id, state.Value().origin, state.Value().position, state.Value().velocity).IsOk(),
			"an unpacked state was not finite");
	return 0;
}
