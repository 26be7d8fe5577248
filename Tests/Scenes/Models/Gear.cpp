#include <Scenes/Models/Sculptures.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Scenes
{

namespace
{

/// Repeats what lies around the +x axis, n times around z.
Shape AroundZ(const Shape& one, int copies, double reach)
{
	const auto field = [=](const Vec3d& p)
	{
		const double sector = 2 * Pi / copies;
		const double turn = -std::round(std::atan2(p.y, p.x) / sector) * sector;
		const double c = std::cos(turn), s = std::sin(turn);
		return one({c * p.x - s * p.y, s * p.x + c * p.y, p.z});
	};
	return {field, {{-reach, -reach, -reach}, {reach, reach, reach}}};
}

}

Sculpture SculptGear()
{
	constexpr int teeth = 18;
	constexpr double rootRadius = 0.116, tipRadius = 0.15;
	const Shape disc = Sphere({}, rootRadius); // outlines are read at z = 0 only
	const Shape tooth = RoundCone({rootRadius - 0.02, 0, 0}, {tipRadius - 0.0052, 0, 0}, 0.0115, 0.0052);
	Shape outline = Union(disc, AroundZ(tooth, teeth, tipRadius), 0.01);
	outline = Subtract(outline, Sphere({}, 0.026), 0);
	Shape body = Extrude(outline, 0.021, 0.005);
	// A thinner web between hub and rim, with five round windows.
	const Shape recess = Subtract(Sphere({}, 0.094), Sphere({}, 0.044), 0);
	const Shape web = Move(Extrude(recess, 0.03, 0.005), {0, 0, 0.041});
	body = Subtract(Subtract(body, web, 0.006), Rotate(web, {1, 0, 0}, Pi, {}), 0.006);
	const Shape window = AroundZ(Capsule({0.069, 0, -1}, {0.069, 0, 1}, 0.0165), 5, 1);
	body = Subtract(body, window, 0.006);
	const Shape upright = Rotate(body, {1, 0, 0}, Pi / 2, {});
	const Shape standing = Move(Rotate(upright, {0, 1, 0}, Pi / 2, {}), {0, 0, tipRadius});
	return {{"gear", "A spur gear of 18 thin teeth, 0.3 m across, standing upright with a hole for the axle.",
				{{"steel", {0.42f, 0.46f, 0.5f}}}},
		standing, {}, {}};
}

}
