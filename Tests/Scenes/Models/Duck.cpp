#include <Scenes/Models/Sculptures.h>

namespace SPHSolids::Scenes
{

Sculpture SculptDuck()
{
	const Shape hull = Ellipsoid({0, 0.005, 0.066}, {0.082, 0.108, 0.066});
	const Shape breast = Ellipsoid({0, -0.05, 0.08}, {0.062, 0.055, 0.06});
	const Shape tail = Stretch(Limb({{{0, 0.05, 0.085}, 0.05}, {{0, 0.098, 0.11}, 0.031}, {{0, 0.134, 0.143}, 0.008}}), {1.15, 1, 1}, {});
	Shape body = Union({hull, breast, tail}, 0.05);
	const Shape head = Ellipsoid({0, -0.058, 0.183}, {0.057, 0.058, 0.055});
	body = Union(body, head, 0.042);
	const Shape wing = TiltedEllipsoid({0.07, 0.022, 0.083}, {0.02, 0.062, 0.036}, {1, 0, 0}, 0.3);
	const Shape wingTip = RoundCone({0.07, 0.055, 0.097}, {0.066, 0.094, 0.121}, 0.018, 0.006);
	const Shape feather = Union(wing, wingTip, 0.03);
	body = Union(body, MirrorX(feather), 0.008);

	const Shape upperBeak =
		Union(Stretch(Limb({{{0, -0.1, 0.176 / 0.42}, 0.026}, {{0, -0.122, 0.172 / 0.42}, 0.03}, {{0, -0.141, 0.176 / 0.42}, 0.024}}),
				  {1, 1, 0.42}, {}),
			Ellipsoid({0, -0.108, 0.184}, {0.017, 0.018, 0.012}), 0.016);
	const Shape lowerBeak = Stretch(
		Limb({{{0, -0.1, 0.162 / 0.35}, 0.022}, {{0, -0.12, 0.156 / 0.35}, 0.023}, {{0, -0.131, 0.155 / 0.35}, 0.019}}), {1, 1, 0.35}, {});
	const Shape beak = Union(upperBeak, lowerBeak, 0.002);
	body = Union(body, beak, 0.005);
	const Shape eye = MirrorX(TiltedEllipsoid({0.0305, -0.1, 0.204}, {0.0105, 0.0075, 0.0135}, {0, 0, 1}, 0.55));
	body = Union(body, eye, 0.001);
	body = Intersect(body, AboveGround(), 0.014);

	const Shape black = MirrorX(TiltedEllipsoid({0.0355, -0.107, 0.205}, {0.0115, 0.012, 0.0138}, {0, 0, 1}, 0.55));
	return {{"duck", "A rubber duck for the bath, 0.24 m tall.",
				{{"body", {0.95f, 0.66f, 0.03f}}, {"beak", {0.9f, 0.22f, 0.02f}}, {"eyes", {0.015f, 0.015f, 0.02f}}}},
		body, {{2, black}, {1, Inflate(beak, 0.001)}}, {}};
}

}
