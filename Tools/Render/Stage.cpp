#include <Render/Stage.h>

#include <Render/RayBatch.h>
#include <Render/SurfacePoint.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Render
{
namespace
{

/// The 1-2-5 figure next below a length.
float RoundFigureBelow(float length)
{
	const float decade = std::pow(10.0f, std::floor(std::log10(length)));
	const float digit = length / decade;
	return decade * (digit >= 5 ? 5.0f : (digit >= 2 ? 2.0f : 1.0f));
}

/// Integral of a square wave of period 1 that is 1 on [0, duty).
float PulseIntegral(float x, float duty)
{
	const float whole = std::floor(x);
	return whole * duty + std::min(x - whole, duty);
}

/// Mean of that wave over a window.
float PulseMean(float x, float window, float duty)
{
	window = std::max(window, 1e-4f);
	return (PulseIntegral(x + 0.5f * window, duty) - PulseIntegral(x - 0.5f * window, duty)) / window;
}

}

Stage::Stage(const Scene& scene, const Lighting& lighting, const Box3& bounds, const Camera& camera, int width, int height)
	: backdrop(scene.backdrop)
	, floor(scene.floor)
	, centre(bounds.IsEmpty() ? camera.target : bounds.Centre())
	, pictureWidth(static_cast<float>(width))
	, pictureHeight(static_cast<float>(height))
{
	const float exposure = std::max(scene.exposure, 1e-6f);
	backdrop.top = UndoToneMap(scene.backdrop.top) / exposure;
	backdrop.bottom = UndoToneMap(scene.backdrop.bottom) / exposure;
	const float size = bounds.IsEmpty() ? Norm(camera.target - camera.eye) : Norm(bounds.Size());
	reach = std::max(1.6f * size, 1e-6f);
	cellSize = floor.cellSize > 0 ? floor.cellSize : RoundFigureBelow(std::max(0.2f * size, 1e-6f));
	openFloorLight = lighting.OpenLight({0, 0, 1});
	for (int axis = 0; axis < 3; ++axis)
		floorGain[axis] = 1 / std::max(openFloorLight[axis], 1e-6f);
}

Colour Stage::BackdropAt(float x, float y) const
{
	const float across = 2 * x / pictureWidth - 1, down = y / pictureHeight;
	const float fromMiddle = across * across + (2 * down - 1) * (2 * down - 1);
	return Mix(backdrop.top, backdrop.bottom, down) * (1 - 0.5f * backdrop.vignette * std::min(2.0f, fromMiddle));
}

float Stage::FloorDistance(const Vec3& origin, const Vec3& direction) const
{
	// A body that stands on the floor shares its lower side with it: a ray that has just left it there still meets the floor.
	const float above = origin.z - floor.height;
	if (!floor.visible || !(direction.z < 0) || above < -4 * RayOffset(origin, 0))
		return FarAway;
	return std::max(0.0f, -above / direction.z);
}

float Stage::PatternAt(const Vec3& point, float footprint) const
{
	if (floor.pattern == FloorPattern::Plain)
		return 1;
	const Vec3 offset = point - centre;
	const float fade = std::exp(-(offset.x * offset.x + offset.y * offset.y) / (reach * reach));
	const float x = point.x / cellSize, y = point.y / cellSize, window = footprint / cellSize;
	if (floor.pattern == FloorPattern::Grid)
	{
		constexpr float LineShare = 0.02f;
		const float lineX = PulseMean(x + 0.5f * LineShare, window, LineShare), lineY = PulseMean(y + 0.5f * LineShare, window, LineShare);
		return 1 - floor.patternStrength * 4 * fade * std::min(0.25f, lineX + lineY - lineX * lineY);
	}
	const float evenX = PulseMean(0.5f * x, 0.5f * window, 0.5f), evenY = PulseMean(0.5f * y, 0.5f * window, 0.5f);
	const float dark = evenX * evenY + (1 - evenX) * (1 - evenY);
	return 1 - floor.patternStrength * fade * dark;
}

}
