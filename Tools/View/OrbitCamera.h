#pragma once

#include <Render/Camera.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::View
{

/// A camera that circles what it looks at. Angles in degrees as Render::ViewDirection counts them, about any upward direction.
struct OrbitCamera
{
	Vec3 target;
	Vec3 up = {0, 0, 1};
	float distance = 2;
	float turn = 25, rise = 18;
	float fieldOfView = 32;
	float lowestRise = -85; ///< over a floor: not below it

	Vec3 TowardsEye() const
	{
		const Vec3 side =
			NormalizedOr(Cross(std::abs(up.x) < 0.9f ? Cross(up, Vec3{1, 0, 0}) : Cross(up, Vec3{0, 1, 0}), up), Vec3{1, 0, 0});
		const Vec3 back = Cross(up, side);
		const float t = turn * static_cast<float>(Pi) / 180, r = rise * static_cast<float>(Pi) / 180;
		return std::cos(r) * (std::sin(t) * side - std::cos(t) * back) + std::sin(r) * up;
	}
	Render::Camera Camera() const { return {target + distance * TowardsEye(), target, up, fieldOfView}; }

	void Orbit(float degreesAcross, float degreesUp)
	{
		turn = std::remainder(turn + degreesAcross, 360.0f);
		rise = std::clamp(rise + degreesUp, lowestRise, 85.0f);
	}
	void Zoom(float notches) { distance = std::clamp(distance * std::pow(0.88f, notches), 0.02f, 500.0f); }
	/// By a share of what the picture shows.
	void Shift(float across, float upward)
	{
		const Vec3 forward = -TowardsEye(), right = NormalizedOr(Cross(forward, up), Vec3{1, 0, 0});
		const float height = 2 * distance * std::tan(0.5f * fieldOfView * static_cast<float>(Pi) / 180);
		target += (across * height) * right + (upward * height) * Cross(right, forward);
	}
};

}
