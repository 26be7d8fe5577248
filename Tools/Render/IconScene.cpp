#include <Render/IconScene.h>

#include <Render/Renderer.h>
#include <Render/Shapes.h>
#include <SPHSolids/Geometry/MeshDistance.h>
#include <Scenes/Models.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace SPHSolids::Render
{
namespace
{

/// Drawn large and averaged down: smooth edges at the size it is seen at.
constexpr int Oversampling = 6;

/// The height at which particles give way to skin.
constexpr float SkinStart = 0.125f;

/// Keeps the triangles above a height.
void KeepAbove(MeshObject& mesh, float height)
{
	std::size_t kept = 0;
	for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
	{
		const Triangle& corner = mesh.triangles[i];
		if (std::min({mesh.positions[corner[0]].z, mesh.positions[corner[1]].z, mesh.positions[corner[2]].z}) < height)
			continue;
		mesh.triangles[kept] = corner;
		mesh.triangleColours[kept++] = mesh.triangleColours[i];
	}
	mesh.triangles.resize(kept);
	mesh.triangleColours.resize(kept);
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
	vertices.reserve(mesh.positions.size());
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
	const Colour coral = FromHex(0xFF4F6E);
	Result<RenderMesh> model = Scenes::BuildModel("bunny", 100000);
	if (!model.IsOk())
		return model.TakeError();
	// Fur, skin, eyes, tail.
	const std::array<Colour, 4> colours = {coral, FromHex(0xFF8FA3), FromHex(0x1B1420), FromHex(0xFFD9D2)};
	MeshObject bunny = MeshFrom(model.Value(), colours, MakeJelly(coral, 0.10f));
	const Mat3 turn = AxisAngleRotation<float>({0, 0, 1}, 0.5f);
	for (Vec3& position : bunny.positions)
		position = turn * position;
	for (Vec3& normal : bunny.normals)
		normal = turn * normal;
	Result<SphereObject> balls = FillWithBalls(bunny, 0.0095f, MakeGlossy(coral, 0.2f), tasks);
	if (!balls.IsOk())
		return balls.TakeError();

	Scene scene = MakeStudio(StudioLook::Dark);
	scene.backdrop = {FromHex(0x1F5673), FromHex(0x3C93A8), 0.25f};
	scene.meshes.push_back(bunny);
	scene.spheres.push_back(balls.TakeValue());
	const Camera camera = FrameScene(scene, ViewDirection(6, 9), {1, 22, 0.045f});
	KeepAbove(scene.meshes[0], SkinStart);
	SphereObject& particles = scene.spheres[0];
	KeepBelow(particles, SkinStart);
	for (const Vec3& centre : particles.centres)
		particles.colours.push_back(Mix(FromHex(0xFFC94D), coral, std::clamp(centre.z / SkinStart, 0.0f, 1.0f)));

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
