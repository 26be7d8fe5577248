#pragma once

#include <SPHSolids/Base/Config.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace SPHSolids
{

/// 64-bit hash of a stream of bytes, the same on every machine and for any way of cutting the stream into calls.
/// For checksums, cache keys and state hashes. Finds accidents; it does not resist an attacker.
class Hash64
{
public:
	SPHSOLIDSCORE_API void Add(const void* bytes, std::size_t byteCount);

	template <class T>
		requires std::is_trivially_copyable_v<T>
	void AddValue(const T& value)
	{
		Add(static_cast<const void*>(&value), sizeof(T));
	}
	template <class T>
		requires std::is_trivially_copyable_v<T>
	void AddSpan(std::span<T> values)
	{
		Add(values.data(), values.size_bytes());
	}
	SPHSOLIDSCORE_API std::uint64_t Value() const;

private:
	std::uint64_t lanes[4] = {0x9E3779B97F4A7C15u, 0xC2B2AE3D27D4EB4Fu, 0x165667B19E3779F9u, 0x27D4EB2F165667C5u};
	std::uint64_t pending[4] = {};
	std::uint64_t length = 0;
};

/// Of a file's header, with 0 in the place of its own checksum, and of the bytes behind it.
template <class Header>
	requires std::is_trivially_copyable_v<Header>
std::uint64_t ChecksumWithHeader(Header header, std::span<const std::byte> bytes)
{
	header.checksum = 0;
	Hash64 hash;
	hash.AddValue(header);
	hash.AddSpan(bytes);
	return hash.Value();
}

}
