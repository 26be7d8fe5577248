#include <Render/TileTracer.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Render
{
namespace
{

/// Independent pairs of random numbers of one sample.
enum SampleDimension : std::uint32_t
{
	LampPlace,
	LampPick, ///< u: lamp of the surface, v: lamp of the bounce
	SkyDirection,
	BounceLampPlace,
	InnerDepth, ///< u: how deep, v: which lamp
	InnerLampPlace,
	InnerDirection,
	FloorMirror,
};

/// Surfaces of glass that a camera ray passes before it gives up.
constexpr int MostGlassSurfaces = 10;
constexpr int MostGhostLayers = 6;
/// Of the sky, at places that a sky ray ended on: such places lie in corners, and half of their sky is taken to be hidden.
constexpr float GuessedSky = 0.6f;
/// A surface with something closer than this many pixels is lit unevenly and takes more samples.
constexpr float NearInPixels = 40;
/// Coats smoother than this show their surroundings by a ray of their own.
constexpr float MirrorRoughness = 0.15f;
/// Share of what lies behind jelly that is seen through its thinnest parts.
constexpr float ClearestJelly = 0.6f;
/// Jelly scatters light many times; only the first time is followed, the others make it this much brighter.
constexpr float InnerGain = 1.2f;
/// What the others reflect where something hides the sky.
constexpr float HiddenMirror = 0.15f;

Vec3 Reflect(const Vec3& direction, const Vec3& normal)
{
	return direction - normal * (2 * Dot(direction, normal));
}

/// False for total reflection. @param ratio Refractive index of the near side over that of the far side.
bool Refract(const Vec3& direction, const Vec3& normal, float ratio, Vec3& refracted)
{
	const float cosine = -Dot(direction, normal);
	const float squared = 1 - ratio * ratio * (1 - cosine * cosine);
	if (squared < 0)
		return false;
	refracted = direction * ratio + normal * (ratio * cosine - std::sqrt(squared));
	return true;
}

/// Light left after a way through tinted glass: the colour to the power of the way in depths.
Colour GlassTransmission(const Material& glass, const Colour& tint, float distance)
{
	const float way = std::min(50.0f, distance / std::max(glass.depth, 1e-6f));
	const auto channel = [&](float c) { return std::pow(std::clamp(c, 1e-4f, 1.0f), way); };
	return {channel(tint.x), channel(tint.y), channel(tint.z)};
}

/// Light left after a way through jelly: channels that the colour is strong in travel farther.
Colour JellyTransmission(const Material& jelly, const Colour& colour, float distance)
{
	const float way = distance / std::max(jelly.depth, 1e-6f);
	const auto channel = [&](float c) { return std::exp(-way / (0.2f + 1.6f * c)); };
	return {channel(colour.x), channel(colour.y), channel(colour.z)};
}

std::uint32_t SurfaceIdOf(const SurfacePoint& surface)
{
	return (surface.geometry + 2) * 0x9E3779B9u + surface.part;
}
constexpr std::uint32_t FloorId = 1;

}

TileTracer::TileTracer(const TraceContext& traceContext)
	: context(traceContext)
	, crampedLength(context.lightBounds.IsEmpty() ? 1.0f : 0.1f * Norm(context.lightBounds.Size()))
{
}

void TileTracer::Trace(std::span<const PixelPlace> tilePixels, const SamplePass& samplePass, Film& targetFilm)
{
	pixels = tilePixels;
	pass = samplePass;
	film = &targetFilm;
	samplers.clear();
	for (const PixelPlace& pixel : pixels)
	{
		samplers.emplace_back(pixel.x, pixel.y, pass.samplesPerPixel, pass.seed);
		if (pass.clearsFilm)
			film->At(pixel.x, pixel.y) = {};
	}
	for (sample = 0; sample < pass.samplesPerPixel; ++sample)
		TraceSample();
}

void TileTracer::TraceSample()
{
	points.clear();
	StartCameraPaths();
	for (int surface = 0; surface < MostGlassSurfaces && !paths.empty(); ++surface)
	{
		FollowCameraPaths(surface == 0);
		paths.swap(nextPaths);
	}
	ShadeLamps();
	ShadeSky();
	ShadeBounces();
	ShadeInside();
	ShadeCoats();
	ReflectInFloor();
	Deposit();
}

Sample2 TileTracer::Random(std::uint32_t slot, std::uint32_t dimension) const
{
	return samplers[slot].Get(sample, dimension);
}

bool TileTracer::MayMeetSolids(const Vec3& origin, const Vec3& direction) const
{
	float enter = 0, leave = FarAway;
	for (int axis = 0; axis < 3; ++axis)
	{
		const float inverse = 1 / (direction[axis] != 0 ? direction[axis] : 1e-30f);
		const float a = (context.lightBounds.min[axis] - origin[axis]) * inverse;
		const float b = (context.lightBounds.max[axis] - origin[axis]) * inverse;
		enter = std::max(enter, std::min(a, b));
		leave = std::min(leave, std::max(a, b));
	}
	return enter <= leave;
}

float TileTracer::GuessOpenness(float clearance) const
{
	return (0.25f * crampedLength + clearance) / (crampedLength + clearance);
}

Colour TileTracer::GuessSky(const Vec3& position, const Vec3& normal) const
{
	const float height = std::max(0.0f, position.z - context.scene.floor.height);
	const float floorShare = context.scene.floor.visible ? GuessOpenness(height) : 1;
	return context.lighting.OpenAbove(normal) * GuessedSky + context.lighting.OpenBelow(normal) * (GuessedSky * floorShare);
}

Colour TileTracer::GuessSurroundings(const SurfacePoint& surface) const
{
	return GuessSky(surface.position, surface.normal) + context.lighting.OpenLamps(surface.normal) * 0.7f;
}

Colour TileTracer::GuessLight(const SurfacePoint& surface) const
{
	return Modulate(surface.albedo, GuessSurroundings(surface));
}

Colour TileTracer::GuessSeen(const Vec3& origin, const Vec3& direction, const RayHit& hit, const Colour& elsewhere) const
{
	const float floorDistance = context.stage.FloorDistance(origin, direction);
	if (hit.IsHit() && hit.distance <= floorDistance)
		return GuessLight(SurfaceAt(context.scene, hit, origin, direction));
	if (floorDistance < FarAway)
		return context.lighting.FloorLight() * GuessOpenness(floorDistance);
	return elsewhere;
}

void TileTracer::StartCameraPaths()
{
	// The same places inside every pixel, spread like rooks: edges come out even.
	const Sample2 place = ZeroTwoSequence(sample);
	const float shift = 0.5f / static_cast<float>(pass.samplesPerPixel);
	paths.clear();
	for (std::uint32_t slot = 0; slot < pixels.size(); ++slot)
	{
		const float x = static_cast<float>(pixels[slot].x) + place.u + shift, y = static_cast<float>(pixels[slot].y) + place.v + shift;
		paths.push_back({slot, context.projection.Eye(), context.projection.RayDirection(x, y)});
		film->At(pixels[slot].x, pixels[slot].y).samples += 1;
	}
}

void TileTracer::FollowCameraPaths(bool isFirst)
{
	rays.Clear();
	for (std::uint32_t i = 0; i < paths.size(); ++i)
		if (MayMeetSolids(paths[i].origin, paths[i].direction))
			rays.Add(paths[i].origin, paths[i].direction, FarAway, ScatteringMask | GlassMask, i);
	rays.TraceClosest(context.rays.Handle(), true);

	hits.assign(paths.size(), {});
	for (std::size_t ray = 0; ray < rays.Size(); ++ray)
		hits[rays.Tag(ray)] = rays.Hit(ray);
	distances.clear();
	for (std::size_t i = 0; i < paths.size(); ++i)
		distances.push_back(std::min(hits[i].distance, context.stage.FloorDistance(paths[i].origin, paths[i].direction)));
	if (isFirst && (context.rays.PresentMasks() & GhostMask))
		DrawGhosts(distances);

	nextPaths.clear();
	for (std::size_t i = 0; i < paths.size(); ++i)
	{
		if (hits[i].IsHit() && hits[i].distance <= distances[i])
			EndOnSurface(paths[i], hits[i], isFirst);
		else if (distances[i] < FarAway)
			EndOnFloor(paths[i], distances[i], isFirst);
		else
			EndOnBackdrop(paths[i], isFirst);
	}
}

void TileTracer::DrawGhosts(std::span<const float> ends)
{
	origins.clear();
	for (const CameraPath& path : paths)
		origins.push_back(path.origin);
	moreRays.Clear();
	for (std::uint32_t i = 0; i < paths.size(); ++i)
		moreRays.Add(origins[i], paths[i].direction, ends[i], GhostMask, i);
	RayBatch following;
	for (int layer = 0; layer < MostGhostLayers && moreRays.Size() > 0; ++layer)
	{
		moreRays.TraceClosest(context.rays.Handle(), true);
		following.Clear();
		for (std::size_t ray = 0; ray < moreRays.Size(); ++ray)
		{
			const RayHit hit = moreRays.Hit(ray);
			if (!hit.IsHit())
				continue;
			const std::uint32_t i = moreRays.Tag(ray);
			CameraPath& path = paths[i];
			const SurfacePoint surface = SurfaceAt(context.scene, hit, origins[i], path.direction);
			const float tilt = 1 - std::min(1.0f, std::abs(Dot(surface.normal, path.direction)));
			const Material& ghost = *surface.material;
			// The far side of a body shows through more faintly than the near side.
			const float opacity =
				(ghost.faceOpacity + (ghost.rimOpacity - ghost.faceOpacity) * tilt * tilt) * (surface.isFromBehind ? 0.5f : 1.0f);
			FilmPixel& pixel = film->At(pixels[path.slot].x, pixels[path.slot].y);
			pixel.sharp += Modulate(path.throughput, surface.albedo) * opacity;
			pixel.veil += opacity;
			path.throughput *= 1 - opacity;
			const float step = hit.distance + surface.offset;
			origins[i] += path.direction * step;
			path.travelled += step;
			if (ends[i] - path.travelled > 0)
				following.Add(origins[i], path.direction, ends[i] - path.travelled, GhostMask, i);
		}
		std::swap(moreRays, following);
	}
	for (CameraPath& path : paths)
		path.travelled = 0;
}

void TileTracer::EndOnBackdrop(const CameraPath& path, bool isFirst)
{
	const PixelPlace& place = pixels[path.slot];
	Colour light = context.stage.BackdropAt(static_cast<float>(place.x) + 0.5f, static_cast<float>(place.y) + 0.5f);
	if (!isFirst)
		light = Mix(light, context.lighting.SkyAlong(path.direction), 0.5f);
	film->At(place.x, place.y).sharp += Modulate(path.throughput, light);
}

void TileTracer::EndOnFloor(const CameraPath& path, float distance, bool isFirst)
{
	const PixelPlace& place = pixels[path.slot];
	LitPoint& point = AddPoint(path, distance);
	SurfacePoint& surface = point.surface;
	surface.position = path.origin + path.direction * distance;
	surface.normal = surface.faceNormal = {0, 0, 1};
	surface.offset = 4e-6f * (std::abs(surface.position.x) + std::abs(surface.position.y) + std::abs(surface.position.z) + distance);
	const Colour backdrop = context.stage.BackdropAt(static_cast<float>(place.x) + 0.5f, static_cast<float>(place.y) + 0.5f);
	const float stretched = point.footprint / std::sqrt(std::max(1e-4f, -path.direction.z));
	surface.albedo = Modulate(backdrop, context.stage.FloorGain()) * context.stage.PatternAt(surface.position, stretched);
	point.light = context.stage.OpenFloorLight();
	FilmPixel& pixel = film->At(place.x, place.y);
	if (isFirst && pixel.surfaceId == 0)
		pixel.surfaceId = FloorId;
}

void TileTracer::EndOnSurface(const CameraPath& path, const RayHit& hit, bool isFirst)
{
	const PixelPlace& place = pixels[path.slot];
	FilmPixel& pixel = film->At(place.x, place.y);
	const SurfacePoint surface = SurfaceAt(context.scene, hit, path.origin, path.direction);
	if (isFirst)
	{
		pixel.coverage += 1;
		if (pixel.surfaceId == 0)
			pixel.surfaceId = SurfaceIdOf(surface);
	}
	if (surface.material->finish == Finish::Glass)
	{
		PassGlass(path, surface, hit.distance);
		return;
	}
	LitPoint& point = AddPoint(path, hit.distance);
	point.surface = surface;
	// Little of jelly's light comes from its surface: a guess does for that, and saves half of its rays.
	point.hasGuessedLight = surface.material->finish == Finish::Jelly;
	point.light = point.hasGuessedLight ? GuessSurroundings(surface) : context.lighting.OpenLight(surface.normal);
	if (surface.material->finish != Finish::Matte)
		point.reflected = ReflectedShare(Dot(point.view, surface.normal), surface.material->refractiveIndex, surface.material->roughness);
}

TileTracer::LitPoint& TileTracer::AddPoint(const CameraPath& path, float distance)
{
	LitPoint& point = points.emplace_back();
	point.slot = path.slot;
	point.view = -path.direction;
	point.throughput = path.throughput;
	point.footprint = (path.travelled + distance) * context.projection.PixelSize();
	return point;
}

void TileTracer::PassGlass(const CameraPath& path, const SurfacePoint& surface, float distance)
{
	const Material& glass = *surface.material;
	CameraPath next = path;
	next.travelled += distance;
	if (surface.isFromBehind)
		next.throughput = Modulate(next.throughput, GlassTransmission(glass, surface.albedo, distance));

	const float ratio = surface.isFromBehind ? glass.refractiveIndex : 1 / glass.refractiveIndex;
	Vec3 refracted;
	if (!Refract(path.direction, surface.normal, ratio, refracted))
	{
		next.direction = NormalizedOr(Reflect(path.direction, surface.normal), path.direction);
		next.origin = surface.position + surface.faceNormal * surface.offset;
		nextPaths.push_back(next);
		return;
	}
	const float cosine = surface.isFromBehind ? -Dot(refracted, surface.normal) : -Dot(path.direction, surface.normal);
	const float reflected = ReflectedShare(cosine, glass.refractiveIndex, 0);
	if (!surface.isFromBehind)
	{
		const Colour mirrored = context.lighting.MirroredAlong(Reflect(path.direction, surface.normal), glass.roughness);
		film->At(pixels[path.slot].x, pixels[path.slot].y).sharp += Modulate(next.throughput, mirrored) * reflected;
	}
	next.throughput *= 1 - reflected;
	next.direction = NormalizedOr(refracted, path.direction);
	next.origin = surface.position - surface.faceNormal * surface.offset;
	nextPaths.push_back(next);
}

void TileTracer::PassLampRaysThroughClear()
{
	// Straight on, without bending: soft light through water and jelly needs no caustics to be believed.
	transmitted.assign(rays.Size(), {1, 1, 1});
	travelled.assign(rays.Size(), 0.0f);
	for (int surfaceCount = 0; surfaceCount < MostGlassSurfaces; ++surfaceCount)
	{
		moreRays.Clear();
		for (std::uint32_t ray = 0; ray < rays.Size(); ++ray)
			if (!rays.IsBlocked(ray) && travelled[ray] < FarAway)
				moreRays.Add(origins[ray] + directions[ray] * travelled[ray], directions[ray], FarAway, ClearMask, ray);
		if (moreRays.Size() == 0)
			return;
		moreRays.TraceClosest(context.rays.Handle(), false);
		for (std::size_t i = 0; i < moreRays.Size(); ++i)
		{
			const RayHit hit = moreRays.Hit(i);
			const std::uint32_t ray = moreRays.Tag(i);
			if (!hit.IsHit())
			{
				travelled[ray] = FarAway;
				continue;
			}
			const Vec3 origin = origins[ray] + directions[ray] * travelled[ray];
			const SurfacePoint surface = SurfaceAt(context.scene, hit, origin, directions[ray]);
			const Material& material = *surface.material;
			if (surface.isFromBehind)
				transmitted[ray] = Modulate(transmitted[ray],
					material.finish == Finish::Jelly ? JellyTransmission(material, surface.albedo, hit.distance)
													 : GlassTransmission(material, surface.albedo, hit.distance));
			transmitted[ray] *= 1 - ReflectedShare(-Dot(directions[ray], surface.normal), material.refractiveIndex, 0);
			travelled[ray] += hit.distance + 2 * surface.offset;
		}
	}
}

void TileTracer::TraceLampRays()
{
	rays.TraceAny(context.rays.Handle());
	transmitted.clear();
	if (context.rays.PresentMasks() & ClearMask)
		PassLampRaysThroughClear();
}

Colour TileTracer::BlockedShare(std::size_t ray) const
{
	if (rays.IsBlocked(ray))
		return {1, 1, 1};
	return transmitted.empty() ? Colour{} : Colour{1, 1, 1} - transmitted[ray];
}

void TileTracer::ShadeLamps()
{
	rays.Clear();
	origins.clear();
	directions.clear();
	lights.clear();
	for (std::uint32_t i = 0; i < points.size(); ++i)
	{
		const LitPoint& point = points[i];
		const Vec3 origin = point.surface.position + point.surface.faceNormal * point.surface.offset;
		const Lighting::LampSample lamp =
			context.lighting.SampleLamp(point.surface.normal, Random(point.slot, LampPlace), Random(point.slot, LampPick).u);
		if (!lamp.isUseful || !MayMeetSolids(origin, lamp.direction))
			continue;
		rays.Add(origin, lamp.direction, FarAway, OpaqueMask, i);
		origins.push_back(origin);
		directions.push_back(lamp.direction);
		lights.push_back(lamp.light);
	}
	TraceLampRays();
	for (std::size_t ray = 0; ray < rays.Size(); ++ray)
	{
		LitPoint& point = points[rays.Tag(ray)];
		const Colour missing = Modulate(lights[ray], BlockedShare(ray));
		point.light -= missing;
		point.isInShadow = Luminance(missing) > 0.05f;
	}
}

void TileTracer::ShadeSky()
{
	rays.Clear();
	origins.clear();
	directions.clear();
	bounces.clear();
	for (std::uint32_t i = 0; i < points.size(); ++i)
	{
		const SurfacePoint& surface = points[i].surface;
		if (points[i].hasGuessedLight)
			continue;
		Vec3 direction = CosineDirection(surface.normal, Random(points[i].slot, SkyDirection));
		const float above = Dot(direction, surface.faceNormal);
		if (above < 0)
			direction -= surface.faceNormal * (2 * above);
		const Vec3 origin = surface.position + surface.faceNormal * surface.offset;
		if (!MayMeetSolids(origin, direction) && context.stage.FloorDistance(origin, direction) == FarAway)
			continue;
		rays.Add(origin, direction, FarAway, ScatteringMask, i);
		origins.push_back(origin);
		directions.push_back(direction);
	}
	rays.TraceClosest(context.rays.Handle(), false);
	for (std::size_t ray = 0; ray < rays.Size(); ++ray)
	{
		const RayHit hit = rays.Hit(ray);
		const std::uint32_t i = rays.Tag(ray);
		const float floorDistance = context.stage.FloorDistance(origins[ray], directions[ray]);
		if (hit.distance <= floorDistance && hit.IsHit())
		{
			const SurfacePoint surface = SurfaceAt(context.scene, hit, origins[ray], directions[ray]);
			const Colour open = GuessSky(surface.position, surface.normal) + context.lighting.OpenLamps(surface.normal);
			points[i].light += Modulate(surface.albedo, open) - context.lighting.SkyAlong(directions[ray]);
			points[i].isSkyHidden = true;
			points[i].isShaded = hit.distance < NearInPixels * points[i].footprint;
			bounces.push_back({i, surface.position, surface.normal, surface.albedo, surface.offset});
		}
		else if (floorDistance < FarAway)
		{
			// Counted as open floor so far. Its sky is hidden the more the closer it is; its own shadow is looked for next.
			const Colour hidden = context.lighting.OpenAbove({0, 0, 1}) * (1 - GuessOpenness(floorDistance));
			points[i].light -= Modulate(context.lighting.FloorAlbedo(), hidden);
			const Vec3 position = origins[ray] + directions[ray] * floorDistance;
			bounces.push_back({i, position, {0, 0, 1}, context.lighting.FloorAlbedo(), points[i].surface.offset});
		}
	}
}

void TileTracer::ShadeBounces()
{
	rays.Clear();
	origins.clear();
	directions.clear();
	lights.clear();
	for (const Bounce& bounce : bounces)
	{
		const std::uint32_t slot = points[bounce.point].slot;
		const Vec3 origin = bounce.position + bounce.normal * bounce.offset;
		const Lighting::LampSample lamp =
			context.lighting.SampleLamp(bounce.normal, Random(slot, BounceLampPlace), Random(slot, LampPick).v);
		if (!lamp.isUseful || !MayMeetSolids(origin, lamp.direction))
			continue;
		rays.Add(origin, lamp.direction, FarAway, OpaqueMask, bounce.point);
		origins.push_back(origin);
		directions.push_back(lamp.direction);
		lights.push_back(Modulate(bounce.albedo, lamp.light));
	}
	TraceLampRays();
	for (std::size_t ray = 0; ray < rays.Size(); ++ray)
		points[rays.Tag(ray)].light -= Modulate(lights[ray], BlockedShare(ray));
}

void TileTracer::ShadeInside()
{
	// A place inside, as deep along the bent line of sight as light comes back from.
	rays.Clear();
	directions.clear();
	origins.clear();
	for (std::uint32_t i = 0; i < points.size(); ++i)
	{
		const SurfacePoint& surface = points[i].surface;
		if (!surface.material || surface.material->finish != Finish::Jelly)
			continue;
		Vec3 inwards = -surface.normal;
		Refract(-points[i].view, surface.normal, 1 / surface.material->refractiveIndex, inwards);
		const Vec3 origin = surface.position - surface.faceNormal * surface.offset;
		rays.Add(origin, inwards, FarAway, ScatteringMask, i);
		origins.push_back(origin);
		directions.push_back(inwards);
	}
	if (rays.Size() == 0)
		return;
	rays.TraceClosest(context.rays.Handle(), false);

	SeeThrough();
	moreRays.Clear();
	RayBatch skyRays;
	std::vector<Colour> lampLights;
	std::vector<Vec3> lampDirections, skyDirections;
	for (std::size_t ray = 0; ray < rays.Size(); ++ray)
	{
		const std::uint32_t i = rays.Tag(ray), slot = points[i].slot;
		const RayHit hit = rays.Hit(ray);
		const float thickness = hit.IsHit() ? hit.distance : 0, depth = 0.5f * points[i].surface.material->depth;
		const Sample2 random = Random(slot, InnerDepth);
		const float deep = -depth * std::log(1 - random.u * (1 - std::exp(-thickness / std::max(depth, 1e-6f))));
		origins[ray] += directions[ray] * std::min(deep, 0.95f * thickness);
		const Lighting::LampSample lamp = context.lighting.SampleLampInside(Random(slot, InnerLampPlace), random.v);
		moreRays.Add(origins[ray], lamp.direction, FarAway, ScatteringMask, i);
		lampDirections.push_back(lamp.direction);
		lampLights.push_back(lamp.light);
		const Vec3 skyDirection = UniformDirection(Random(slot, InnerDirection));
		skyRays.Add(origins[ray], skyDirection, FarAway, ScatteringMask, i);
		skyDirections.push_back(skyDirection);
	}
	moreRays.TraceClosest(context.rays.Handle(), false);
	skyRays.TraceClosest(context.rays.Handle(), false);

	RayBatch outside;
	lights.clear();
	for (std::size_t ray = 0; ray < moreRays.Size(); ++ray)
	{
		const std::uint32_t i = moreRays.Tag(ray);
		const SurfacePoint& surface = points[i].surface;
		const RayHit lampHit = moreRays.Hit(ray), skyHit = skyRays.Hit(ray);
		if (skyHit.IsHit() && skyHit.geometry == surface.geometry)
			points[i].inner += Modulate(
				context.lighting.SkyAlong(skyDirections[ray]), JellyTransmission(*surface.material, surface.albedo, skyHit.distance));
		if (!lampHit.IsHit() || lampHit.geometry != surface.geometry)
			continue;
		const Vec3 exit = origins[ray] + lampDirections[ray] * (lampHit.distance + 4 * surface.offset);
		lights.push_back(Modulate(lampLights[ray], JellyTransmission(*surface.material, surface.albedo, lampHit.distance)));
		outside.Add(exit, lampDirections[ray], FarAway, OpaqueMask, i);
	}
	outside.TraceAny(context.rays.Handle());
	for (std::size_t ray = 0; ray < outside.Size(); ++ray)
		if (!outside.IsBlocked(ray))
			points[outside.Tag(ray)].inner += lights[ray];
}

void TileTracer::SeeThrough()
{
	RayBatch behind;
	std::vector<Vec3> exits, ways;
	for (std::size_t ray = 0; ray < rays.Size(); ++ray)
	{
		LitPoint& point = points[rays.Tag(ray)];
		const RayHit hit = rays.Hit(ray);
		const Material& jelly = *point.surface.material;
		const float thickness = hit.IsHit() ? hit.distance : 0;
		point.through = ClearestJelly * std::exp(-thickness / std::max(0.8f * jelly.depth, 1e-6f));
		point.seen = JellyTransmission(jelly, point.surface.albedo, 0.25f * jelly.depth + 0.5f * thickness);
		Vec3 way = directions[ray];
		Vec3 exit = origins[ray];
		if (hit.IsHit())
		{
			const SurfacePoint back = SurfaceAt(context.scene, hit, origins[ray], directions[ray]);
			Refract(directions[ray], back.normal, jelly.refractiveIndex, way);
			way = NormalizedOr(way, directions[ray]);
			exit = back.position + way * (4 * back.offset);
		}
		exits.push_back(exit);
		ways.push_back(way);
		behind.Add(exit, way, FarAway, ScatteringMask, rays.Tag(ray));
	}
	behind.TraceClosest(context.rays.Handle(), false);
	for (std::size_t ray = 0; ray < behind.Size(); ++ray)
	{
		LitPoint& point = points[behind.Tag(ray)];
		const PixelPlace& place = pixels[point.slot];
		const Colour backdrop = context.stage.BackdropAt(static_cast<float>(place.x) + 0.5f, static_cast<float>(place.y) + 0.5f);
		point.seen = Modulate(point.seen, GuessSeen(exits[ray], ways[ray], behind.Hit(ray), backdrop));
	}
}

void TileTracer::ShadeCoats()
{
	rays.Clear();
	directions.clear();
	origins.clear();
	for (std::uint32_t i = 0; i < points.size(); ++i)
	{
		LitPoint& point = points[i];
		if (!(point.reflected > 0))
			continue;
		const SurfacePoint& surface = point.surface;
		Vec3 direction = Reflect(-point.view, surface.normal);
		const float above = Dot(direction, surface.faceNormal);
		if (above < 0)
			direction -= surface.faceNormal * (2 * above);
		const Vec3 origin = surface.position + surface.faceNormal * surface.offset;
		point.mirrored = context.lighting.MirroredAlong(direction, surface.material->roughness);
		if (surface.material->roughness > MirrorRoughness || !MayMeetSolids(origin, direction))
		{
			point.mirrored = GuessSeen(origin, direction, {}, point.mirrored);
			continue;
		}
		rays.Add(origin, direction, FarAway, ScatteringMask, i);
		origins.push_back(origin);
		directions.push_back(direction);
	}
	rays.TraceClosest(context.rays.Handle(), false);
	for (std::size_t ray = 0; ray < rays.Size(); ++ray)
	{
		Colour& mirrored = points[rays.Tag(ray)].mirrored;
		mirrored = GuessSeen(origins[ray], directions[ray], rays.Hit(ray), mirrored);
	}
}

void TileTracer::ReflectInFloor()
{
	const float gloss = context.scene.floor.gloss;
	if (!(gloss > 0))
		return;
	rays.Clear();
	directions.clear();
	origins.clear();
	for (std::uint32_t i = 0; i < points.size(); ++i)
	{
		const SurfacePoint& surface = points[i].surface;
		if (surface.material)
			continue;
		// A brushed floor: the image blurs with the distance of what is mirrored.
		const Vec3 scatter = CosineDirection(surface.normal, Random(points[i].slot, FloorMirror));
		Vec3 direction = Reflect(-points[i].view, surface.normal) + scatter * 0.12f;
		direction = NormalizedOr(direction, surface.normal);
		const Vec3 origin = surface.position + surface.faceNormal * surface.offset;
		if (!MayMeetSolids(origin, direction))
			continue;
		rays.Add(origin, direction, FarAway, ScatteringMask, i);
		origins.push_back(origin);
		directions.push_back(direction);
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
		const Colour seen = GuessLight(SurfaceAt(context.scene, hit, origins[ray], directions[ray]));
		// The floor's open light already holds what it mirrors of the backdrop: exchange that for the object.
		for (int axis = 0; axis < 3; ++axis)
			point.light[axis] += share * (seen[axis] / std::max(point.surface.albedo[axis], 1e-3f) - 1 / context.stage.FloorGain()[axis]);
	}
}

void TileTracer::Deposit()
{
	for (const LitPoint& point : points)
	{
		FilmPixel& pixel = film->At(pixels[point.slot].x, pixels[point.slot].y);
		const SurfacePoint& surface = point.surface;
		const Colour entering = point.throughput * (1 - point.reflected);
		const Colour base = Modulate(entering, surface.albedo);
		const float inside = surface.material && surface.material->finish == Finish::Jelly ? surface.material->translucency : 0;
		const float through = inside * point.through;
		pixel.noisy += Modulate(base, point.light * (1 - inside) + point.inner * (InnerGain * (inside - through)));
		pixel.sharp += Modulate(entering, point.seen) * through;
		const Colour mirrored = Modulate(point.throughput, point.mirrored) * point.reflected;
		// A rough coat sends no rays of its own: it reflects as much of its surroundings as the sky ray found open.
		if (surface.material && surface.material->roughness > MirrorRoughness)
			pixel.noisy += point.isSkyHidden ? mirrored * HiddenMirror : mirrored;
		else
			pixel.sharp += mirrored;
		pixel.albedo += base;
		pixel.normal += surface.normal;
		pixel.position += surface.position;
		pixel.surfaces += 1;
		pixel.isShaded |= point.isShaded || inside > 0;
		(point.isInShadow ? pixel.isInShadow : pixel.isInLight) = true;
	}
}

}
