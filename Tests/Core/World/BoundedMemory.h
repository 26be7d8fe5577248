#pragma once

#include "Body/FileFrame.h"

#include <functional>
#include <string>

namespace SPHSolids::Tests
{

/// Bytes that a reader may take for a file of so many: a multiple of them, and what tables and sentences need.
inline constexpr std::ptrdiff_t TimesOfBinary = 8, TimesOfText = 64, BytesOfTables = 64 * 1024;
std::ptrdiff_t MemoryFor(std::ptrdiff_t times, std::size_t fileBytes);

/// The most that was held while something was done, beyond what was held before.
std::ptrdiff_t MemoryTaken(const std::function<void()>& something);

/// A file may claim that it holds billions of things. Reads each seed in Tests/Data/fuzz/SEEDS whole and with one number after the other,
/// binary or written in digits, replaced by such claims; expects that no reading takes more than MemoryFor the bytes there are.
/// @param repair Makes checksums agree, if the format has any.
/// @param read False if it refuses.
void ExpectBoundedMemory(
	const char* seeds, std::ptrdiff_t times, const std::function<void(Bytes&)>& repair, const std::function<bool(const Bytes&)>& read);

}
