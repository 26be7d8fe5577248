// Draws the pictures of Docs/sampling.md: a model filled by the three methods, cut open, by density error and by neighbours.
// draw_samplings FOLDER COUNT MODEL...

#include <Render/Montage.h>
#include <Render/ParticlePicture.h>
#include <Render/Png.h>
#include <SPHSolids/Sampling/SamplingQuality.h>
#include <Scenes/Models.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace SPHSolids::Render
{
namespace
{

constexpr int PanelSide = 520;
constexpr std::size_t ModelTriangles = 50'000;
constexpr ValueRange ShownErrors = {-15, 15}; // per cent
constexpr ValueRange ShownNeighbours = {5, 40};

struct Drawing
{
	RenderMesh mesh;
	MeshDistance distance;
	std::uint32_t count;
	std::unique_ptr<TaskRunner> tasks;
	Renderer renderer;
};

/// Adds a picture by density error to the first row and one by neighbours to the second.
Status AddMethod(SamplingMethod method, Drawing& drawing, Montage& montage)
{
	SamplingSettings settings;
	settings.method = method;
	settings.particleCount = drawing.count;
	const Result<ParticleSampling> sampling = SampleMesh(drawing.distance, settings, *drawing.tasks, nullptr);
	if (!sampling.IsOk())
		return Error{sampling.Message()};
	const Result<SamplingQuality> quality = MeasureSampling(drawing.distance, sampling.Value(), *drawing.tasks, nullptr);
	if (!quality.IsOk())
		return Error{quality.Message()};
	std::vector<double> errors, neighbours;
	for (std::size_t i = 0; i < sampling.Value().positions.size(); ++i)
	{
		errors.push_back(100 * (static_cast<double>(quality.Value().density[i]) - 1));
		neighbours.push_back(quality.Value().neighbours[i]);
	}

	ParticlePicture picture;
	picture.positions = sampling.Value().positions;
	picture.radius = sampling.Value().particleRadius;
	picture.ghost = drawing.mesh.View();
	CutOpen(picture);
	picture.settings.width = picture.settings.height = PanelSide;
	picture.scalars = errors;
	picture.colourmap = ColourmapName::Tide;
	picture.range = ShownErrors;
	picture.title = SamplingMethodName(method);
	picture.legendTitle = "density error";
	picture.unit = std::string("%");
	Result<Image> byDensity = DrawParticles(picture, drawing.renderer, *drawing.tasks);
	picture.scalars = neighbours;
	picture.colourmap = ColourmapName::Lagoon;
	picture.range = ShownNeighbours;
	picture.wholeNumbers = true;
	picture.legendTitle = "neighbours";
	picture.unit.clear();
	Result<Image> byNeighbours = DrawParticles(picture, drawing.renderer, *drawing.tasks);
	if (!byDensity.IsOk() || !byNeighbours.IsOk())
		return Error{byDensity.IsOk() ? byNeighbours.Message() : byDensity.Message()};
	montage.rows[0].push_back(byDensity.TakeValue());
	montage.rows[1].push_back(byNeighbours.TakeValue());
	return {};
}

Status DrawModel(const std::string& folder, std::uint32_t count, const std::string& model)
{
	auto tasks = MakeParallelTaskRunner();
	Result<RenderMesh> mesh = Scenes::BuildModel(model, ModelTriangles);
	if (!mesh.IsOk())
		return Error{mesh.Message()};
	Result<MeshDistance> distance = MeshDistance::Build(mesh.Value().View(), *tasks);
	if (!distance.IsOk())
		return Error{distance.Message()};
	Drawing drawing{mesh.TakeValue(), distance.TakeValue(), count, std::move(tasks), {}};
	Montage montage;
	montage.rows.resize(2);
	for (const SamplingMethod method : {SamplingMethod::Grid, SamplingMethod::BlueNoise, SamplingMethod::Relaxed})
		if (Status status = AddMethod(method, drawing, montage); !status.IsOk())
			return status;
	const Result<Image> picture = DrawMontage(montage);
	return picture.IsOk() ? WritePng(folder + "/sampling_" + model + ".png", picture.Value()) : Status(Error{picture.Message()});
}

}
}

int main(int argumentCount, char** arguments)
{
	const int count = argumentCount > 3 ? std::atoi(arguments[2]) : 0;
	if (count <= 0)
		return std::fputs("Usage: draw_samplings FOLDER COUNT MODEL...\n", stderr), 2;
	for (int k = 3; k < argumentCount; ++k)
		if (const auto status = SPHSolids::Render::DrawModel(arguments[1], static_cast<std::uint32_t>(count), arguments[k]); !status.IsOk())
			return std::fprintf(stderr, "%s\n", status.Message().c_str()), 1;
	return 0;
}
