#include <Scenes/Models/Sculptures.h>

namespace SPHSolids::Scenes
{

Sculpture SculptBunny()
{
	// A rabbit sitting upright on its haunches, looking along -y.
	const Shape rump = Ellipsoid({0, 0.045, 0.075}, {0.072, 0.078, 0.072});
	const Shape chest = Rotate(Ellipsoid({0, -0.015, 0.105}, {0.052, 0.052, 0.075}), {1, 0, 0}, 0.35, {0, -0.015, 0.105});
	Shape body = Union(rump, chest, 0.06);
	const Shape head = Ellipsoid({0, -0.055, 0.195}, {0.042, 0.047, 0.042});
	const Shape muzzle = Ellipsoid({0, -0.092, 0.184}, {0.024, 0.022, 0.02});
	body = Union(body, Union(head, muzzle, 0.03), 0.03);
	const Shape haunch = Ellipsoid({0.056, 0.035, 0.062}, {0.03, 0.05, 0.052});
	const Shape hindFoot = RoundCone({0.06, 0.035, 0.016}, {0.062, -0.055, 0.014}, 0.016, 0.014);
	const Shape foreleg = Limb({{{0.03, -0.045, 0.1}, 0.02}, {{0.028, -0.062, 0.045}, 0.014}, {{0.028, -0.075, 0.014}, 0.014}}, 0.01);
	const Shape cheek = Ellipsoid({0.022, -0.075, 0.182}, {0.02, 0.022, 0.02});
	const Shape ear = Limb(
		{{{0.018, -0.035, 0.23}, 0.012}, {{0.027, -0.022, 0.265}, 0.017}, {{0.034, -0.01, 0.3}, 0.012}, {{0.037, -0.004, 0.318}, 0.007}},
		0.012);
	body = Union(body, MirrorX(Union(haunch, hindFoot, 0.018)), 0.02);
	body = Union(body, MirrorX(foreleg), 0.02);
	body = Union(body, MirrorX(cheek), 0.016);
	body = Union(body, MirrorX(ear), 0.014);
	body = Union(body, Sphere({0, 0.122, 0.062}, 0.026), 0.012);
	return {
		{"bunny", "A rabbit sitting upright with two long ears, haunches and a round tail, 0.33 m tall.", {{"fur", {0.72f, 0.62f, 0.52f}}}},
		body, {}, {}};
}

}
