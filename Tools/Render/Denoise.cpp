#include <Render/Denoise.h>

#include <SPHSolids/Base/Simd.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace SPHSolids::Render
{
namespace
{

/// Farthest tap of the last round: 2 * 2^(rounds - 1) pixels.
constexpr int MostRounds = 4;
constexpr int Margin = 2 << (MostRounds - 1);
constexpr float SmallestAlbedo = 1e-3f;
/// Of the sum of three channels, from one sample to the next.
constexpr float PresumedVariance = 0.06f;

void FillRow(const Film& film, const DenoiseSettings& settings, int y, GuidePlanes& guides, LightPlanes& light)
{
	for (int x = 0; x < film.width; ++x)
	{
		const FilmPixel& pixel = film.At(x, y);
		const float surfaces = std::max(pixel.surfaces, 1.0f);
		const Vec3 normal = NormalizedOr(pixel.normal, Vec3{});
		const Vec3 position = pixel.position / surfaces - settings.eye;
		for (int axis = 0; axis < 3; ++axis)
		{
			guides.normal[axis].Row(y)[x] = normal[axis];
			guides.position[axis].Row(y)[x] = position[axis];
			light[axis].Row(y)[x] = pixel.noisy[axis] / std::max(pixel.albedo[axis], SmallestAlbedo * surfaces);
		}
		guides.sharpness.Row(y)[x] = 1 / std::max(Norm(position) * settings.pixelSize, 1e-12f);
		guides.weight.Row(y)[x] = pixel.surfaces;
	}
}

/// The taps of one round for eight pixels at once.
struct TapSum
{
	Float8 normal[3], position[3], sharpness, brightness, tolerance;
	Float8 sum[3] = {0.0f, 0.0f, 0.0f};
	Float8 total = 0.0f;
	Float8 spread = 0.0f; ///< First round: squares of brightness. Later: squares of weights times variances.
	Float8 count = 0.0f;  ///< First round: squares of weights

	void Add(const GuidePlanes& guides, const LightPlanes& light, int x, int y, float kernel, bool isFirst)
	{
		Float8 agreement = 0.0f, away = 0.0f, neighbour[3];
		for (int axis = 0; axis < 3; ++axis)
		{
			agreement = MulAdd(normal[axis], Float8::Load(guides.normal[axis].Row(y) + x), agreement);
			away = MulAdd(normal[axis], Float8::Load(guides.position[axis].Row(y) + x) - position[axis], away);
			neighbour[axis] = Float8::Load(light[axis].Row(y) + x);
		}
		agreement = Max(agreement, 0.0f);
		for (int square = 0; square < 5; ++square)
			agreement = agreement * agreement;
		away = away * sharpness;
		const Float8 samples = Float8::Load(guides.weight.Row(y) + x);
		Float8 weight = agreement * Max(NegMulAdd(away, away, 1.0f), 0.0f) * samples * Float8(kernel);
		const Float8 bright = neighbour[0] + neighbour[1] + neighbour[2];
		if (isFirst)
		{
			spread = MulAdd(weight * bright, bright, spread);
			count = MulAdd(weight, weight, count);
		}
		else
		{
			const Float8 difference = (bright - brightness) * tolerance;
			const Float8 like = Max(NegMulAdd(difference, difference, 1.0f), 0.0f);
			weight = weight * like * like;
			spread = MulAdd(weight * weight, Float8::Load(light[3].Row(y) + x), spread);
		}
		for (int axis = 0; axis < 3; ++axis)
			sum[axis] = MulAdd(weight, neighbour[axis], sum[axis]);
		total = total + weight;
	}
	void Store(const GuidePlanes& guides, LightPlanes& smoothed, int x, int y, bool isFirst) const
	{
		const Float8 inverse = Float8(1.0f) / Max(total, 1e-20f);
		Float8 mean = 0.0f;
		for (int axis = 0; axis < 3; ++axis)
		{
			const Float8 value = sum[axis] * inverse;
			mean = mean + value;
			value.Store(smoothed[axis].Row(y) + x);
		}
		Float8 variance = spread;
		if (isFirst)
		{
			// Between the pixels that were found; few that happen to agree are no proof of certainty. A weighted mean lessens it.
			const Float8 presumed = Float8(PresumedVariance) / Max(Float8::Load(guides.weight.Row(y) + x), 1.0f);
			variance = Max(spread * inverse - mean * mean, presumed) * count;
		}
		(variance * inverse * inverse).Store(smoothed[3].Row(y) + x);
	}
};

/// Eight pixels that show no surface.
bool IsBackdrop(const GuidePlanes& guides, int x, int y)
{
	const float* weights = guides.weight.Row(y) + x;
	return std::all_of(weights, weights + SimdWidth, [](float weight) { return weight == 0; });
}

void SmoothRow(const GuidePlanes& guides, const LightPlanes& light, LightPlanes& smoothed, int width, int y, int round)
{
	constexpr float Kernel[3] = {3.0f / 8, 1.0f / 4, 1.0f / 16};
	/// Differences up to this many standard deviations of the noise count as noise, plus a little that no eye sees.
	constexpr float NoiseReach = 6, Invisible = 0.06f;
	const int step = 1 << round;
	const bool isFirst = round == 0;
	for (int x = 0; x < width; x += SimdWidth)
	{
		if (IsBackdrop(guides, x, y))
		{
			for (int plane = 0; plane < 4; ++plane)
				Float8(0.0f).Store(smoothed[plane].Row(y) + x);
			continue;
		}
		TapSum taps;
		for (int axis = 0; axis < 3; ++axis)
		{
			taps.normal[axis] = Float8::Load(guides.normal[axis].Row(y) + x);
			taps.position[axis] = Float8::Load(guides.position[axis].Row(y) + x);
		}
		// A neighbour may lie off the plane by as much as a pixel is wide there, times how far off it is.
		taps.sharpness = Float8::Load(guides.sharpness.Row(y) + x) * Float8(0.7f / static_cast<float>(step));
		taps.brightness = Float8::Load(light[0].Row(y) + x) + Float8::Load(light[1].Row(y) + x) + Float8::Load(light[2].Row(y) + x);
		taps.tolerance = Float8(1.0f) / MulAdd(Sqrt(Float8::Load(light[3].Row(y) + x)), NoiseReach, Invisible);
		for (int dy = -2; dy <= 2; ++dy)
			for (int dx = -2; dx <= 2; ++dx)
				taps.Add(guides, light, x + dx * step, y + dy * step, Kernel[std::abs(dx)] * Kernel[std::abs(dy)], isFirst);
		taps.Store(guides, smoothed, x, y, isFirst);
	}
}

/// The lanes beyond the right edge were written with rubbish: they belong to the margin, which weighs nothing but must stay finite.
void ClearRightMargin(LightPlanes& light, int width, int y)
{
	for (PixelPlane& plane : light)
		std::fill_n(plane.Row(y) + width, SimdWidth, 0.0f);
}

}

void PixelPlane::Resize(int width, int height)
{
	const auto newStride = static_cast<std::size_t>(width + 2 * Margin + SimdWidth);
	const std::size_t size = newStride * static_cast<std::size_t>(height + 2 * Margin);
	if (newStride == stride && size == values.size())
		return;
	stride = newStride;
	values.assign(size, 0.0f);
}

std::size_t PixelPlane::Start(int y) const
{
	return static_cast<std::size_t>(y + Margin) * stride + Margin;
}

void LightSmoother::Run(const Film& film, const DenoiseSettings& settings, TaskRunner& tasks)
{
	for (auto* planes : {&guides.normal, &guides.position})
		for (PixelPlane& plane : *planes)
			plane.Resize(film.width, film.height);
	for (auto* planes : {&light, &smoothed})
		for (PixelPlane& plane : *planes)
			plane.Resize(film.width, film.height);
	guides.sharpness.Resize(film.width, film.height);
	guides.weight.Resize(film.width, film.height);

	const auto forRows = [&](auto&& body)
	{
		constexpr std::size_t RowsPerTask = 8;
		ParallelFor(tasks, static_cast<std::size_t>(film.height), RowsPerTask,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t y = begin; y < end; ++y)
					body(static_cast<int>(y));
			});
	};
	forRows([&](int y) { FillRow(film, settings, y, guides, light); });
	for (int round = 0; round < std::min(settings.rounds, MostRounds); ++round)
	{
		forRows(
			[&](int y)
			{
				SmoothRow(guides, light, smoothed, film.width, y, round);
				ClearRightMargin(smoothed, film.width, y);
			});
		std::swap(light, smoothed);
	}
}

Colour LightSmoother::LightAt(const Film& film, int x, int y) const
{
	const FilmPixel& pixel = film.At(x, y);
	const Colour bright = {light[0].Row(y)[x], light[1].Row(y)[x], light[2].Row(y)[x]};
	return Max(Modulate(pixel.albedo, bright), Colour{}) / std::max(pixel.samples, 1.0f);
}

}
