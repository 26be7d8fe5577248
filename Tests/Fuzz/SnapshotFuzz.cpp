// A world refuses bytes that are no snapshot of it and stays as it was; what it takes, it can step from.

#include "Fuzz.h"
#include "FuzzWorld.h"

using namespace SPHSolids;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize, unsigned seed)
{
	return Fuzz::MutateAndRepair(data, size, maxSize, seed, [](Tests::Bytes& bytes) { Tests::RepairChecksum(bytes, 24, 16); });
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	static const auto tasks = MakeSerialTaskRunner();
	static const std::unique_ptr<World> world = Fuzz::MakeSmallWorld();
	static const std::vector<std::byte> start = world->Snapshot();
	const std::uint64_t before = world->StateHash();
	if (!world->Restore(Fuzz::Bytes(data, size)).IsOk())
	{
		Fuzz::Expect(world->StateHash() == before, "a refused snapshot changed the world");
		return 0;
	}
	world->Step(0.004, *tasks);
	Fuzz::Expect(Fuzz::IsSound(*world), "a snapshot led to places that are not finite");
	Fuzz::Expect(world->Restore(start).IsOk(), "the world could not go back");
	return 0;
}
