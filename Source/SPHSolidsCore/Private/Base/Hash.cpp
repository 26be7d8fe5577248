#include <SPHSolids/Base/Hash.h>

#include <bit>
#include <cstring>

namespace SPHSolids
{
namespace
{

constexpr std::size_t HashBlockBytes = 32;
constexpr std::uint64_t HashPrimeA = 0x9E3779B185EBCA87u;
constexpr std::uint64_t HashPrimeB = 0xC2B2AE3D27D4EB4Fu;

void MixHashBlock(std::uint64_t (&lanes)[4], const std::uint64_t (&block)[4])
{
	for (int k = 0; k < 4; ++k)
		lanes[k] = std::rotl(lanes[k] + block[k] * HashPrimeB, 31) * HashPrimeA;
}

std::uint64_t AvalancheHash(std::uint64_t h)
{
	h = (h ^ (h >> 33)) * 0xFF51AFD7ED558CCDu;
	h = (h ^ (h >> 33)) * 0xC4CEB9FE1A85EC53u;
	return h ^ (h >> 33);
}

}

void Hash64::Add(const void* bytes, std::size_t byteCount)
{
	static_assert(std::endian::native == std::endian::little, "the hash is defined over little-endian words");
	const auto* source = static_cast<const unsigned char*>(bytes);
	auto* buffer = reinterpret_cast<unsigned char*>(pending);
	std::size_t filled = length % HashBlockBytes;
	length += byteCount;
	while (byteCount > 0)
	{
		const std::size_t taken = byteCount < HashBlockBytes - filled ? byteCount : HashBlockBytes - filled;
		std::memcpy(buffer + filled, source, taken);
		source += taken;
		byteCount -= taken;
		filled += taken;
		if (filled == HashBlockBytes)
		{
			MixHashBlock(lanes, pending);
			filled = 0;
		}
	}
}

std::uint64_t Hash64::Value() const
{
	std::uint64_t state[4] = {lanes[0], lanes[1], lanes[2], lanes[3]};
	if (const std::size_t filled = length % HashBlockBytes; filled > 0)
	{
		std::uint64_t last[4] = {};
		std::memcpy(last, pending, filled);
		MixHashBlock(state, last);
	}
	std::uint64_t h = length * HashPrimeA;
	for (const std::uint64_t lane : state)
		h = std::rotl(h, 27) * HashPrimeB ^ AvalancheHash(lane);
	return AvalancheHash(h);
}

}
