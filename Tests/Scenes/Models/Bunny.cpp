#include <Scenes/Models/Sculptures.h>

namespace SPHSolids::Scenes
{

namespace
{

constexpr Vec3d EarRoot = {0.017, -0.032, 0.222};

/// From an upright ear over the origin, open to the front, to the left ear of the head.
Shape OnHead(const Shape& ear)
{
	const Shape leaning = Rotate(Rotate(ear, {0, 1, 0}, 0.2, {}), {1, 0, 0}, -0.22, {});
	return Move(Rotate(leaning, {0, 0, 1}, 0.25, {}), EarRoot);
}

}

Sculpture SculptBunny()
{
	// A rabbit sitting upright on its haunches, looking along -y.
	const Shape rump = Ellipsoid({0, 0.047, 0.077}, {0.074, 0.084, 0.074});
	const Shape chest = TiltedEllipsoid({0, -0.02, 0.108}, {0.052, 0.05, 0.078}, {1, 0, 0}, 0.35);
	Shape body = Union(rump, chest, 0.07);

	const Shape skull = Ellipsoid({0, -0.053, 0.197}, {0.044, 0.05, 0.043});
	const Shape muzzle = Ellipsoid({0, -0.094, 0.185}, {0.024, 0.022, 0.021});
	const Shape cheek = Ellipsoid({0.024, -0.074, 0.181}, {0.022, 0.025, 0.02});
	Shape head = Union(Union(skull, muzzle, 0.035), MirrorX(cheek), 0.022);
	body = Union(body, head, 0.028);

	const Shape haunch = TiltedEllipsoid({0.054, 0.04, 0.066}, {0.032, 0.055, 0.05}, {1, 0, 0}, -0.3);
	const Shape hindFoot =
		Stretch(Limb({{{0.058, 0.045, 0.02}, 0.02}, {{0.062, -0.01, 0.02}, 0.019}, {{0.066, -0.058, 0.018}, 0.018}}), {1, 1, 0.85}, {});
	const Shape foreleg = Limb({{{0.03, -0.035, 0.11}, 0.024}, {{0.031, -0.057, 0.06}, 0.0165}, {{0.029, -0.066, 0.026}, 0.014},
		{{0.029, -0.08, 0.0145}, 0.0148}});
	body = Union(body, MirrorX(haunch), 0.02);
	body = Union(body, MirrorX(hindFoot), 0.016);
	body = Union(body, MirrorX(foreleg), 0.022);
	const Shape tail = Ellipsoid({0, 0.134, 0.06}, {0.029, 0.025, 0.029});
	body = Union(body, tail, 0.012);

	const Shape earOutside = Stretch(Limb({{{0, 0, 0}, 0.011}, {{0.002, 0, 0.035}, 0.018}, {{0.003, 0.002, 0.072}, 0.0195},
										 {{0.001, 0.01, 0.104}, 0.0135}, {{-0.001, 0.018, 0.122}, 0.006}}),
		{1, 0.55, 1}, {});
	const Shape earInside = Stretch(Limb({{{0.001, -0.021, 0.014}, 0.006}, {{0.002, -0.019, 0.04}, 0.0125},
										{{0.003, -0.016, 0.072}, 0.0135}, {{0.001, -0.004, 0.1}, 0.008}, {{0, 0.006, 0.11}, 0.004}}),
		{1, 0.6, 1}, {});
	body = Union(body, MirrorX(OnHead(earOutside)), 0.014);
	body = Subtract(body, MirrorX(OnHead(earInside)), 0.006);

	const Shape eye = MirrorX(Sphere({0.0325, -0.085, 0.203}, 0.0102));
	const Shape nose = Ellipsoid({0, -0.1155, 0.1925}, {0.0085, 0.006, 0.0055});
	body = Union(body, eye, 0.0015);
	body = Union(body, nose, 0.003);
	body = Intersect(body, AboveGround(), 0.006);

	// Colours end where their shapes cross the surface steeply, so that the line is well defined.
	const Shape pink =
		MirrorX(OnHead(Stretch(Limb({{{0.001, -0.0115, 0.014}, 0.0045}, {{0.002, -0.0104, 0.04}, 0.0108}, {{0.003, -0.0087, 0.072}, 0.0118},
								   {{0.001, -0.0022, 0.099}, 0.0066}, {{0, 0.0033, 0.109}, 0.003}}),
			{1, 1.1, 1}, {})));
	const Shape black = MirrorX(Sphere({0.0395, -0.0922, 0.2045}, 0.0095));
	const Shape noseTip = Sphere({0, -0.123, 0.194}, 0.0095);
	const Shape white = Sphere({0, 0.15, 0.06}, 0.034);
	return {{"bunny", "A rabbit sitting upright with two long ears, haunches and a round tail, 0.34 m tall.",
				{{"fur", {0.55f, 0.4f, 0.29f}}, {"skin", {0.85f, 0.48f, 0.42f}}, {"eyes", {0.02f, 0.015f, 0.015f}},
					{"tail", {0.85f, 0.8f, 0.74f}}}},
		body, {{2, black}, {1, noseTip}, {1, pink}, {3, white}}, {}, 20000};
}

}
