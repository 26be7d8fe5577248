#pragma once

#include <Render/Camera.h>
#include <Render/Lighting.h>
#include <Render/RayScene.h>

namespace SPHSolids::Render
{

/// Backdrop and floor: the parts of a picture that are there without any object.
class Stage
{
public:
	Stage(const Scene& scene, const Lighting& lighting, const Box3& bounds, const Camera& camera, int width, int height);

	/// Light of the backdrop at a place in the picture.
	Colour BackdropAt(float x, float y) const;

	/// Distance at which a ray from above meets the floor, or FarAway.
	float FloorDistance(const Vec3& origin, const Vec3& direction) const;
	/// Factor on the floor's colour by its pattern. @param footprint Width of a pixel there, m: lines fade instead of flickering.
	float PatternAt(const Vec3& point, float footprint) const;

	/// Turns light on the floor into a share of the backdrop: 1 in each channel where it is open.
	const Colour& FloorGain() const { return floorGain; }
	const Colour& OpenFloorLight() const { return openFloorLight; }

private:
	Backdrop backdrop; ///< As light, before the tone curve
	Floor floor;
	Vec3 centre;
	float reach = 1;
	float cellSize = 1;
	Colour floorGain, openFloorLight;
	float pictureWidth, pictureHeight;
};

}
