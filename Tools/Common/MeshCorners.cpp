#include <Common/MeshCorners.h>

#include <cmath>
#include <cstddef>
#include <numeric>

namespace SPHSolids::Tools
{

namespace
{

/// Ears cost the square of the corners; polygons of real meshes have a handful.
constexpr std::size_t MaxCornersForEars = 512;

struct Flat
{
	double x, y;
};

double Turn(const Flat& a, const Flat& b, const Flat& c)
{
	return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool IsInside(const Flat& p, const Flat& a, const Flat& b, const Flat& c)
{
	return Turn(a, b, p) >= 0 && Turn(b, c, p) >= 0 && Turn(c, a, p) >= 0;
}

/// Projection along the polygon's mean normal (Newell), in which it runs counter-clockwise.
std::vector<Flat> Flatten(std::span<const Vec3d> corners)
{
	Vec3d normal;
	for (std::size_t n = 0; n < corners.size(); ++n)
		normal += Cross(corners[n] - corners[0], corners[(n + 1) % corners.size()] - corners[0]);
	const Vec3d up = NormalizedOr(normal, Vec3d{0, 0, 1});
	const Vec3d side = NormalizedOr(Cross(std::abs(up.x) < 0.9 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}, up), Vec3d{1, 0, 0});
	const Vec3d other = Cross(up, side);
	std::vector<Flat> flat;
	for (const Vec3d& corner : corners)
		flat.push_back({Dot(corner - corners[0], side), Dot(corner - corners[0], other)});
	return flat;
}

/// Index in the remaining outline of a corner that can be cut off, or of any corner when there is none.
std::size_t FindEar(const std::vector<Flat>& flat, const std::vector<std::uint32_t>& outline)
{
	const std::size_t count = outline.size();
	for (std::size_t n = 0; n < count; ++n)
	{
		const Flat &a = flat[outline[(n + count - 1) % count]], &b = flat[outline[n]], &c = flat[outline[(n + 1) % count]];
		if (Turn(a, b, c) <= 0)
			continue;
		bool isEmpty = true;
		for (std::size_t other = n + 2; other < n + count - 1 && isEmpty; ++other)
			isEmpty = !IsInside(flat[outline[other % count]], a, b, c);
		if (isEmpty)
			return n;
	}
	return 1;
}

}

std::vector<Triangle> TriangulatePolygon(std::span<const Vec3d> corners)
{
	std::vector<Triangle> triangles;
	if (corners.size() < 3)
		return triangles;
	std::vector<std::uint32_t> outline(corners.size());
	std::iota(outline.begin(), outline.end(), 0u);
	if (corners.size() > 3 && corners.size() <= MaxCornersForEars)
	{
		const std::vector<Flat> flat = Flatten(corners);
		while (outline.size() > 3)
		{
			const std::size_t ear = FindEar(flat, outline), count = outline.size();
			triangles.push_back({outline[(ear + count - 1) % count], outline[ear], outline[(ear + 1) % count]});
			outline.erase(outline.begin() + static_cast<std::ptrdiff_t>(ear));
		}
	}
	for (std::size_t n = 1; n + 1 < outline.size(); ++n)
		triangles.push_back({outline[0], outline[n], outline[n + 1]});
	return triangles;
}

}
