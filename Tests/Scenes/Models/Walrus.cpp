#include <Scenes/Models/Sculptures.h>

#include <cmath>

namespace SPHSolids::Scenes
{

namespace
{

/// Rolls of blubber around the neck and chest: waves along the body's line, strongest behind the head.
Shape WithRolls(const Shape& body)
{
	const auto field = [body](const Vec3d& p)
	{
		// Places across the raised neck, from the shoulders (0) to the head (1).
		const Vec3d along = {0, -0.62, 0.78};
		const double share = Dot(p - Vec3d{0, -0.5, 0.75}, along) / 0.55;
		const double strength = std::exp(-8 * (share - 0.45) * (share - 0.45));
		return body(p) + 0.014 * strength * std::cos(2 * Pi * 3.2 * share);
	};
	Box3d room = body.Bounds();
	room.min -= Vec3d{0.02, 0.02, 0.02};
	room.max += Vec3d{0.02, 0.02, 0.02};
	return {field, room, body.Slope()};
}

Shape Body()
{
	const Shape trunk = Stretch(Limb({{{0, 1.44, 0.18}, 0.14}, {{0, 1.02, 0.33}, 0.31}, {{0, 0.42, 0.5}, 0.5}, {{0, -0.2, 0.62}, 0.6},
									{{0, -0.72, 0.88}, 0.52}, {{0, -1.02, 1.2}, 0.35}}),
		{1.06, 1, 1}, {});
	const Shape foreFlipper = Stretch(Limb({{{0.4, -0.55, 0.8}, 0.26}, {{0.62, -0.62, 0.42}, 0.22}, {{0.8, -0.8, 0.2}, 0.2},
										  {{0.98, -1.04, 0.17}, 0.2}, {{1.06, -1.2, 0.15}, 0.13}}),
		{1, 1, 0.55}, {});
	const Shape hindFlipper =
		Stretch(Limb({{{0.06, 1.34, 0.3}, 0.15}, {{0.2, 1.56, 0.28}, 0.14}, {{0.34, 1.76, 0.28}, 0.17}, {{0.38, 1.86, 0.28}, 0.12}}),
			{1, 1, 0.38}, {});
	const Shape belly = Union(WithRolls(trunk), MirrorX(foreFlipper), 0.16);
	return Union(belly, MirrorX(hindFlipper), 0.1);
}

}

Sculpture SculptWalrus()
{
	// Resting on its belly with the chest raised, looking along -y. Drawn a little too big, shrunk at the end.
	constexpr double size = 0.86;
	const Shape skull = Ellipsoid({0, -1.16, 1.37}, {0.29, 0.3, 0.27});
	Shape body = Union(Body(), skull, 0.22);
	const Shape snout = Ellipsoid({0, -1.42, 1.28}, {0.18, 0.17, 0.14});
	const Shape chin = Ellipsoid({0, -1.38, 1.07}, {0.14, 0.13, 0.09});
	body = Union(body, Union(snout, chin, 0.08), 0.1);
	const Shape pads = MirrorX(TiltedEllipsoid({0.128, -1.49, 1.19}, {0.155, 0.14, 0.145}, {0, 1, 0}, 0.3));
	body = Union(body, pads, 0.035);
	const Shape brow = Ellipsoid({0.165, -1.36, 1.47}, {0.09, 0.08, 0.045});
	body = Union(body, MirrorX(brow), 0.07);
	const Shape nostrils = MirrorX(TiltedEllipsoid({0.05, -1.585, 1.345}, {0.022, 0.05, 0.036}, {0, 1, 0}, -0.5));
	body = Subtract(body, nostrils, 0.03);
	const Shape tusks = MirrorX(
		Limb({{{0.126, -1.5, 1.14}, 0.056}, {{0.142, -1.57, 0.93}, 0.05}, {{0.143, -1.595, 0.72}, 0.038}, {{0.13, -1.575, 0.55}, 0.018}}));
	body = Union(body, tusks, 0.012);
	const Shape eyes = MirrorX(Sphere({0.183, -1.405, 1.44}, 0.047));
	body = Union(body, eyes, 0.006);
	body = Intersect(body, AboveGround(), 0.05);
	const Shape black = MirrorX(Sphere({0.208, -1.438, 1.447}, 0.043));
	return {{"walrus", "A walrus resting on its belly, with tusks, whisker pads and flippers, 3 m long.",
				{{"hide", {0.36f, 0.21f, 0.15f}}, {"tusks", {0.88f, 0.82f, 0.68f}}, {"whisker pads", {0.55f, 0.4f, 0.31f}},
					{"eyes", {0.015f, 0.012f, 0.012f}}}},
		Scale(body, size), {{3, Scale(black, size)}, {1, Scale(Inflate(tusks, 0.003), size)}, {2, Scale(Inflate(pads, 0.004), size)}}, {},
		24000};
}

}
