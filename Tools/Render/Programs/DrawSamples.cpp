// Draws the sample pictures of the documentation, and prints what each took:
// draw_samples FOLDER [draft|standard|high|best] [WIDTH HEIGHT]

#include <Render/IconScene.h>
#include <Render/ParticlePicture.h>
#include <Render/Png.h>
#include <Render/Renderer.h>
#include <Render/Shapes.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

namespace SPHSolids::Render
{
namespace
{

/// Draws, writes and prints what each picture took.
class SampleBook
{
public:
	SampleBook(std::string targetFolder, const RenderSettings& pictureSettings)
		: folder(std::move(targetFolder))
		, settings(pictureSettings)
	{
	}
	TaskRunner& Tasks() { return *tasks; }

	bool Add(const std::string& name, const Scene& scene, const Camera& camera)
	{
		const std::clock_t before = std::clock();
		return Keep(name, renderer.Render(scene, camera, settings, *tasks), before);
	}
	bool Add(const std::string& name, ParticlePicture picture)
	{
		const std::clock_t before = std::clock();
		picture.settings = settings;
		return Keep(name, DrawParticles(picture, renderer, *tasks), before);
	}

private:
	bool Keep(const std::string& name, Result<Image> image, std::clock_t before)
	{
		const double processor = 1000.0 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
		const Status written = image.IsOk() ? WritePng(folder + "/" + name + ".png", image.Value()) : Status(image.TakeError());
		if (!written.IsOk())
		{
			std::fprintf(stderr, "%s\n", written.Message().c_str());
			return false;
		}
		const RenderTimes& times = renderer.LastTimes();
		std::printf("%-14s %5.0f ms (trees %.0f, first %.0f, refined %.0f, smoothed %.0f, developed %.0f), %.0f ms of processors; "
					"%.0f %% on edges, %.0f %% in shade\n",
			name.c_str(), times.Total(), times.build, times.trace, times.refine, times.smooth, times.develop, processor,
			100 * times.edgeShare, 100 * times.shadeShare);
		return true;
	}

	std::string folder;
	RenderSettings settings;
	Renderer renderer;
	std::unique_ptr<TaskRunner> tasks = MakeParallelTaskRunner();
};

void Place(MeshObject& mesh, const Vec3& where, float turn, float size)
{
	const Mat3 rotation = AxisAngleRotation<float>({0, 0, 1}, turn);
	for (Vec3& position : mesh.positions)
		position = rotation * (position * size) + where;
	for (Vec3& normal : mesh.normals)
		normal = rotation * normal;
}

Scene JellyAnimals(StudioLook look)
{
	Scene scene = MakeStudio(look);
	const auto add = [&](const char* name, std::uint32_t colour, const Vec3& where, float turn, float size, float depth)
	{
		scene.meshes.push_back(SculptedModel(name, 100000, MakeJelly(FromHex(colour), depth), false).TakeValue());
		Place(scene.meshes.back(), where, turn, size);
	};
	add("bunny", 0xF0405A, {0, 0.05f, 0}, 0.5f, 1, 0.10f);
	add("duck", 0xF5A21E, {0.25f, -0.02f, 0}, -0.35f, 0.8f, 0.10f);
	add("walrus", 0x35B57A, {-0.27f, 0.04f, 0}, 0.45f, 0.085f, 0.10f);
	add("star", 0x3D8BF0, {-0.06f, -0.27f, 0}, 0.3f, 0.7f, 0.05f);
	return scene;
}

Scene Materials()
{
	Scene scene = MakeStudio();
	const std::vector<Material> materials = {
		MakeMatte(FromHex(0xC9CED6)), MakeGlossy(FromHex(0x2F9E8F), 0.08f), MakeJelly(FromHex(0xF0405A), 0.45f), MakeWater(0.6f)};
	for (std::size_t i = 0; i < materials.size(); ++i)
		scene.meshes.push_back(MakeRoundedBox({0.62f * static_cast<float>(i), 0, 0.22f}, {0.44f, 0.44f, 0.44f}, 0.09f, 60, materials[i]));
	scene.floor.pattern = FloorPattern::Grid;
	return scene;
}

/// About 30 000 particles: the size that frame times are quoted for.
Scene ParticleCube()
{
	constexpr int Side = 31;
	constexpr float Radius = 0.01f;
	Scene scene = MakeStudio();
	SphereObject set;
	set.radius = Radius;
	set.material = MakeGlossy({0.8f, 0.8f, 0.8f}, 0.3f);
	const Colourmap map(ColourmapName::Lagoon);
	for (int i = 0; i < Side * Side * Side; ++i)
	{
		const Vec3 cell = {static_cast<float>(i % Side), static_cast<float>(i / Side % Side), static_cast<float>(i / Side / Side)};
		set.centres.push_back((cell - Vec3{0.5f * Side, 0.5f * Side, -0.5f}) * (2 * Radius));
		const Vec3& place = set.centres.back();
		set.colours.push_back(map.At(0.5 + 0.35 * std::sin(9 * place.x) * std::cos(7 * place.y) + 0.4 * (place.z - 0.31)));
	}
	scene.spheres.push_back(set);
	return scene;
}

bool AddParticleBunny(SampleBook& book)
{
	const MeshObject bunny = SculptedModel("bunny", 60000, {}, true).TakeValue();
	const float radius = 0.004f;
	const SphereObject balls = FillWithBalls(bunny, radius, {}, book.Tasks()).TakeValue();
	std::vector<Vec3d> positions, vertices;
	std::vector<double> depths;
	for (const Vec3& centre : balls.centres)
	{
		positions.push_back(centre.Cast<double>());
		depths.push_back(1000 * centre.z);
	}
	for (const Vec3& vertex : bunny.positions)
		vertices.push_back(vertex.Cast<double>());
	ParticlePicture picture;
	picture.positions = positions;
	picture.radius = radius;
	picture.scalars = depths;
	picture.ghost = {vertices, bunny.triangles};
	picture.cut = CutPlane{{-0.01, 0, 0}, {1, 0, 0}};
	picture.towardsCamera = ViewDirection(50, 16);
	picture.title = "Bunny, cut open";
	picture.lines = {std::to_string(positions.size()) + " particles on a close-packed lattice"};
	picture.legendTitle = "height";
	picture.unit = "mm";
	return book.Add("particles", picture);
}

bool DrawAll(SampleBook& book)
{
	const Scene animals = JellyAnimals(StudioLook::Light), night = JellyAnimals(StudioLook::Dark), materials = Materials();
	const Scene cube = ParticleCube();
	return book.Add("jelly", animals, FrameScene(animals, ViewDirection(4, 17), {16.0f / 9, 24, 0.08f}))
		&& book.Add("jelly-dark", night, FrameScene(night, ViewDirection(4, 17), {16.0f / 9, 24, 0.08f}))
		&& book.Add("materials", materials, FrameScene(materials, ViewDirection(12, 20), {16.0f / 9, 24, 0.1f}))
		&& book.Add("cube", cube, FrameScene(cube, ViewDirection(CameraPreset::ThreeQuarter))) && AddParticleBunny(book);
}

}
}

int main(int argumentCount, char** arguments)
{
	using namespace SPHSolids::Render;
	const std::optional<Quality> quality = argumentCount > 2 ? QualityByName(arguments[2]) : Quality::High;
	if (argumentCount < 2 || argumentCount > 5 || argumentCount == 4 || !quality)
	{
		std::fputs("Usage: draw_samples FOLDER [draft|standard|high|best] [WIDTH HEIGHT]\n", stderr);
		return 2;
	}
	RenderSettings settings;
	settings.quality = *quality;
	settings.width = argumentCount > 4 ? std::atoi(arguments[3]) : 960;
	settings.height = argumentCount > 4 ? std::atoi(arguments[4]) : 540;
	SampleBook book(arguments[1], settings);
	return DrawAll(book) ? 0 : 1;
}
