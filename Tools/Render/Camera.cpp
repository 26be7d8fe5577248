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

/// The span that one pair of opposite frustum planes needs: with x + slope z largest at the right and x - slope z smallest at the
/// left plane, the camera's place between them and how far back it must stand follow in closed form.
struct FrustumFit
{
	float rightMost = std::numeric_limits<float>::lowest();
	float leftMost = std::numeric_limits<float>::lowest();
	float slope;

	explicit FrustumFit(float tangent)
		: slope(tangent)
	{
	}
	void Include(float across, float ahead)
	{
		rightMost = std::max(rightMost, across - slope * ahead);
		leftMost = std::max(leftMost, -across - slope * ahead);
	}
	float Across() const { return 0.5f * (rightMost - leftMost); }
	float Ahead() const { return -0.5f * (rightMost + leftMost) / slope; }
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
	const Vec3 centre = box.Centre();
	const Vec3 half = Max(box.Size() * 0.5f, Vec3{5e-4f, 5e-4f, 5e-4f});
	const Vec3 direction = NormalizedOr(towardsCamera, Vec3{0, -1, 0});
	const CameraAxes axes = AxesOfView(-direction, {0, 0, 1});

	const float tangent = HalfTangent(framing.fieldOfView) * (1 - 2 * framing.margin);
	FrustumFit horizontal(tangent * framing.aspect), vertical(tangent);
	for (int corner = 0; corner < 8; ++corner)
	{
		const Vec3 offset = {corner & 1 ? half.x : -half.x, corner & 2 ? half.y : -half.y, corner & 4 ? half.z : -half.z};
		horizontal.Include(Dot(offset, axes.right), Dot(offset, axes.forward));
		vertical.Include(Dot(offset, axes.up), Dot(offset, axes.forward));
	}
	const float ahead = std::min(horizontal.Ahead(), vertical.Ahead());
	const Vec3 inPlane = axes.right * horizontal.Across() + axes.up * vertical.Across();

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
