#include <Render/TileTracer.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Render
{
namespace
{

/// A surface with something closer than this many pixels is lit unevenly and takes more samples.
constexpr float NearInPixels = 40;
/// How far a reflection in the floor is spread.
constexpr float FloorRoughness = 0.12f;

/// The direction, turned back above the face where an interpolated normal led below it.
Vec3 AboveFace(const Vec3& direction, const Vec3& faceNormal)
{
	const float above = Dot(direction, faceNormal);
	return above < 0 ? direction - faceNormal * (2 * above) : direction;
}

}

void TileTracer::AddLampRay(const Vec3& origin, const Lighting::LampSample& lamp, const Colour& light, std::uint32_t tag)
{
	if (!lamp.isUseful || !MayMeetSolids(origin, lamp.direction))
		return;
	rays.Add(origin, lamp.direction, FarAway, ScatteringMask | GlassMask, tag);
	lights.push_back(light);
}

void TileTracer::TraceLampRays()
{
	if (context.rays.PresentMasks() & ClearMask)
	{
		FollowLampRaysThroughClear();
		return;
	}
	rays.TraceAny(context.rays.Handle());
	blocked.clear();
	for (std::size_t ray = 0; ray < rays.Size(); ++ray)
		blocked.push_back(rays.IsBlocked(ray) ? Colour{1, 1, 1} : Colour{});
}

void TileTracer::FollowLampRaysThroughClear()
{
	// What is opaque ends a ray wherever it stands, and most rays that end do so there.
	std::vector<Colour>& arrived = blocked;
	arrived.assign(rays.Size(), {1, 1, 1});
	followingRays.Clear();
	for (std::uint32_t ray = 0; ray < rays.Size(); ++ray)
		followingRays.Add(rays.Origin(ray), rays.Direction(ray), FarAway, OpaqueMask, ray);
	followingRays.TraceAny(context.rays.Handle());
	moreRays.Clear();
	for (std::uint32_t ray = 0; ray < rays.Size(); ++ray)
		if (followingRays.IsBlocked(ray))
			arrived[ray] = {};
		else if (MayMeet(context.rays.ClearBounds(), rays.Origin(ray), rays.Direction(ray)))
			moreRays.Add(rays.Origin(ray), rays.Direction(ray), FarAway, ClearMask, ray);
	// Straight on, without bending: soft light through water and jelly needs no caustics to be believed.
	for (int surfaceCount = 0; surfaceCount < MostClearSurfaces && moreRays.Size() > 0; ++surfaceCount)
	{
		moreRays.TraceClosest(context.rays.Handle(), false);
		followingRays.Clear();
		for (std::size_t i = 0; i < moreRays.Size(); ++i)
		{
			const RayHit hit = moreRays.Hit(i);
			if (!hit.IsHit())
				continue;
			Colour& light = arrived[moreRays.Tag(i)];
			const Vec3 direction = moreRays.Direction(i);
			const SurfacePoint surface = SurfaceAt(context.scene, hit, moreRays.Origin(i), direction);
			const Material& material = *surface.material;
			if (surface.isFromBehind && material.finish == Finish::Jelly)
				light = Modulate(light, JellyTransmission(material, surface.albedo, hit.distance));
			else if (surface.isFromBehind)
				light = Modulate(light, GlassTransmission(material, surface.albedo, hit.distance));
			light *= 1 - ReflectedShare(-Dot(direction, surface.normal), material.refractiveIndex, 0);
			followingRays.Add(surface.position + direction * (2 * surface.offset), direction, FarAway, ClearMask, moreRays.Tag(i));
		}
		std::swap(moreRays, followingRays);
	}
	for (Colour& share : arrived)
		share = Colour{1, 1, 1} - share;
}

void TileTracer::ShadeLamps()
{
	rays.Clear();
	lights.clear();
	for (std::uint32_t i = 0; i < points.size(); ++i)
	{
		const LitPoint& point = points[i];
		if (!point.sendsRays)
			continue;
		const Sample2 place = Random(point.slot, LampPlace);
		const Lighting::LampSample lamp = context.lighting.SampleLamp(point.surface.normal, place, Random(point.slot, LampPick).u);
		AddLampRay(point.Outside(), lamp, lamp.light, i);
	}
	TraceLampRays();
	for (std::size_t ray = 0; ray < rays.Size(); ++ray)
		points[rays.Tag(ray)].light -= Modulate(lights[ray], blocked[ray]);
}

void TileTracer::ShadeSky()
{
	rays.Clear();
	bounces.clear();
	for (std::uint32_t i = 0; i < points.size(); ++i)
	{
		const LitPoint& point = points[i];
		if (!point.sendsRays)
			continue;
		const Vec3 scattered = CosineDirection(point.surface.normal, Random(point.slot, SkyDirection));
		const Vec3 direction = AboveFace(scattered, point.surface.faceNormal);
		const Vec3 origin = point.Outside();
		if (MayMeetSolids(origin, direction) || context.stage.FloorDistance(origin, direction) < FarAway)
			rays.Add(origin, direction, FarAway, ScatteringMask, i);
	}
	rays.TraceClosest(context.rays.Handle(), false);
	for (std::size_t ray = 0; ray < rays.Size(); ++ray)
	{
		const RayHit hit = rays.Hit(ray);
		const Vec3 origin = rays.Origin(ray), direction = rays.Direction(ray);
		const float floorDistance = context.stage.FloorDistance(origin, direction);
		LitPoint& point = points[rays.Tag(ray)];
		if (hit.IsHit() && hit.distance <= floorDistance)
		{
			const SurfacePoint surface = SurfaceAt(context.scene, hit, origin, direction);
			const Colour open = GuessSky(surface.position, surface.normal) + context.lighting.OpenLamps(surface.normal);
			point.light += Modulate(surface.albedo, open) - context.lighting.SkyAlong(direction);
			point.isSkyHidden = true;
			point.isShaded = hit.distance < NearInPixels * point.footprint;
			bounces.push_back({rays.Tag(ray), surface.position, surface.normal, surface.albedo, surface.offset});
		}
		else if (floorDistance < FarAway)
		{
			// Counted as open floor so far. Its sky is hidden the more the closer it is; its own shadow is looked for next.
			const Colour hidden = context.lighting.OpenAbove({0, 0, 1}) * (1 - GuessOpenness(floorDistance));
			point.light -= Modulate(context.lighting.FloorAlbedo(), hidden);
			const Vec3 position = origin + direction * floorDistance;
			bounces.push_back({rays.Tag(ray), position, {0, 0, 1}, context.lighting.FloorAlbedo(), point.surface.offset});
		}
	}
}

void TileTracer::ShadeBounces()
{
	rays.Clear();
	lights.clear();
	for (const Bounce& bounce : bounces)
	{
		const std::uint32_t slot = points[bounce.point].slot;
		const Sample2 place = Random(slot, BounceLampPlace);
		const Lighting::LampSample lamp = context.lighting.SampleLamp(bounce.normal, place, Random(slot, LampPick).v);
		AddLampRay(bounce.position + bounce.normal * bounce.offset, lamp, Modulate(bounce.albedo, lamp.light), bounce.point);
	}
	TraceLampRays();
	for (std::size_t ray = 0; ray < rays.Size(); ++ray)
		points[rays.Tag(ray)].light -= Modulate(lights[ray], blocked[ray]);
}

void TileTracer::ShadeCoats()
{
	rays.Clear();
	for (std::uint32_t i = 0; i < points.size(); ++i)
	{
		LitPoint& point = points[i];
		if (!(point.reflected > 0))
			continue;
		const Vec3 direction = AboveFace(Reflect(-point.view, point.surface.normal), point.surface.faceNormal);
		const Vec3 origin = point.Outside();
		const float roughness = point.surface.material->roughness;
		point.mirrored = context.lighting.MirroredAlong(direction, roughness);
		if (roughness <= MirrorRoughness && MayMeetSolids(origin, direction))
			rays.Add(origin, direction, FarAway, ScatteringMask, i);
		else
			point.mirrored = GuessSeen(origin, direction, {}, point.mirrored);
	}
	rays.TraceClosest(context.rays.Handle(), false);
	for (std::size_t ray = 0; ray < rays.Size(); ++ray)
	{
		Colour& mirrored = points[rays.Tag(ray)].mirrored;
		mirrored = GuessSeen(rays.Origin(ray), rays.Direction(ray), rays.Hit(ray), mirrored);
	}
}

void TileTracer::ReflectInFloor()
{
	const float gloss = context.scene.floor.gloss;
	if (!(gloss > 0))
		return;
	rays.Clear();
	for (std::uint32_t i = 0; i < points.size(); ++i)
	{
		const LitPoint& point = points[i];
		if (point.surface.material || !point.sendsRays)
			continue;
		// A brushed floor: the image blurs with the distance of what is mirrored.
		const Vec3 scatter = CosineDirection(point.surface.normal, Random(point.slot, FloorMirror)) * FloorRoughness;
		const Vec3 direction = NormalizedOr(Reflect(-point.view, point.surface.normal) + scatter, point.surface.normal);
		if (MayMeetSolids(point.Outside(), direction))
			rays.Add(point.Outside(), direction, FarAway, ScatteringMask, i);
	}
	rays.TraceClosest(context.rays.Handle(), false);
	for (std::size_t ray = 0; ray < rays.Size(); ++ray)
	{
		const RayHit hit = rays.Hit(ray);
		if (!hit.IsHit())
			continue;
		LitPoint& point = points[rays.Tag(ray)];
		const float grazing = 1 - std::min(1.0f, point.view.z);
		const float share = gloss * (0.2f + 0.8f * grazing * grazing * grazing);
		const Colour seen = GuessSeen(rays.Origin(ray), rays.Direction(ray), hit, {});
		// The floor's open light already holds what it mirrors of the backdrop: exchange that for the object.
		for (int axis = 0; axis < 3; ++axis)
			point.light[axis] += share * (seen[axis] / std::max(point.surface.albedo[axis], 1e-3f) - context.stage.OpenFloorLight()[axis]);
	}
}

}
