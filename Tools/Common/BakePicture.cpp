#include <Common/BakePicture.h>

#include <Render/Montage.h>
#include <Render/ParticlePicture.h>

#include <cstdio>

namespace SPHSolids::Tools
{
namespace
{

constexpr int PanelWidth = 840, PanelHeight = 960;
constexpr double ShownDensityError = 10; // per cent, at the ends of the colours

std::vector<Vec3d> PlacesOf(const BakedBody& body)
{
	std::vector<Vec3d> places;
	for (const Vec3& p : body.rest.position)
		places.push_back(p.Cast<double>() + body.origin);
	return places;
}

std::vector<double> DensityErrors(const BakeReport& report)
{
	std::vector<double> perCent;
	perCent.reserve(report.density.size());
	for (const float density : report.density)
		perCent.push_back(100 * (static_cast<double>(density) - 1));
	return perCent;
}

std::vector<double> NeighbourCounts(const BakedBody& body)
{
	std::vector<double> counts;
	counts.reserve(body.rest.ParticleCount());
	for (std::size_t i = 0; i < body.rest.ParticleCount(); ++i)
		counts.push_back(static_cast<double>(body.rest.neighbours.Of(i).size()));
	return counts;
}

std::vector<std::string> Summary(const BakedBody& body)
{
	char particles[96], density[96];
	const std::string method(SamplingMethodName(body.settings.method));
	std::snprintf(particles, sizeof particles, "%zu particles of radius %.3g m, %s", body.rest.ParticleCount(),
		static_cast<double>(body.rest.particleRadius), method.c_str());
	std::snprintf(density, sizeof density, "density off by %.1f %% on average", 100 * body.diagnosis.quality.densityErrorMean);
	return {particles, density};
}

}

Result<Render::Image> DrawBake(const RenderMesh& mesh, const BakedBody& body, const BakeReport& report, TaskRunner& tasks)
{
	const std::vector<Vec3d> places = PlacesOf(body);
	Render::ParticlePicture picture;
	picture.positions = places;
	picture.radius = static_cast<double>(body.rest.particleRadius);
	picture.settings.width = PanelWidth;
	picture.settings.height = PanelHeight;

	Render::Renderer renderer;
	Render::Montage montage;
	montage.rows.resize(1);
	const auto draw = [&]() -> Status
	{
		auto drawn = Render::DrawParticles(picture, renderer, tasks);
		if (!drawn.IsOk())
			return drawn.TakeError();
		montage.rows[0].push_back(drawn.TakeValue());
		return {};
	};

	const std::vector<double> densityError = DensityErrors(report);
	picture.scalars = densityError;
	picture.colourmap = Render::ColourmapName::Tide;
	picture.range = Render::ValueRange{-ShownDensityError, ShownDensityError};
	picture.title = body.name;
	picture.lines = Summary(body);
	if (Status status = draw(); !status.IsOk())
		return Error{status.Message()};

	picture.ghost = mesh.View();
	if (!report.isSheet)
		Render::CutOpen(picture);
	picture.title.clear();
	picture.lines.clear();
	picture.legendTitle = "density error";
	picture.unit = std::string("%");
	if (Status status = draw(); !status.IsOk())
		return Error{status.Message()};

	const std::vector<double> neighbours = NeighbourCounts(body);
	picture.scalars = neighbours;
	picture.colourmap = Render::ColourmapName::Lagoon;
	picture.range.reset();
	picture.wholeNumbers = true;
	picture.legendTitle = "neighbours";
	picture.unit.clear();
	if (Status status = draw(); !status.IsOk())
		return Error{status.Message()};
	return Render::DrawMontage(montage);
}

}
