#include <SPHSolids/Geometry/DistanceGrid.h>

#include <SPHSolids/Base/Assert.h>
#include <SPHSolids/Base/CatmullRom.h>
#include <SPHSolids/Base/Hash.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

namespace SPHSolids
{
namespace
{

constexpr char DistanceGridMagic[8] = {'S', 'P', 'H', 'D', 'G', 'R', 'I', 'D'};
constexpr std::uint32_t DistanceGridVersion = 1;
constexpr std::uint32_t MinGridSide = 4;

struct DistanceGridHeader
{
	char magic[8] = {};
	std::uint32_t version = 0;
	std::uint32_t size[3] = {};
	double origin[3] = {};
	double cellSize = 0;
	std::uint64_t checksum = 0; // of this header with 0 here, then of the values
};
static_assert(sizeof(DistanceGridHeader) == 64 && std::endian::native == std::endian::little);

}

struct DistanceGrid::CellPlace
{
	Size corner;       // lowest one of the cell
	std::size_t first; // its index
	Vec3 within;       // 0 to 1 from there
	Vec3 beyond;       // m from the nearest point of the bounds, 0 within them
};

DistanceGrid::DistanceGrid(const Layout& newLayout, AlignedArray<float> newValues)
	: layout(newLayout)
	, values(std::move(newValues))
{
	SPHS_ASSERT(values.size() == layout.ValueCount() && layout.cellSize > 0);
	SPHS_ASSERT(std::min({layout.size[0], layout.size[1], layout.size[2]}) >= MinGridSide);
	bounds.min = layout.PlaceOf(1, 1, 1);
	bounds.max = layout.PlaceOf(layout.size[0] - 2, layout.size[1] - 2, layout.size[2] - 2);
}

DistanceGrid::CellPlace DistanceGrid::Locate(const Vec3& place) const
{
	CellPlace result{};
	std::size_t stride = 1;
	for (int axis = 0; axis < 3; ++axis)
	{
		const std::uint32_t side = layout.size[static_cast<std::size_t>(axis)];
		const double cells = (static_cast<double>(place[axis]) - layout.origin[axis]) / layout.cellSize;
		const double last = static_cast<double>(side - 2);
		const double clamped = cells > 1 ? std::min(cells, last) : 1.0; // a NaN ends up at the border, and stays in beyond
		const auto cell = std::min(static_cast<std::uint32_t>(clamped), side - 3);
		result.corner[static_cast<std::size_t>(axis)] = cell;
		result.first += stride * cell;
		result.within[axis] = static_cast<float>(clamped - static_cast<double>(cell));
		result.beyond[axis] = static_cast<float>((cells - clamped) * layout.cellSize);
		stride *= side;
	}
	return result;
}

DistanceGrid::Size DistanceGrid::CellOf(const Vec3& place) const
{
	return Locate(place).corner;
}

DistanceSample DistanceGrid::Extend(DistanceSample atBorder, const CellPlace& cell) const
{
	if (cell.beyond == Vec3{})
		return atBorder;
	const Real away = Norm(cell.beyond);
	return {atBorder.distance + away, cell.beyond / away};
}

Real DistanceGrid::LeastDistance(const Vec3& place, Real sampled) const
{
	const Vec3d at = place.Cast<double>();
	const Real away = static_cast<Real>(Norm(at - Max(bounds.min, Min(bounds.max, at))));
	const Real atBorder = sampled - away;
	// From the nearest point of a box all of the box is at an angle of 90 degrees or more.
	return away > 0 && atBorder > 0 ? std::sqrt(away * away + atBorder * atBorder) : sampled;
}

DistanceSample DistanceGrid::SampleLinear(const Vec3& place) const
{
	const CellPlace cell = Locate(place);
	const std::size_t row = layout.size[0], plane = row * layout.size[1];
	const float* v = values.data() + cell.first;
	const auto& [x, y, z] = cell.within;
	const float dx00 = v[1] - v[0], dx10 = v[row + 1] - v[row];
	const float dx01 = v[plane + 1] - v[plane], dx11 = v[plane + row + 1] - v[plane + row];
	const float v00 = v[0] + x * dx00, v10 = v[row] + x * dx10, v01 = v[plane] + x * dx01, v11 = v[plane + row] + x * dx11;
	const float v0 = v00 + y * (v10 - v00), v1 = v01 + y * (v11 - v01);
	const float dx0 = dx00 + y * (dx10 - dx00), dx1 = dx01 + y * (dx11 - dx01);
	const float perCell = static_cast<float>(1 / layout.cellSize);
	const DistanceSample sample{
		v0 + z * (v1 - v0), Vec3{dx0 + z * (dx1 - dx0), (v10 - v00) + z * ((v11 - v01) - (v10 - v00)), v1 - v0} * perCell};
	return Extend(sample, cell);
}

DistanceSample DistanceGrid::SampleCubic(const Vec3& place) const
{
	const CellPlace cell = Locate(place);
	const std::size_t row = layout.size[0], plane = row * layout.size[1];
	const float* corner = values.data() + cell.first - 1 - row - plane;
	const CatmullRom alongX(cell.within.x), alongY(cell.within.y), alongZ(cell.within.z);
	DistanceSample sample;
	for (std::size_t k = 0; k < 4; ++k)
	{
		float value = 0, slopeX = 0, slopeY = 0;
		for (std::size_t j = 0; j < 4; ++j)
		{
			const float* v = corner + k * plane + j * row;
			const float inX = (alongX.weight[0] * v[0] + alongX.weight[1] * v[1]) + (alongX.weight[2] * v[2] + alongX.weight[3] * v[3]);
			const float byX = (alongX.slope[0] * v[0] + alongX.slope[1] * v[1]) + (alongX.slope[2] * v[2] + alongX.slope[3] * v[3]);
			value += alongY.weight[j] * inX;
			slopeX += alongY.weight[j] * byX;
			slopeY += alongY.slope[j] * inX;
		}
		sample.distance += alongZ.weight[k] * value;
		sample.gradient += Vec3{alongZ.weight[k] * slopeX, alongZ.weight[k] * slopeY, alongZ.slope[k] * value};
	}
	sample.gradient *= static_cast<float>(1 / layout.cellSize);
	return Extend(sample, cell);
}

std::vector<std::byte> DistanceGrid::ToBytes() const
{
	DistanceGridHeader header;
	std::copy(std::begin(DistanceGridMagic), std::end(DistanceGridMagic), header.magic);
	header.version = DistanceGridVersion;
	for (int axis = 0; axis < 3; ++axis)
	{
		header.size[axis] = layout.size[static_cast<std::size_t>(axis)];
		header.origin[axis] = layout.origin[axis];
	}
	header.cellSize = layout.cellSize;
	const std::span<const std::byte> valueBytes = std::as_bytes(Values());
	header.checksum = ChecksumWithHeader(header, valueBytes);
	std::vector<std::byte> bytes(sizeof header + valueBytes.size());
	std::memcpy(bytes.data(), &header, sizeof header);
	std::memcpy(bytes.data() + sizeof header, valueBytes.data(), valueBytes.size());
	return bytes;
}

Result<DistanceGrid> DistanceGrid::FromBytes(std::span<const std::byte> bytes)
{
	DistanceGridHeader header;
	if (bytes.size() < sizeof header || std::memcmp(bytes.data(), DistanceGridMagic, sizeof DistanceGridMagic) != 0)
		return Error{"This is not a distance grid; build the grid again."};
	std::memcpy(&header, bytes.data(), sizeof header);
	if (header.version != DistanceGridVersion)
		return Error{"The distance grid has format version " + std::to_string(header.version) + ", but this version of SPHSolids reads "
			+ std::to_string(DistanceGridVersion) + "; update SPHSolids or build the grid again."};
	const std::span<const std::byte> valueBytes = bytes.subspan(sizeof header);
	const std::uint64_t expected = valueBytes.size() / sizeof(float);
	// Each product is compared before the next factor could overflow it.
	const std::uint64_t area = std::uint64_t(header.size[0]) * header.size[1];
	const bool sizesAgree = valueBytes.size() % sizeof(float) == 0 && area > 0 && header.size[2] > 0 && area <= expected
		&& expected % area == 0 && expected / area == header.size[2];
	if (!sizesAgree)
		return Error{"The distance grid is cut short or damaged: its size does not fit its contents; build it again."};
	if (ChecksumWithHeader(header, valueBytes) != header.checksum)
		return Error{"The distance grid is damaged: its checksum does not fit its contents; build it again."};

	Layout layout;
	layout.origin = {header.origin[0], header.origin[1], header.origin[2]};
	layout.cellSize = header.cellSize;
	layout.size = {header.size[0], header.size[1], header.size[2]};
	AlignedArray<float> values(layout.ValueCount());
	std::memcpy(values.data(), valueBytes.data(), valueBytes.size());
	const bool isSound = *std::min_element(layout.size.begin(), layout.size.end()) >= MinGridSide && IsFinite(layout.origin)
		&& layout.cellSize > 0 && std::isfinite(layout.cellSize)
		&& std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
	if (!isSound)
		return Error{"The distance grid holds values that no grid can have; build it again."};
	return DistanceGrid(layout, std::move(values));
}

}
