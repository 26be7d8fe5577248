#include <SPHSolids/World/BodyPacket.h>

#include "Body/ByteStream.h"

#include <SPHSolids/Base/Assert.h>
#include <SPHSolids/Base/Hash.h>
#include <SPHSolids/Coupling/Shape.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace SPHSolids
{
namespace
{

constexpr std::uint32_t PacketMagic = 0x4B505053; // "SPPK"
constexpr int MostPacketBits = 16;
/// Directions in which a rest shape is thinner than this share of its longest are not fitted: sheets and strings.
constexpr double ThinnestSpread = 1e-6;

struct PacketHeader
{
	std::uint32_t magic = PacketMagic;
	std::uint32_t particles = 0;
	std::uint64_t checksum = 0; // ChecksumWithHeader
	Vec3d centre;               // m, world
	Matrix3<float> map;         // of rest places about their mean
	Vec3 velocity;
	Matrix3<float> rate; // 1/s
	float positionRange = 0, velocityRange = 0;
	std::uint8_t positionBits = 0, velocityBits = 0;
	std::uint16_t reserved = 0;
};
static_assert(sizeof(PacketHeader) == 136, "no padding");

Vec3d MeanOf(std::span<const Vec3> places)
{
	Vec3d sum;
	for (const Vec3& p : places)
		sum += p.Cast<double>();
	return sum / static_cast<double>(places.size());
}

/// (sum X X^T)^-1 over rest places about their mean, zero where the shape has no extent.
Mat3d InverseSpread(std::span<const Vec3> rest, const Vec3d& centre)
{
	Mat3d spread;
	for (const Vec3& X : rest)
		spread += Mat3d::Outer(X.Cast<double>() - centre, X.Cast<double>() - centre);
	const SymmetricEigen eigen = DecomposeSymmetric(spread);
	Mat3d inverse;
	for (int k = 0; k < 3; ++k)
		if (eigen.values[k] > ThinnestSpread * eigen.values[0])
		{
			const Vec3d axis = {eigen.vectors(0, k), eigen.vectors(1, k), eigen.vectors(2, k)};
			inverse += Mat3d::Outer(axis, axis) * (1 / eigen.values[k]);
		}
	return inverse;
}

/// The linear map of rest places about their mean that fits the values about theirs best.
Matrix3<float> FitMap(
	std::span<const Vec3> values, const Vec3d& mean, std::span<const Vec3> rest, const Vec3d& restMean, const Mat3d& inverse)
{
	Mat3d product;
	for (std::size_t i = 0; i < rest.size(); ++i)
		product += Mat3d::Outer(values[i].Cast<double>() - mean, rest[i].Cast<double>() - restMean);
	return (product * inverse).Cast<float>();
}

/// Whole numbers of a few bits, one after the other.
class BitWriter
{
public:
	void Write(std::uint32_t value, int bits)
	{
		pending |= static_cast<std::uint64_t>(value) << count;
		for (count += bits; count >= 8; count -= 8, pending >>= 8)
			bytes.push_back(static_cast<std::byte>(pending & 0xff));
	}
	std::vector<std::byte> Finish()
	{
		if (count > 0)
			bytes.push_back(static_cast<std::byte>(pending & 0xff));
		return std::move(bytes);
	}

private:
	std::vector<std::byte> bytes;
	std::uint64_t pending = 0;
	int count = 0;
};
class BitReader
{
public:
	explicit BitReader(std::span<const std::byte> source)
		: left(source)
	{
	}
	std::uint32_t Read(int bits)
	{
		for (; count < bits; count += 8)
		{
			pending |= static_cast<std::uint64_t>(left.front()) << count;
			left = left.subspan(1);
		}
		const auto value = static_cast<std::uint32_t>(pending & ((std::uint64_t(1) << bits) - 1));
		pending >>= bits;
		count -= bits;
		return value;
	}

private:
	std::span<const std::byte> left;
	std::uint64_t pending = 0;
	int count = 0;
};

/// Calls visit(i, fitted value) for every particle: mean + map (X_i - mean X).
template <class Visit>
void VisitFit(const Matrix3<float>& map, const Vec3& mean, std::span<const Vec3> rest, const Vec3d& restMean, Visit&& visit)
{
	for (std::size_t i = 0; i < rest.size(); ++i)
		visit(i, mean + map * (rest[i].Cast<double>() - restMean).Cast<Real>());
}

/// Differences of values from their fit, in steps of range / (2^bits - 1) from -range/2 on. @return The range.
float WriteDifferences(std::span<const Vec3> values, const Vec3d& shift, const Matrix3<float>& map, const Vec3& mean,
	std::span<const Vec3> rest, const Vec3d& restMean, int bits, BitWriter& writer)
{
	if (bits == 0)
		return 0;
	std::vector<Vec3> difference(values.size());
	Real largest = 0;
	VisitFit(map, mean, rest, restMean,
		[&](std::size_t i, const Vec3& fitted)
		{
			difference[i] = (values[i].Cast<double>() - shift).Cast<Real>() - fitted;
			for (int axis = 0; axis < 3; ++axis)
				largest = std::max(largest, std::fabs(difference[i][axis]));
		});
	const Real steps = static_cast<Real>((1 << bits) - 1), perStep = largest > 0 ? steps / (2 * largest) : 0;
	for (const Vec3& d : difference)
		for (int axis = 0; axis < 3; ++axis)
			writer.Write(static_cast<std::uint32_t>(std::clamp(std::round((d[axis] + largest) * perStep), Real(0), steps)), bits);
	return 2 * largest;
}

void ReadDifferences(const Matrix3<float>& map, const Vec3& mean, std::span<const Vec3> rest, const Vec3d& restMean, float range, int bits,
	BitReader& reader, AlignedArray<Vec3>& values)
{
	values.resize(rest.size());
	const Real step = bits > 0 ? range / static_cast<Real>((1 << bits) - 1) : 0;
	VisitFit(map, mean, rest, restMean,
		[&](std::size_t i, const Vec3& fitted)
		{
			values[i] = fitted;
			for (int axis = 0; axis < 3 && bits > 0; ++axis)
				values[i][axis] += static_cast<Real>(reader.Read(bits)) * step - range / 2;
		});
}

}

std::vector<std::byte> PackBody(const SolidBody& body, const PacketSettings& settings)
{
	SPHS_ASSERT(settings.positionBits >= 0 && settings.positionBits <= MostPacketBits);
	SPHS_ASSERT(settings.velocityBits >= 0 && settings.velocityBits <= MostPacketBits);
	const std::span<const Vec3> rest = body.Rest().state.position;
	const Vec3d restMean = MeanOf(rest), mean = MeanOf(body.position), meanVelocity = MeanOf(body.velocity);
	const Mat3d inverse = InverseSpread(rest, restMean);
	PacketHeader header;
	header.particles = static_cast<std::uint32_t>(rest.size());
	header.centre = body.origin + mean;
	header.map = FitMap(body.position, mean, rest, restMean, inverse);
	header.velocity = meanVelocity.Cast<Real>();
	header.rate = FitMap(body.velocity, meanVelocity, rest, restMean, inverse);
	header.positionBits = static_cast<std::uint8_t>(settings.positionBits);
	header.velocityBits = static_cast<std::uint8_t>(settings.velocityBits);
	BitWriter bits;
	header.positionRange = WriteDifferences(body.position, mean, header.map, {}, rest, restMean, settings.positionBits, bits);
	header.velocityRange = WriteDifferences(body.velocity, {}, header.rate, header.velocity, rest, restMean, settings.velocityBits, bits);
	const std::vector<std::byte> differences = bits.Finish();
	header.checksum = ChecksumWithHeader(header, differences);
	ByteWriter writer;
	writer.Write(header);
	writer.WriteArray(std::span<const std::byte>(differences));
	return writer.Take();
}

Result<BodyPacketState> UnpackBody(const SolidRest& rest, std::span<const std::byte> packet)
{
	ByteReader reader(packet);
	const auto header = reader.Read<PacketHeader>();
	const std::span<const Vec3> places = rest.state.position;
	const auto isKnown = [](int bits) { return bits <= MostPacketBits; };
	const std::uint64_t bits = std::uint64_t(3) * places.size() * (header.positionBits + std::uint64_t(header.velocityBits));
	const bool isWhole = !reader.Failed() && header.magic == PacketMagic && header.particles == places.size()
		&& isKnown(header.positionBits) && isKnown(header.velocityBits) && packet.size() == sizeof header + (bits + 7) / 8
		&& header.checksum == ChecksumWithHeader(header, packet.subspan(sizeof header));
	if (!isWhole)
		return Error{"The packet is damaged or of another body; wait for the next one."};
	BodyPacketState state;
	state.origin = header.centre;
	const Vec3d restMean = MeanOf(places);
	BitReader differences(packet.subspan(sizeof header));
	ReadDifferences(header.map, {}, places, restMean, header.positionRange, header.positionBits, differences, state.position);
	ReadDifferences(header.rate, header.velocity, places, restMean, header.velocityRange, header.velocityBits, differences, state.velocity);
	const auto isFinite = [](const Vec3& v) { return IsFinite(v); };
	if (!IsInWorld(state.origin) || !AreWithinReach(state.position) || !std::all_of(state.velocity.begin(), state.velocity.end(), isFinite))
		return Error{"The packet holds values that no body can have; wait for the next one."};
	return state;
}

}
