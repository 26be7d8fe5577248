#include <Render/Camera.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace SPHSolids::Render
{
namespace
{

struct CameraAxes
{
	Vec3 right, up, forward;
};

/// Orthonormal axes for a line of sight; up may be parallel to it (a camera straight above), then the picture's top is +y.
CameraAxes AxesOfView(const Vec3& forward, const Vec3& up)
{
	const Vec3 side = Cross(forward, NormalizedOr(up, Vec3{0, 0, 1}));
	const Vec3 right = NormalizedOr(Norm(side) > 1e-4f ? side : Cross(forward, Vec3{0, 1, 0}), Vec3{1, 0, 0});
	return {right, Cross(right, forward), forward};
}

float HalfTangent(float fieldOfViewDegrees)
{
	return static_cast<float>(std::tan(0.5 * fieldOfViewDegrees * Pi / 180));
}

/// A ball in the camera's axes, one of them left out.
struct ViewedBall
{
	float across, ahead, radius;
};

/// Where a camera must stand for balls to lie between two opposite planes of its view: x = highSlope z on the one side, x = -lowSlope z on
/// the other. Each ball pushes the camera back from both; the tightest pushes give its place in closed form.
class FrustumFit
{
public:
	FrustumFit(float slopeTowardsLow, float slopeTowardsHigh)
		: lowSlope(slopeTowardsLow)
		, highSlope(slopeTowardsHigh)
	{
	}
	void Include(const ViewedBall& ball)
	{
		// A ball touches a slanted plane off its middle.
		high = std::max(high, ball.across - highSlope * ball.ahead + ball.radius * std::sqrt(1 + highSlope * highSlope));
		low = std::max(low, -ball.across - lowSlope * ball.ahead + ball.radius * std::sqrt(1 + lowSlope * lowSlope));
	}
	/// The farthest forward that the camera may stand.
	float Ahead() const { return -(high + low) / (highSlope + lowSlope); }
	/// Where it stands across if it stands that far forward or farther back: somewhere between what both sides allow.
	float Across(float ahead) const { return 0.5f * ((high + highSlope * ahead) - (low + lowSlope * ahead)); }

private:
	float high = std::numeric_limits<float>::lowest(), low = std::numeric_limits<float>::lowest();
	float lowSlope, highSlope;
};

/// Moves a camera across so that the outermost balls leave equal room at both sides, in proportion to the slopes.
class CentreFit
{
public:
	CentreFit(float slopeTowardsLow, float slopeTowardsHigh, float cameraAcross, float cameraAhead)
		: lowSlope(slopeTowardsLow)
		, highSlope(slopeTowardsHigh)
		, across(cameraAcross)
		, ahead(cameraAhead)
	{
	}
	void Include(const ViewedBall& ball)
	{
		const float distance = std::max(ball.ahead - ahead, 1e-6f);
		Widen(high, (ball.across - across + ball.radius) / distance, distance);
		Widen(low, (across - ball.across + ball.radius) / distance, distance);
	}
	float Balanced() const
	{
		return across + (high.slope * lowSlope - low.slope * highSlope) / (lowSlope / high.distance + highSlope / low.distance);
	}

private:
	struct Extreme
	{
		float slope = std::numeric_limits<float>::lowest();
		float distance = 1;
	};
	static void Widen(Extreme& extreme, float slope, float distance)
	{
		if (slope > extreme.slope)
			extreme = {slope, distance};
	}

	float lowSlope, highSlope, across, ahead;
	Extreme high, low;
};

}

std::optional<CameraPreset> CameraPresetByName(std::string_view name)
{
	constexpr std::array<std::pair<std::string_view, CameraPreset>, 4> presets = {{{"front", CameraPreset::Front},
		{"three-quarter", CameraPreset::ThreeQuarter}, {"side", CameraPreset::Side}, {"top", CameraPreset::Top}}};
	for (const auto& [presetName, preset] : presets)
		if (presetName == name)
			return preset;
	return std::nullopt;
}

Vec3 ViewDirection(CameraPreset preset)
{
	switch (preset)
	{
	case CameraPreset::Front: return ViewDirection(0, 8);
	case CameraPreset::ThreeQuarter: return ViewDirection(32, 20);
	case CameraPreset::Side: return ViewDirection(90, 8);
	case CameraPreset::Top: return {0, 0, 1};
	}
	return {0, -1, 0};
}

Vec3 ViewDirection(float turn, float rise)
{
	const float t = static_cast<float>(turn * Pi / 180), r = static_cast<float>(rise * Pi / 180);
	return {std::cos(r) * std::sin(t), -std::cos(r) * std::cos(t), std::sin(r)};
}

Camera FrameBox(const Box3& wanted, const Vec3& towardsCamera, const Framing& framing)
{
	Box3 box = wanted;
	if (box.IsEmpty() || !IsFinite(box.min) || !IsFinite(box.max))
		box = {{-0.5f, -0.5f, -0.5f}, {0.5f, 0.5f, 0.5f}};
	std::array<Vec3, 8> corners;
	for (int corner = 0; corner < 8; ++corner)
		corners[static_cast<std::size_t>(corner)] = {
			corner & 1 ? box.max.x : box.min.x, corner & 2 ? box.max.y : box.min.y, corner & 4 ? box.max.z : box.min.z};
	return FramePoints(corners, 0, towardsCamera, framing);
}

Camera FramePoints(std::span<const Vec3> points, float radius, const Vec3& towardsCamera, const Framing& framing)
{
	Box3 box;
	for (const Vec3& point : points)
		if (IsFinite(point))
			box.Include(point);
	if (box.IsEmpty())
		return FrameBox({}, towardsCamera, framing);
	const Vec3 centre = box.Centre();
	const float margin = std::max(radius, Norm(box.Size()) < 1e-3f ? 5e-4f : 0.0f);
	const CameraAxes axes = AxesOfView(-NormalizedOr(towardsCamera, Vec3{0, -1, 0}), {0, 0, 1});
	// Slopes of the planes that bound the part of the picture left for the subject.
	const float up = HalfTangent(framing.fieldOfView), side = up * framing.aspect, free = 1 - 2 * framing.margin;
	const float right = side * (free - 2 * framing.reserveRight), left = side * free;
	const float top = up * (free - 2 * framing.reserveTop), bottom = up * free;
	const auto forBalls = [&](auto& horizontal, auto& vertical)
	{
		for (const Vec3& point : points)
		{
			if (!IsFinite(point))
				continue;
			const Vec3 offset = point - centre;
			horizontal.Include({Dot(offset, axes.right), Dot(offset, axes.forward), margin});
			vertical.Include({Dot(offset, axes.up), Dot(offset, axes.forward), margin});
		}
	};
	FrustumFit horizontal(left, right), vertical(bottom, top);
	forBalls(horizontal, vertical);
	const float ahead = std::min(horizontal.Ahead(), vertical.Ahead());
	float across = horizontal.Across(ahead), above = vertical.Across(ahead);
	// The outermost balls may be others after a move: three moves are enough.
	for (int move = 0; move < 3; ++move)
	{
		CentreFit sideways(left, right, across, ahead), upwards(bottom, top, above, ahead);
		forBalls(sideways, upwards);
		across = sideways.Balanced();
		above = upwards.Balanced();
	}
	const Vec3 inPlane = axes.right * across + axes.up * above;

	Camera camera;
	camera.eye = centre + inPlane + axes.forward * ahead;
	camera.target = centre + inPlane;
	camera.up = axes.up;
	camera.fieldOfView = framing.fieldOfView;
	return camera;
}

Projection::Projection(const Camera& camera, int width, int height)
	: eye(camera.eye)
	, halfWidth(0.5f * static_cast<float>(width))
	, halfHeight(0.5f * static_cast<float>(height))
	, pixelSize(HalfTangent(camera.fieldOfView) / halfHeight)
{
	const CameraAxes axes = AxesOfView(NormalizedOr(camera.target - camera.eye, Vec3{0, 1, 0}), camera.up);
	right = axes.right;
	up = axes.up;
	forward = axes.forward;
}

Projection::Pixel Projection::Project(const Vec3& point) const
{
	const Vec3 offset = point - eye;
	const float depth = Dot(offset, forward);
	const float scale = depth != 0 ? 1 / (depth * pixelSize) : 0;
	return {halfWidth + Dot(offset, right) * scale, halfHeight - Dot(offset, up) * scale, depth};
}

Vec3 Projection::RayDirection(float x, float y) const
{
	const Vec3 direction = forward + right * ((x - halfWidth) * pixelSize) + up * ((halfHeight - y) * pixelSize);
	return direction / Norm(direction);
}

}
