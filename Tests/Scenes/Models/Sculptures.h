#pragma once

#include <Scenes/Models.h>
#include <Scenes/Sculpt/Shape.h>

#include <cstdint>
#include <functional>
#include <optional>

namespace SPHSolids::Scenes
{

/// What a sculptor hands over: the solid, and which section a place on its surface belongs to.
struct Sculpture
{
	ModelInfo info;
	Shape shape;
	/// Empty: all in section 0.
	std::function<std::uint16_t(const Vec3d&)> sectionAt;
	/// Where given, only the surface inside this shape is kept: an open sheet.
	std::optional<Shape> keep;
};

Sculpture SculptBunny();
Sculpture SculptGear();
Sculpture SculptHand();
Sculpture SculptTorus();

}
