#pragma once

#include <Render/Directions.h>
#include <Render/Scene.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace SPHSolids::Render
{

/// The lamps, the sky and the open floor of a scene, prepared for shading.
///
/// Light on surfaces is counted in units of what it makes of a white surface (irradiance over pi). It is computed as the open light,
/// known exactly for every normal, minus what rays find blocked: where nothing stands in the way there is no noise at all.
class Lighting
{
public:
	explicit Lighting(const Scene& scene);

	/// Light on a surface with nothing around it but sky, lamps and the open floor.
	Colour OpenLight(const Vec3& normal) const { return OpenSky(normal) + OpenLamps(normal); }
	Colour OpenSky(const Vec3& normal) const { return OpenAbove(normal) + OpenBelow(normal); }
	/// The parts of OpenSky from above and from below the horizon.
	Colour OpenAbove(const Vec3& normal) const { return LookUp(openAbove, normal); }
	Colour OpenBelow(const Vec3& normal) const { return LookUp(openBelow, normal); }
	Colour OpenLamps(const Vec3& normal) const
	{
		Colour sum;
		for (const Lamp& lamp : lamps)
			sum += lamp.strength * LitShare(lamp, Dot(normal, lamp.direction));
		return sum;
	}

	/// What a ray sees that meets no object: sky above, open floor or ground below. Without the lamps.
	Colour SkyAlong(const Vec3& direction) const
	{
		if (direction.z >= 0)
			return Mix(sky.horizon, sky.zenith, std::sqrt(direction.z));
		return Mix(sky.horizon, sky.ground, GroundShare(direction));
	}
	/// How far a downward direction has left the horizon behind: no mirror shows that as a line.
	static float GroundShare(const Vec3& direction) { return std::min(1.0f, -8 * direction.z); }
	/// The same with the lamps in it, spread by roughness: what a coat reflects.
	Colour MirroredAlong(const Vec3& direction, float roughness) const;

	struct LampSample
	{
		Vec3 direction;       ///< Towards a point of the lamp, always above the surface
		Colour light;         ///< Missing on the surface if that direction is blocked
		bool isUseful = true; ///< False where no lamp reaches the surface
	};
	/// Picks one lamp in proportion to the light it brings, and a point of it.
	LampSample SampleLamp(const Vec3& normal, const Sample2& place, float pick) const;
	/// The same without a surface: inside a body light comes from any side.
	LampSample SampleLampInside(const Sample2& place, float pick) const;

	/// Light that an open floor sends up, and the share of light it sends back.
	const Colour& FloorLight() const { return floorLight; }
	const Colour& FloorAlbedo() const { return floorAlbedo; }

private:
	static constexpr int SkySteps = 32;
	static constexpr int MostLamps = 8;
	using SkyTable = std::array<Colour, SkySteps + 1>; ///< By the z of the normal, from -1 to 1

	struct Lamp
	{
		Vec3 direction, u, v;
		float halfWidth, halfHeight;
		Colour strength;
		float luminance;
		float softness; ///< How far its edge reaches above and below the horizon of a surface, as a sine
	};
	/// The cosine where the whole lamp is above the horizon of the surface, a parabola where part of it has set.
	static float LitShare(const Lamp& lamp, float cosine)
	{
		if (cosine >= lamp.softness)
			return cosine;
		const float risen = std::max(0.0f, cosine + lamp.softness);
		return risen * risen / (4 * lamp.softness);
	}
	static Vec3 PointOn(const Lamp& lamp, const Sample2& place)
	{
		const Vec3 point = lamp.direction + lamp.u * ((2 * place.u - 1) * lamp.halfWidth) + lamp.v * ((2 * place.v - 1) * lamp.halfHeight);
		return point * (1 / Norm(point));
	}
	static Colour LookUp(const SkyTable& table, const Vec3& normal)
	{
		const float place = std::clamp((normal.z + 1) * 0.5f * SkySteps, 0.0f, float(SkySteps));
		const int below = std::min(static_cast<int>(place), SkySteps - 1);
		const auto index = static_cast<std::size_t>(below);
		return Mix(table[index], table[index + 1], place - static_cast<float>(below));
	}
	void PrepareOpenSky();

	Sky sky;
	std::vector<Lamp> lamps;
	Colour floorLight, floorAlbedo;
	SkyTable openAbove, openBelow;
};

/// Reflected share at a clear surface, after Schlick, less at grazing angles where the surface is rough.
float ReflectedShare(float cosine, float refractiveIndex, float roughness);

}
