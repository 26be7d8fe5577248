#include <Scenes/Sculpt/Sheet.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace SPHSolids::Scenes
{

namespace
{

constexpr double GradientStep = 1e-4; // of a cell
constexpr double GoodEnough = 1e-9;   // of a cell

Vec3d AtMost(const Vec3d& move, double length)
{
	const double norm = Norm(move);
	return norm > length ? move * (length / norm) : move;
}

}

Vec3d Sheet::Project(Vec3d place) const
{
	for (int step = 0; step < 12; ++step)
	{
		const double distance = shape(place);
		if (std::abs(distance) < GoodEnough * cellSize)
			break;
		const Vec3d gradient = Gradient(shape, place, GradientStep * cellSize);
		place += AtMost(gradient * (-distance / std::max(SquaredNorm(gradient), 1e-6)), cellSize);
	}
	return place;
}

Vec3d Sheet::ProjectOntoCurve(Vec3d place, std::size_t curve) const
{
	for (int step = 0; step < 16; ++step)
	{
		const double a = shape(place), b = curves[curve](place);
		if (std::abs(a) < GoodEnough * cellSize && std::abs(b) < GoodEnough * cellSize)
			break;
		const Vec3d gradA = Gradient(shape, place, GradientStep * cellSize),
					gradB = Gradient(curves[curve], place, GradientStep * cellSize);
		const double aa = SquaredNorm(gradA), ab = Dot(gradA, gradB), bb = SquaredNorm(gradB);
		// Where the two surfaces are nearly parallel the system is damped: the place creeps instead of leaping away.
		const double determinant = std::max(aa * bb - ab * ab, 0.01 * aa * bb + 1e-12);
		const double weightA = (-a * bb + b * ab) / determinant, weightB = (-b * aa + a * ab) / determinant;
		place += AtMost(gradA * weightA + gradB * weightB, 0.5 * cellSize);
	}
	return Project(place); // a vertex may miss the line, never the surface
}

void SheetMesh::SetTriangles(std::vector<Triangle> triangles)
{
	constexpr std::uint32_t unused = 0xffffffffu;
	std::vector<std::uint32_t> renamed(mesh.vertices.size(), unused);
	TriangleMesh rest;
	std::vector<std::uint8_t> restTags;
	for (Triangle& t : triangles)
		for (std::uint32_t& v : t)
		{
			if (renamed[v] == unused)
			{
				renamed[v] = static_cast<std::uint32_t>(rest.vertices.size());
				rest.vertices.push_back(mesh.vertices[v]);
				restTags.push_back(tags[v]);
			}
			v = renamed[v];
		}
	rest.triangles = std::move(triangles);
	mesh = std::move(rest);
	tags = std::move(restTags);
}

}
