#include <Scenes/Models/Sculptures.h>

#include <vector>

namespace SPHSolids::Scenes
{

namespace
{

/// Left wing, half spread: an arm, three fingers and the skin between them.
struct Wing
{
	Shape bones, skin;
};

Wing LeftWing()
{
	constexpr Vec3d shoulder = {0.034, 0.045, 0.245}, elbow = {0.105, 0.1, 0.35}, wrist = {0.175, 0.115, 0.405};
	constexpr Vec3d tips[3] = {{0.3, 0.16, 0.335}, {0.255, 0.165, 0.225}, {0.155, 0.14, 0.165}};
	std::vector<Shape> bones = {Limb({{shoulder, 0.018}, {elbow, 0.0125}, {wrist, 0.0105}, {{0.2, 0.113, 0.43}, 0.0045}})};
	std::vector<Shape> skin;
	for (const Vec3d& tip : tips)
	{
		const Vec3d middle = (wrist + tip) * 0.5 + Vec3d{0.012, 0.012, 0.012};
		bones.push_back(Limb({{wrist, 0.0095}, {middle, 0.0075}, {tip, 0.0045}}));
	}
	constexpr double thickness = 0.0045; // on either side
	for (int n = 0; n < 2; ++n)
	{
		// The edge hangs in a bow between two tips: its middle is drawn towards the wrist.
		const Vec3d bow = (tips[n] + tips[n + 1]) * 0.5 + (wrist - (tips[n] + tips[n + 1]) * 0.5) * 0.22;
		skin.push_back(Plate(wrist, tips[n], bow, thickness));
		skin.push_back(Plate(wrist, bow, tips[n + 1], thickness));
	}
	skin.push_back(Plate(wrist, tips[2], elbow, thickness));
	skin.push_back(Plate(elbow, tips[2], shoulder, thickness));
	skin.push_back(Plate(shoulder, tips[2], {0.04, 0.1, 0.17}, thickness));
	return {Union(bones, 0.006), Union(skin, 0.006)};
}

/// Spikes along the back, from the head to the tail.
Shape Spikes()
{
	struct Spike
	{
		Vec3d foot, tip;
		double radius;
	};
	constexpr Spike spikes[] = {{{0, -0.028, 0.392}, {0, 0.014, 0.412}, 0.011}, {{0, 0, 0.34}, {0, 0.045, 0.356}, 0.013},
		{{0, 0.022, 0.29}, {0, 0.072, 0.302}, 0.015}, {{0, 0.055, 0.24}, {0, 0.108, 0.248}, 0.016}, {{0, 0.09, 0.185}, {0, 0.146, 0.19}, 0.017},
		{{0, 0.118, 0.13}, {0, 0.172, 0.143}, 0.015}, {{0.006, 0.165, 0.092}, {0.004, 0.2, 0.118}, 0.012}, {{0.035, 0.222, 0.068}, {0.036, 0.244, 0.095}, 0.01}};
	std::vector<Shape> parts;
	for (const Spike& spike : spikes)
		parts.push_back(RoundCone(spike.foot, spike.tip, spike.radius, 0.003));
	return Union(parts, 0);
}

Shape Claws(const Vec3d& foot, double spread, double forward)
{
	std::vector<Shape> claws;
	for (int n = -1; n <= 1; ++n)
		claws.push_back(RoundCone(foot + Vec3d{n * spread, -forward, 0}, foot + Vec3d{n * spread * 1.25, -forward - 0.017, -0.006}, 0.0068, 0.0028));
	return Union(claws, 0);
}

}

Sculpture SculptDragon()
{
	// A young dragon sitting upright with its wings half spread and its tail laid around its side.
	const Shape trunk = Limb({{{0, 0.065, 0.085}, 0.075}, {{0, 0.04, 0.14}, 0.084}, {{0, 0.0, 0.215}, 0.066}, {{0, -0.02, 0.285}, 0.042},
		{{0, -0.045, 0.345}, 0.034}, {{0, -0.075, 0.38}, 0.034}});
	const Shape tail = Limb({{{0, 0.09, 0.065}, 0.06}, {{0.015, 0.175, 0.045}, 0.043}, {{0.08, 0.25, 0.032}, 0.031}, {{0.18, 0.245, 0.023}, 0.022},
		{{0.235, 0.165, 0.018}, 0.016}, {{0.23, 0.08, 0.015}, 0.0115}, {{0.205, 0.03, 0.014}, 0.008}});
	Shape body = Union(trunk, tail, 0.03);

	const Shape skull = Ellipsoid({0, -0.09, 0.395}, {0.044, 0.05, 0.04});
	const Shape snout = Stretch(Limb({{{0, -0.11, 0.384}, 0.034}, {{0, -0.148, 0.374}, 0.027}, {{0, -0.172, 0.371}, 0.022}}), {1.1, 1, 0.85}, {0, -0.14, 0.375});
	const Shape jaw = Stretch(Limb({{{0, -0.095, 0.362}, 0.026}, {{0, -0.135, 0.35}, 0.021}, {{0, -0.16, 0.35}, 0.016}}), {1.15, 1, 0.75}, {0, -0.13, 0.352});
	Shape head = Union(Union(skull, snout, 0.03), jaw, 0.006);
	const Shape nostrils = MirrorX(Sphere({0.0125, -0.187, 0.386}, 0.0085));
	head = Union(head, nostrils, 0.01);
	head = Subtract(head, MirrorX(Sphere({0.0145, -0.197, 0.389}, 0.005)), 0.004);
	const Shape brow = MirrorX(Limb({{{0.02, -0.128, 0.418}, 0.008}, {{0.035, -0.108, 0.425}, 0.0105}, {{0.043, -0.08, 0.418}, 0.0085}}));
	head = Union(head, brow, 0.012);
	body = Union(body, head, 0.02);

	const Shape haunch = TiltedEllipsoid({0.07, 0.05, 0.075}, {0.04, 0.062, 0.064}, {1, 0, 0}, -0.25);
	const Shape hindFoot = Limb({{{0.085, 0.04, 0.024}, 0.024}, {{0.09, -0.01, 0.021}, 0.021}, {{0.094, -0.055, 0.019}, 0.021}});
	const Shape foreleg = Limb({{{0.042, -0.012, 0.205}, 0.032}, {{0.062, -0.03, 0.14}, 0.024}, {{0.055, -0.068, 0.065}, 0.0185}, {{0.054, -0.088, 0.02}, 0.0205}});
	body = Union(body, MirrorX(haunch), 0.025);
	body = Union(body, MirrorX(hindFoot), 0.016);
	body = Union(body, MirrorX(foreleg), 0.022);

	const Wing wing = LeftWing();
	body = Union(body, MirrorX(Union(wing.bones, wing.skin, 0.006)), 0.014);
	const Shape fin = Union(Plate({0.204, 0.028, 0.014}, {0.166, 0.012, 0.016}, {0.19, -0.045, 0.016}, 0.0075), Plate({0.204, 0.028, 0.014}, {0.19, -0.045, 0.016}, {0.236, -0.002, 0.016}, 0.0075), 0.004);
	body = Union(body, fin, 0.008);

	const Shape horns = MirrorX(Limb({{{0.022, -0.075, 0.425}, 0.0135}, {{0.032, -0.042, 0.452}, 0.0105}, {{0.037, -0.006, 0.468}, 0.0075}, {{0.037, 0.026, 0.482}, 0.0035}}));
	const Shape claws = MirrorX(Union(Claws({0.054, -0.092, 0.0125}, 0.0115, 0.012), Claws({0.094, -0.06, 0.0115}, 0.0125, 0.012), 0));
	const Shape horn = Union({Spikes(), horns, claws}, 0);
	body = Union(body, horn, 0.004);
	const Shape eyes = MirrorX(Sphere({0.0345, -0.113, 0.405}, 0.0115));
	body = Union(body, eyes, 0.0015);
	body = Intersect(body, AboveGround(), 0.008);

	const Shape gold = MirrorX(Sphere({0.042, -0.1205, 0.406}, 0.0105)), pupils = MirrorX(Ellipsoid({0.0435, -0.1225, 0.406}, {0.0045, 0.0045, 0.0082}));
	const Shape belly = Limb({{{0, -0.1, 0.05}, 0.06}, {{0, -0.085, 0.14}, 0.062}, {{0, -0.085, 0.215}, 0.046}, {{0, -0.08, 0.285}, 0.032}, {{0, -0.098, 0.335}, 0.02}});
	return {{"dragon", "A young dragon sitting upright, with wings, horns, spikes and a long tail, 0.48 m tall.",
				{{"scales", {0.12f, 0.36f, 0.14f}}, {"belly", {0.8f, 0.66f, 0.34f}}, {"horn", {0.86f, 0.8f, 0.66f}}, {"wings", {0.62f, 0.2f, 0.1f}}, {"eyes", {0.95f, 0.62f, 0.05f}}, {"pupils", {0.02f, 0.015f, 0.015f}}}},
		body, {{5, pupils}, {4, gold}, {2, Inflate(horn, 0.0008)}, {3, Inflate(MirrorX(wing.skin), 0.0012)}, {1, belly}}, {}, 30000};
}

}
