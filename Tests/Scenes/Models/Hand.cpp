#include <Scenes/Models/Sculptures.h>

namespace SPHSolids::Scenes
{

namespace
{

/// One finger with its bone in the palm: from the wrist over the knuckle and two joints to the tip.
struct Finger
{
	Vec3d knuckle, tip;
	double radius;
};

Shape FingerOf(const Finger& f)
{
	// Slightly curled towards the palm (-y), a little thicker at the joints.
	const auto at = [&](double share, double forward) { return f.knuckle + (f.tip - f.knuckle) * share + Vec3d{0, -forward, 0}; };
	return Limb({{at(-0.12, 0), f.radius * 1.06}, {at(0.18, -0.001), f.radius * 1.0}, {at(0.42, -0.0015), f.radius * 1.03},
		{at(0.58, -0.001), f.radius * 0.93}, {at(0.74, 0.0005), f.radius * 0.94}, {at(0.88, 0.003), f.radius * 0.86},
		{at(1.0, 0.006), f.radius * 0.7}});
}

Shape MetacarpalOf(const Finger& f)
{
	const Vec3d root = {f.knuckle.x * 0.45, 0.002, 0.035};
	return Limb(
		{{root, 0.0155}, {(root + f.knuckle) * 0.5 + Vec3d{0, 0.0015, 0}, 0.0142}, {f.knuckle + Vec3d{0, 0.001, -0.004}, f.radius * 1.08}});
}

}

Sculpture SculptHand()
{
	// A left hand held up, palm towards -y, thumb at +x. Life size.
	const Finger fingers[4] = {{{0.031, 0.001, 0.117}, {0.0475, -0.004, 0.19}, 0.0097},
		{{0.0095, 0.003, 0.122}, {0.014, -0.004, 0.204}, 0.01}, {{-0.0125, 0.002, 0.118}, {-0.0195, -0.004, 0.194}, 0.0094},
		{{-0.033, -0.001, 0.108}, {-0.0495, -0.005, 0.166}, 0.0082}};
	std::vector<Shape> bones;
	for (const Finger& f : fingers)
		bones.push_back(MetacarpalOf(f));
	Shape hand = Union(bones, 0.02);
	const Shape wrist = Stretch(Limb({{{0, 0, -0.03}, 0.029}, {{0, 0, 0.012}, 0.0275}, {{0, 0, 0.045}, 0.032}}), {1, 0.72, 1}, {});
	hand = Union(hand, wrist, 0.03);
	const Shape thumbBall = TiltedEllipsoid({0.027, -0.0085, 0.06}, {0.016, 0.0145, 0.031}, {0, 1, 0}, 0.35);
	const Shape littleBall = TiltedEllipsoid({-0.025, -0.008, 0.062}, {0.0115, 0.012, 0.032}, {0, 1, 0}, -0.1);
	hand = Union(hand, Union(thumbBall, littleBall, 0.01), 0.016);
	const Shape thumb = Limb({{{0.026, -0.005, 0.05}, 0.015}, {{0.046, -0.011, 0.071}, 0.0128}, {{0.0605, -0.0155, 0.09}, 0.0122},
		{{0.07, -0.018, 0.105}, 0.0112}, {{0.077, -0.0195, 0.119}, 0.0112}, {{0.082, -0.02, 0.131}, 0.0085}});
	hand = Union(hand, thumb, 0.014);
	for (const Finger& f : fingers)
		hand = Union(hand, FingerOf(f), 0.009);
	hand = Intersect(hand, AboveGround(), 0.008);
	return {
		{"hand", "A left hand held up, palm to the front, with thin spread fingers; life size, 0.21 m.", {{"skin", {0.78f, 0.48f, 0.36f}}}},
		hand, {}, {}};
}

}
