#include <Scenes/Models/Sculptures.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Scenes
{

namespace
{

/// What the shirt keeps of the solid's surface: above the hem, up to the ends of the sleeves, below the collar.
double KeepDistance(const Vec3d& p)
{
	const double hem = -p.z;
	// The plane across the sleeve would meet the trunk as well, so it counts from the armpit outwards only.
	constexpr Vec3d sleeveEnd = {0.37, 0, 0.372}, along = {0.743, 0, -0.669};
	const double side = std::abs(p.x);
	const double sleeve = std::min({Dot(Vec3d{side, p.y, p.z} - sleeveEnd, along), side - 0.28 - 0.4 * std::max(0.25 - p.z, 0.0)});
	// The neckline: a ball deeper in front than behind.
	const double collar = 0.165 - Norm(p - Vec3d{0, -0.065, 0.75});
	return std::max({hem, sleeve, collar});
}

}

Sculpture SculptShirt()
{
	// The solid a shirt would wrap, longer than the shirt at all four openings.
	const Shape trunk =
		Stretch(Limb({{{0, 0, -0.14}, 0.272}, {{0, 0, 0.1}, 0.256}, {{0, 0, 0.32}, 0.252}, {{0, 0, 0.44}, 0.222}, {{0, 0, 0.5}, 0.17}}),
			{1, 0.46, 1}, {});
	const Shape sleeve = Stretch(Limb({{{0.0, 0, 0.585}, 0.085}, {{0.12, 0, 0.562}, 0.088}, {{0.22, 0, 0.495}, 0.094},
									 {{0.32, 0, 0.415}, 0.094}, {{0.43, 0, 0.315}, 0.094}, {{0.52, 0, 0.235}, 0.094}}),
		{1, 0.8, 1}, {});
	const Shape neck = Stretch(Limb({{{0, 0, 0.55}, 0.1}, {{0, 0, 0.65}, 0.085}, {{0, 0, 0.72}, 0.075}}), {1, 0.85, 1}, {});
	Shape body = Union(trunk, MirrorX(sleeve), 0.09);
	body = Union(body, neck, 0.06);
	// Soft folds that hang from the shoulders and widen towards the hem.
	const auto folded = [body](const Vec3d& p)
	{
		const double low = std::clamp((0.42 - p.z) / 0.42, 0.0, 1.0);
		const double angle = std::atan2(p.y / 0.46, p.x);
		return body(p) + 0.013 * low * low * (3 - 2 * low) * std::sin(9 * angle + 1.2 * std::sin(2 * angle) + 3 * p.z);
	};
	Box3d room = body.Bounds();
	room.min -= Vec3d{0.01, 0.01, 0};
	room.max += Vec3d{0.01, 0.01, 0};
	return {{"shirt", "A T-shirt as a single sheet without thickness, open at neck, sleeves and waist, 0.66 m long.",
				{{"cloth", {0.1f, 0.32f, 0.6f}}}, 4},
		Shape(folded, room), {}, Shape(KeepDistance, room)};
}

}
