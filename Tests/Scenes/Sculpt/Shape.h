#pragma once

#include <SPHSolids/Base/Math.h>

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace SPHSolids::Scenes
{

/// A solid given by its signed distance: negative inside, zero on the surface, positive outside, in metres.
///
/// A value: copies are cheap and share the immutable field. Away from the surface the number may be off (blends, ellipsoids and
/// bends are not exact distances), but its sign is right and near the surface it grows by about one metre per metre.
class Shape
{
public:
	/// @param field  Callable double(const Vec3d&).
	/// @param bounds Box that holds every place where the field is negative.
	/// @param slope  The field is at least slope times the distance to the box, 0 to 1: what lets a union skip far parts.
	template <class Field>
		requires std::is_invocable_r_v<double, const Field&, const Vec3d&>
	Shape(Field field, const Box3d& bounds, double slope = 1)
		: node(std::make_shared<const FieldNode<Field>>(std::move(field)))
		, box(bounds)
		, leastSlope(slope)
	{
	}

	double operator()(const Vec3d& place) const { return node->Distance(place); }
	const Box3d& Bounds() const { return box; }
	double Slope() const { return leastSlope; }
	/// What the field is at least, outside its bounds; cheap.
	double LowerBound(const Vec3d& place) const { return leastSlope * Norm(Max(Max(box.min - place, place - box.max), Vec3d{})); }

private:
	struct Node
	{
		virtual ~Node() = default;
		virtual double Distance(const Vec3d& place) const = 0;
	};
	template <class Field>
	struct FieldNode final : Node
	{
		explicit FieldNode(Field wrapped)
			: field(std::move(wrapped))
		{
		}
		double Distance(const Vec3d& place) const override { return field(place); }
		Field field;
	};

	std::shared_ptr<const Node> node;
	Box3d box;
	double leastSlope;
};

// Primitives. Lengths in metres, angles in radians.

Shape Sphere(const Vec3d& centre, double radius);
Shape Ellipsoid(const Vec3d& centre, const Vec3d& radii);
Shape Capsule(const Vec3d& from, const Vec3d& to, double radius);
/// The hull of two balls: a capsule that tapers.
Shape RoundCone(const Vec3d& from, const Vec3d& to, double fromRadius, double toRadius);
struct Ball
{
	Vec3d centre;
	double radius;
};
/// A tube of changing thickness: the balls of a smooth curve (Catmull-Rom) through the given ones, at least two.
Shape Limb(const std::vector<Ball>& balls);
/// Ellipsoid turned about an axis through its centre.
Shape TiltedEllipsoid(const Vec3d& centre, const Vec3d& radii, const Vec3d& axis, double angle);
/// halfSize counts the rounding in: edges are rounded inwards.
Shape RoundedBox(const Vec3d& centre, const Vec3d& halfSize, double rounding);
/// Ring around the z direction.
Shape Torus(const Vec3d& centre, double ringRadius, double tubeRadius);
Shape RoundedCylinder(const Vec3d& from, const Vec3d& to, double radius, double rounding);

/// A flat outline with thickness: @p outline is read at z = 0 only, the solid fills |z| < halfThickness, edges are rounded inwards.
Shape Extrude(const Shape& outline, double halfThickness, double rounding);

// Combinations. A blend width of zero gives the sharp operation; the blend fills where both distances differ by less than it.

Shape Union(const Shape& a, const Shape& b, double blend);
Shape Union(const std::vector<Shape>& parts, double blend);
Shape Subtract(const Shape& from, const Shape& what, double blend);
Shape Intersect(const Shape& a, const Shape& b, double blend);
/// The shape and its mirror image in the plane x = 0. Meant for parts that lie on the positive side; nothing is blended.
Shape MirrorX(const Shape& half);

// Placement.

Shape Move(const Shape& shape, const Vec3d& offset);
/// Turns about an axis through a pivot, counter-clockwise seen from the axis' tip.
Shape Rotate(const Shape& shape, const Vec3d& axis, double angle, const Vec3d& pivot);
Shape Scale(const Shape& shape, double factor);
/// Stretches along the axes about a pivot. Distances shrink to those of the smallest factor.
Shape Stretch(const Shape& shape, const Vec3d& factors, const Vec3d& pivot);
/// Grows the surface outwards everywhere.
Shape Inflate(const Shape& shape, double thickness);

/// Gradient by differences over a tetrahedron of the given size, not normalised.
Vec3d Gradient(const Shape& shape, const Vec3d& place, double size);

}
