#include <Render/Colourmap.h>
#include <Render/Renderer.h>
#include <Render/Shapes.h>
#include <SPHSolids/Base/Random.h>

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace SPHSolids::Render
{
namespace
{

constexpr int Width = 160, Height = 120;

Image Draw(
	const Scene& scene, const Camera& camera, Quality quality = Quality::Draft, int workers = 2, int width = Width, int height = Height)
{
	Renderer renderer;
	RenderSettings settings;
	settings.width = width;
	settings.height = height;
	settings.quality = quality;
	const auto tasks = MakeParallelTaskRunner(workers);
	Result<Image> image = renderer.Render(scene, camera, settings, *tasks);
	EXPECT_TRUE(image.IsOk());
	return image.TakeValue();
}

/// No floor, a plain backdrop, white light from everywhere and nothing else: a white surface with nothing around it comes out at this
/// brightness.
Scene UniformSky(float brightness)
{
	Scene scene;
	scene.floor.visible = false;
	scene.backdrop = {FromHex(0x202020), FromHex(0x202020), 0};
	scene.sky.zenith = scene.sky.horizon = scene.sky.ground = {brightness, brightness, brightness};
	return scene;
}

SphereObject Ball(const Vec3& centre, float radius, const Colour& colour)
{
	SphereObject set;
	set.centres = {centre};
	set.radius = radius;
	set.material = MakeMatte(colour);
	return set;
}

/// Two triangles over a parallelogram, facing along Cross(u, v).
MeshObject Sheet(const Vec3& corner, const Vec3& u, const Vec3& v, const Material& material)
{
	MeshObject mesh;
	mesh.positions = {corner, corner + u, corner + u + v, corner + v};
	mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
	mesh.material = material;
	return mesh;
}

Camera LookFromFront(float distance = 4)
{
	Camera camera;
	camera.eye = {0, -distance, 0};
	camera.target = {0, 0, 0};
	return camera;
}

Rgba8 PixelOf(const Image& image, const Camera& camera, const Vec3& point)
{
	const Projection::Pixel pixel = Projection(camera, image.Width(), image.Height()).Project(point);
	return image.At(static_cast<int>(pixel.x), static_cast<int>(pixel.y));
}
Colour LightOf(const Image& image, const Camera& camera, const Vec3& point)
{
	return LinearColour(PixelOf(image, camera, point));
}

int CountDifferent(const Image& a, const Image& b, int tolerance = 0)
{
	int count = 0;
	for (std::size_t i = 0; i < a.Pixels().size(); ++i)
	{
		const Rgba8 &p = a.Pixels()[i], &q = b.Pixels()[i];
		count += std::max({std::abs(p.r - q.r), std::abs(p.g - q.g), std::abs(p.b - q.b)}) > tolerance;
	}
	return count;
}

Scene SmallCrowd(int count, std::uint64_t seed)
{
	Scene scene = MakeStudio();
	SphereObject set;
	set.radius = 0.06f;
	set.material = MakeGlossy({0.8f, 0.8f, 0.8f});
	Random random(seed);
	for (int i = 0; i < count; ++i)
	{
		set.centres.push_back(random.NextInBox({-0.5, -0.5, 0.06}, {0.5, 0.5, 1}).Cast<float>());
		set.colours.push_back(random.NextInBox({0, 0, 0}, {1, 1, 1}).Cast<float>());
	}
	scene.spheres.push_back(set);
	return scene;
}

TEST(Renderer, AnEmptySceneShowsTheBackdropAsItWasPicked)
{
	for (const std::uint32_t picked : {0xE9EDF2u, 0x161C26u, 0x000000u, 0x3366CCu})
	{
		Scene scene = MakeStudio();
		scene.backdrop = {FromHex(picked), FromHex(picked), 0};
		const Rgba8 expected = {
			static_cast<std::uint8_t>(picked >> 16), static_cast<std::uint8_t>(picked >> 8), static_cast<std::uint8_t>(picked), 255};
		for (const bool floor : {true, false})
		{
			scene.floor.visible = floor;
			Camera camera;
			camera.target = {0, 0, 0.4f}; // floor below, backdrop above
			const Image image = Draw(scene, camera);
			for (const Rgba8& pixel : image.Pixels())
				ASSERT_TRUE(
					std::abs(pixel.r - expected.r) <= 1 && std::abs(pixel.g - expected.g) <= 1 && std::abs(pixel.b - expected.b) <= 1)
					<< int(pixel.r) << " " << int(pixel.g) << " " << int(pixel.b) << " for " << std::hex << picked;
		}
	}
}

TEST(Renderer, ASphereIsWhereGeometrySaysAndAsLarge)
{
	Scene scene = UniformSky(1);
	const Vec3 centre = {0.4f, 0.3f, 0.2f};
	const float radius = 0.5f;
	scene.spheres.push_back(Ball(centre, radius, {0, 0.8f, 0}));
	const Camera camera = LookFromFront();
	const int width = 320, height = 240;
	const Image image = Draw(scene, camera, Quality::Standard, 2, width, height);
	// Exact outline: directions within asin(r/d) of the one towards the centre.
	const Vec3 towards = NormalizedOr(centre - camera.eye, Vec3{});
	const float limit = std::sqrt(1 - radius * radius / SquaredNorm(centre - camera.eye));
	const Projection projection(camera, width, height);
	int wrong = 0;
	double covered = 0, expected = 0;
	for (int y = 0; y < height; ++y)
		for (int x = 0; x < width; ++x)
		{
			const float cosine = Dot(projection.RayDirection(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f), towards);
			const bool isInside = cosine > limit;
			const float share = (LinearColour(image.At(x, y)).y - FromHex(0x202020).y) / (0.8f - FromHex(0x202020).y);
			covered += share;
			expected += isInside;
			const bool isNearOutline = std::abs(cosine - limit) < 1.5f * projection.PixelSize() * std::sqrt(1 - limit * limit);
			wrong += !isNearOutline && (share > 0.5f) != isInside;
		}
	EXPECT_EQ(wrong, 0);
	EXPECT_NEAR(covered / expected, 1, 0.02);
}

TEST(Renderer, TheNearerOfTwoObjectsHidesTheOther)
{
	for (const bool redFirst : {true, false})
	{
		Scene scene = UniformSky(1);
		const SphereObject red = Ball({0, -1, 0}, 0.3f, {0.9f, 0, 0}), blue = Ball({0, 1, 0}, 0.5f, {0, 0, 0.9f});
		scene.spheres = redFirst ? std::vector{red, blue} : std::vector{blue, red};
		Camera camera = LookFromFront();
		EXPECT_GT(LightOf(Draw(scene, camera), camera, {0, 0, 0}).x, 0.5f);
		camera.eye.y = 4;
		EXPECT_GT(LightOf(Draw(scene, camera), camera, {0, 0, 0}).z, 0.5f) << "seen from behind";
	}
}

TEST(Renderer, AMeshHidesSpheresAndSpheresHideAMesh)
{
	Scene scene = UniformSky(1);
	scene.meshes.push_back(Sheet({-1, 0, -1}, {2, 0, 0}, {0, 0, 2}, MakeMatte({0, 0.9f, 0})));
	scene.spheres.push_back(Ball({-0.5f, -0.5f, 0}, 0.2f, {0.9f, 0, 0}));
	scene.spheres.push_back(Ball({0.5f, 0.5f, 0}, 0.2f, {0.9f, 0, 0}));
	const Camera camera = LookFromFront();
	const Image image = Draw(scene, camera);
	EXPECT_GT(LightOf(image, camera, {-0.5f, -0.5f, 0}).x, 0.5f);
	EXPECT_GT(LightOf(image, camera, {0.5f, 0, 0}).y, 0.5f);
}

TEST(Renderer, UniformLightMakesAnOpenSurfaceAsBrightAsItsColour)
{
	Scene scene = UniformSky(0.9f);
	const Colour colour = {0.3f, 0.5f, 0.7f};
	scene.spheres.push_back(Ball({0, 0, 0}, 0.5f, colour));
	const Camera camera = LookFromFront();
	const Image image = Draw(scene, camera);
	for (const Vec3& point : {Vec3{0, -0.5f, 0}, Vec3{0.3f, -0.4f, 0}, Vec3{0, -0.3f, -0.4f}})
	{
		const Colour light = LightOf(image, camera, point);
		for (int axis = 0; axis < 3; ++axis)
			EXPECT_NEAR(light[axis], 0.9f * colour[axis], 0.012f) << "a convex body hides no sky from itself";
	}
}

TEST(Renderer, BesideAnEndlessBlackWallHalfOfTheSkyIsLeft)
{
	// Along the wall's foot the wall fills half of the cosine-weighted sky; at a distance s from a wall of height H the share left is
	// (1 + s / sqrt(s^2 + H^2)) / 2.
	Scene scene = UniformSky(0.7f);
	scene.meshes.push_back(Sheet({-40, -4, 0}, {80, 0, 0}, {0, 4, 0}, MakeMatte({1, 1, 1})));
	scene.meshes.push_back(Sheet({-40, 0, 0}, {80, 0, 0}, {0, 0, 1}, MakeMatte({0, 0, 0})));
	Camera camera;
	camera.eye = {0, -5, 4};
	camera.target = {0, -1, 0};
	const Image image = Draw(scene, camera, Quality::High, 2, 240, 180);
	for (const float distance : {0.1f, 0.5f, 1.0f, 2.0f})
	{
		Colour sum;
		for (int i = -5; i <= 5; ++i)
			sum += LightOf(image, camera, {0.1f * static_cast<float>(i), -distance, 0}) / 11;
		const float expected = 0.7f * 0.5f * (1 + distance / std::sqrt(distance * distance + 1));
		EXPECT_NEAR(sum.y, expected, 0.03f) << "at " << distance << " m";
	}
}

TEST(Renderer, ALampLightsByTheCosineAndItsShadowIsBlack)
{
	Scene scene = UniformSky(0);
	scene.lamps = {{{0, -1, 1}, 0.05f, 0.05f, {0.7f, 0.7f, 0.7f}}};
	scene.meshes.push_back(Sheet({-3, -3, 0}, {6, 0, 0}, {0, 6, 0}, MakeMatte({0.9f, 0.9f, 0.9f})));
	scene.spheres.push_back(Ball({0, -0.6f, 0.6f}, 0.3f, {0, 0, 0})); // its shadow falls on the origin
	Camera camera;
	camera.eye = {4, 0, 4};
	camera.target = {0, 0, 0};
	const Image image = Draw(scene, camera, Quality::Standard);
	EXPECT_NEAR(LightOf(image, camera, {-1, 1, 0}).y, 0.9f * 0.7f * std::sqrt(0.5f), 0.01f);
	EXPECT_LT(LightOf(image, camera, {0, 0, 0}).y, 0.01f);
}

TEST(Renderer, APenumbraIsAsWideAsTheLampSays)
{
	// A lamp straight above of half width 0.4 over an edge at height 1: full shadow at x = -0.4, half at 0, none at 0.4.
	Scene scene = UniformSky(0);
	scene.lamps = {{{0, 0, 1}, 0.4f, 0.4f, {0.7f, 0.7f, 0.7f}}};
	scene.meshes.push_back(Sheet({-6, -6, 0}, {12, 0, 0}, {0, 12, 0}, MakeMatte({1, 1, 1})));
	scene.meshes.push_back(Sheet({-6, -6, 1}, {6, 0, 0}, {0, 12, 0}, MakeMatte({0, 0, 0})));
	Camera camera;
	camera.eye = {5, -1, 3};
	camera.target = {0.4f, 0, 0};
	const Image image = Draw(scene, camera, Quality::High, 2, 240, 180);
	const auto lightAt = [&](float x)
	{
		float sum = 0;
		for (int i = -5; i <= 5; ++i)
			sum += LightOf(image, camera, {x, 0.05f * static_cast<float>(i), 0}).y / 11;
		return sum / 0.7f;
	};
	EXPECT_LT(lightAt(-0.45f), 0.03f);
	EXPECT_NEAR(lightAt(-0.2f), 0.25f, 0.07f);
	EXPECT_NEAR(lightAt(0), 0.5f, 0.07f);
	EXPECT_NEAR(lightAt(0.2f), 0.75f, 0.07f);
	EXPECT_GT(lightAt(0.5f), 0.97f);
}

TEST(Renderer, AShadowDarkensTheFloorWhereTheLampIsHiddenAndNowhereElse)
{
	Scene scene = MakeStudio();
	scene.backdrop = {FromHex(0xE0E0E0), FromHex(0xE0E0E0), 0};
	scene.lamps = {{{-1, 0, 1}, 0.1f, 0.1f, {0.9f, 0.9f, 0.9f}}};
	scene.floor.gloss = 0;
	scene.spheres.push_back(Ball({0, 0, 0.8f}, 0.3f, {0.5f, 0.5f, 0.5f}));
	Camera camera;
	camera.eye = {0, -6, 3};
	camera.target = {0, 0, 0.2f};
	const Image image = Draw(scene, camera, Quality::Standard);
	const float open = FromHex(0xE0E0E0).y;
	EXPECT_LT(LightOf(image, camera, {0.8f, 0, 0}).y, 0.6f * open) << "along the lamp's direction through the ball";
	EXPECT_GT(LightOf(image, camera, {-0.9f, 0, 0}).y, 0.85f * open) << "on the lamp's side";
	EXPECT_NEAR(LightOf(image, camera, {-1.8f, 1.2f, 0}).y, open, 0.03f) << "far away";
}

TEST(Renderer, ColoursFollowTheMap)
{
	Scene scene = MakeStudio();
	SphereObject set;
	set.radius = 0.2f;
	set.material = MakeGlossy({1, 1, 1}, 0.3f);
	const Colourmap map(ColourmapName::Lagoon);
	for (int i = 0; i <= 10; ++i)
	{
		set.centres.push_back({static_cast<float>(i) - 5, 0, 0.2f});
		set.colours.push_back(map.At(i / 10.0));
	}
	scene.spheres.push_back(set);
	const Camera camera = FrameScene(scene, {0, -1, 0.2f}, {2, 20, 0.05f});
	const Image image = Draw(scene, camera, Quality::Standard, 2, 480, 240);
	for (int i = 0; i <= 10; ++i)
	{
		// The shade of a lit sphere, whatever its brightness, must lie closest to its own place in the map.
		const Colour seen = LightOf(image, camera, set.centres[static_cast<std::size_t>(i)]);
		double best = 0, bestDistance = 1e9;
		for (int j = 0; j <= 200; ++j)
		{
			const Colour candidate = map.At(j / 200.0);
			const float scale = Dot(candidate, seen) / Dot(candidate, candidate);
			const double distance = Norm(seen - candidate * scale) + 0.1 * std::abs(scale - 0.95);
			if (distance < bestDistance)
			{
				bestDistance = distance;
				best = j / 200.0;
			}
		}
		EXPECT_NEAR(best, i / 10.0, 0.07) << "sphere " << i;
	}
}

TEST(Renderer, SpheresThatAreNotFiniteAreLeftOut)
{
	const Scene whole = SmallCrowd(40, 1);
	const Camera camera = FrameScene(whole, ViewDirection(CameraPreset::ThreeQuarter), {4.0f / 3, 30, 0.08f});
	const Image expected = Draw(whole, camera);
	Scene dirty = whole;
	SphereObject& set = dirty.spheres[0];
	const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
	for (const Vec3& bad : {Vec3{nan, 0, 0}, Vec3{0, inf, 0}, Vec3{0, 0, -inf}})
	{
		set.centres.push_back(bad);
		set.colours.push_back({1, 0, 0});
	}
	set.radii.assign(set.centres.size(), set.radius);
	for (const float badRadius : {nan, inf, -1.0f, 0.0f})
	{
		set.centres.push_back({0, 0, 0.5f});
		set.radii.push_back(badRadius);
		set.colours.push_back({1, 0, 0});
	}
	EXPECT_EQ(Draw(dirty, camera), expected);
	EXPECT_TRUE(IsFinite(FrameScene(dirty, ViewDirection(CameraPreset::Front)).eye));
}

TEST(Renderer, NothingButBadSpheresIsAnEmptyScene)
{
	Scene scene = MakeStudio();
	scene.spheres.push_back(Ball({std::numeric_limits<float>::quiet_NaN(), 0, 0}, 1, {1, 0, 0}));
	EXPECT_EQ(Draw(scene, Camera()), Draw(MakeStudio(), Camera()));
}

TEST(Renderer, BadTrianglesAreLeftOut)
{
	Scene clean = UniformSky(1);
	clean.meshes.push_back(Sheet({-0.5f, 0, -0.5f}, {1, 0, 0}, {0, 0, 1}, MakeMatte({0, 0.8f, 0})));
	Scene dirty = clean;
	MeshObject& mesh = dirty.meshes[0];
	mesh.positions.push_back({std::numeric_limits<float>::quiet_NaN(), 0, 0});
	mesh.triangles.push_back({0, 1, 4});           // a corner that is no number
	mesh.triangles.push_back({0, 1, 77});          // a corner that is not there
	mesh.triangles.push_back({0, 0xFFFFFFFFu, 2}); // nor is this one
	mesh.triangles.push_back({1, 1, 2});           // no area
	EXPECT_EQ(Draw(dirty, LookFromFront()), Draw(clean, LookFromFront()));
}

TEST(Renderer, EmptyObjectsDrawNothing)
{
	Scene scene = MakeStudio();
	scene.meshes.emplace_back();
	scene.spheres.emplace_back();
	MeshObject noTriangles;
	noTriangles.positions = {{0, 0, 0}};
	scene.meshes.push_back(noTriangles);
	MeshObject noVertices;
	noVertices.triangles = {{0, 1, 2}};
	scene.meshes.push_back(noVertices);
	EXPECT_EQ(CountDifferent(Draw(scene, Camera()), Draw(MakeStudio(), Camera())), 0);
}

TEST(Renderer, AHugeSphereIsASmoothGround)
{
	Scene scene = UniformSky(0.8f);
	scene.lamps = {{{0, -1, 1}, 0.2f, 0.2f, {0.2f, 0.2f, 0.2f}}};
	const float radius = 1e6f;
	scene.spheres.push_back(Ball({0, 0, -radius}, radius, {0.5f, 0.5f, 0.5f}));
	Camera camera;
	camera.eye = {0, -10, 5};
	camera.target = {0, 0, 0};
	const Image image = Draw(scene, camera, Quality::Standard);
	const float expected = 0.5f * (0.8f + 0.2f * std::sqrt(0.5f));
	for (int x = 0; x < Width; x += 10)
		EXPECT_NEAR(LinearColour(image.At(x, Height - 1)).y, expected, 0.02f)
			<< "speckles would mean that it shades itself, at column " << x;
}

TEST(Renderer, TheSameBitsComeFromAnyNumberOfWorkers)
{
	Scene scene = SmallCrowd(60, 3);
	scene.meshes.push_back(MakeRoundedBox({0.6f, 0, 0.2f}, {0.4f, 0.4f, 0.4f}, 0.1f, 12, MakeJelly({0.9f, 0.1f, 0.2f}, 0.3f)));
	scene.meshes.push_back(MakeBall({-0.6f, -0.3f, 0.2f}, 0.2f, 24, MakeWater(0.5f)));
	scene.meshes.push_back(MakeBall({0, 0, 0.5f}, 0.6f, 24, MakeGhost({0.2f, 0.3f, 0.5f})));
	const Camera camera = FrameScene(scene, ViewDirection(CameraPreset::ThreeQuarter), {4.0f / 3, 30, 0.08f});
	const Image alone = Draw(scene, camera, Quality::Standard, 1);
	EXPECT_EQ(Draw(scene, camera, Quality::Standard, 2), alone);
	EXPECT_EQ(Draw(scene, camera, Quality::Standard, 3), alone);
}

TEST(Renderer, ARendererThatIsKeptDrawsWhatANewOneDraws)
{
	Renderer kept;
	const auto tasks = MakeParallelTaskRunner(2);
	RenderSettings settings;
	settings.width = Width;
	settings.height = Height;
	settings.quality = Quality::Draft;
	Scene scene = SmallCrowd(50, 5);
	scene.meshes.push_back(MakeBall({0, 0, 0.3f}, 0.3f, 16, MakeMatte({0.7f, 0.6f, 0.5f})));
	const Camera camera = FrameScene(scene, ViewDirection(CameraPreset::ThreeQuarter), {4.0f / 3, 30, 0.08f});
	for (int frame = 0; frame < 4; ++frame)
	{
		for (Vec3& centre : scene.spheres[0].centres)
			centre.z += 0.05f;
		for (Vec3& position : scene.meshes[0].positions)
			position.x += 0.1f;
		if (frame == 2)
			scene.spheres[0] = SmallCrowd(20, 6).spheres[0]; // another number of spheres
		if (frame == 3)
			scene.meshes.clear(); // an object goes
		const Image image = kept.Render(scene, camera, settings, *tasks).TakeValue();
		EXPECT_EQ(image, Draw(scene, camera)) << "frame " << frame;
	}
}

TEST(Renderer, ATransparentPictureIsOpaqueOnlyWhereObjectsAre)
{
	Scene scene = MakeStudio();
	scene.spheres.push_back(Ball({0, 0, 0}, 0.5f, {0.8f, 0.2f, 0.2f}));
	RenderSettings settings;
	settings.width = Width;
	settings.height = Height;
	settings.transparent = true;
	Renderer renderer;
	const auto tasks = MakeParallelTaskRunner(2);
	const Camera camera = LookFromFront();
	const Image image = renderer.Render(scene, camera, settings, *tasks).TakeValue();
	EXPECT_EQ(PixelOf(image, camera, {0, 0, 0}).a, 255);
	EXPECT_EQ(image.At(0, 0).a, 0);
	EXPECT_EQ(image.At(Width - 1, Height - 1).a, 0) << "no floor either";
	double area = 0;
	for (const Rgba8& pixel : image.Pixels())
		area += pixel.a / 255.0;
	// The outline is a circle of tan(asin(r/d)) over the pixel size at one metre.
	const double pixelRadius = std::tan(std::asin(0.5 / 4)) / Projection(camera, Width, Height).PixelSize();
	EXPECT_NEAR(area / (Pi * pixelRadius * pixelRadius), 1, 0.02);
}

TEST(Renderer, AGhostVeilsButNeitherHidesNorShades)
{
	Scene scene = MakeStudio();
	scene.backdrop.vignette = 0;
	scene.spheres.push_back(Ball({0, 0, 0.5f}, 0.2f, {0.9f, 0.1f, 0.1f}));
	Camera camera;
	camera.eye = {0, -5, 1.5f};
	camera.target = {0, 0, 0.4f};
	const Image without = Draw(scene, camera, Quality::Standard);
	scene.meshes.push_back(MakeBall({0, 0, 0.5f}, 0.5f, 40, MakeGhost({0.1f, 0.2f, 0.4f})));
	const Image with = Draw(scene, camera, Quality::Standard);
	const Colour sphereBefore = LightOf(without, camera, {0, 0, 0.5f}), sphereAfter = LightOf(with, camera, {0, 0, 0.5f});
	EXPECT_LT(Norm(sphereBefore - sphereAfter), 0.15f * Norm(sphereBefore)) << "the sphere shows through";
	const Vec3 rim = {0.49f, 0, 0.5f};
	EXPECT_LT(LightOf(with, camera, rim).x, 0.8f * LightOf(without, camera, rim).x) << "the rim is drawn";
	EXPECT_LT(Norm(LightOf(with, camera, {0.9f, 0.3f, 0}) - LightOf(without, camera, {0.9f, 0.3f, 0})), 0.01f) << "no shadow on the floor";
}

TEST(Renderer, ColouredGlassLetsItsColourThroughAndThickerGlassLess)
{
	const auto lightThrough = [](float thickness)
	{
		Scene scene = UniformSky(1);
		scene.meshes.push_back(Sheet({-4, 1, -4}, {8, 0, 0}, {0, 0, 8}, MakeMatte({0.7f, 0.7f, 0.7f})));
		Material glass = MakeGlass({0.8f, 0.4f, 0.2f}, 0.1f);
		scene.meshes.push_back(MakeRoundedBox({0, 0, 0}, {2, thickness, 2}, 0, 1, glass));
		scene.meshes.back().normals.clear();
		const Camera camera = LookFromFront();
		return LightOf(Draw(scene, camera), camera, {0, 0, 0});
	};
	const Colour thin = lightThrough(0.1f), thick = lightThrough(0.2f);
	// Face on, 4 % are lost at each surface, and the colour's power is the thickness over its depth.
	const float passed = 0.96f * 0.96f * 0.7f, reflected = 0.04f; // the front also reflects the sky
	EXPECT_NEAR(thin.x, passed * 0.8f + reflected, 0.03f);
	EXPECT_NEAR(thin.y, passed * 0.4f + reflected, 0.03f);
	EXPECT_NEAR(thin.z, passed * 0.2f + reflected, 0.03f);
	EXPECT_NEAR(thick.x, passed * 0.64f + reflected, 0.03f);
	EXPECT_NEAR(thick.y, passed * 0.16f + reflected, 0.03f);
	EXPECT_NEAR(thick.z, passed * 0.04f + reflected, 0.03f);
}

TEST(Renderer, ARoomIsSeenIntoThroughItsNearWall)
{
	Scene scene = UniformSky(1);
	scene.meshes.push_back(MakeRoom({{-1, -1, -1}, {1, 1, 1}}, MakeMatte({0.7f, 0.7f, 0.7f})));
	scene.spheres.push_back(Ball({0, 0, 0}, 0.3f, {0, 0.9f, 0}));
	const Camera camera = LookFromFront(6);
	const Image image = Draw(scene, camera, Quality::Standard);
	const Colour ball = LightOf(image, camera, {0, 0, 0});
	EXPECT_GT(ball.y, 0.3f) << "the ball shows, and light gets in";
	EXPECT_LT(ball.x, 0.5f * ball.y);
	EXPECT_GT(LightOf(image, camera, {0.6f, 1, 0.6f}).x, 0.15f) << "the far wall shows";
}

TEST(Renderer, JellyThrowsAShadowOfItsColour)
{
	Scene scene = MakeStudio();
	scene.backdrop = {FromHex(0xE0E0E0), FromHex(0xE0E0E0), 0};
	scene.floor.gloss = 0;
	scene.lamps = {{{-1, 0, 1}, 0.1f, 0.1f, {0.9f, 0.9f, 0.9f}}};
	scene.meshes.push_back(MakeBall({0, 0, 0.8f}, 0.3f, 40, MakeJelly({0.9f, 0.1f, 0.1f}, 0.5f)));
	Camera camera;
	camera.eye = {0, -6, 3};
	camera.target = {0, 0, 0.2f};
	const Colour shadow = LightOf(Draw(scene, camera, Quality::Standard), camera, {0.8f, 0, 0});
	EXPECT_LT(shadow.y, 0.75f * FromHex(0xE0E0E0).y);
	EXPECT_GT(shadow.x, 1.3f * shadow.y);
}

TEST(Renderer, SmoothNormalsShadeSmoothlyAndFlatFacesDoNot)
{
	Scene scene = UniformSky(0.1f);
	scene.lamps = {{{-1, -1, 1}, 0.1f, 0.1f, {0.8f, 0.8f, 0.8f}}};
	scene.meshes.push_back(MakeBall({0, 0, 0}, 1, 12, MakeMatte({0.8f, 0.8f, 0.8f})));
	const Camera camera = LookFromFront();
	const auto largestStep = [&](const Image& image)
	{
		float largest = 0;
		for (int x = Width / 2 - 25; x < Width / 2 + 25; ++x)
			largest =
				std::max(largest, std::abs(LinearColour(image.At(x + 1, Height / 2 - 6)).y - LinearColour(image.At(x, Height / 2 - 6)).y));
		return largest;
	};
	const float smooth = largestStep(Draw(scene, camera, Quality::High));
	scene.meshes[0].normals.clear();
	const float flat = largestStep(Draw(scene, camera, Quality::High));
	EXPECT_LT(smooth, 0.03f);
	EXPECT_GT(flat, 2 * smooth);
}

TEST(Renderer, ColoursPerVertexAndPerTriangleAreUsed)
{
	Scene scene = UniformSky(1);
	scene.meshes.push_back(Sheet({-1, 0, -1}, {2, 0, 0}, {0, 0, 2}, MakeMatte({0, 0, 0})));
	MeshObject& sheet = scene.meshes[0];
	sheet.colours = {{0, 0, 0}, {0.6f, 0, 0}, {0.6f, 0, 0}, {0, 0, 0}};
	const Camera camera = LookFromFront();
	Image image = Draw(scene, camera);
	for (const float x : {-0.5f, 0.0f, 0.5f})
		EXPECT_NEAR(LightOf(image, camera, {x, 0, 0.3f}).x, 0.3f * (1 + x), 0.02f);
	sheet.triangleColours = {{0, 0.6f, 0}, {0, 0, 0.6f}};
	image = Draw(scene, camera);
	EXPECT_NEAR(LightOf(image, camera, {0.5f, 0, -0.5f}).y, 0.6f, 0.02f);
	EXPECT_NEAR(LightOf(image, camera, {-0.5f, 0, 0.5f}).z, 0.6f, 0.02f);
}

TEST(Renderer, FloorPatternsShowNearTheSceneAndFadeFarAway)
{
	Scene scene = MakeStudio();
	scene.backdrop.vignette = 0;
	scene.spheres.push_back(Ball({0, 0, 0.1f}, 0.1f, {0.5f, 0.5f, 0.5f}));
	Camera camera;
	camera.eye = {0, -3, 4};
	camera.target = {0, 0, 0};
	const Image plain = Draw(scene, camera);
	for (const FloorPattern pattern : {FloorPattern::Grid, FloorPattern::Checker})
	{
		scene.floor.pattern = pattern;
		scene.floor.patternStrength = 0.8f;
		scene.floor.cellSize = 0.1f;
		const Image patterned = Draw(scene, camera);
		EXPECT_GT(CountDifferent(patterned, plain, 3), 200);
		EXPECT_EQ(PixelOf(patterned, camera, {1.5f, 0.4f, 0}), PixelOf(plain, camera, {1.5f, 0.4f, 0}));
	}
}

TEST(Renderer, ImpossibleRequestsAreRefusedWithASentence)
{
	Renderer renderer;
	const auto tasks = MakeSerialTaskRunner();
	RenderSettings settings;
	const float nan = std::numeric_limits<float>::quiet_NaN();
	for (const auto& [width, height] : {std::pair{0, 10}, {10, -1}, {100000, 10}})
	{
		settings.width = width;
		settings.height = height;
		const auto image = renderer.Render(MakeStudio(), Camera(), settings, *tasks);
		ASSERT_FALSE(image.IsOk());
		EXPECT_NE(image.Message().find(std::to_string(width)), std::string::npos);
	}
	settings = {};
	Camera blind, bent, wide;
	blind.target = blind.eye;
	bent.eye.x = nan;
	wide.fieldOfView = 180;
	for (const Camera& camera : {blind, bent, wide})
		EXPECT_FALSE(renderer.Render(MakeStudio(), camera, settings, *tasks).IsOk());
}

TEST(Renderer, APictureOfOnePixelIsDrawn)
{
	const Image image = Draw(SmallCrowd(5, 1), Camera(), Quality::Standard, 2, 1, 1);
	EXPECT_EQ(image.Width(), 1);
	EXPECT_EQ(image.Height(), 1);
}

TEST(Renderer, QualitiesAgreeOnThePicture)
{
	const Scene scene = SmallCrowd(60, 9);
	const Camera camera = FrameScene(scene, ViewDirection(CameraPreset::ThreeQuarter), {4.0f / 3, 30, 0.08f});
	const Image best = Draw(scene, camera, Quality::High);
	double error = 0;
	const Image standard = Draw(scene, camera, Quality::Standard);
	for (std::size_t i = 0; i < best.Pixels().size(); ++i)
		error += SquaredNorm(LinearColour(best.Pixels()[i]) - LinearColour(standard.Pixels()[i])) / 3;
	const double rootMeanSquare = std::sqrt(error / static_cast<double>(best.Pixels().size()));
	EXPECT_LT(rootMeanSquare, 0.035) << "of small bright balls, most of it their edges";
}

}
}
