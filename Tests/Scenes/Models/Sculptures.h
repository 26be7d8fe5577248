#pragma once

#include <Scenes/Models.h>
#include <Scenes/Sculpt/Shape.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace SPHSolids::Scenes
{

/// Part of a surface with its own material.
struct Region
{
	std::uint16_t section;
	Shape shape; // the surface inside it belongs to the section
};

/// What a sculptor hands over.
struct Sculpture
{
	ModelInfo info;
	Shape shape;
	/// The first region that holds a place gives its section; the rest is section 0.
	std::vector<Region> regions;
	/// Where given, only the surface inside this shape is kept: an open sheet.
	std::optional<Shape> keep;
	/// Triangles that show every thin part (SurfaceSpec::detail).
	std::size_t detail = 12000;
};

Sculpture SculptBunny();
Sculpture SculptDragon();
Sculpture SculptDuck();
Sculpture SculptGear();
Sculpture SculptHand();
Sculpture SculptMonkey();
Sculpture SculptShirt();
Sculpture SculptStar();
Sculpture SculptTorus();
Sculpture SculptWalrus();

/// Everything above the ground, to stand a rounded body flat on it.
Shape AboveGround();

}
