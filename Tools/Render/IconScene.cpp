#include <Render/IconScene.h>

#include <Render/Renderer.h>
#include <Render/Shapes.h>
#include <SPHSolids/Geometry/MeshDistance.h>
#include <Scenes/Models.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Render
{
namespace
{

/// Drawn large and averaged down: smooth edges at the size it is seen at.
constexpr int Oversampling = 6;

/// The height at which particles give way to skin.
constexpr float SkinStart = 0.155f;

/// Keeps the triangles above a height.
void KeepAbove(MeshObject& mesh, float height)
{
	std::erase_if(mesh.triangles,
		[&](const Triangle& t) { return std::min({mesh.positions[t[0]].z, mesh.positions[t[1]].z, mesh.positions[t[2]].z}) < height; });
	mesh.triangleColours.clear();
}

void KeepBelow(SphereObject& set, float height)
{
	std::erase_if(set.centres, [&](const Vec3& centre) { return centre.z > height; });
}

/// Makes the corners of a picture transparent along a circle.
void RoundCorners(Image& image, float radius)
{
	const float side = static_cast<float>(image.Width());
	for (int y = 0; y < image.Height(); ++y)
		for (int x = 0; x < image.Width(); ++x)
		{
			const auto beyond = [&](int place)
			{
				const float middle = static_cast<float>(place) + 0.5f;
				return std::max({0.0f, radius - middle, middle - side + radius});
			};
			const float outside = std::hypot(beyond(x), beyond(y)) - radius;
			image.At(x, y).a = static_cast<std::uint8_t>(std::lround(255 * std::clamp(0.5f - outside, 0.0f, 1.0f)));
		}
}

}

Result<MeshObject> SculptedModel(const char* name, std::size_t triangles, const Material& material, bool inOwnColours)
{
	Result<RenderMesh> model = Scenes::BuildModel(name, triangles);
	if (!model.IsOk())
		return model.TakeError();
	std::vector<Colour> colours;
	for (const Scenes::ModelInfo& info : Scenes::Models())
		if (inOwnColours && info.name == name)
			for (const Scenes::ModelSection& section : info.sections)
				colours.push_back({section.colour[0], section.colour[1], section.colour[2]});
	return MeshFrom(model.Value(), colours, material);
}

Result<SphereObject> FillWithBalls(const MeshObject& mesh, float radius, const Material& material, TaskRunner& tasks)
{
	std::vector<Vec3d> vertices;
	for (const Vec3& position : mesh.positions)
		vertices.push_back(position.Cast<double>());
	Result<MeshDistance> distance = MeshDistance::Build({vertices, mesh.triangles}, tasks);
	if (!distance.IsOk())
		return distance.TakeError();

	SphereObject set;
	set.radius = radius;
	set.material = material;
	const Box3d box = distance.Value().Bounds();
	// Face-centred cubic: every second point of a cubic lattice whose spacing is the ball's diameter over the root of two.
	const double spacing = 2 * radius / std::sqrt(2.0);
	const auto count = [&](int axis) { return static_cast<int>(box.Size()[axis] / spacing) + 1; };
	for (int k = 0; k <= count(2); ++k)
		for (int j = 0; j <= count(1); ++j)
			for (int i = (j + k) % 2; i <= count(0); i += 2)
			{
				const Vec3d place = box.min + Vec3d{i * spacing, j * spacing, k * spacing};
				if (distance.Value().SignedDistance(place) < -0.6 * radius)
					set.centres.push_back(place.Cast<float>());
			}
	return set;
}

Result<Image> DrawIcon(TaskRunner& tasks)
{
	const Colour coral = FromHex(0xFF5470);
	Result<MeshObject> bunny = SculptedModel("bunny", 100000, MakeJelly(coral, 0.10f), false);
	if (!bunny.IsOk())
		return bunny.TakeError();
	for (Vec3& position : bunny.Value().positions)
		position = AxisAngleRotation<float>({0, 0, 1}, 0.55f) * position;
	for (Vec3& normal : bunny.Value().normals)
		normal = AxisAngleRotation<float>({0, 0, 1}, 0.55f) * normal;
	Result<SphereObject> balls = FillWithBalls(bunny.Value(), 0.0085f, MakeGlossy(FromHex(0xFFC24B), 0.2f), tasks);
	if (!balls.IsOk())
		return balls.TakeError();

	Scene scene = MakeStudio(StudioLook::Dark);
	scene.backdrop = {FromHex(0x2B4A6F), FromHex(0x3E6C93), 0.25f};
	scene.meshes.push_back(bunny.Value());
	scene.spheres.push_back(balls.TakeValue());
	const Camera camera = FrameScene(scene, ViewDirection(8, 10), {1, 22, 0.07f});
	KeepAbove(scene.meshes[0], SkinStart);
	KeepBelow(scene.spheres[0], SkinStart);

	Renderer renderer;
	RenderSettings settings;
	settings.width = settings.height = IconSide * Oversampling;
	settings.quality = Quality::High;
	Result<Image> image = renderer.Render(scene, camera, settings, tasks);
	if (!image.IsOk())
		return image;
	Image icon = Downsample(image.Value(), Oversampling);
	RoundCorners(icon, 0.17f * IconSide);
	return icon;
}

}
