#include <Render/RayBatch.h>

namespace SPHSolids::Render
{

void RayBatch::Add(const Vec3& origin, const Vec3& direction, float farthest, std::uint32_t mask, std::uint32_t tag)
{
	const std::size_t packet = count / Width, lane = count % Width;
	if (packet == packets.size())
		packets.emplace_back();
	RTCRay8& ray = packets[packet].ray;
	ray.org_x[lane] = origin.x;
	ray.org_y[lane] = origin.y;
	ray.org_z[lane] = origin.z;
	ray.tnear[lane] = 0;
	ray.dir_x[lane] = direction.x;
	ray.dir_y[lane] = direction.y;
	ray.dir_z[lane] = direction.z;
	ray.time[lane] = 0;
	ray.tfar[lane] = farthest;
	ray.mask[lane] = mask;
	ray.id[lane] = tag;
	ray.flags[lane] = 0;
	packets[packet].hit.geomID[lane] = RTC_INVALID_GEOMETRY_ID;
	++count;
}

void RayBatch::FillValid(std::size_t packet, int* valid) const
{
	for (std::size_t lane = 0; lane < Width; ++lane)
		valid[lane] = packet * Width + lane < count ? -1 : 0;
}

void RayBatch::TraceClosest(RTCScene scene, bool coherent)
{
	RTCIntersectContext context;
	rtcInitIntersectContext(&context);
	context.flags = coherent ? RTC_INTERSECT_CONTEXT_FLAG_COHERENT : RTC_INTERSECT_CONTEXT_FLAG_INCOHERENT;
	alignas(32) int valid[Width];
	for (std::size_t packet = 0; packet < PacketCount(); ++packet)
	{
		FillValid(packet, valid);
		rtcIntersect8(valid, scene, &context, &packets[packet]);
	}
}

void RayBatch::TraceAny(RTCScene scene)
{
	RTCIntersectContext context;
	rtcInitIntersectContext(&context);
	alignas(32) int valid[Width];
	for (std::size_t packet = 0; packet < PacketCount(); ++packet)
	{
		FillValid(packet, valid);
		rtcOccluded8(valid, scene, &context, &packets[packet].ray);
	}
}

RayHit RayBatch::Hit(std::size_t ray) const
{
	const RTCRayHit8& packet = packets[ray / Width];
	const std::size_t lane = ray % Width;
	RayHit hit;
	hit.geometry = packet.hit.geomID[lane];
	if (!hit.IsHit())
		return hit;
	hit.distance = packet.ray.tfar[lane];
	hit.faceNormal = {packet.hit.Ng_x[lane], packet.hit.Ng_y[lane], packet.hit.Ng_z[lane]};
	hit.u = packet.hit.u[lane];
	hit.v = packet.hit.v[lane];
	hit.primitive = packet.hit.primID[lane];
	return hit;
}

}
