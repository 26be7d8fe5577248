#pragma once

#include <Render/Camera.h>
#include <Render/Image.h>
#include <Render/Scene.h>
#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Base/TaskRunner.h>

#include <memory>
#include <optional>
#include <string_view>

namespace SPHSolids::Render
{

enum class Quality
{
	Draft,    ///< Previews
	Standard, ///< Video and documentation: well under a second for 1280 x 720 on two cores
	High,     ///< Stills: six times as long
	Best,     ///< Posters: fifty times as long
};
std::optional<Quality> QualityByName(std::string_view name); ///< draft, standard, high, best

struct RenderSettings
{
	int width = 1280;
	int height = 720;
	Quality quality = Quality::Standard;
	/// Leaves floor and backdrop out: the picture is transparent where there is no object.
	bool transparent = false;
};

/// Where the time of a picture went, in milliseconds.
struct RenderTimes
{
	double build = 0;                     ///< Trees
	double trace = 0;                     ///< First round of samples
	double refine = 0;                    ///< More samples at edges and in shade
	double smooth = 0;                    ///< Noise
	double develop = 0;                   ///< Tone and encoding
	double edgeShare = 0, shadeShare = 0; ///< Shares of pixels that took more samples
	double Total() const { return build + trace + refine + smooth + develop; }
};

/// Draws scenes on the processor: no graphics card, no window. The same bits for any number of workers.
///
/// Kept from frame to frame of an animation it reuses the buffers of objects whose number of vertices did not change.
class Renderer
{
public:
	Renderer();
	~Renderer();
	Renderer(Renderer&&) noexcept;
	Renderer& operator=(Renderer&&) noexcept;

	Result<Image> Render(const Scene& scene, const Camera& camera, const RenderSettings& settings, TaskRunner& tasks);
	const RenderTimes& LastTimes() const;

private:
	struct State;
	std::unique_ptr<State> state;
};

}
