// libFuzzer target: whatever bytes come, ReadBody gives a body that passes every check or a sentence, without touching memory that
// is not its own.

#include "Core/Body/FileFrame.h"

#include <SPHSolids/Body/BodyArchive.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>

using namespace SPHSolids;

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t maxSize);

/// Checksums stop a fuzzer at the door: most mutants get theirs repaired, so that the code behind the door is reached.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize, unsigned seed)
{
	const size_t mutatedSize = LLVMFuzzerMutate(data, size, maxSize);
	if (seed % 8 == 0)
		return mutatedSize;
	const auto raw = std::as_bytes(std::span(data, mutatedSize));
	Tests::Bytes bytes(raw.begin(), raw.end());
	Tests::RepairFrame(bytes);
	std::memcpy(data, bytes.data(), bytes.size());
	return bytes.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	const auto read = ReadBody(std::as_bytes(std::span(data, size)));
	if (!read.IsOk())
		return 0;
	if (const Status status = CheckBody(read.Value()); !status.IsOk())
	{
		std::fprintf(stderr, "accepted a body that is not sound: %s\n", status.Message().c_str());
		std::abort();
	}
	static_cast<void>(WriteBody(read.Value()));
	return 0;
}
