#include <Scenes/Sculpt/Shape.h>

#include <Scenes/Sculpt/LimbCurve.h>

#include <SPHSolids/Base/Assert.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Scenes
{

namespace
{

/// Minimum of a and b, rounded off by a cubic where they differ by less than the blend width: twice differentiable there, so a
/// blended surface shades without a visible line.
double SmoothMin(double a, double b, double blend)
{
	if (blend <= 0)
		return std::min(a, b);
	const double overlap = std::max(blend - std::abs(a - b), 0.0) / blend;
	return std::min(a, b) - overlap * overlap * overlap * blend / 6;
}

Box3d Grown(const Box3d& box, double by)
{
	return {box.min - Vec3d{by, by, by}, box.max + Vec3d{by, by, by}};
}

Box3d Joined(Box3d a, const Box3d& b)
{
	a.Include(b.min);
	a.Include(b.max);
	return a;
}

Box3d BallBox(const Vec3d& centre, double radius)
{
	return Grown({centre, centre}, radius);
}

/// Box around the images of a box's corners.
template <class Map>
Box3d MappedBox(const Box3d& box, Map map)
{
	Box3d result;
	for (int corner = 0; corner < 8; ++corner)
		result.Include(map(Vec3d{(corner & 1) != 0 ? box.max.x : box.min.x, (corner & 2) != 0 ? box.max.y : box.min.y,
			(corner & 4) != 0 ? box.max.z : box.min.z}));
	return result;
}

double Length2(double x, double y)
{
	return std::sqrt(x * x + y * y);
}

}

Shape Sphere(const Vec3d& centre, double radius)
{
	return {[=](const Vec3d& p) { return Norm(p - centre) - radius; }, BallBox(centre, radius)};
}

Shape Ellipsoid(const Vec3d& centre, const Vec3d& radii)
{
	const auto field = [=](const Vec3d& p)
	{
		const Vec3d q = p - centre;
		const Vec3d scaled = {q.x / radii.x, q.y / radii.y, q.z / radii.z};
		const Vec3d steep = {scaled.x / radii.x, scaled.y / radii.y, scaled.z / radii.z};
		const double level = Norm(scaled);
		const double slope = Norm(steep);
		const double smallest = std::min({radii.x, radii.y, radii.z});
		return slope > 1e-12 ? level * (level - 1) / slope : -smallest;
	};
	const double slope = std::min({radii.x, radii.y, radii.z}) / std::max({radii.x, radii.y, radii.z});
	return {field, {centre - radii, centre + radii}, slope};
}

Shape Capsule(const Vec3d& from, const Vec3d& to, double radius)
{
	return RoundCone(from, to, radius, radius);
}

Shape RoundCone(const Vec3d& from, const Vec3d& to, double fromRadius, double toRadius)
{
	const Vec3d axis = to - from;
	const double length = Norm(axis);
	SPHS_ASSERT(length > std::abs(fromRadius - toRadius));
	const Vec3d direction = axis / length;
	// The side of the cone is the common tangent of both balls; sine and cosine of its slope against the axis.
	const double sine = (fromRadius - toRadius) / length;
	const double cosine = std::sqrt(1 - sine * sine);
	const auto field = [=](const Vec3d& p)
	{
		const Vec3d q = p - from;
		const double along = Dot(q, direction);
		const double across = Norm(q - direction * along);
		const double foot = along - across * sine / cosine; // where the side's normal through p meets the axis
		if (foot <= 0)
			return Norm(q) - fromRadius;
		if (foot >= length)
			return Norm(p - to) - toRadius;
		return across * cosine + along * sine - fromRadius;
	};
	return {field, Joined(BallBox(from, fromRadius), BallBox(to, toRadius))};
}

Shape Limb(const std::vector<Ball>& balls)
{
	SPHS_ASSERT(balls.size() >= 2);
	const LimbCurve curve(balls);
	return {[curve](const Vec3d& p) { return curve.Distance(p); }, curve.Bounds()};
}

Shape TiltedEllipsoid(const Vec3d& centre, const Vec3d& radii, const Vec3d& axis, double angle)
{
	return Rotate(Ellipsoid(centre, radii), axis, angle, centre);
}

Shape RoundedBox(const Vec3d& centre, const Vec3d& halfSize, double rounding)
{
	const Vec3d core = halfSize - Vec3d{rounding, rounding, rounding};
	const auto field = [=](const Vec3d& p)
	{
		const Vec3d q = p - centre;
		const Vec3d out = {std::abs(q.x) - core.x, std::abs(q.y) - core.y, std::abs(q.z) - core.z};
		const double inside = std::min(std::max({out.x, out.y, out.z}), 0.0);
		return Norm(Max(out, Vec3d{})) + inside - rounding;
	};
	return {field, {centre - halfSize, centre + halfSize}};
}

Shape Torus(const Vec3d& centre, double ringRadius, double tubeRadius)
{
	const auto field = [=](const Vec3d& p)
	{
		const Vec3d q = p - centre;
		return Length2(Length2(q.x, q.y) - ringRadius, q.z) - tubeRadius;
	};
	const Vec3d reach = {ringRadius + tubeRadius, ringRadius + tubeRadius, tubeRadius};
	return {field, {centre - reach, centre + reach}};
}

Shape RoundedCylinder(const Vec3d& from, const Vec3d& to, double radius, double rounding)
{
	const Vec3d centre = (from + to) * 0.5;
	const double halfLength = Norm(to - from) * 0.5;
	const Vec3d direction = (to - from) / (2 * halfLength);
	const auto field = [=](const Vec3d& p)
	{
		const Vec3d q = p - centre;
		const double along = Dot(q, direction);
		const double outSide = Norm(q - direction * along) - (radius - rounding);
		const double outEnd = std::abs(along) - (halfLength - rounding);
		return std::min(std::max(outSide, outEnd), 0.0) + Length2(std::max(outSide, 0.0), std::max(outEnd, 0.0)) - rounding;
	};
	return {field, Joined(BallBox(from, radius), BallBox(to, radius))};
}

Shape Extrude(const Shape& outline, double halfThickness, double rounding)
{
	const auto field = [=](const Vec3d& p)
	{
		const double outSide = outline({p.x, p.y, 0}) + rounding;
		const double outEnd = std::abs(p.z) - (halfThickness - rounding);
		return std::min(std::max(outSide, outEnd), 0.0) + Length2(std::max(outSide, 0.0), std::max(outEnd, 0.0)) - rounding;
	};
	Box3d box = outline.Bounds();
	box.min.z = -halfThickness;
	box.max.z = halfThickness;
	return {field, box};
}

Shape Union(const Shape& a, const Shape& b, double blend)
{
	return Union(std::vector<Shape>{a, b}, blend);
}

Shape Union(const std::vector<Shape>& parts, double blend)
{
	SPHS_ASSERT(!parts.empty());
	Box3d bounds = parts[0].Bounds();
	double slope = 1;
	for (const Shape& part : parts)
	{
		bounds = Joined(bounds, part.Bounds());
		slope = std::min(slope, part.Slope());
	}
	const auto field = [parts, blend](const Vec3d& p)
	{
		double distance = parts[0](p);
		for (std::size_t i = 1; i < parts.size(); ++i)
			if (parts[i].LowerBound(p) < distance + blend) // beyond that a part has no influence
				distance = SmoothMin(distance, parts[i](p), blend);
		return distance;
	};
	return {field, Grown(bounds, blend / 6 * double(parts.size())), slope};
}

Shape Subtract(const Shape& from, const Shape& what, double blend)
{
	const auto field = [=](const Vec3d& p)
	{
		const double distance = from(p);
		return what.LowerBound(p) < blend - distance ? -SmoothMin(-distance, what(p), blend) : distance;
	};
	return {field, from.Bounds(), from.Slope()};
}

Shape Intersect(const Shape& a, const Shape& b, double blend)
{
	return {[=](const Vec3d& p) { return -SmoothMin(-a(p), -b(p), blend); },
		{Max(a.Bounds().min, b.Bounds().min), Min(a.Bounds().max, b.Bounds().max)}, std::min(a.Slope(), b.Slope())};
}

Shape MirrorX(const Shape& half)
{
	const auto flip = [](const Vec3d& p) { return Vec3d{-p.x, p.y, p.z}; };
	const auto field = [=](const Vec3d& p) { return half({std::abs(p.x), p.y, p.z}); };
	return {field, Joined(half.Bounds(), MappedBox(half.Bounds(), flip)), half.Slope()};
}

Shape Move(const Shape& shape, const Vec3d& offset)
{
	return {[=](const Vec3d& p) { return shape(p - offset); }, {shape.Bounds().min + offset, shape.Bounds().max + offset}, shape.Slope()};
}

Shape Rotate(const Shape& shape, const Vec3d& axis, double angle, const Vec3d& pivot)
{
	const Mat3d turn = AxisAngleRotation(NormalizedOr(axis, Vec3d{0, 0, 1}), angle);
	const Mat3d back = Transpose(turn);
	const auto field = [=](const Vec3d& p) { return shape(back * (p - pivot) + pivot); };
	return {field, MappedBox(shape.Bounds(), [&](const Vec3d& p) { return turn * (p - pivot) + pivot; }), shape.Slope()};
}

Shape Scale(const Shape& shape, double factor)
{
	return {[=](const Vec3d& p) { return shape(p / factor) * factor; }, {shape.Bounds().min * factor, shape.Bounds().max * factor},
		shape.Slope()};
}

Shape Stretch(const Shape& shape, const Vec3d& factors, const Vec3d& pivot)
{
	const double smallest = std::min({factors.x, factors.y, factors.z});
	const auto field = [=](const Vec3d& p)
	{
		const Vec3d q = p - pivot;
		return shape(pivot + Vec3d{q.x / factors.x, q.y / factors.y, q.z / factors.z}) * smallest;
	};
	const auto map = [&](const Vec3d& p)
	{
		const Vec3d q = p - pivot;
		return pivot + Vec3d{q.x * factors.x, q.y * factors.y, q.z * factors.z};
	};
	const double slope = shape.Slope() * smallest / std::max({factors.x, factors.y, factors.z});
	return {field, MappedBox(shape.Bounds(), map), slope};
}

Shape Inflate(const Shape& shape, double thickness)
{
	return {[=](const Vec3d& p) { return shape(p) - thickness; }, Grown(shape.Bounds(), thickness), shape.Slope()};
}

Vec3d Gradient(const Shape& shape, const Vec3d& place, double size)
{
	constexpr Vec3d corners[4] = {{1, -1, -1}, {-1, -1, 1}, {-1, 1, -1}, {1, 1, 1}};
	Vec3d sum;
	for (const Vec3d& corner : corners)
		sum += corner * shape(place + corner * size);
	return sum / (4 * size);
}

}
