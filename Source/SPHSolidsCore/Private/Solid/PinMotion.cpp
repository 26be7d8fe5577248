#include <SPHSolids/Solid/PinMotion.h>

#include <cmath>
#include <string>

namespace SPHSolids
{

PinMotion PinMotion::Linear(const Vec3d& velocity, double startTime, double endTime)
{
	PinMotion motion;
	motion.keys = {{startTime, {}, {}}, {endTime, velocity * (endTime - startTime), {}}};
	return motion;
}

Result<PinMotion> PinMotion::Rotate(const Vec3d& pivot, const Vec3d& axis, double radiansPerSecond, double startTime, double endTime)
{
	const double length = Norm(axis);
	if (!(length > 1e-12) || !std::isfinite(length))
		return Error{"A rotating pin needs an axis of some length."};
	PinMotion motion;
	motion.pivot = pivot;
	motion.keys = {{startTime, {}, {}}, {endTime, {}, axis * (radiansPerSecond * (endTime - startTime) / length)}};
	return motion;
}

Result<PinMotion> PinMotion::Keyframes(const Vec3d& pivot, std::span<const Keyframe> keyframes)
{
	if (keyframes.empty())
		return Error{"A pin moved by keyframes needs at least one of them."};
	for (std::size_t k = 0; k < keyframes.size(); ++k)
	{
		if (!std::isfinite(keyframes[k].time) || !IsFinite(keyframes[k].translation) || !IsFinite(keyframes[k].rotationVector))
			return Error{"Keyframe " + std::to_string(k) + " of a pin is not a finite number."};
		if (k > 0 && !(keyframes[k].time > keyframes[k - 1].time))
			return Error{"Keyframe " + std::to_string(k) + " of a pin must come later than the one before it."};
	}
	PinMotion motion;
	motion.pivot = pivot;
	motion.keys.assign(keyframes.begin(), keyframes.end());
	return motion;
}

PinMotion::Pose PinMotion::PoseAt(double time) const
{
	if (keys.empty())
		return {};
	Keyframe key = keys.front();
	if (time >= keys.back().time)
		key = keys.back();
	else if (time > key.time)
	{
		std::size_t next = 1;
		while (keys[next].time <= time)
			++next;
		const double t = (time - keys[next - 1].time) / (keys[next].time - keys[next - 1].time);
		key.translation = keys[next - 1].translation * (1 - t) + keys[next].translation * t;
		key.rotationVector = keys[next - 1].rotationVector * (1 - t) + keys[next].rotationVector * t;
	}
	const double angle = Norm(key.rotationVector);
	return {angle > 0 ? AxisAngleRotation(key.rotationVector / angle, angle) : Mat3d::Identity(), key.translation};
}

Vec3d PinMotion::PlaceAt(double time, const Vec3d& start) const
{
	const Pose pose = PoseAt(time);
	return pivot + pose.rotation * (start - pivot) + pose.translation;
}

}
