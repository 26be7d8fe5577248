#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/Result.h>

#include <span>
#include <vector>

namespace SPHSolids
{

/// How the particles of a pin move: a rigid motion of the places they were pinned at, as a function of time. Held particles follow it
/// exactly, whatever the forces on them.
class PinMotion
{
public:
	/// A pose relative to the start: x(t) = pivot + rotation (x(0) - pivot) + translation.
	struct Pose
	{
		Mat3d rotation = Mat3d::Identity();
		Vec3d translation;
	};
	struct Keyframe
	{
		double time = 0; ///< s
		Vec3d translation;
		Vec3d rotationVector; ///< axis times angle, rad
	};

	/// Stays where it is.
	static PinMotion Hold() { return {}; }
	/// Moves at a constant velocity from startTime to endTime, then stays. @param velocity m/s
	SPHSOLIDSCORE_API static PinMotion Linear(const Vec3d& velocity, double startTime, double endTime);
	/// Turns at a constant rate about an axis through the pivot from startTime to endTime, then stays. @param radiansPerSecond
	SPHSOLIDSCORE_API static Result<PinMotion> Rotate(
		const Vec3d& pivot, const Vec3d& axis, double radiansPerSecond, double startTime, double endTime);
	/// Straight between keyframes in translation and in rotation vector; the first and last hold beyond them.
	SPHSOLIDSCORE_API static Result<PinMotion> Keyframes(const Vec3d& pivot, std::span<const Keyframe> keyframes);

	SPHSOLIDSCORE_API Pose PoseAt(double time) const;
	SPHSOLIDSCORE_API Vec3d PlaceAt(double time, const Vec3d& start) const;

	/// The same motion somewhere else.
	void Shift(const Vec3d& offset) { pivot += offset; }

	const Vec3d& Pivot() const { return pivot; }
	const std::vector<Keyframe>& Keys() const { return keys; } ///< empty: hold

private:
	Vec3d pivot;
	std::vector<Keyframe> keys; // empty: hold
};

}
