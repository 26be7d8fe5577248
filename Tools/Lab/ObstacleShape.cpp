#include <Lab/ObstacleShape.h>

#include <Common/MeshReader.h>
#include <SPHSolids/Geometry/DistanceGrid.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Lab
{
namespace
{

Result<Shape> MakeGridShape(const ObstacleShapeDescription& description, TaskRunner& tasks, std::shared_ptr<const RenderMesh>& mesh)
{
	auto read = description.kind == ObstacleShapeKind::Turned ? Result<RenderMesh>(MakeTurnedMesh(description.outline))
		: description.kind == ObstacleShapeKind::Slide        ? Result<RenderMesh>(MakeSlideMesh(description.slide))
															  : Tools::ReadMesh(description.file);
	if (!read.IsOk())
		return read.TakeError();
	mesh = std::make_shared<const RenderMesh>(read.TakeValue());
	const auto distance = MeshDistance::Build(mesh->View(), tasks);
	if (!distance.IsOk())
		return Error{description.file.string() + ": " + distance.Message()};
	const Vec3d size = distance.Value().Bounds().Size();
	DistanceGridSettings settings;
	settings.cellSize = description.cellSize > 0 ? description.cellSize : std::max({size.x, size.y, size.z}) / 60;
	settings.margin = 3 * settings.cellSize;
	auto grid = BuildDistanceGrid(distance.Value(), settings, tasks, nullptr);
	if (!grid.IsOk())
		return Error{description.file.string() + ": " + grid.Message()};
	return Shape::Grid(std::make_shared<const DistanceGrid>(grid.TakeValue()));
}

/// The curve through the points (Catmull-Rom), in steps of about the given length.
std::vector<Vec3d> SmoothPath(const std::vector<Vec3d>& points, double step)
{
	std::vector<Vec3d> path = {points.front()};
	for (std::size_t k = 0; k + 1 < points.size(); ++k)
	{
		const Vec3d &a = points[k > 0 ? k - 1 : 0], &b = points[k], &c = points[k + 1], &d = points[std::min(k + 2, points.size() - 1)];
		const int steps = std::clamp(static_cast<int>(std::ceil(Norm(c - b) / step)), 1, 64);
		for (int s = 1; s <= steps; ++s)
		{
			const double t = static_cast<double>(s) / steps;
			path.push_back((b * 2 + (c - a) * t + (a * 2 - b * 5 + c * 4 - d) * (t * t) + (b * 3 - a - c * 3 + d) * (t * t * t)) * 0.5);
		}
	}
	return path;
}

}

Result<Shape> MakeObstacleShape(const ObstacleShapeDescription& description, TaskRunner& tasks, std::shared_ptr<const RenderMesh>& mesh)
{
	Result<Shape> shape = Shape::Plane();
	switch (description.kind)
	{
	case ObstacleShapeKind::Plane: break;
	case ObstacleShapeKind::Box: shape = Shape::Box(description.halfSize); break;
	case ObstacleShapeKind::Sphere: shape = Shape::Sphere(description.radius); break;
	case ObstacleShapeKind::Capsule: shape = Shape::Capsule(description.radius, description.halfLength); break;
	case ObstacleShapeKind::Turned:
	case ObstacleShapeKind::Slide:
	case ObstacleShapeKind::Mesh: shape = MakeGridShape(description, tasks, mesh); break;
	}
	return shape.IsOk() && description.inside ? Result<Shape>(shape.Value().Inverted()) : std::move(shape);
}

RenderMesh MakeTurnedMesh(std::span<const std::array<double, 2>> outline)
{
	constexpr std::uint32_t Steps = 72;
	RenderMesh mesh;
	// A point on the axis is one vertex, any other one a ring of them.
	std::vector<std::uint32_t> first;
	for (const auto& [radius, height] : outline)
	{
		first.push_back(static_cast<std::uint32_t>(mesh.positions.size()));
		for (std::uint32_t step = 0; step < (radius > 0 ? Steps : 1); ++step)
		{
			const double angle = 2 * Pi * step / Steps;
			mesh.positions.push_back({radius * std::cos(angle), radius * std::sin(angle), height});
		}
	}
	for (std::size_t point = 0; point < outline.size(); ++point)
	{
		const std::size_t next = (point + 1) % outline.size();
		const bool isRing = outline[point][0] > 0, isNextRing = outline[next][0] > 0;
		for (std::uint32_t step = 0; step < Steps && (isRing || isNextRing); ++step)
		{
			const auto at = [&](std::size_t k, std::uint32_t turn) { return first[k] + (outline[k][0] > 0 ? turn % Steps : 0); };
			if (isRing)
				mesh.triangles.push_back({at(point, step), at(point, step + 1), at(next, step)});
			if (isNextRing)
				mesh.triangles.push_back({at(point, step + 1), at(next, step + 1), at(next, step)});
		}
	}
	return mesh;
}

RenderMesh MakeSlideMesh(const SlideDescription& slide)
{
	constexpr std::uint32_t Steps = 16; // of the half circle
	const std::vector<Vec3d> path = SmoothPath(slide.path, 0.5 * slide.radius);
	constexpr std::uint32_t Around = 2 * (Steps + 1);
	RenderMesh mesh;
	for (std::size_t k = 0; k < path.size(); ++k)
	{
		const Vec3d along = NormalizedOr(path[std::min(k + 1, path.size() - 1)] - path[k > 0 ? k - 1 : 0], Vec3d{1, 0, 0});
		const Vec3d side = NormalizedOr(Cross(Vec3d{0, 0, 1}, along), Vec3d{0, 1, 0}), up = Cross(along, side);
		const Vec3d middle = path[k] + up * slide.radius;
		// Inside from the right rim down and up to the left one, then back outside.
		for (std::uint32_t point = 0; point < Around; ++point)
		{
			const bool isInside = point <= Steps;
			const double angle = Pi * (isInside ? point : Around - 1 - point) / Steps;
			const double radius = slide.radius + (isInside ? 0 : slide.wall);
			mesh.positions.push_back(middle - side * (radius * std::cos(angle)) - up * (radius * std::sin(angle)));
		}
	}
	const auto at = [](std::size_t ring, std::uint32_t point) { return static_cast<std::uint32_t>(ring) * Around + point % Around; };
	for (std::size_t ring = 0; ring + 1 < path.size(); ++ring)
		for (std::uint32_t point = 0; point < Around; ++point)
		{
			mesh.triangles.push_back({at(ring, point), at(ring + 1, point), at(ring + 1, point + 1)});
			mesh.triangles.push_back({at(ring, point), at(ring + 1, point + 1), at(ring, point + 1)});
		}
	for (std::uint32_t point = 0; point < Steps; ++point) // both ends
	{
		const std::uint32_t across = Around - 1 - point;
		const std::size_t last = path.size() - 1;
		mesh.triangles.push_back({at(0, point), at(0, point + 1), at(0, across - 1)});
		mesh.triangles.push_back({at(0, point), at(0, across - 1), at(0, across)});
		mesh.triangles.push_back({at(last, point), at(last, across - 1), at(last, point + 1)});
		mesh.triangles.push_back({at(last, point), at(last, across), at(last, across - 1)});
	}
	return mesh;
}

}
