#pragma once

#include "Core/Body/FileFrame.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>

// What the fuzz targets share. Each defines LLVMFuzzerTestOneInput; those of files with checksums also FUZZ_REPAIR their mutants.

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t maxSize);
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace SPHSolids::Fuzz
{

inline std::span<const std::byte> Bytes(const uint8_t* data, size_t size)
{
	return std::as_bytes(std::span(data, size));
}
inline std::string_view Text(const uint8_t* data, size_t size)
{
	return {reinterpret_cast<const char*>(data), size};
}

/// A promise that did not hold.
[[noreturn]] inline void Broken(const char* sentence)
{
	std::fprintf(stderr, "broken promise: %s\n", sentence);
	std::abort();
}
inline void Expect(bool holds, const char* sentence)
{
	if (!holds)
		Broken(sentence);
}

/// Checksums stop a fuzzer at the door: most mutants get theirs repaired, so that the code behind the door is reached.
/// @param repair Makes the checksums of some bytes agree with what they hold; may not change their number.
template <class Repair>
size_t MutateAndRepair(uint8_t* data, size_t size, size_t maxSize, unsigned seed, Repair&& repair)
{
	const size_t mutatedSize = LLVMFuzzerMutate(data, size, maxSize);
	if (seed % 8 == 0)
		return mutatedSize;
	const auto raw = Bytes(data, mutatedSize);
	Tests::Bytes bytes(raw.begin(), raw.end());
	repair(bytes);
	std::memcpy(data, bytes.data(), bytes.size());
	return bytes.size();
}

}
