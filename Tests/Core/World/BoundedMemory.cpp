#include "BoundedMemory.h"

#include "AllocationCounter.h"

#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace SPHSolids::Tests
{
namespace
{

constexpr std::uint64_t Claims[] = {0xFFFFFFFF, 0x7FFFFFFF, 0x01000000, 100'000, 0xFFFFFFFF'FFFFFFFF, 0x7FFFFFFF'FFFFFFFF, 0x1'00000000};
/// Numbers that far into a file are elements of arrays, of which some are enough.
constexpr std::size_t ArraysFrom = 2048, ArrayStride = 64;

Bytes BytesOf(const std::string& text)
{
	const auto raw = std::as_bytes(std::span(text));
	return {raw.begin(), raw.end()};
}

std::string FileText(const std::filesystem::path& file)
{
	std::ifstream stream(file, std::ios::binary);
	return {(std::istreambuf_iterator<char>(stream)), {}};
}

/// The file with its binary numbers replaced, one at a time.
void ForEachBinaryClaim(const Bytes& whole, const std::function<void(Bytes, std::size_t place)>& visit)
{
	for (std::size_t place = 0; place + 8 <= whole.size(); place += place < ArraysFrom ? 4 : ArrayStride)
		for (const std::uint64_t claim : Claims)
		{
			Bytes changed = whole;
			if (claim > 0xFFFFFFFF)
				SetAt(changed, place, claim);
			else
				SetAt(changed, place, static_cast<std::uint32_t>(claim));
			visit(std::move(changed), place);
		}
}

/// And those that are written in digits.
void ForEachWrittenClaim(const std::string& whole, const std::function<void(Bytes, std::size_t place)>& visit)
{
	const auto isDigit = [&](std::size_t at) { return at < whole.size() && std::isdigit(static_cast<unsigned char>(whole[at])) != 0; };
	for (std::size_t place = 0; place < whole.size() && place < ArraysFrom; ++place)
	{
		if (!isDigit(place) || (place > 0 && isDigit(place - 1)))
			continue;
		std::size_t end = place;
		while (isDigit(end))
			++end;
		for (const std::uint64_t claim : Claims)
			visit(BytesOf(std::string(whole).replace(place, end - place, std::to_string(claim))), place);
	}
}

}

std::ptrdiff_t MemoryFor(std::ptrdiff_t times, std::size_t fileBytes)
{
	return times * static_cast<std::ptrdiff_t>(fileBytes) + BytesOfTables;
}

std::ptrdiff_t MemoryTaken(const std::function<void()>& something)
{
	const std::ptrdiff_t before = HeldBytes();
	StartPeak();
	something();
	return PeakBytes() - before;
}

void ExpectBoundedMemory(
	const char* seeds, std::ptrdiff_t times, const std::function<void(Bytes&)>& repair, const std::function<bool(const Bytes&)>& read)
{
	if (!CountsMemory())
		GTEST_SKIP() << "memory is not counted under this sanitizer";
	int accepted = 0, refused = 0;
	const auto tryBytes = [&](Bytes bytes, std::size_t place)
	{
		repair(bytes);
		const std::ptrdiff_t taken = MemoryTaken([&] { ++(read(bytes) ? accepted : refused); });
		EXPECT_LE(taken, MemoryFor(times, bytes.size())) << bytes.size() << " bytes, changed at " << place;
	};
	for (const auto& file : std::filesystem::directory_iterator(std::string(SPHSOLIDS_TEST_DATA "/fuzz/") + seeds))
	{
		const std::string text = FileText(file.path());
		tryBytes(BytesOf(text), 0);
		ForEachBinaryClaim(BytesOf(text), tryBytes);
		ForEachWrittenClaim(text, tryBytes);
	}
	EXPECT_GT(accepted, 0) << "seeds are read";
	EXPECT_GT(refused, 20) << "claims reach the reader";
}

}
