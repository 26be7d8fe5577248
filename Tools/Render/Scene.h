#pragma once

#include <Render/Colour.h>
#include <SPHSolids/Geometry/TriangleMesh.h>

#include <vector>

namespace SPHSolids::Render
{

enum class Finish
{
	Matte,  ///< Scatters light at its surface only
	Glossy, ///< Matte under a thin clear coat
	Jelly,  ///< Light enters, glows through thin parts, a wet coat on top
	Glass,  ///< Clear: refracts, reflects and tints what lies behind. Its triangles must face outwards.
	Ghost,  ///< A tinted veil with a bright rim over whatever is drawn: no shadow, no reflection
};

struct Material
{
	Finish finish = Finish::Matte;
	Colour colour = {0.8f, 0.8f, 0.8f}; ///< Overridden by colours per vertex or sphere where an object has them
	/// Of the coat: 0 mirrors the lights sharply, 1 spreads them over everything.
	float roughness = 0.1f;
	/// Of coat and glass: 1.33 water, 1.5 plastic. Decides how strongly it reflects.
	float refractiveIndex = 1.45f;
	/// Jelly and glass: metres of material after which white light has taken on the colour (glass) or faded to a third (jelly).
	float depth = 0.1f;
	/// Jelly: share of the light that comes from inside instead of from the surface.
	float translucency = 0.9f;
	/// Ghost: how much it covers where seen face on, and where seen edge on.
	float faceOpacity = 0.07f, rimOpacity = 0.8f;
	/// Seen, and throws shadow, from the side its triangles face only: near walls of a room that the camera looks into.
	bool oneSided = false;
};

Material MakeMatte(const Colour& colour);
Material MakeGlossy(const Colour& colour, float roughness = 0.25f);
/// @param depth Metres that light travels inside before it fades: about a fifth of a body's thickness looks like candy.
Material MakeJelly(const Colour& colour, float depth);
/// @param depth Metres of water that turn white light into its blue.
Material MakeWater(float depth);
Material MakeGlass(const Colour& tint, float depth);
Material MakeGhost(const Colour& colour);

struct MeshObject
{
	std::vector<Vec3> positions;
	std::vector<Triangle> triangles;
	std::vector<Vec3> normals;           ///< One per vertex for smooth shading, or none for flat faces
	std::vector<Colour> colours;         ///< One per vertex, or none for the material's
	std::vector<Colour> triangleColours; ///< One per triangle, or none; counts before those of vertices
	Material material;
};

struct SphereObject
{
	std::vector<Vec3> centres;
	float radius = 0.01f;        ///< Metres
	std::vector<float> radii;    ///< One per sphere, or none for the common radius
	std::vector<Colour> colours; ///< One per sphere, or none for the material's
	Material material;
};

enum class FloorPattern
{
	Plain,
	Grid,    ///< Thin lines
	Checker, ///< Faint squares
};

/// An endless floor that takes its colour from the backdrop and shows what stands on it by shadow, bounced light and reflection, so
/// that it fades into the backdrop without an edge.
struct Floor
{
	bool visible = true;
	float height = 0; ///< z, metres
	FloorPattern pattern = FloorPattern::Plain;
	float cellSize = 0;           ///< Metres; 0 chooses a round figure that fits the scene
	float patternStrength = 0.1f; ///< 0 invisible, 1 black lines
	float gloss = 0.25f;          ///< Strength of reflections, 0 none
};

/// What the camera sees behind everything, as screen colours from the top to the bottom of the picture.
struct Backdrop
{
	Colour top = {0.8f, 0.8f, 0.8f};
	Colour bottom = {0.8f, 0.8f, 0.8f};
	float vignette = 0.12f; ///< How much darker the corners are
};

/// Light from all around, unlit by the backdrop's colour.
struct Sky
{
	Colour zenith = {1, 1, 1};
	Colour horizon = {1, 1, 1};
	Colour ground = {1, 1, 1}; ///< From below, where there is no floor
};

/// A square lamp so far away that only its direction counts: scenes of a millimetre and of a kilometre look alike.
struct SoftBox
{
	Vec3 direction = {0, 0, 1}; ///< Towards the lamp; any length
	float halfWidth = 0.25f;    ///< Tangent of half the angle it fills: wide lamps give soft shadows
	float halfHeight = 0.25f;
	/// Light on a surface that faces the lamp, in units of what that makes of a white surface: 1 turns it screen white.
	Colour strength = {1, 1, 1};
};

/// All that is drawn, apart from the camera. Metres, z up. Numbers that are not finite are left out when drawn.
struct Scene
{
	std::vector<MeshObject> meshes;
	std::vector<SphereObject> spheres;
	Floor floor;
	Backdrop backdrop;
	Sky sky;
	std::vector<SoftBox> lamps;
	float exposure = 1;

	/// Of everything but the floor; empty where there is nothing. Ghosts count.
	Box3 Bounds() const;
};

enum class StudioLook
{
	Light, ///< Off-white backdrop, bright soft light: documentation
	Dark,  ///< Deep slate backdrop, strong rim light: posters
};

/// An empty scene with floor, backdrop, sky and lamps that go together.
Scene MakeStudio(StudioLook look = StudioLook::Light);

}
