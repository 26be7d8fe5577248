#pragma once

#include <Render/Camera.h>
#include <Render/Film.h>
#include <Render/Lighting.h>
#include <Render/LowDiscrepancy.h>
#include <Render/RayBatch.h>
#include <Render/RayScene.h>
#include <Render/Stage.h>
#include <Render/SurfacePoint.h>

#include <span>
#include <vector>

namespace SPHSolids::Render
{

/// What all tiles of a picture share.
struct TraceContext
{
	const Scene& scene;
	const RayScene& rays;
	const Lighting& lighting;
	const Stage& stage;
	const Projection& projection;
	Box3 solidBounds; ///< Of all that throws shadows; empty where nothing does
};

struct PixelPlace
{
	int x = 0, y = 0;
};

/// One round of samples over a picture.
struct SamplePass
{
	std::uint32_t samplesPerPixel = 1; ///< A power of two
	std::uint32_t seed = 0;
	bool clearsFilm = false; ///< For the first round
	/// Samples of a pixel that see the same place share the light that the first of them found: enough where they are for edges.
	bool sharesLight = false;
};

/// Traces the pixels of one tile: all camera rays of a sample together, then all lamp rays, and so on, so that packets are full.
///
/// A camera ray passes ghosts and glass and ends on a surface, the floor or the backdrop (TileTracer.cpp). On a surface, the light is the
/// open light (Lighting) minus what one lamp ray and one sky ray find blocked, plus the light that comes back from what blocked the sky
/// (TileShading.cpp). Jelly gets its light from a place inside it (TileJelly.cpp).
class TileTracer
{
public:
	explicit TileTracer(const TraceContext& traceContext);
	/// Adds the samples of a pass to the pixels.
	void Trace(std::span<const PixelPlace> tilePixels, const SamplePass& samplePass, Film& targetFilm);

private:
	struct CameraPath
	{
		std::uint32_t slot; ///< Which of the pixels
		Vec3 origin, direction;
		Colour throughput = {1, 1, 1};
		float travelled = 0;
	};
	/// A place whose light is asked for.
	struct LitPoint
	{
		std::uint32_t slot = 0;
		SurfacePoint surface; ///< material is null on the floor
		Vec3 view;            ///< Unit, towards where the camera's ray came from
		Colour throughput;
		Colour light;          ///< On the surface
		Colour inner;          ///< Jelly: light from inside
		Colour seen;           ///< Jelly: what lies behind it
		Colour mirrored;       ///< Seen in the coat
		float through = 0;     ///< Jelly: share of what lies behind it
		float reflected = 0;   ///< Share of the coat
		float footprint = 0;   ///< Width of a pixel there, m
		bool sendsRays = true; ///< For lamps and sky; otherwise light is a guess
		bool isSkyHidden = false;
		bool isShaded = false;   ///< Something close stood in the way of the sky
		bool isRecalled = false; ///< Its light is that of an earlier sample

		bool IsJelly() const { return surface.material && surface.material->finish == Finish::Jelly; }
		/// Where a new ray starts outside the surface.
		Vec3 Outside() const { return surface.position + surface.faceNormal * surface.offset; }
		Vec3 Inside() const { return surface.position - surface.faceNormal * surface.offset; }
	};
	/// What an earlier sample of the pixel found.
	struct KnownLight
	{
		const Material* material = nullptr;
		std::uint32_t geometry = 0;
		Vec3 position, normal;
		Colour light, inner, seen;
		float through = 0;
		bool isSkyHidden = false, isShaded = false;
	};
	/// Where a sky ray ended: sends its own light back to the point the ray left.
	struct Bounce
	{
		std::uint32_t point;
		Vec3 position, normal;
		Colour albedo;
		float offset;
	};

	void TraceSample();
	void RecallLight();
	void RememberLight();
	void StartCameraPaths();
	void FollowCameraPaths(bool isFirst);
	void DrawGhosts(std::span<const float> ends);
	void EndOnBackdrop(const CameraPath& path, bool isFirst);
	void EndOnFloor(const CameraPath& path, float distance, bool isFirst);
	void EndOnSurface(const CameraPath& path, const RayHit& hit, bool isFirst);
	void PassGlass(const CameraPath& path, const SurfacePoint& surface, float distance);
	LitPoint& AddPoint(const CameraPath& path, float distance);
	void Deposit();

	void ShadeLamps();
	void ShadeSky();
	void ShadeBounces();
	void ShadeCoats();
	void ReflectInFloor();
	/// Adds a ray towards a lamp to rays, if there is anything it could meet, and the light it is about to lights.
	void AddLampRay(const Vec3& origin, const Lighting::LampSample& lamp, const Colour& light, std::uint32_t tag);
	/// Traces rays towards lamps; the share of light that does not arrive is in blocked after it.
	void TraceLampRays();
	void FollowLampRaysThroughClear();

	void ShadeInside();
	void SeeThroughJelly();
	void LightInsideBySky();
	void LightInsideByLamps();

	Sample2 Random(std::uint32_t slot, std::uint32_t dimension) const { return samplers[slot].Get(sample, dimension); }
	FilmPixel& PixelOf(std::uint32_t slot) { return film->At(pixels[slot].x, pixels[slot].y); }
	Colour BackdropOf(std::uint32_t slot) const;
	bool MayMeetSolids(const Vec3& origin, const Vec3& direction) const { return MayMeet(context.solidBounds, origin, direction); }
	static bool MayMeet(const Box3& box, const Vec3& origin, const Vec3& direction);

	// Light at places whose own surroundings are not looked at. Half of the sky is taken to be hidden, and the floor to be the darker
	// the closer it is: a floor close by lies under something.
	float GuessOpenness(float clearance) const;
	Colour GuessSky(const Vec3& position, const Vec3& normal) const;
	Colour GuessSurroundings(const SurfacePoint& surface) const;
	/// What a ray sees: the object it hit, the floor, or what is elsewhere.
	Colour GuessSeen(const Vec3& origin, const Vec3& direction, const RayHit& hit, const Colour& elsewhere) const;

	TraceContext context;
	float crampedLength; ///< Clearance at which half of the light gets in, m
	std::span<const PixelPlace> pixels;
	SamplePass pass;
	Film* film = nullptr;
	std::uint32_t sample = 0;

	std::vector<PixelSampler> samplers;
	std::vector<CameraPath> paths, nextPaths;
	std::vector<LitPoint> points;
	std::vector<std::vector<KnownLight>> knownLights; ///< Of each pixel
	std::vector<Bounce> bounces;
	// Scratch of one stage, beside its rays.
	RayBatch rays, moreRays, followingRays;
	std::vector<RayHit> hits;
	std::vector<Vec3> places;
	std::vector<Colour> lights, blocked;
	std::vector<float> distances;
};

// What the parts of the tracer share.

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

/// Surfaces of glass or jelly that a ray passes before it is given up.
inline constexpr int MostClearSurfaces = 10;
/// Coats smoother than this show their surroundings by a ray of their own.
inline constexpr float MirrorRoughness = 0.15f;

Vec3 Reflect(const Vec3& direction, const Vec3& normal);
/// False for total reflection. @param ratio Refractive index of the near side over that of the far side.
bool Refract(const Vec3& direction, const Vec3& normal, float ratio, Vec3& refracted);

/// Light left after a way through tinted glass: the colour to the power of the way in depths.
Colour GlassTransmission(const Material& glass, const Colour& tint, float distance);
/// Light left after a way through jelly: channels that the colour is strong in travel farther.
Colour JellyTransmission(const Material& jelly, const Colour& colour, float distance);

}
