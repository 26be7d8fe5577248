// Whatever bytes come, ReadBody gives a body that passes every check or a sentence.

#include "Fuzz.h"

#include <SPHSolids/Body/BodyArchive.h>

using namespace SPHSolids;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize, unsigned seed)
{
	return Fuzz::MutateAndRepair(data, size, maxSize, seed, Tests::RepairFrame);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	const auto read = ReadBody(Fuzz::Bytes(data, size));
	if (!read.IsOk())
		return 0;
	Fuzz::Expect(CheckBody(read.Value()).IsOk(), "a body that is not sound was accepted");
	static_cast<void>(WriteBody(read.Value()));
	return 0;
}
