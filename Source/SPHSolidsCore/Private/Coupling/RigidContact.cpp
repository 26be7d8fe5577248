#include "RigidContact.h"

#include "Sweep.h"

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

constexpr int RigidIterations = 20;
/// Share of an overlap that a step takes out, and how deep bodies at rest may stay in each other, m: less would make them tremble.
constexpr Real RigidOverlapShare = Real(0.2), RigidSlop = Real(2e-4);
/// Points along each edge of the box around a distance grid when its surface is looked for.
constexpr int GridProbes = 14;

void AddBoxPoints(const Vec3d& halfSize, TouchPoints& touch)
{
	// Corners, middles of edges and of faces.
	for (int x = -1; x <= 1; ++x)
		for (int y = -1; y <= 1; ++y)
			for (int z = -1; z <= 1; ++z)
				if (x != 0 || y != 0 || z != 0)
					touch.points.push_back(Vec3d{x * halfSize.x, y * halfSize.y, z * halfSize.z}.Cast<Real>());
}

void AddConvexPoints(const Shape& shape, TouchPoints& touch)
{
	// Corners, middles of edges (between corners that two faces share) and of faces.
	const std::vector<Vec3d>& corners = *shape.Corners();
	const std::vector<Shape::Face>& faces = *shape.Faces();
	const double within = 1e-4 * Norm(shape.Bounds().Size());
	const auto isOn = [&](const Shape::Face& face, const Vec3d& corner)
	{ return std::fabs(Dot(face.normal.Cast<double>(), corner) - static_cast<double>(face.offset)) < within; };
	for (std::size_t a = 0; a < corners.size(); ++a)
	{
		touch.points.push_back(corners[a].Cast<Real>());
		for (std::size_t b = 0; b < a; ++b)
			if (std::count_if(
					faces.begin(), faces.end(), [&](const Shape::Face& face) { return isOn(face, corners[a]) && isOn(face, corners[b]); })
				== 2)
				touch.points.push_back(((corners[a] + corners[b]) / 2).Cast<Real>());
	}
	for (const Shape::Face& face : faces)
	{
		Vec3d sum;
		double count = 0;
		for (const Vec3d& corner : corners)
			if (isOn(face, corner))
			{
				sum += corner;
				++count;
			}
		if (count > 3) // the middle of a triangle is near the middles of its edges
			touch.points.push_back((sum / count).Cast<Real>());
	}
}

void AddGridPoints(const Shape& shape, TouchPoints& touch)
{
	const Box3d box = shape.Bounds();
	const Vec3d cell = box.Size() / GridProbes;
	const Real within = static_cast<Real>(Norm(cell) / 2);
	for (int k = 0; k < GridProbes * GridProbes * GridProbes; ++k)
	{
		const int column = k % GridProbes, row = k / GridProbes % GridProbes, layer = k / (GridProbes * GridProbes);
		const Vec3d share = {column + 0.5, row + 0.5, layer + 0.5};
		const Vec3 at = (box.min + Vec3d{share.x * cell.x, share.y * cell.y, share.z * cell.z}).Cast<Real>();
		const DistanceSample sample = shape.Distance(at);
		if (std::fabs(sample.distance) < within)
			touch.points.push_back(at - sample.gradient * sample.distance);
	}
}

}

TouchPoints MakeTouchPoints(const Shape& shape)
{
	TouchPoints touch;
	switch (shape.Kind())
	{
	case ShapeKind::Box: AddBoxPoints(shape.halfSize, touch); break;
	case ShapeKind::Sphere:
		touch.points = {{}};
		touch.radius = static_cast<Real>(shape.radius);
		break;
	case ShapeKind::Capsule:
		for (const double end : {-shape.halfLength, 0.0, shape.halfLength})
			touch.points.push_back({0, 0, static_cast<Real>(end)});
		touch.radius = static_cast<Real>(shape.radius);
		break;
	case ShapeKind::Convex: AddConvexPoints(shape, touch); break;
	case ShapeKind::Grid: AddGridPoints(shape, touch); break;
	case ShapeKind::Plane: break;
	}
	return touch;
}

void RigidContact::Find(
	std::uint32_t own, std::uint32_t other, std::span<const Obstacle> obstacles, const TouchPoints& points, const Settings& settings)
{
	const Obstacle& body = obstacles[own];
	const Obstacle& wall = obstacles[other];
	for (const Vec3& local : points.points)
	{
		const Vec3 place = body.position + body.rotation * local;
		const SurfaceHit hit = SweepPoint(wall, place, body.VelocityAt(place), settings.step, points.radius);
		if (!hit.found)
			continue;
		Touch touch;
		touch.own = own;
		touch.other = other;
		touch.place = hit.place;
		touch.normal = hit.normal;
		const Real gap = -hit.leastNormalSpeed * settings.step;
		touch.leastSpeed = gap > 0
			? -gap / settings.step
			: std::min(RigidOverlapShare * std::max(Real(0), -gap - RigidSlop) / settings.step, settings.separationSpeed);
		touch.inverseMass = body.InverseMassAt(touch.place, touch.normal) + wall.InverseMassAt(touch.place, touch.normal);
		touch.friction = std::sqrt(body.friction * wall.friction);
		if (touch.inverseMass > 0)
			touches.push_back(touch);
	}
}

void RigidContact::Add(const CaughtParticle& particle, std::span<const Obstacle> obstacles)
{
	Touch touch;
	touch.own = particle.rigid;
	touch.other = particle.other;
	touch.place = particle.place;
	touch.normal = particle.normal;
	touch.leastSpeed = particle.leastSpeed;
	touch.inverseMass =
		obstacles[touch.own].InverseMassAt(touch.place, touch.normal) + obstacles[touch.other].InverseMassAt(touch.place, touch.normal);
	touches.push_back(touch);
}

void RigidContact::Solve(std::span<Obstacle> obstacles, std::span<const TouchPoints* const> points, std::span<const CaughtParticle> caught,
	const Settings& settings)
{
	touches.clear();
	for (std::uint32_t own = 0; own < obstacles.size(); ++own)
		if (points[own] != nullptr && obstacles[own].IsMovable())
			for (std::uint32_t other = 0; other < obstacles.size(); ++other)
				if (other != own)
					Find(own, other, obstacles, *points[own], settings);
	for (const CaughtParticle& particle : caught)
		Add(particle, obstacles);
	for (int k = 0; k < RigidIterations; ++k)
		for (Touch& touch : touches)
		{
			Obstacle &own = obstacles[touch.own], &other = obstacles[touch.other];
			const Vec3 relative = own.VelocityAt(touch.place) - other.VelocityAt(touch.place);
			const Real speed = Dot(relative, touch.normal);
			const Real push = std::max(Real(0), touch.push + (touch.leastSpeed - speed) / touch.inverseMass);
			const Vec3 slip = relative - touch.normal * speed;
			Vec3 rub = touch.rub;
			if (const Real slipSpeed = Norm(slip); slipSpeed > Real(1e-9))
			{
				const Vec3 along = slip / slipSpeed;
				rub -= slip / (own.InverseMassAt(touch.place, along) + other.InverseMassAt(touch.place, along));
			}
			const Real limit = touch.friction * push, size = Norm(rub);
			if (size > limit)
				rub *= limit / size;
			const Vec3 change = touch.normal * (push - touch.push) + (rub - touch.rub);
			own.Collide(touch.place, change);
			other.Collide(touch.place, -change);
			touch.push = push;
			touch.rub = rub;
		}
}

}
