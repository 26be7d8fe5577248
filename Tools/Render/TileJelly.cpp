#include <Render/TileTracer.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Render
{
namespace
{

/// Share of what lies behind jelly that is seen through its thinnest parts; below the second share it is not looked for.
constexpr float ClearestJelly = 0.6f, LeastSeen = 0.02f;

}

void TileTracer::ShadeInside()
{
	// The way through the body along the bent line of sight.
	rays.Clear();
	for (std::uint32_t i = 0; i < points.size(); ++i)
	{
		const LitPoint& point = points[i];
		if (!point.IsJelly() || point.isRecalled)
			continue;
		Vec3 inwards = -point.surface.normal;
		Refract(-point.view, point.surface.normal, 1 / point.surface.material->refractiveIndex, inwards);
		rays.Add(point.Inside(), inwards, FarAway, ScatteringMask, i);
	}
	if (rays.Size() == 0)
		return;
	rays.TraceClosest(context.rays.Handle(), false);
	SeeThroughJelly();

	// Light comes back from a place on that way, as deep as the material lets it.
	places.clear();
	for (std::size_t ray = 0; ray < rays.Size(); ++ray)
	{
		const LitPoint& point = points[rays.Tag(ray)];
		const RayHit hit = rays.Hit(ray);
		const float thickness = hit.IsHit() ? hit.distance : 0, depth = std::max(0.5f * point.surface.material->depth, 1e-6f);
		const float deep = -depth * std::log(1 - Random(point.slot, InnerDepth).u * (1 - std::exp(-thickness / depth)));
		places.push_back(rays.Origin(ray) + rays.Direction(ray) * std::min(deep, 0.95f * thickness));
	}
	LightInsideBySky();
	LightInsideByLamps();
}

void TileTracer::SeeThroughJelly()
{
	moreRays.Clear();
	for (std::size_t ray = 0; ray < rays.Size(); ++ray)
	{
		LitPoint& point = points[rays.Tag(ray)];
		const RayHit hit = rays.Hit(ray);
		const Material& jelly = *point.surface.material;
		const float thickness = hit.IsHit() ? hit.distance : 0;
		const float through = ClearestJelly * std::exp(-thickness / std::max(0.8f * jelly.depth, 1e-6f));
		if (through < LeastSeen)
			continue;
		// Fades in from nothing, so that no line shows where it is no longer looked for.
		point.through = (through - LeastSeen) * (ClearestJelly / (ClearestJelly - LeastSeen));
		point.seen = JellyTransmission(jelly, point.surface.albedo, 0.25f * jelly.depth + 0.5f * thickness);
		Vec3 exit = rays.Origin(ray), way = rays.Direction(ray);
		if (hit.IsHit())
		{
			const SurfacePoint back = SurfaceAt(context.scene, hit, exit, way);
			Vec3 bent = way;
			Refract(way, back.normal, jelly.refractiveIndex, bent);
			way = NormalizedOr(bent, way);
			exit = back.position + way * (4 * back.offset);
		}
		moreRays.Add(exit, way, FarAway, ScatteringMask, rays.Tag(ray));
	}
	moreRays.TraceClosest(context.rays.Handle(), false);
	for (std::size_t ray = 0; ray < moreRays.Size(); ++ray)
	{
		LitPoint& point = points[moreRays.Tag(ray)];
		const Colour behind = GuessSeen(moreRays.Origin(ray), moreRays.Direction(ray), moreRays.Hit(ray), BackdropOf(point.slot));
		point.seen = Modulate(point.seen, behind);
	}
}

void TileTracer::LightInsideBySky()
{
	moreRays.Clear();
	for (std::size_t ray = 0; ray < rays.Size(); ++ray)
	{
		const Vec3 direction = UniformDirection(Random(points[rays.Tag(ray)].slot, InnerDirection));
		moreRays.Add(places[ray], direction, FarAway, ScatteringMask, rays.Tag(ray));
	}
	moreRays.TraceClosest(context.rays.Handle(), false);
	for (std::size_t ray = 0; ray < moreRays.Size(); ++ray)
	{
		LitPoint& point = points[moreRays.Tag(ray)];
		const RayHit exit = moreRays.Hit(ray);
		// Another body met first sits in this one or touches it: no sky from there.
		if (exit.IsHit() && exit.geometry == point.surface.geometry)
			point.inner += Modulate(context.lighting.SkyAlong(moreRays.Direction(ray)),
				JellyTransmission(*point.surface.material, point.surface.albedo, exit.distance));
	}
}

void TileTracer::LightInsideByLamps()
{
	moreRays.Clear();
	lights.clear();
	for (std::size_t ray = 0; ray < rays.Size(); ++ray)
	{
		const std::uint32_t slot = points[rays.Tag(ray)].slot;
		const Lighting::LampSample lamp = context.lighting.SampleLampInside(Random(slot, InnerLampPlace), Random(slot, InnerDepth).v);
		if (!lamp.isUseful)
			return;
		moreRays.Add(places[ray], lamp.direction, FarAway, ScatteringMask, rays.Tag(ray));
		lights.push_back(lamp.light);
	}
	moreRays.TraceClosest(context.rays.Handle(), false);
	followingRays.Clear();
	std::size_t kept = 0;
	for (std::size_t ray = 0; ray < moreRays.Size(); ++ray)
	{
		const SurfacePoint& surface = points[moreRays.Tag(ray)].surface;
		const RayHit exit = moreRays.Hit(ray);
		if (!exit.IsHit() || exit.geometry != surface.geometry)
			continue;
		const Vec3 direction = moreRays.Direction(ray);
		const Vec3 outside = moreRays.Origin(ray) + direction * (exit.distance + 4 * surface.offset);
		lights[kept++] = Modulate(lights[ray], JellyTransmission(*surface.material, surface.albedo, exit.distance));
		followingRays.Add(outside, direction, FarAway, OpaqueMask, moreRays.Tag(ray));
	}
	followingRays.TraceAny(context.rays.Handle());
	for (std::size_t ray = 0; ray < followingRays.Size(); ++ray)
		if (!followingRays.IsBlocked(ray))
			points[followingRays.Tag(ray)].inner += lights[ray];
}

}
