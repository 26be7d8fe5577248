#include <Render/Scene.h>

namespace SPHSolids::Render
{

Material MakeMatte(const Colour& colour)
{
	Material material;
	material.colour = colour;
	return material;
}

Material MakeGlossy(const Colour& colour, float roughness)
{
	Material material = MakeMatte(colour);
	material.finish = Finish::Glossy;
	material.roughness = roughness;
	return material;
}

Material MakeJelly(const Colour& colour, float depth)
{
	Material material = MakeMatte(colour);
	material.finish = Finish::Jelly;
	material.roughness = 0.04f;
	material.depth = depth;
	return material;
}

Material MakeWater(float depth)
{
	Material material = MakeGlass(FromHex(0xA9DDEE), depth);
	material.refractiveIndex = 1.33f;
	return material;
}

Material MakeGlass(const Colour& tint, float depth)
{
	Material material = MakeMatte(tint);
	material.finish = Finish::Glass;
	material.roughness = 0;
	material.refractiveIndex = 1.5f;
	material.depth = depth;
	return material;
}

Material MakeGhost(const Colour& colour)
{
	Material material = MakeMatte(colour);
	material.finish = Finish::Ghost;
	return material;
}

Box3 Scene::Bounds() const
{
	Box3 box;
	for (const MeshObject& mesh : meshes)
		for (const Vec3& position : mesh.positions)
			if (IsFinite(position))
				box.Include(position);
	for (const SphereObject& set : spheres)
		for (std::size_t i = 0; i < set.centres.size(); ++i)
		{
			const float r = set.radii.empty() ? set.radius : set.radii[i];
			if (!IsFinite(set.centres[i]) || !std::isfinite(r))
				continue;
			box.Include(set.centres[i] - Vec3{r, r, r});
			box.Include(set.centres[i] + Vec3{r, r, r});
		}
	return box;
}

Scene MakeStudio(StudioLook look)
{
	Scene scene;
	if (look == StudioLook::Light)
	{
		scene.backdrop = {FromHex(0xC9D3DE), FromHex(0xE6E9ED), 0.14f};
		scene.sky = {{0.46f, 0.50f, 0.57f}, {0.35f, 0.37f, 0.41f}, {0.26f, 0.26f, 0.28f}};
		scene.lamps = {
			{{-0.55f, -0.60f, 1.05f}, 0.26f, 0.26f, {1.04f, 0.99f, 0.91f}},
			{{0.95f, 0.55f, 0.45f}, 0.16f, 0.50f, {0.30f, 0.34f, 0.42f}},
		};
	}
	else
	{
		scene.backdrop = {FromHex(0x171D27), FromHex(0x2B3543), 0.30f};
		scene.sky = {{0.32f, 0.38f, 0.48f}, {0.20f, 0.24f, 0.31f}, {0.10f, 0.11f, 0.13f}};
		scene.lamps = {
			{{-0.55f, -0.60f, 0.95f}, 0.30f, 0.30f, {0.92f, 0.87f, 0.79f}},
			{{0.85f, 0.70f, 0.40f}, 0.14f, 0.55f, {0.50f, 0.64f, 0.88f}},
		};
	}
	return scene;
}

}
