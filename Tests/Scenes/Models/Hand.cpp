#include <Scenes/Models/Sculptures.h>

namespace SPHSolids::Scenes
{

Sculpture SculptHand()
{
	// A left hand held up, palm towards -y, on a short wrist. Life size.
	const Shape wrist = Union({Ellipsoid({0, 0, 0.0}, {0.031, 0.021, 0.05}), RoundCone({0, 0, 0.01}, {0.0, 0, 0.05}, 0.024, 0.027)}, 0.02);
	const Shape palm = RoundedBox({0, 0.001, 0.085}, {0.042, 0.0145, 0.047}, 0.0142);
	const Shape thumbBall = Ellipsoid({0.028, -0.009, 0.062}, {0.019, 0.015, 0.032});
	const Shape littleBall = Ellipsoid({-0.027, -0.008, 0.062}, {0.014, 0.012, 0.034});
	const Shape thumb = Limb({{{0.03, -0.006, 0.055}, 0.0145}, {{0.058, -0.014, 0.082}, 0.0122}, {{0.076, -0.019, 0.108}, 0.0115},
								 {{0.086, -0.02, 0.126}, 0.0092}},
		0.006);
	const Shape index = Limb({{{0.030, 0.002, 0.118}, 0.0108}, {{0.037, -0.001, 0.150}, 0.0098}, {{0.0405, -0.004, 0.174}, 0.0091},
								 {{0.042, -0.008, 0.192}, 0.0080}},
		0.004);
	const Shape middle = Limb({{{0.0095, 0.002, 0.124}, 0.0112}, {{0.0115, -0.001, 0.160}, 0.0100}, {{0.0125, -0.005, 0.187}, 0.0093},
								  {{0.0130, -0.010, 0.206}, 0.0081}},
		0.004);
	const Shape ring = Limb({{{-0.0115, 0.002, 0.121}, 0.0107}, {{-0.0145, -0.001, 0.154}, 0.0096}, {{-0.0165, -0.005, 0.179}, 0.0089},
								{{-0.0175, -0.009, 0.197}, 0.0078}},
		0.004);
	const Shape little = Limb({{{-0.0315, 0.001, 0.112}, 0.0093}, {{-0.039, -0.002, 0.137}, 0.0083}, {{-0.0425, -0.005, 0.155}, 0.0077},
								  {{-0.0445, -0.009, 0.170}, 0.0068}},
		0.004);
	Shape hand = Union({palm, thumbBall, littleBall}, 0.016);
	hand = Union(hand, wrist, 0.035);
	hand = Union(hand, thumb, 0.016);
	hand = Union(hand, index, 0.007);
	hand = Union(hand, middle, 0.007);
	hand = Union(hand, ring, 0.007);
	hand = Union(hand, little, 0.007);
	const Shape floor = RoundedBox({0, 0, 0.5}, {0.5, 0.5, 0.5}, 0);
	return {
		{"hand", "A left hand held up, palm to the front, with thin spread fingers; life size, 0.21 m.", {{"skin", {0.8f, 0.52f, 0.4f}}}},
		Intersect(hand, floor, 0.008), {}, {}};
}

}
