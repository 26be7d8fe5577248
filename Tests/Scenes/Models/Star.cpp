#include <Scenes/Models/Sculptures.h>

namespace SPHSolids::Scenes
{

Sculpture SculptStar()
{
	// Five arms with a lazy curl; one points to the front.
	constexpr double flat = 0.62;
	const Shape arm = Limb({{{0, 0, 0.021}, 0.034}, {{0.003, -0.04, 0.02}, 0.021}, {{0.0, -0.08, 0.015}, 0.0135},
		{{-0.009, -0.115, 0.0105}, 0.0085}, {{-0.021, -0.138, 0.0125}, 0.0045}});
	const Shape knobs = Union(
		{Sphere({0.003, -0.036, 0.0425}, 0.006), Sphere({0.0025, -0.054, 0.0365}, 0.0052), Sphere({0.001, -0.071, 0.0305}, 0.0046),
			Sphere({-0.002, -0.087, 0.0255}, 0.0041), Sphere({-0.006, -0.102, 0.0215}, 0.0036), Sphere({-0.0105, -0.116, 0.0185}, 0.0032)},
		0);
	std::vector<Shape> arms, allKnobs = {Sphere({0, 0, 0.051}, 0.007)};
	for (int n = 0; n < 5; ++n)
	{
		arms.push_back(Rotate(arm, {0, 0, 1}, n * 2 * Pi / 5, {}));
		allKnobs.push_back(Rotate(knobs, {0, 0, 1}, n * 2 * Pi / 5, {}));
	}
	const Shape spots = Stretch(Union(allKnobs, 0), {1, 1, flat}, {});
	Shape body = Stretch(Union(arms, 0.02), {1, 1, flat}, {});
	body = Union(body, spots, 0.004);
	body = Intersect(body, AboveGround(), 0.005);
	return {{"star", "A starfish with five thin curling arms, 0.26 m across.",
				{{"skin", {0.82f, 0.2f, 0.07f}}, {"knobs", {0.95f, 0.62f, 0.38f}}}},
		body, {{1, Inflate(spots, 0.0007)}}, {}};
}

}
