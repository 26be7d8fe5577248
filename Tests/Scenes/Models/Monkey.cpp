#include <Scenes/Models/Sculptures.h>

namespace SPHSolids::Scenes
{

Sculpture SculptMonkey()
{
	const Shape skull = Ellipsoid({0, 0.012, 0.162}, {0.098, 0.1, 0.098});
	const Shape jaw = Ellipsoid({0, -0.022, 0.078}, {0.062, 0.068, 0.055});
	Shape head = Union(skull, jaw, 0.07);
	const Shape muzzle = Ellipsoid({0, -0.082, 0.084}, {0.06, 0.046, 0.046});
	const Shape chin = Ellipsoid({0, -0.075, 0.042}, {0.042, 0.034, 0.026});
	const Shape snout = Union(muzzle, chin, 0.03);
	const Shape socket = MirrorX(TiltedEllipsoid({0.037, -0.072, 0.158}, {0.04, 0.03, 0.043}, {0, 1, 0}, 0.25));
	const Shape face = Union(snout, socket, 0.03);
	head = Union(head, face, 0.012);
	const Shape brow = MirrorX(Limb({{{0.004, -0.098, 0.19}, 0.011}, {{0.036, -0.093, 0.204}, 0.014}, {{0.074, -0.066, 0.186}, 0.01}}));
	head = Union(head, brow, 0.018);
	const Shape hollow = MirrorX(Ellipsoid({0.036, -0.108, 0.163}, {0.026, 0.02, 0.025}));
	head = Subtract(head, hollow, 0.012);
	const Shape eye = MirrorX(Sphere({0.036, -0.082, 0.163}, 0.0235));
	head = Union(head, eye, 0.002);
	const Shape pupil = MirrorX(Sphere({0.0345, -0.1065, 0.163}, 0.0098));
	const Shape bridge = Limb({{{0, -0.092, 0.168}, 0.016}, {{0, -0.115, 0.13}, 0.013}, {{0, -0.128, 0.112}, 0.016}});
	const Shape wings = MirrorX(Ellipsoid({0.014, -0.12, 0.107}, {0.014, 0.014, 0.011}));
	const Shape nose = Union(bridge, wings, 0.008);
	head = Union(head, nose, 0.014);
	const Shape nostrils = MirrorX(Ellipsoid({0.0105, -0.135, 0.101}, {0.006, 0.008, 0.0055}));
	head = Subtract(head, nostrils, 0.005);
	const Shape mouth = MirrorX(Limb(
		{{{0, -0.13, 0.066}, 0.005}, {{0.024, -0.124, 0.067}, 0.005}, {{0.044, -0.108, 0.074}, 0.0045}, {{0.056, -0.088, 0.084}, 0.002}}));
	head = Subtract(head, mouth, 0.008);

	const auto onSide = [](const Shape& ear) { return MirrorX(Rotate(ear, {0, 0, 1}, 0.45, {0.09, 0.02, 0.16})); };
	const Shape ear = onSide(Ellipsoid({0.133, 0.02, 0.162}, {0.052, 0.018, 0.056}));
	const Shape earHollow = onSide(Ellipsoid({0.138, 0.002, 0.162}, {0.036, 0.018, 0.04}));
	head = Union(head, ear, 0.014);
	head = Subtract(head, earHollow, 0.008);
	const Shape tuft = Limb({{{0, -0.02, 0.245}, 0.026}, {{0, -0.038, 0.268}, 0.014}, {{0, -0.058, 0.275}, 0.005}});
	head = Union(head, tuft, 0.03);
	head = Intersect(head, AboveGround(), 0.012);
	const Shape muzzleSkin = Union({Inflate(face, 0.004), Inflate(nose, 0.007), Inflate(mouth, 0.004)}, 0.01);
	const Shape skin = Union(Subtract(muzzleSkin, Inflate(brow, 0.002), 0), Inflate(earHollow, 0.001), 0);

	const Shape white = MirrorX(Sphere({0.0365, -0.106, 0.163}, 0.0225));
	return {{"monkey", "The head of a monkey with big ears, 0.3 m tall.",
				{{"fur", {0.28f, 0.15f, 0.08f}}, {"face", {0.78f, 0.5f, 0.35f}}, {"eyes", {0.9f, 0.88f, 0.84f}},
					{"pupils", {0.02f, 0.015f, 0.015f}}}},
		head, {{3, pupil}, {2, white}, {1, skin}}, {}, 24000};
}

}
