#include <SPHSolids/Coupling/Shape.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string>

namespace SPHSolids
{
namespace
{

constexpr double ShapeInfinity = std::numeric_limits<double>::infinity();

bool IsPositiveLength(double value)
{
	return value > 0 && value <= 1e9;
}

Real Clamp01(Real value)
{
	return std::clamp(value, Real(0), Real(1));
}

DistanceSample FromCentre(const Vec3& offset, Real radius)
{
	const Real length = Norm(offset);
	return {length - radius, length > Real(1e-12) ? offset / length : Vec3{0, 0, 1}};
}

DistanceSample DistanceToBox(const Vec3& p, const Vec3& half)
{
	const Vec3 q = {std::fabs(p.x) - half.x, std::fabs(p.y) - half.y, std::fabs(p.z) - half.z};
	const Vec3 sign = {p.x < 0 ? Real(-1) : Real(1), p.y < 0 ? Real(-1) : Real(1), p.z < 0 ? Real(-1) : Real(1)};
	const Vec3 outside = Max(q, Vec3{});
	const Real length = Norm(outside);
	if (length > Real(1e-12))
		return {length, Vec3{outside.x * sign.x, outside.y * sign.y, outside.z * sign.z} / length};
	if (q.x >= q.y && q.x >= q.z)
		return {q.x, {sign.x, 0, 0}};
	if (q.y >= q.z)
		return {q.y, {0, sign.y, 0}};
	return {q.z, {0, 0, sign.z}};
}

Vec3 ClosestOnTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c)
{
	const Vec3 normal = Cross(b - a, c - a);
	const Real area = SquaredNorm(normal);
	if (area > 0)
	{
		const Real u = Dot(Cross(c - b, p - b), normal), v = Dot(Cross(a - c, p - c), normal), w = Dot(Cross(b - a, p - a), normal);
		if (u >= 0 && v >= 0 && w >= 0)
			return (a * u + b * v + c * w) / (u + v + w);
	}
	Vec3 best = a;
	Real bestSquared = std::numeric_limits<Real>::max();
	const Vec3 corner[4] = {a, b, c, a};
	for (int k = 0; k < 3; ++k)
	{
		const Vec3 edge = corner[k + 1] - corner[k];
		const Real length = SquaredNorm(edge);
		const Vec3 q = corner[k] + edge * (length > 0 ? Clamp01(Dot(p - corner[k], edge) / length) : 0);
		if (const Real squared = SquaredNorm(p - q); squared < bestSquared)
		{
			bestSquared = squared;
			best = q;
		}
	}
	return best;
}

/// Triangles of the hull, by adding points one after the other and replacing the faces that see them.
std::vector<std::array<std::uint32_t, 3>> HullTriangles(std::span<const Vec3d> points, double tolerance)
{
	using Triangle = std::array<std::uint32_t, 3>;
	const auto normalOf = [&](const Triangle& t) { return Cross(points[t[1]] - points[t[0]], points[t[2]] - points[t[0]]); };
	// A first tetrahedron: the farthest pair along x, then the farthest from their line, then from their plane.
	std::uint32_t a = 0, b = 0, c = 0, d = 0;
	for (std::uint32_t i = 1; i < points.size(); ++i)
		if (SquaredNorm(points[i] - points[0]) > SquaredNorm(points[a] - points[0]))
			a = i;
	for (std::uint32_t i = 0; i < points.size(); ++i)
		if (SquaredNorm(points[i] - points[a]) > SquaredNorm(points[b] - points[a]))
			b = i;
	double best = 0;
	for (std::uint32_t i = 0; i < points.size(); ++i)
		if (const double area = Norm(Cross(points[b] - points[a], points[i] - points[a])); area > best)
		{
			best = area;
			c = i;
		}
	if (best <= tolerance * Norm(points[b] - points[a]))
		return {};
	const Vec3d plane = Cross(points[b] - points[a], points[c] - points[a]) / best;
	double height = 0;
	for (std::uint32_t i = 0; i < points.size(); ++i)
		if (const double h = std::fabs(Dot(plane, points[i] - points[a])); h > height)
		{
			height = h;
			d = i;
		}
	if (height <= tolerance)
		return {};
	if (Dot(plane, points[d] - points[a]) > 0)
		std::swap(b, c);
	std::vector<Triangle> hull = {{a, b, c}, {a, d, b}, {b, d, c}, {c, d, a}};
	for (std::uint32_t i = 0; i < points.size(); ++i)
	{
		std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges; // of visible faces
		std::vector<Triangle> kept;
		for (const Triangle& t : hull)
		{
			const Vec3d n = normalOf(t);
			if (Dot(n, points[i] - points[t[0]]) <= tolerance * Norm(n))
			{
				kept.push_back(t);
				continue;
			}
			for (int k = 0; k < 3; ++k)
				edges[{t[static_cast<std::size_t>(k)], t[static_cast<std::size_t>((k + 1) % 3)]}] = 1;
		}
		if (edges.empty())
			continue;
		for (const auto& [edge, one] : edges)
			if (!edges.contains({edge.second, edge.first}))
				kept.push_back({edge.first, edge.second, i});
		hull = std::move(kept);
	}
	return hull;
}

/// Volume, centre and inertia of a closed triangle surface: sums over the tetrahedra from the origin to each triangle.
Shape::MassProperties MassOfTriangles(std::span<const Vec3d> corners, std::span<const std::uint32_t> triangles)
{
	double volume = 0;
	Vec3d first;
	Mat3d second; // integral of x x^T
	for (std::size_t t = 0; t + 2 < triangles.size(); t += 3)
	{
		const Vec3d &a = corners[triangles[t]], &b = corners[triangles[t + 1]], &c = corners[triangles[t + 2]];
		const double v = Dot(a, Cross(b, c)) / 6;
		const Vec3d sum = a + b + c;
		volume += v;
		first += sum * (v / 4);
		second += (Mat3d::Outer(a, a) + Mat3d::Outer(b, b) + Mat3d::Outer(c, c) + Mat3d::Outer(sum, sum)) * (v / 20);
	}
	const Vec3d centre = first / volume;
	const Mat3d aboutCentre = second - Mat3d::Outer(centre, centre) * volume;
	return {volume, centre, Mat3d::Identity() * Trace(aboutCentre) - aboutCentre};
}

/// The same for the inside of a distance grid: cells count by the share of them that is inside.
Shape::MassProperties MassOfGrid(const DistanceGrid& grid)
{
	const DistanceGrid::Layout& layout = grid.GetLayout();
	const double cell = layout.cellSize, cellVolume = cell * cell * cell;
	double volume = 0;
	Vec3d first;
	Mat3d second;
	for (std::size_t k = 0; k < layout.size[2]; ++k)
		for (std::size_t j = 0; j < layout.size[1]; ++j)
			for (std::size_t i = 0; i < layout.size[0]; ++i)
			{
				const double distance = static_cast<double>(grid.Values()[(k * layout.size[1] + j) * layout.size[0] + i]);
				const double v = std::clamp(0.5 - distance / cell, 0.0, 1.0) * cellVolume;
				const Vec3d place = layout.PlaceOf(i, j, k);
				volume += v;
				first += place * v;
				second += Mat3d::Outer(place, place) * v;
			}
	if (!(volume > 0))
		return {};
	const Vec3d centre = first / volume;
	const Mat3d aboutCentre = second - Mat3d::Outer(centre, centre) * volume;
	return {volume, centre, Mat3d::Identity() * Trace(aboutCentre) - aboutCentre};
}

}

bool IsInWorld(const Vec3d& place)
{
	constexpr double Reach = 1e9; // m
	return std::fabs(place.x) <= Reach && std::fabs(place.y) <= Reach && std::fabs(place.z) <= Reach;
}

Status ValidatePose(const Pose& pose, const char* what)
{
	if (!IsInWorld(pose.position) || !IsFinite(pose.rotation.Row(0)) || !IsFinite(pose.rotation.Row(1)) || !IsFinite(pose.rotation.Row(2)))
		return Error{std::string("The transform of ") + what + " is not a finite number or a million kilometres away; it was not moved."};
	if (FrobeniusNorm(Transpose(pose.rotation) * pose.rotation - Mat3d::Identity()) > 1e-3 || Determinant(pose.rotation) < 0)
		return Error{std::string("The rotation of ") + what + " is not a rotation: scale it when it is made, not by its transform."};
	return {};
}

Shape Shape::Plane()
{
	return {};
}

Result<Shape> Shape::Box(const Vec3d& half)
{
	if (!IsPositiveLength(half.x) || !IsPositiveLength(half.y) || !IsPositiveLength(half.z))
		return Error{"A box needs a positive size in all three directions."};
	Shape shape;
	shape.kind = ShapeKind::Box;
	shape.halfSize = half;
	return shape;
}

Result<Shape> Shape::Sphere(double newRadius)
{
	if (!IsPositiveLength(newRadius))
		return Error{"A sphere needs a positive radius."};
	Shape shape;
	shape.kind = ShapeKind::Sphere;
	shape.radius = newRadius;
	return shape;
}

Result<Shape> Shape::Capsule(double newRadius, double newHalfLength)
{
	if (!IsPositiveLength(newRadius) || !(newHalfLength >= 0) || !std::isfinite(newHalfLength))
		return Error{"A capsule needs a positive radius and a length that is not negative."};
	Shape shape;
	shape.kind = ShapeKind::Capsule;
	shape.radius = newRadius;
	shape.halfLength = newHalfLength;
	return shape;
}

Result<Shape> Shape::Convex(std::span<const Vec3d> points)
{
	Box3d box;
	for (const Vec3d& p : points)
	{
		if (!IsFinite(p))
			return Error{"A convex shape has a corner that is not a finite number."};
		box.Include(p);
	}
	const char* flat = "A convex shape needs at least four corners that do not lie in one plane.";
	if (points.size() < 4)
		return Error{flat};
	const auto hull = HullTriangles(points, 1e-9 * Norm(box.Size()));
	if (hull.empty())
		return Error{flat};
	auto faceList = std::make_shared<std::vector<Face>>();
	auto triangleList = std::make_shared<std::vector<std::uint32_t>>();
	for (const auto& t : hull)
	{
		const Vec3d n = Cross(points[t[1]] - points[t[0]], points[t[2]] - points[t[0]]);
		const Vec3d unit = n / Norm(n);
		faceList->push_back({unit.Cast<Real>(), static_cast<float>(Dot(unit, points[t[0]]))});
		triangleList->insert(triangleList->end(), t.begin(), t.end());
	}
	Shape shape;
	shape.kind = ShapeKind::Convex;
	shape.faces = std::move(faceList);
	shape.triangles = std::move(triangleList);
	shape.corners = std::make_shared<std::vector<Vec3d>>(points.begin(), points.end());
	return shape;
}

Result<Shape> Shape::Grid(std::shared_ptr<const DistanceGrid> newGrid)
{
	if (newGrid == nullptr)
		return Error{"A boundary from a mesh needs a distance grid; build one from the mesh."};
	Shape shape;
	shape.kind = ShapeKind::Grid;
	shape.grid = std::move(newGrid);
	return shape;
}

Shape Shape::Inverted() const
{
	Shape other = *this;
	other.inverted = !inverted;
	return other;
}

DistanceSample Shape::Distance(const Vec3& local) const
{
	DistanceSample sample = DistanceOfSolid(local);
	if (inverted)
	{
		sample.distance = -sample.distance;
		sample.gradient = -sample.gradient;
	}
	return sample;
}

DistanceSample Shape::DistanceOfSolid(const Vec3& local) const
{
	switch (kind)
	{
	case ShapeKind::Plane: return {local.z, {0, 0, 1}};
	case ShapeKind::Box: return DistanceToBox(local, halfSize.Cast<Real>());
	case ShapeKind::Sphere: return FromCentre(local, static_cast<Real>(radius));
	case ShapeKind::Capsule:
	{
		const Real half = static_cast<Real>(halfLength);
		return FromCentre(local - Vec3{0, 0, std::clamp(local.z, -half, half)}, static_cast<Real>(radius));
	}
	case ShapeKind::Convex: return DistanceToConvex(local);
	case ShapeKind::Grid:
	{
		DistanceSample sample = grid->SampleLinear(local);
		sample.gradient = NormalizedOr(sample.gradient, Vec3{0, 0, 1});
		return sample;
	}
	}
	return {};
}

DistanceSample Shape::DistanceToConvex(const Vec3& local) const
{
	DistanceSample inside{std::numeric_limits<Real>::lowest(), {0, 0, 1}};
	for (const Face& face : *faces)
		if (const Real height = Dot(face.normal, local) - face.offset; height > inside.distance)
			inside = {height, face.normal};
	if (inside.distance <= 0)
		return inside;
	Real best = std::numeric_limits<Real>::max();
	Vec3 closest;
	for (std::size_t t = 0; t < triangles->size(); t += 3)
	{
		const Vec3 q = ClosestOnTriangle(local, (*corners)[(*triangles)[t]].Cast<Real>(), (*corners)[(*triangles)[t + 1]].Cast<Real>(),
			(*corners)[(*triangles)[t + 2]].Cast<Real>());
		if (const Real squared = SquaredNorm(local - q); squared < best)
		{
			best = squared;
			closest = q;
		}
	}
	const Real distance = std::sqrt(best);
	return {distance, distance > Real(1e-6) ? (local - closest) / distance : inside.gradient};
}

Box3d Shape::Bounds() const
{
	const Vec3d all = {ShapeInfinity, ShapeInfinity, ShapeInfinity};
	if (inverted || kind == ShapeKind::Plane)
		return {-all, all};
	Vec3d half = halfSize;
	if (kind == ShapeKind::Sphere)
		half = {radius, radius, radius};
	else if (kind == ShapeKind::Capsule)
		half = {radius, radius, radius + halfLength};
	else if (kind == ShapeKind::Grid)
		return grid->Bounds();
	else if (kind == ShapeKind::Convex)
	{
		Box3d box;
		for (const Vec3d& corner : *corners)
			box.Include(corner);
		return box;
	}
	return {-half, half};
}

Result<Shape::MassProperties> Shape::ComputeMass() const
{
	if (inverted || kind == ShapeKind::Plane)
		return Error{"A plane or an inverted shape has no mass; make rigid bodies of boxes, spheres, capsules, convex shapes or meshes."};
	const double r = radius, l = 2 * halfLength;
	switch (kind)
	{
	case ShapeKind::Box:
	{
		const Vec3d s = halfSize * 2.0;
		const double v = s.x * s.y * s.z;
		return MassProperties{
			v, {}, Mat3d::Diagonal(Vec3d{s.y * s.y + s.z * s.z, s.x * s.x + s.z * s.z, s.x * s.x + s.y * s.y} * (v / 12))};
	}
	case ShapeKind::Sphere:
	{
		const double v = 4 * Pi / 3 * r * r * r, i = 0.4 * v * r * r;
		return MassProperties{v, {}, Mat3d::Diagonal({i, i, i})};
	}
	case ShapeKind::Capsule:
	{
		const double cylinder = Pi * r * r * l, ball = 4 * Pi / 3 * r * r * r;
		const double along = cylinder * r * r / 2 + ball * 0.4 * r * r;
		const double across = cylinder * (r * r / 4 + l * l / 12) + ball * (0.4 * r * r + l * l / 4 + 3 * l * r / 8);
		return MassProperties{cylinder + ball, {}, Mat3d::Diagonal({across, across, along})};
	}
	case ShapeKind::Convex: return MassOfTriangles(*corners, *triangles);
	case ShapeKind::Grid:
	{
		const MassProperties mass = MassOfGrid(*grid);
		if (!(mass.volume > 0))
			return Error{"The mesh of a rigid body encloses no volume; close its holes."};
		return mass;
	}
	case ShapeKind::Plane: break;
	}
	return Error{"This shape has no mass."};
}

}
