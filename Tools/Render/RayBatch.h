#pragma once

#include <SPHSolids/Base/Math.h>

#include <cstddef>
#include <cstdint>
#include <embree3/rtcore.h>
#include <limits>
#include <vector>

namespace SPHSolids::Render
{

inline constexpr float FarAway = std::numeric_limits<float>::infinity();

struct RayHit
{
	float distance = FarAway;
	Vec3 faceNormal; ///< Not of unit length
	float u = 0, v = 0;
	std::uint32_t primitive = RTC_INVALID_GEOMETRY_ID;
	std::uint32_t geometry = RTC_INVALID_GEOMETRY_ID;

	bool IsHit() const { return geometry != RTC_INVALID_GEOMETRY_ID; }
};

/// Rays gathered in packets of eight and traced together. Full packets cost half of single rays.
class RayBatch
{
public:
	void Clear() { count = 0; }
	std::size_t Size() const { return count; }
	/// @param tag Handed back by Tag: whose ray it is.
	void Add(const Vec3& origin, const Vec3& direction, float farthest, std::uint32_t mask, std::uint32_t tag);

	/// Finds the closest hit of every ray.
	void TraceClosest(RTCScene scene, bool coherent);
	/// Finds whether each ray meets anything before its end.
	void TraceAny(RTCScene scene);

	RayHit Hit(std::size_t ray) const;
	bool IsBlocked(std::size_t ray) const { return packets[ray / Width].ray.tfar[ray % Width] < 0; }
	std::uint32_t Tag(std::size_t ray) const { return packets[ray / Width].ray.id[ray % Width]; }
	Vec3 Origin(std::size_t ray) const
	{
		const RTCRay8& packet = packets[ray / Width].ray;
		return {packet.org_x[ray % Width], packet.org_y[ray % Width], packet.org_z[ray % Width]};
	}
	Vec3 Direction(std::size_t ray) const
	{
		const RTCRay8& packet = packets[ray / Width].ray;
		return {packet.dir_x[ray % Width], packet.dir_y[ray % Width], packet.dir_z[ray % Width]};
	}

private:
	static constexpr std::size_t Width = 8;

	std::size_t PacketCount() const { return (count + Width - 1) / Width; }
	/// Lanes of a packet in use, as embree wants them: -1 yes, 0 no.
	void FillValid(std::size_t packet, int* valid) const;

	std::vector<RTCRayHit8> packets;
	std::size_t count = 0;
};

}
