#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace SPHSolids
{

static_assert(std::endian::native == std::endian::little, "files are little-endian and are copied as they are");

/// Types whose bytes are the same on every machine we run on: no padding, no pointers.
template <class T>
concept Storable = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>;

/// Appends values to a growing run of bytes.
class ByteWriter
{
public:
	ByteWriter() = default;
	/// Writes from the start of these bytes on, and keeps their memory.
	explicit ByteWriter(std::vector<std::byte> memory)
		: bytes(std::move(memory))
	{
		bytes.clear();
	}
	template <Storable T>
	void Write(const T& value)
	{
		WriteArray(std::span<const T>(&value, 1));
	}
	template <Storable T>
	void WriteArray(std::span<const T> values)
	{
		const auto raw = std::as_bytes(values);
		bytes.insert(bytes.end(), raw.begin(), raw.end());
	}
	void WriteText(std::string_view text)
	{
		Write(static_cast<std::uint32_t>(text.size()));
		WriteArray(std::span<const char>(text.data(), text.size()));
	}
	std::vector<std::byte> Take() { return std::move(bytes); }

private:
	std::vector<std::byte> bytes;
};

/// Takes values from a run of bytes that may be anything. A read beyond the end gives zeros or nothing, allocates nothing and is
/// remembered: ask Failed() once, at the end.
class ByteReader
{
public:
	explicit ByteReader(std::span<const std::byte> source)
		: left(source)
	{
	}
	template <Storable T>
	T Read()
	{
		T value{};
		if (Take(1, sizeof(T)))
			std::memcpy(&value, taken.data(), sizeof(T));
		return value;
	}
	/// Fills a vector-like array with count values; leaves it empty if there are not so many.
	template <class Array>
		requires Storable<typename Array::value_type>
	void ReadArray(std::uint64_t count, Array& values)
	{
		values.clear();
		if (!Take(count, sizeof(typename Array::value_type)) || count == 0)
			return;
		values.resize(static_cast<std::size_t>(count));
		std::memcpy(values.data(), taken.data(), taken.size());
	}
	std::string ReadText()
	{
		const std::uint64_t length = Read<std::uint32_t>();
		if (!Take(length, 1))
			return {};
		return std::string(reinterpret_cast<const char*>(taken.data()), taken.size());
	}
	/// The next bytes themselves; nothing if there are not so many.
	std::span<const std::byte> ReadBytes(std::uint64_t count) { return Take(count, 1) ? taken : std::span<const std::byte>(); }
	bool Failed() const { return failed; }
	std::size_t Left() const { return left.size(); }
	bool AtEnd() const { return left.empty(); }

private:
	bool Take(std::uint64_t count, std::size_t size)
	{
		failed = failed || count > left.size() / size;
		if (failed)
			return false;
		taken = left.first(static_cast<std::size_t>(count) * size);
		left = left.subspan(taken.size());
		return true;
	}

	std::span<const std::byte> left;
	std::span<const std::byte> taken;
	bool failed = false;
};

}
