#include <Scenes/Models/Sculptures.h>

#include <cmath>

namespace SPHSolids::Scenes
{

Sculpture SculptGear()
{
	constexpr int teeth = 16;
	constexpr double rootRadius = 0.115, tipRadius = 0.15, halfThickness = 0.02;
	const Shape disc = RoundedCylinder({0, 0, -halfThickness}, {0, 0, halfThickness}, rootRadius, 0.004);
	// One tooth along +x, repeated by turning every place into its sector.
	const Shape tooth =
		RoundedBox({(rootRadius + tipRadius) / 2 - 0.01, 0, 0}, {(tipRadius - rootRadius) / 2 + 0.01, 0.0085, halfThickness}, 0.004);
	const auto teethField = [tooth](const Vec3d& p)
	{
		const double sector = 2 * Pi / teeth;
		const double angle = std::atan2(p.y, p.x);
		const double turn = -std::round(angle / sector) * sector;
		const double c = std::cos(turn), s = std::sin(turn);
		return tooth({c * p.x - s * p.y, s * p.x + c * p.y, p.z});
	};
	const Shape allTeeth(teethField, {{-tipRadius, -tipRadius, -halfThickness}, {tipRadius, tipRadius, halfThickness}});
	Shape body = Union(disc, allTeeth, 0.01);
	const Shape hole = RoundedCylinder({0, 0, -1}, {0, 0, 1}, 0.03, 0);
	body = Subtract(body, hole, 0.006);
	// Upright on its teeth, the axle along y.
	const Shape upright = Rotate(body, {1, 0, 0}, Pi / 2, {0, 0, 0});
	return {{"gear", "A spur gear of 16 thin teeth, 0.3 m across, standing upright with a hole for the axle.",
				{{"steel", {0.45f, 0.5f, 0.55f}}}},
		Move(upright, {0, 0, tipRadius}), {}, {}};
}

}
