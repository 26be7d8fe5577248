#pragma once

#include <SPHSolids/Base/Math.h>

#include <optional>
#include <span>
#include <string_view>

namespace SPHSolids::Render
{

/// A pinhole camera. Metres, z up.
struct Camera
{
	Vec3 eye = {0, -3, 1};
	Vec3 target = {0, 0, 0};
	Vec3 up = {0, 0, 1};
	float fieldOfView = 30; ///< Degrees from the lower to the upper edge of the picture
};

/// Where the camera stands relative to what it looks at. The front is the side towards -y.
enum class CameraPreset
{
	Front,
	ThreeQuarter, ///< From the front right and somewhat above: the default for bodies
	Side,         ///< From +x
	Top,
};
std::optional<CameraPreset> CameraPresetByName(std::string_view name); ///< front, three-quarter, side, top

/// Unit vector from the subject towards the camera.
Vec3 ViewDirection(CameraPreset preset);

/// Any direction by angles in degrees: turn counts from the front (-y) towards +x, rise from the horizon upwards.
Vec3 ViewDirection(float turn, float rise);

struct Framing
{
	float aspect = 16.0f / 9; ///< Width over height of the picture
	float fieldOfView = 30;   ///< Degrees, vertical
	float margin = 0.08f;     ///< Share of the picture kept free on each side
	float reserveRight = 0;   ///< Share of the width kept free at the right on top of that: room for a legend
	float reserveTop = 0;     ///< The same at the top: room for a title
};

/// The closest camera along a direction that shows all of a box, with the box in the middle of the picture. Steady while what is in the
/// box moves. An empty box is treated as a cube of one metre at the origin, a box that is a point as one of a millimetre.
Camera FrameBox(const Box3& box, const Vec3& towardsCamera, const Framing& framing = {});
/// The same for points, each with a margin of the radius around it: fills the picture better than their box does.
Camera FramePoints(std::span<const Vec3> points, float radius, const Vec3& towardsCamera, const Framing& framing = {});

/// Between the world and the pixels of a picture.
class Projection
{
public:
	Projection(const Camera& camera, int width, int height);

	struct Pixel
	{
		float x = 0, y = 0; ///< From the top-left corner; the middle of the first pixel is (0.5, 0.5)
		float depth = 0;    ///< Metres along the line of sight; not above 0 behind the camera
	};
	Pixel Project(const Vec3& point) const;

	/// Unit direction from the eye through a place in the picture.
	Vec3 RayDirection(float x, float y) const;
	const Vec3& Eye() const { return eye; }
	/// Width of a pixel at a distance of one metre.
	float PixelSize() const { return pixelSize; }

private:
	Vec3 eye, right, up, forward;
	float halfWidth, halfHeight, pixelSize;
};

}
