#include <Render/TileTracer.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Render
{
namespace
{

constexpr int MostGhostLayers = 6;
/// Share of the sky that is taken to be open at places whose surroundings are not looked at, and the share of lamps.
constexpr float GuessedSky = 0.6f, GuessedLamps = 0.7f;
/// Jelly scatters light many times; only the first time is followed, the others make it this much brighter.
constexpr float InnerGain = 1.2f;
/// What rough coats reflect where something hides the sky.
constexpr float HiddenMirror = 0.15f;

/// Samples share light if their places are at most this many pixels apart and face almost the same way.
constexpr float SharedReach = 3, SharedCosine = 0.95f;

std::uint32_t SurfaceIdOf(const SurfacePoint& surface)
{
	return (surface.geometry + 2) * 0x9E3779B9u + surface.part;
}
constexpr std::uint32_t FloorId = 1;

}

Vec3 Reflect(const Vec3& direction, const Vec3& normal)
{
	return direction - normal * (2 * Dot(direction, normal));
}

bool Refract(const Vec3& direction, const Vec3& normal, float ratio, Vec3& refracted)
{
	const float cosine = -Dot(direction, normal);
	const float squared = 1 - ratio * ratio * (1 - cosine * cosine);
	if (squared < 0)
		return false;
	refracted = direction * ratio + normal * (ratio * cosine - std::sqrt(squared));
	return true;
}

Colour GlassTransmission(const Material& glass, const Colour& tint, float distance)
{
	const float way = std::min(50.0f, distance / std::max(glass.depth, 1e-6f));
	const auto channel = [&](float c) { return std::pow(std::clamp(c, 1e-4f, 1.0f), way); };
	return {channel(tint.x), channel(tint.y), channel(tint.z)};
}

Colour JellyTransmission(const Material& jelly, const Colour& colour, float distance)
{
	const float way = distance / std::max(jelly.depth, 1e-6f);
	const auto channel = [&](float c) { return std::exp(-way / (0.2f + 1.6f * c)); };
	return {channel(colour.x), channel(colour.y), channel(colour.z)};
}

TileTracer::TileTracer(const TraceContext& traceContext)
	: context(traceContext)
	, crampedLength(context.solidBounds.IsEmpty() ? 1.0f : 0.1f * Norm(context.solidBounds.Size()))
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
	if (pass.sharesLight)
	{
		knownLights.resize(std::max(knownLights.size(), pixels.size()));
		for (std::vector<KnownLight>& known : knownLights)
			known.clear();
	}
	for (sample = 0; sample < pass.samplesPerPixel; ++sample)
		TraceSample();
}

void TileTracer::TraceSample()
{
	points.clear();
	StartCameraPaths();
	for (int surface = 0; surface < MostClearSurfaces && !paths.empty(); ++surface)
	{
		FollowCameraPaths(surface == 0);
		paths.swap(nextPaths);
	}
	// Light caught in glass for so long comes from anywhere.
	for (const CameraPath& path : paths)
		EndOnBackdrop(path, false);
	if (pass.sharesLight)
		RecallLight();
	ShadeLamps();
	ShadeSky();
	ShadeBounces();
	ShadeInside();
	ShadeCoats();
	ReflectInFloor();
	if (pass.sharesLight)
		RememberLight();
	Deposit();
}

void TileTracer::RecallLight()
{
	for (LitPoint& point : points)
		for (const KnownLight& known : knownLights[point.slot])
		{
			const float reach = SharedReach * point.footprint;
			if (known.material != point.surface.material || known.geometry != point.surface.geometry
				|| SquaredNorm(known.position - point.surface.position) > reach * reach
				|| Dot(known.normal, point.surface.normal) < SharedCosine)
				continue;
			point.light = known.light;
			point.inner = known.inner;
			point.seen = known.seen;
			point.through = known.through;
			point.isSkyHidden = known.isSkyHidden;
			point.isShaded = known.isShaded;
			point.isRecalled = true;
			point.sendsRays = false;
			break;
		}
}

void TileTracer::RememberLight()
{
	for (const LitPoint& point : points)
		if (!point.isRecalled)
			knownLights[point.slot].push_back({point.surface.material, point.surface.geometry, point.surface.position, point.surface.normal,
				point.light, point.inner, point.seen, point.through, point.isSkyHidden, point.isShaded});
}

bool TileTracer::MayMeet(const Box3& box, const Vec3& origin, const Vec3& direction)
{
	float enter = 0, leave = FarAway;
	for (int axis = 0; axis < 3; ++axis)
	{
		const float inverse = 1 / (direction[axis] != 0 ? direction[axis] : 1e-30f);
		const float a = (box.min[axis] - origin[axis]) * inverse;
		const float b = (box.max[axis] - origin[axis]) * inverse;
		enter = std::max(enter, std::min(a, b));
		leave = std::min(leave, std::max(a, b));
	}
	return enter <= leave;
}

Colour TileTracer::BackdropOf(std::uint32_t slot) const
{
	return context.stage.BackdropAt(static_cast<float>(pixels[slot].x) + 0.5f, static_cast<float>(pixels[slot].y) + 0.5f);
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
	return GuessSky(surface.position, surface.normal) + context.lighting.OpenLamps(surface.normal) * GuessedLamps;
}

Colour TileTracer::GuessSeen(const Vec3& origin, const Vec3& direction, const RayHit& hit, const Colour& elsewhere) const
{
	const float floorDistance = context.stage.FloorDistance(origin, direction);
	if (hit.IsHit() && hit.distance <= floorDistance)
	{
		const SurfacePoint surface = SurfaceAt(context.scene, hit, origin, direction);
		return Modulate(surface.albedo, GuessSurroundings(surface));
	}
	if (floorDistance < FarAway)
		return Mix(context.lighting.SkyAlong({0, 0, 0}), context.lighting.FloorLight() * GuessOpenness(floorDistance),
			Lighting::GroundShare(direction));
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
		PixelOf(slot).samples += 1;
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
	{
		// Where both lie in one plane, the object's side comes first.
		const float floorDistance = context.stage.FloorDistance(paths[i].origin, paths[i].direction);
		distances.push_back(
			hits[i].distance <= floorDistance + RayOffset(paths[i].origin, floorDistance) ? hits[i].distance : floorDistance);
	}
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
	moreRays.Clear();
	for (std::uint32_t i = 0; i < paths.size(); ++i)
		if (MayMeet(context.rays.GhostBounds(), paths[i].origin, paths[i].direction))
			moreRays.Add(paths[i].origin, paths[i].direction, ends[i], GhostMask, i);
	for (int layer = 0; layer < MostGhostLayers && moreRays.Size() > 0; ++layer)
	{
		moreRays.TraceClosest(context.rays.Ghosts(), true);
		followingRays.Clear();
		for (std::size_t ray = 0; ray < moreRays.Size(); ++ray)
		{
			const RayHit hit = moreRays.Hit(ray);
			if (!hit.IsHit())
				continue;
			CameraPath& path = paths[moreRays.Tag(ray)];
			const SurfacePoint surface = SurfaceAt(context.scene, hit, moreRays.Origin(ray), path.direction);
			const Material& ghost = *surface.material;
			const float tilt = 1 - std::min(1.0f, std::abs(Dot(surface.normal, path.direction)));
			// The far side of a body shows through more faintly than the near side.
			const float share = surface.isFromBehind ? 0.5f : 1.0f;
			const float opacity = (ghost.faceOpacity + (ghost.rimOpacity - ghost.faceOpacity) * tilt * tilt) * share;
			FilmPixel& pixel = PixelOf(path.slot);
			pixel.sharp += Modulate(path.throughput, surface.albedo) * opacity;
			pixel.veil += opacity;
			path.throughput *= 1 - opacity;
			const Vec3 origin = surface.position + path.direction * surface.offset;
			const float left = ends[moreRays.Tag(ray)] - Dot(origin - path.origin, path.direction);
			if (left > 0)
				followingRays.Add(origin, path.direction, left, GhostMask, moreRays.Tag(ray));
		}
		std::swap(moreRays, followingRays);
	}
}

void TileTracer::EndOnBackdrop(const CameraPath& path, bool isFirst)
{
	Colour light = BackdropOf(path.slot);
	// Through glass other parts of the surroundings are seen than those behind it.
	if (!isFirst)
		light = Mix(light, context.lighting.SkyAlong(path.direction), 0.5f);
	PixelOf(path.slot).sharp += Modulate(path.throughput, light);
}

void TileTracer::EndOnFloor(const CameraPath& path, float distance, bool isFirst)
{
	LitPoint& point = AddPoint(path, distance);
	SurfacePoint& surface = point.surface;
	surface.position = path.origin + path.direction * distance;
	surface.normal = surface.faceNormal = {0, 0, 1};
	surface.offset = RayOffset(surface.position, distance);
	const float stretched = point.footprint / std::sqrt(std::max(1e-4f, -path.direction.z));
	surface.albedo = Modulate(BackdropOf(path.slot), context.stage.FloorGain()) * context.stage.PatternAt(surface.position, stretched);
	point.light = context.stage.OpenFloorLight();
	FilmPixel& pixel = PixelOf(path.slot);
	if (isFirst && pixel.surfaceId == 0)
		pixel.surfaceId = FloorId;
}

void TileTracer::EndOnSurface(const CameraPath& path, const RayHit& hit, bool isFirst)
{
	const SurfacePoint surface = SurfaceAt(context.scene, hit, path.origin, path.direction);
	FilmPixel& pixel = PixelOf(path.slot);
	if (isFirst)
	{
		pixel.coverage += 1;
		if (pixel.surfaceId == 0)
			pixel.surfaceId = SurfaceIdOf(surface);
	}
	const Material& material = *surface.material;
	if (material.finish == Finish::Glass)
	{
		PassGlass(path, surface, hit.distance);
		return;
	}
	LitPoint& point = AddPoint(path, hit.distance);
	point.surface = surface;
	// Little of jelly's light comes from its surface: a guess does for that, and saves half of its rays.
	point.sendsRays = material.finish != Finish::Jelly;
	point.light = point.sendsRays ? context.lighting.OpenLight(surface.normal) : GuessSurroundings(surface);
	if (material.finish != Finish::Matte)
		point.reflected = ReflectedShare(Dot(point.view, surface.normal), material.refractiveIndex, material.roughness);
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
		PixelOf(path.slot).sharp += Modulate(next.throughput, mirrored) * reflected;
	}
	next.throughput *= 1 - reflected;
	next.direction = NormalizedOr(refracted, path.direction);
	next.origin = surface.position - surface.faceNormal * surface.offset;
	nextPaths.push_back(next);
}

void TileTracer::Deposit()
{
	for (const LitPoint& point : points)
	{
		FilmPixel& pixel = PixelOf(point.slot);
		const SurfacePoint& surface = point.surface;
		const Colour entering = point.throughput * (1 - point.reflected);
		const Colour base = Modulate(entering, surface.albedo);
		const float inside = point.IsJelly() ? surface.material->translucency : 0, through = inside * point.through;
		pixel.noisy += Modulate(base, point.light * (1 - inside) + point.inner * (InnerGain * (inside - through)));
		pixel.albedo += base;
		pixel.surfaces += 1;
		pixel.normal += surface.normal;
		pixel.position += surface.position;
		pixel.sharp += Modulate(entering, point.seen) * through;
		const Colour mirrored = Modulate(point.throughput, point.mirrored) * point.reflected;
		// A rough coat sends no rays of its own: it reflects as much of its surroundings as the sky ray found open.
		if (surface.material && surface.material->roughness > MirrorRoughness)
			pixel.noisy += point.isSkyHidden ? mirrored * HiddenMirror : mirrored;
		else
			pixel.sharp += mirrored;
		pixel.isShaded |= point.isShaded || inside > 0;
	}
}

}
