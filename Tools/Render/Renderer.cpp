#include <Render/Renderer.h>

#include <Render/Denoise.h>
#include <Render/Film.h>
#include <Render/Lighting.h>
#include <Render/RayScene.h>
#include <Render/Stage.h>
#include <Render/TileTracer.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <span>
#include <string>
#include <utility>

namespace SPHSolids::Render
{

struct Renderer::State
{
	RayScene rays;
	Film film;
	LightSmoother smoother;
	RenderTimes times;
};

namespace
{

constexpr int TileSide = 16;
constexpr int LargestSide = 1 << 14;

/// Samples that every pixel takes; those that pixels in shade, or on edges, take on top; rounds of smoothing. Powers of two or 0.
struct QualityPlan
{
	std::uint32_t firstSamples, shadeSamples, edgeSamples;
	int smoothingRounds;
	bool sharesLight; ///< Between the samples of an edge
};

QualityPlan PlanFor(Quality quality)
{
	switch (quality)
	{
	case Quality::Draft: return {1, 1, 2, 3, true};
	case Quality::Standard: return {1, 1, 4, 4, true};
	case Quality::High: return {2, 16, 32, 2, false};
	case Quality::Best: return {4, 128, 128, 1, false};
	}
	return {1, 0, 0, 0, false};
}

class Stopwatch
{
public:
	/// Milliseconds since the last call.
	double Lap()
	{
		const auto now = std::chrono::steady_clock::now();
		const double milliseconds = std::chrono::duration<double, std::milli>(now - last).count();
		last = now;
		return milliseconds;
	}

private:
	std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
};

Status ValidateRequest(const Camera& camera, const RenderSettings& settings)
{
	if (settings.width < 1 || settings.height < 1 || settings.width > LargestSide || settings.height > LargestSide)
		return Error{"A picture of " + std::to_string(settings.width) + " x " + std::to_string(settings.height)
			+ " pixels cannot be drawn; choose sides from 1 to " + std::to_string(LargestSide) + "."};
	if (!IsFinite(camera.eye) || !IsFinite(camera.target) || !IsFinite(camera.up) || camera.eye == camera.target)
		return Error{"The camera has no direction to look in; give it an eye and a target that are finite and apart."};
	if (!(camera.fieldOfView > 0 && camera.fieldOfView < 170))
		return Error{"The camera's field of view is " + std::to_string(camera.fieldOfView) + " degrees; choose one between 0 and 170."};
	return {};
}

struct Tile
{
	int firstX, firstY, lastX, lastY;
};

/// body(tiles) for spans of the picture's tiles, so that one tracer serves several of them.
template <class Body>
void ForTiles(const RenderSettings& settings, TaskRunner& tasks, Body&& body)
{
	constexpr std::size_t TilesPerTask = 4;
	std::vector<Tile> tiles;
	for (int y = 0; y < settings.height; y += TileSide)
		for (int x = 0; x < settings.width; x += TileSide)
			tiles.push_back({x, y, std::min(x + TileSide, settings.width), std::min(y + TileSide, settings.height)});
	ParallelFor(tasks, tiles.size(), TilesPerTask,
		[&](std::size_t begin, std::size_t end) { body(std::span<const Tile>(tiles).subspan(begin, end - begin)); });
}

/// Pixels in blocks of 4 x 2, so that the eight rays of a packet lie side by side.
template <class Wanted>
void GatherPixels(const Tile& tile, std::vector<PixelPlace>& places, Wanted&& isWanted)
{
	places.clear();
	for (int blockY = tile.firstY; blockY < tile.lastY; blockY += 2)
		for (int blockX = tile.firstX; blockX < tile.lastX; blockX += 4)
			for (int y = blockY; y < std::min(blockY + 2, tile.lastY); ++y)
				for (int x = blockX; x < std::min(blockX + 4, tile.lastX); ++x)
					if (isWanted(x, y))
						places.push_back({x, y});
}

/// Whether two neighbouring pixels show different things: other surfaces, a crease, the border of a mirror image, a change of colour or of
/// a ghost's rim.
bool IsEdgeBetween(const FilmPixel& a, const FilmPixel& b)
{
	if (a.surfaceId != b.surfaceId)
		return true;
	const Colour sharpChange = a.sharp - b.sharp;
	if (std::abs(a.veil - b.veil) > 0.06f * a.samples || std::abs(Luminance(sharpChange)) > 0.08f * a.samples)
		return true;
	if (a.surfaceId == 0)
		return false;
	if (Dot(a.normal, b.normal) < 0.9f * Norm(a.normal) * Norm(b.normal))
		return true;
	const Colour change = a.albedo - b.albedo;
	return std::max({std::abs(change.x), std::abs(change.y), std::abs(change.z)}) > 0.04f * a.samples;
}

enum class Refinement : std::uint8_t
{
	None,
	Shade,
	Edge,
};

bool IsEdge(const Film& film, int x, int y)
{
	const FilmPixel& pixel = film.At(x, y);
	return (x > 0 && IsEdgeBetween(pixel, film.At(x - 1, y))) || (x + 1 < film.width && IsEdgeBetween(pixel, film.At(x + 1, y)))
		|| (y > 0 && IsEdgeBetween(pixel, film.At(x, y - 1))) || (y + 1 < film.height && IsEdgeBetween(pixel, film.At(x, y + 1)));
}

/// Which pixels take more samples: edges, places with something close, and the borders of shadows. The latter count by tiles: asking only for the pixels whose own first ray was blocked would wash out
/// faint shadows, because the others would go on believing that theirs are open.
void PlanTileRefinement(const Film& film, const Tile& tile, std::vector<Refinement>& plan)
{
	bool isShaded = false;
	for (int y = tile.firstY; y < tile.lastY; ++y)
		for (int x = tile.firstX; x < tile.lastX; ++x)
			isShaded |= film.At(x, y).isShaded;
	for (int y = tile.firstY; y < tile.lastY; ++y)
		for (int x = tile.firstX; x < tile.lastX; ++x)
		{
			Refinement& refinement = plan[film.Index(x, y)];
			refinement = isShaded && film.At(x, y).surfaces > 0 ? Refinement::Shade : Refinement::None;
			if (IsEdge(film, x, y))
				refinement = Refinement::Edge;
		}
}

Image Develop(const Film& film, const LightSmoother& smoother, float exposure, bool transparent, TaskRunner& tasks)
{
	Image image(film.width, film.height);
	ParallelFor(tasks, static_cast<std::size_t>(film.height), 8,
		[&](std::size_t begin, std::size_t end)
		{
			for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y)
				for (int x = 0; x < film.width; ++x)
				{
					const FilmPixel& pixel = film.At(x, y);
					const float samples = std::max(pixel.samples, 1.0f);
					Colour light = (pixel.sharp / samples + smoother.LightAt(film, x, y)) * exposure;
					const float alpha = transparent ? std::min(1.0f, (pixel.coverage + pixel.veil) / samples) : 1;
					if (transparent && alpha > 0)
						light = light / alpha;
					Rgba8 developed = FromLinear(ToneMap(light));
					developed.a = static_cast<std::uint8_t>(std::lround(255 * alpha));
					image.At(x, y) = developed;
				}
		});
	return image;
}

Scene WithoutStage(const Scene& scene)
{
	Scene bare = scene;
	bare.floor.visible = false;
	bare.backdrop = {{}, {}, 0};
	return bare;
}

}

std::optional<Quality> QualityByName(std::string_view name)
{
	constexpr std::array<std::pair<std::string_view, Quality>, 4> levels = {
		{{"draft", Quality::Draft}, {"standard", Quality::Standard}, {"high", Quality::High}, {"best", Quality::Best}}};
	for (const auto& [levelName, quality] : levels)
		if (levelName == name)
			return quality;
	return std::nullopt;
}

Renderer::Renderer()
	: state(std::make_unique<State>())
{
}
Renderer::~Renderer() = default;
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;

const RenderTimes& Renderer::LastTimes() const
{
	return state->times;
}

Result<Image> Renderer::Render(const Scene& wanted, const Camera& camera, const RenderSettings& settings, TaskRunner& tasks)
{
	if (Status valid = ValidateRequest(camera, settings); !valid.IsOk())
		return Error{valid.Message()};
	Stopwatch watch;
	RenderTimes& times = state->times;
	const Scene bare = settings.transparent ? WithoutStage(wanted) : Scene{};
	const Scene& scene = settings.transparent ? bare : wanted;
	if (Status built = state->rays.Update(scene, tasks); !built.IsOk())
		return Error{built.Message()};
	times.build = watch.Lap();

	const QualityPlan plan = PlanFor(settings.quality);
	const Lighting lighting(scene);
	const Projection projection(camera, settings.width, settings.height);
	const Stage stage(scene, lighting, state->rays.SolidBounds(), camera, settings.width, settings.height);
	const TraceContext context = {scene, state->rays, lighting, stage, projection, state->rays.SolidBounds()};
	Film& film = state->film;
	film.Resize(settings.width, settings.height);
	ForTiles(settings, tasks,
		[&](std::span<const Tile> tiles)
		{
			TileTracer tracer(context);
			std::vector<PixelPlace> places;
			for (const Tile& tile : tiles)
			{
				GatherPixels(tile, places, [](int, int) { return true; });
				tracer.Trace(places, {plan.firstSamples, 0x5EED0001u, true, false}, film);
			}
		});
	times.trace = watch.Lap();

	std::vector<Refinement> refinement(film.pixels.size());
	ForTiles(settings, tasks,
		[&](std::span<const Tile> tiles)
		{
			for (const Tile& tile : tiles)
				PlanTileRefinement(film, tile, refinement);
		});
	ForTiles(settings, tasks,
		[&](std::span<const Tile> tiles)
		{
			TileTracer tracer(context);
			std::vector<PixelPlace> places;
			for (const Tile& tile : tiles)
				for (const auto& [kind, samples] : {std::pair{Refinement::Shade, plan.shadeSamples}, {Refinement::Edge, plan.edgeSamples}})
				{
					GatherPixels(tile, places, [&, asked = kind](int x, int y) { return refinement[film.Index(x, y)] == asked; });
					if (samples > 0 && !places.empty())
						tracer.Trace(places, {samples, 0x5EED0002u, false, plan.sharesLight && samples > 1}, film);
				}
		});
	const auto share = [&](Refinement kind)
	{ return static_cast<double>(std::count(refinement.begin(), refinement.end(), kind)) / static_cast<double>(refinement.size()); };
	times.edgeShare = share(Refinement::Edge);
	times.shadeShare = share(Refinement::Shade);
	times.refine = watch.Lap();

	state->smoother.Run(film, {plan.smoothingRounds, projection.PixelSize(), projection.Eye()}, tasks);
	times.smooth = watch.Lap();
	Image image = Develop(film, state->smoother, scene.exposure, settings.transparent, tasks);
	times.develop = watch.Lap();
	return image;
}

}
