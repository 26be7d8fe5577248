#pragma once

#include <Scenes/Sculpt/Shape.h>

#include <vector>

namespace SPHSolids::Scenes
{

/// Balls along a Catmull-Rom curve, and the distance to all of them together.
class LimbCurve
{
public:
	explicit LimbCurve(const std::vector<Ball>& balls);

	/// Least distance over all balls of the curve, by a search over chords and a few Newton steps along the curve.
	double Distance(const Vec3d& place) const;
	const Box3d& Bounds() const { return box; }

private:
	/// Centre and radius with their derivatives by the parameter.
	struct Point
	{
		Ball ball, slope, bend;
	};
	/// @param parameter 0 at the first ball, 1 at the second, and so on.
	Point At(double parameter) const;

	/// Parameter of the nearest place on the chords, which are round cones.
	double NearestChord(const Vec3d& place) const;

	struct Chord
	{
		Ball from;
		Vec3d direction;
		double length, growth; // growth of the radius over the chord
		double lean;           // tangent of the angle by which the surface's normal leans along the chord
	};
	/// Centre and radius of one span as a cubic of the parameter within it.
	struct Span
	{
		Ball c0, c1, c2, c3;
	};
	std::vector<Span> spans;
	std::vector<Chord> chords;
	Box3d box;
};

}
