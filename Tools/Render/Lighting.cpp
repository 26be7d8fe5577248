#include <Render/Lighting.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Render
{
namespace
{

float SmoothStep(float edge0, float edge1, float x)
{
	const float t = std::clamp((x - edge0) / (edge1 - edge0), 0.0f, 1.0f);
	return t * t * (3 - 2 * t);
}

/// Share of a lamp with round corners that is seen at an offset from its middle, when blurred.
float BlurredLamp(float across, float up, float halfWidth, float halfHeight, float blur)
{
	const float wide = std::max(halfWidth, blur), high = std::max(halfHeight, blur);
	const float corner = std::max(0.35f * std::min(wide, high), std::min(blur, std::min(wide, high)));
	const float x = std::max(0.0f, std::abs(across) - wide + corner), y = std::max(0.0f, std::abs(up) - high + corner);
	return (1 - SmoothStep(corner - blur, corner + blur, std::sqrt(x * x + y * y))) * (halfWidth * halfHeight / (wide * high));
}

/// Highest albedo that the floor is given when it takes the backdrop's colour.
constexpr float BrightestFloor = 0.85f;

}

Lighting::Lighting(const Scene& scene)
	: sky(scene.sky)
{
	for (const SoftBox& box : scene.lamps)
	{
		const Vec3 direction = NormalizedOr(box.direction, Vec3{0, 0, 1});
		const Vec3 side = Cross(Vec3{0, 0, 1}, direction);
		const Vec3 u = NormalizedOr(Norm(side) > 1e-3f ? side : Vec3{1, 0, 0}, Vec3{1, 0, 0});
		const float softness = std::min(0.9f, 0.9f * std::max(box.halfWidth, box.halfHeight));
		if (static_cast<int>(lamps.size()) < MostLamps)
			lamps.push_back(
				{direction, u, Cross(direction, u), box.halfWidth, box.halfHeight, box.strength, Luminance(box.strength), softness});
	}
	if (scene.floor.visible)
	{
		// The floor wears the backdrop's colour; what it sends to its surroundings follows from that.
		floorLight = UndoToneMap(scene.backdrop.bottom) / std::max(scene.exposure, 1e-6f);
		sky.ground = floorLight;
	}
	PrepareOpenSky();
	const Colour open = OpenLight({0, 0, 1});
	for (int axis = 0; axis < 3; ++axis)
		floorAlbedo[axis] = std::min(BrightestFloor, floorLight[axis] / std::max(open[axis], 1e-6f));
}

void Lighting::PrepareOpenSky()
{
	constexpr int Side = 32;
	for (int step = 0; step <= SkySteps; ++step)
	{
		const float z = -1 + 2 * static_cast<float>(step) / SkySteps;
		const Vec3 normal = {std::sqrt(std::max(0.0f, 1 - z * z)), 0, z};
		Colour above, below;
		for (int i = 0; i < Side * Side; ++i)
		{
			const int column = i % Side, row = i / Side;
			const Sample2 sample = {(static_cast<float>(column) + 0.5f) / Side, (static_cast<float>(row) + 0.5f) / Side};
			const Vec3 direction = CosineDirection(normal, sample);
			(direction.z >= 0 ? above : below) += SkyAlong(direction);
		}
		openAbove[static_cast<std::size_t>(step)] = above / float(Side * Side);
		openBelow[static_cast<std::size_t>(step)] = below / float(Side * Side);
	}
}

Colour Lighting::MirroredAlong(const Vec3& direction, float roughness) const
{
	Colour light = SkyAlong(direction);
	const float blur = 0.015f + 0.8f * roughness;
	for (const Lamp& lamp : lamps)
	{
		const float ahead = Dot(direction, lamp.direction);
		if (ahead <= 0.05f)
			continue;
		const float across = Dot(direction, lamp.u) / ahead, up = Dot(direction, lamp.v) / ahead;
		const float share = BlurredLamp(across, up, lamp.halfWidth, lamp.halfHeight, blur);
		if (share > 0)
			light += lamp.strength * (share * static_cast<float>(Pi) / (4 * lamp.halfWidth * lamp.halfHeight));
	}
	return light;
}

Lighting::LampSample Lighting::SampleLamp(const Vec3& normal, const Sample2& place, float pick) const
{
	std::array<float, MostLamps> weight{};
	float total = 0;
	for (std::size_t i = 0; i < lamps.size(); ++i)
		total += weight[i] = lamps[i].luminance * LitShare(lamps[i], Dot(normal, lamps[i].direction));
	if (!(total > 0))
		return {{}, {}, false};
	std::size_t chosen = 0;
	float rest = pick * total;
	while (chosen + 1 < lamps.size() && rest >= weight[chosen])
		rest -= weight[chosen++];
	if (!(weight[chosen] > 0))
		return {{}, {}, false};

	const Lamp& lamp = lamps[chosen];
	Vec3 direction = PointOn(lamp, place);
	// The part of the lamp that has set behind the surface is already left out of its light: look at the part above instead.
	const float cosine = Dot(normal, direction);
	if (cosine < 0)
		direction -= normal * (2 * cosine);
	return {direction, lamp.strength * (total / lamp.luminance), true};
}

Lighting::LampSample Lighting::SampleLampInside(const Sample2& place, float pick) const
{
	float total = 0;
	for (const Lamp& lamp : lamps)
		total += lamp.luminance;
	if (!(total > 0))
		return {{}, {}, false};
	std::size_t chosen = 0;
	float rest = pick * total;
	while (chosen + 1 < lamps.size() && rest >= lamps[chosen].luminance)
		rest -= lamps[chosen++].luminance;
	const Lamp& lamp = lamps[chosen];
	return {PointOn(lamp, place), lamp.strength * (total / std::max(lamp.luminance, 1e-9f)), true};
}

float ReflectedShare(float cosine, float refractiveIndex, float roughness)
{
	const float ratio = (refractiveIndex - 1) / (refractiveIndex + 1);
	const float faceOn = ratio * ratio;
	const float edgeOn = std::max(faceOn, 1 - 1.2f * std::sqrt(roughness));
	const float grazing = 1 - std::clamp(cosine, 0.0f, 1.0f);
	const float square = grazing * grazing;
	return faceOn + (edgeOn - faceOn) * square * square * grazing;
}

}
