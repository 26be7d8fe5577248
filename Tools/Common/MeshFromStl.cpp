#include <Common/MeshCorners.h>
#include <Common/MeshFormats.h>
#include <Common/MeshReader.h>
#include <Common/MeshText.h>

#include <array>
#include <bit>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

namespace SPHSolids::Tools
{

namespace
{

constexpr std::size_t StlHeader = 84, StlFacet = 50; // bytes
static_assert(std::endian::native == std::endian::little, "STL numbers are read as they stand in memory");

using StlKey = std::array<std::uint64_t, 3>;

/// Triangles whose equal corners become one vertex.
class StlMesh
{
public:
	void AddFacet(const Vec3d (&corners)[3])
	{
		Triangle triangle{};
		for (std::size_t n = 0; n < 3; ++n)
		{
			// Adding zero turns -0 into 0, which differs in its bits only.
			const Vec3d place = corners[n] + Vec3d{0, 0, 0};
			const StlKey key = {
				std::bit_cast<std::uint64_t>(place.x), std::bit_cast<std::uint64_t>(place.y), std::bit_cast<std::uint64_t>(place.z)};
			const auto [vertex, isNew] = joiner.Find(key);
			if (isNew)
				mesh.positions.push_back(place);
			triangle[n] = vertex;
		}
		mesh.triangles.push_back(triangle);
	}
	std::size_t TriangleCount() const { return mesh.triangles.size(); }
	RenderMesh Take() { return std::move(mesh); }

private:
	CornerJoiner<StlKey> joiner;
	RenderMesh mesh;
};

std::uint32_t FacetCount(std::span<const std::byte> content)
{
	std::uint32_t count = 0;
	std::memcpy(&count, content.data() + StlHeader - sizeof(count), sizeof(count));
	return count;
}

RenderMesh FromBinaryStl(std::span<const std::byte> content)
{
	StlMesh mesh;
	const std::uint32_t count = FacetCount(content);
	for (std::size_t facet = 0; facet < count; ++facet)
	{
		float numbers[12]; // normal, then three corners
		std::memcpy(numbers, content.data() + StlHeader + facet * StlFacet, sizeof(numbers));
		const auto corner = [&](std::size_t n) { return Vec3{numbers[3 * n], numbers[3 * n + 1], numbers[3 * n + 2]}.Cast<double>(); };
		mesh.AddFacet({corner(1), corner(2), corner(3)});
	}
	return mesh.Take();
}

bool EqualsIgnoringCase(std::string_view word, std::string_view lower)
{
	if (word.size() != lower.size())
		return false;
	for (std::size_t n = 0; n < word.size(); ++n)
		if (std::tolower(static_cast<unsigned char>(word[n])) != lower[n])
			return false;
	return true;
}

Result<RenderMesh> FromAsciiStl(std::string_view text)
{
	StlMesh mesh;
	TextScanner scanner(text);
	Vec3d corners[3];
	std::size_t have = 0;
	// Only the corners and the ends of loops matter; facet, normal, outer, loop, solid and names are passed over.
	for (std::string_view word = scanner.NextWord(); !word.empty(); word = scanner.NextWord())
	{
		const std::size_t line = scanner.Line();
		if (EqualsIgnoringCase(word, "vertex"))
		{
			if (have == 3)
				return Error{"line " + std::to_string(line) + " is the fourth corner of a facet; correct or re-export the file"};
			for (int axis = 0; axis < 3; ++axis)
				if (!TextScanner::ToNumber(scanner.NextWord(), corners[have][axis]))
					return Error{"line " + std::to_string(line) + " does not hold three numbers; correct or re-export the file"};
			++have;
		}
		else if (EqualsIgnoringCase(word, "endloop"))
		{
			if (have != 3)
				return Error{"line " + std::to_string(line) + " ends a facet with less than three corners; correct or re-export the file"};
			have = 0;
			mesh.AddFacet(corners);
			if (mesh.TriangleCount() > MaxMeshTriangles)
				return Error{"has more than " + std::to_string(MaxMeshTriangles) + " triangles; reduce it"};
		}
	}
	if (have != 0)
		return Error{"ends in the middle of a facet; export it again"};
	return mesh.Take();
}

}

Result<RenderMesh> MeshFromStl(std::span<const std::byte> content)
{
	const std::string_view text(reinterpret_cast<const char*>(content.data()), content.size());
	const bool startsSolid = text.starts_with("solid") || text.starts_with("SOLID");
	const std::uint64_t needed = content.size() < StlHeader ? 0 : StlHeader + std::uint64_t(FacetCount(content)) * StlFacet;
	// Some programs start binary files with "solid" too; an exact size tells.
	if (needed == content.size() && !content.empty())
		return FromBinaryStl(content);
	if (startsSolid)
		return FromAsciiStl(text);
	if (content.size() < StlHeader)
		return Error{"is too short for an STL file; export it again"};
	if (needed > content.size())
		return Error{"announces " + std::to_string(FacetCount(content)) + " triangles but holds only "
			+ std::to_string((content.size() - StlHeader) / StlFacet) + "; it is cut off or no STL file, export it again"};
	return FromBinaryStl(content);
}

}
