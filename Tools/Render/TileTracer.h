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
	Box3 lightBounds; ///< Solid objects with a margin; empty where there are none
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
};

/// Traces the pixels of one tile: all camera rays of a sample together, then all lamp rays, and so on, so that packets are full.
///
/// A camera ray passes ghosts and glass and ends on a surface, the floor or the backdrop. On a surface, the light is the open light
/// (Lighting) minus what one lamp ray and one sky ray find blocked, plus the light that comes back from what blocked the sky.
class TileTracer
{
public:
	explicit TileTracer(const TraceContext& traceContext);
	/// Adds the samples of a pass to the pixels.
	void Trace(std::span<const PixelPlace> pixels, const SamplePass& pass, Film& film);

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
		Colour light;        ///< On the surface
		Colour inner;        ///< Jelly: light from inside
		Colour seen;         ///< Jelly: what lies behind it
		float through = 0;   ///< Jelly: share of what lies behind it
		Colour mirrored;     ///< Seen in the coat
		float reflected = 0; ///< Share of the coat
		float footprint = 0; ///< Width of a pixel there, m
		bool hasGuessedLight = false;
		bool isSkyHidden = false;
		bool isShaded = false;   ///< Something close stood in the way of the sky
		bool isInShadow = false; ///< Something stood in the way of a lamp
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
	void StartCameraPaths();
	void FollowCameraPaths(bool isFirst);
	void DrawGhosts(std::span<const float> distances);
	void EndOnBackdrop(const CameraPath& path, bool isFirst);
	void EndOnFloor(const CameraPath& path, float distance, bool isFirst);
	void EndOnSurface(const CameraPath& path, const RayHit& hit, bool isFirst);
	LitPoint& AddPoint(const CameraPath& path, float distance);
	void PassGlass(const CameraPath& path, const SurfacePoint& surface, float distance);

	void ShadeLamps();
	void ShadeSky();
	void ShadeBounces();
	void ShadeInside();
	void SeeThrough();
	void ShadeCoats();
	void ReflectInFloor();
	void Deposit();

	Sample2 Random(std::uint32_t slot, std::uint32_t dimension) const;
	bool MayMeetSolids(const Vec3& origin, const Vec3& direction) const;
	// Light at places whose own surroundings are not looked at. Half of the sky is taken to be hidden, and the floor to be the darker
	// the closer it is: a floor close by lies under something.
	float GuessOpenness(float clearance) const;
	Colour GuessSky(const Vec3& position, const Vec3& normal) const;
	Colour GuessSurroundings(const SurfacePoint& surface) const;
	Colour GuessLight(const SurfacePoint& surface) const;
	/// What a ray sees: the object it hit, the floor, or what is elsewhere.
	Colour GuessSeen(const Vec3& origin, const Vec3& direction, const RayHit& hit, const Colour& elsewhere) const;
	/// Traces the lamp rays in rays, whose origins and directions are kept beside them.
	void TraceLampRays();
	void PassLampRaysThroughClear();
	/// Share of a lamp's light that does not get through.
	Colour BlockedShare(std::size_t ray) const;

	TraceContext context;
	float crampedLength; ///< Clearance at which half of the light gets in, m
	std::span<const PixelPlace> pixels;
	SamplePass pass;
	Film* film = nullptr;
	std::uint32_t sample = 0;

	std::vector<PixelSampler> samplers;
	std::vector<CameraPath> paths, nextPaths;
	std::vector<LitPoint> points;
	std::vector<Bounce> bounces;
	std::vector<Vec3> directions, origins;
	std::vector<Colour> lights, transmitted;
	std::vector<float> distances, travelled;
	std::vector<RayHit> hits;
	RayBatch rays, moreRays;
};

}
