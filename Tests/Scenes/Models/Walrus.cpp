#include <Scenes/Models/Sculptures.h>

namespace SPHSolids::Scenes
{

Sculpture SculptWalrus()
{
	// Resting on its belly with the chest raised, looking along -y.
	Shape body = Stretch(Limb({{{0, 1.42, 0.17}, 0.13}, {{0, 1.05, 0.29}, 0.27}, {{0, 0.45, 0.45}, 0.44}, {{0, -0.2, 0.58}, 0.53},
							 {{0, -0.75, 0.86}, 0.43}, {{0, -1.05, 1.18}, 0.3}}),
		{1.08, 1, 1}, {});
	const Shape skull = Ellipsoid({0, -1.16, 1.33}, {0.26, 0.29, 0.26});
	body = Union(body, skull, 0.25);
	const Shape snout = Ellipsoid({0, -1.4, 1.25}, {0.16, 0.16, 0.13});
	const Shape pad = TiltedEllipsoid({0.112, -1.47, 1.17}, {0.135, 0.125, 0.135}, {0, 1, 0}, 0.3);
	const Shape chin = Ellipsoid({0, -1.37, 1.06}, {0.13, 0.12, 0.08});
	body = Union(body, Union(snout, chin, 0.08), 0.1);
	const Shape pads = MirrorX(pad);
	body = Union(body, pads, 0.035);
	const Shape brow = Ellipsoid({0.15, -1.345, 1.43}, {0.085, 0.075, 0.045});
	body = Union(body, MirrorX(brow), 0.07);

	const Shape foreFlipper = Stretch(Limb({{{0.36, -0.55, 0.75}, 0.24}, {{0.56, -0.62, 0.42}, 0.2}, {{0.74, -0.8, 0.19}, 0.19},
										  {{0.92, -1.04, 0.15}, 0.19}, {{1.0, -1.2, 0.14}, 0.13}}),
		{1, 1, 0.55}, {0, 0, 0});
	body = Union(body, MirrorX(foreFlipper), 0.14);
	const Shape hindFlipper =
		Stretch(Limb({{{0.06, 1.34, 0.3}, 0.14}, {{0.19, 1.56, 0.26}, 0.13}, {{0.33, 1.76, 0.26}, 0.16}, {{0.37, 1.86, 0.26}, 0.12}}),
			{1, 1, 0.38}, {});
	body = Union(body, MirrorX(hindFlipper), 0.1);

	const Shape nostril = MirrorX(TiltedEllipsoid({0.048, -1.555, 1.305}, {0.022, 0.05, 0.036}, {0, 1, 0}, -0.5));
	body = Subtract(body, nostril, 0.03);
	const Shape tusk = MirrorX(
		Limb({{{0.105, -1.45, 1.12}, 0.05}, {{0.128, -1.54, 0.92}, 0.045}, {{0.13, -1.565, 0.72}, 0.034}, {{0.118, -1.55, 0.56}, 0.016}}));
	body = Union(body, tusk, 0.012);
	const Shape eye = MirrorX(Sphere({0.165, -1.395, 1.405}, 0.036));
	body = Union(body, eye, 0.006);
	body = Intersect(body, AboveGround(), 0.05);

	return {{"walrus", "A walrus resting on its belly, with tusks, whisker pads and flippers, 3.4 m long.",
				{{"hide", {0.36f, 0.21f, 0.15f}}, {"tusks", {0.88f, 0.82f, 0.68f}}, {"whisker pads", {0.55f, 0.4f, 0.31f}},
					{"eyes", {0.015f, 0.012f, 0.012f}}}},
		body, {{3, Inflate(eye, 0.002)}, {1, Inflate(tusk, 0.003)}, {2, Inflate(pads, 0.004)}}, {}};
}

}
