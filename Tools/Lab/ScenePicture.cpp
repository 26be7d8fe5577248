#include <Lab/ScenePicture.h>

#include <Lab/FluidSurface.h>
#include <Lab/ObstacleMesh.h>
#include <Render/Shapes.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace SPHSolids::Lab
{
namespace
{

using Render::Colour;

constexpr double SoftestRubber = 2e5;   // Pa; below it a body looks like jelly unless the scene says otherwise
constexpr double DepthInParticles = 40; // of a fluid, after which white light has taken on its colour
constexpr double ThickFluid = 1;        // Pa s: honey and slime are drawn as jelly, thinner fluids as water
constexpr Colour ObstacleGrey = {0.45f, 0.47f, 0.5f};

Colour FromScene(const SceneColour& colour)
{
	return {colour[0], colour[1], colour[2]};
}

/// Turns "up" (against gravity) into z.
Mat3d UprightOf(const Vec3d& gravity)
{
	const double strength = Norm(gravity);
	if (strength < 1e-9)
		return Mat3d::Identity();
	const Vec3d up = gravity * (-1 / strength), axis = Cross(up, Vec3d{0, 0, 1});
	const double sine = Norm(axis);
	if (sine < 1e-9)
		return up.z > 0 ? Mat3d::Identity() : AxisAngleRotation(Vec3d{1, 0, 0}, Pi);
	return AxisAngleRotation(axis / sine, std::atan2(sine, up.z));
}

/// One, two or five times a power of ten, about a sixth of what is shown.
float RoundCell(double extent)
{
	const double wanted = std::max(extent, 1e-3) / 6, decade = std::pow(10, std::floor(std::log10(wanted)));
	const double share = wanted / decade;
	return static_cast<float>(decade * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10));
}

void Include(Box3d& box, const Box3d& other)
{
	if (other.IsEmpty())
		return;
	box.Include(other.min);
	box.Include(other.max);
}

/// The bottom of a box that hangs in the air: what lies in it throws its shadow there and not on the floor far below.
Render::MeshObject MakeTray(const Vec3& halfSize)
{
	const float thickness = 0.04f * std::min(halfSize.x, halfSize.y);
	// A little below the bottom itself, so that the two do not lie in one plane.
	return Render::MakeRoundedBox({0, 0, -halfSize.z - 0.55f * thickness}, {2 * halfSize.x, 2 * halfSize.y, thickness}, 0.3f * thickness, 8,
		Render::MakeMatte(Render::FromHex(0xD5DBE2)));
}

Render::Material MaterialOfObstacle(const PlayedObstacle& obstacle)
{
	const std::string finish = !obstacle.finish.empty() ? obstacle.finish : obstacle.shape.inside ? "ghost" : "glossy";
	if (finish == "ghost")
		return Render::MakeGhost(obstacle.colour ? FromScene(*obstacle.colour) : Render::FromHex(0x54708F));
	const Colour colour = obstacle.colour ? FromScene(*obstacle.colour) : ObstacleGrey;
	if (finish == "glass")
		return Render::MakeGlass(colour, static_cast<float>(Norm(obstacle.shape.halfSize) + obstacle.shape.radius));
	return finish == "matte" ? Render::MakeMatte(colour) : Render::MakeGlossy(colour, 0.3f);
}

}

ScenePainter::ScenePainter(const ScenePlayer& scenePlayer, const PictureSettings& pictureSettings)
	: player(scenePlayer)
	, settings(pictureSettings)
	, colourBy(ColourByWord(player.scene.output.colourBy))
	, legend(LegendOf(colourBy, player))
	, colourmap(legend.colourmap)
	, upright(UprightOf(player.scene.world.gravity))
{
	PlaceCamera();
}

Box3d ScenePainter::StartBounds() const
{
	Box3d bounds;
	for (std::size_t k = 0; k < player.bodies.size(); ++k)
	{
		const SolidBody& body = player.BodyAt(k);
		const double radius = static_cast<double>(body.Rest().state.particleRadius);
		for (const Vec3& position : body.position)
			bounds.Include(upright * (body.origin + position.Cast<double>()));
		if (!bounds.IsEmpty())
			bounds = {bounds.min - Vec3d{radius, radius, radius}, bounds.max + Vec3d{radius, radius, radius}};
	}
	const FluidView fluid = player.GetWorld().Fluid();
	for (const PaddedVec3& position : fluid.position)
		bounds.Include(upright * (fluid.origin + position.Xyz().Cast<double>()));
	for (const PlayedObstacle& obstacle : player.obstacles)
	{
		const RigidState* rigid = player.GetWorld().Find(obstacle.rigid);
		if (rigid == nullptr)
			continue;
		const double reach = Norm(obstacle.shape.halfSize) + obstacle.shape.radius + obstacle.shape.halfLength;
		const Vec3d place = upright * rigid->pose.position;
		Include(bounds, {place - Vec3d{reach, reach, reach} * 0.6, place + Vec3d{reach, reach, reach} * 0.6});
	}
	return bounds;
}

void ScenePainter::PlaceCamera()
{
	Box3d shown = StartBounds();
	double floor = 0;
	for (const PlayedObstacle& obstacle : player.obstacles)
	{
		const BoundaryDef* boundary = player.GetWorld().Find(obstacle.boundary);
		if (boundary == nullptr)
			continue;
		const Vec3d place = upright * boundary->pose.position;
		if (obstacle.shape.kind == ObstacleShapeKind::Plane && (upright * boundary->pose.rotation.Column(2)).z > 0.99)
		{
			floor = hasFloor ? std::min(floor, place.z) : place.z;
			hasFloor = true;
		}
		else if (obstacle.shape.kind == ObstacleShapeKind::Box && obstacle.shape.inside)
		{
			const Vec3d half = obstacle.shape.halfSize;
			floor = hasFloor ? std::min(floor, place.z - half.z) : place.z - half.z;
			hasFloor = true;
			// As high as something splashes, not as high as the walls.
			Box3d tank = {place - half, place + half};
			tank.max.z = std::min(tank.max.z, std::max(shown.max.z, tank.min.z + 0.5 * std::max(half.x, half.y)));
			Include(shown, tank);
		}
		else if (obstacle.shape.kind != ObstacleShapeKind::Plane && !obstacle.shape.inside && obstacle.visible)
		{
			const double reach = Norm(obstacle.shape.halfSize) + obstacle.shape.radius + obstacle.shape.halfLength;
			Include(shown, {place - Vec3d{reach, reach, reach} * 0.6, place + Vec3d{reach, reach, reach} * 0.6});
		}
	}
	if (shown.IsEmpty())
		shown = {{-0.5, -0.5, 0}, {0.5, 0.5, 1}};
	if (hasFloor)
		shown.min.z = std::min(shown.min.z, floor);
	else if (Norm(player.scene.world.gravity) > 0)
	{
		// What hangs will sag or swing.
		const Vec3d size = shown.Size();
		shown.min.z -= 0.4 * std::max(size.x, size.y);
	}
	if (player.scene.output.frame)
		shown = *player.scene.output.frame;
	origin = Transpose(upright) * shown.Centre();
	const Vec3d centre = shown.Centre();
	floorHeight = static_cast<float>((hasFloor ? floor : shown.min.z) - centre.z);
	floorCell = RoundCell(std::max(shown.Size().x, shown.Size().y));

	const OutputDescription& output = player.scene.output;
	const Vec3 towards = output.view.empty()
		? Render::ViewDirection(static_cast<float>(output.turn), static_cast<float>(output.rise))
		: Render::ViewDirection(Render::CameraPresetByName(output.view).value_or(Render::CameraPreset::ThreeQuarter));
	Render::Framing framing;
	framing.aspect = static_cast<float>(settings.render.width) / static_cast<float>(settings.render.height);
	framing.fieldOfView = 26;
	if (settings.legend && colourBy != ColourBy::Body)
		framing.reserveRight = 0.08f;
	if (settings.caption)
		framing.reserveTop = 0.05f;
	camera = Render::FrameBox({(shown.min - centre).Cast<float>(), (shown.max - centre).Cast<float>()}, towards, framing);
}

Result<Render::Image> ScenePainter::Draw(const FrameMeter& meter, TaskRunner& tasks)
{
	Render::Scene picture = Render::MakeStudio(player.scene.output.look == "dark" ? Render::StudioLook::Dark : Render::StudioLook::Light);
	picture.floor.height = floorHeight;
	picture.floor.pattern = Render::FloorPattern::Checker;
	picture.floor.patternStrength = 0.06f;
	picture.floor.cellSize = floorCell;
	AddBodies(meter, tasks, picture);
	if (const Status status = AddFluids(tasks, picture); !status.IsOk())
		return Error{status.Message()};
	AddObstacles(picture);
	auto image = renderer.Render(picture, camera, settings.render, tasks);
	if (image.IsOk())
		WriteOver(image.Value());
	return image;
}

void ScenePainter::AddBodies(const FrameMeter& meter, TaskRunner& tasks, Render::Scene& picture)
{
	skinMilliseconds = 0;
	for (std::size_t k = 0; k < player.bodies.size(); ++k)
		if (player.BodyAt(k).MeltedCount() == player.BodyAt(k).ParticleCount())
			continue; // nothing is left of it
		else if (player.bodies[k].shape->skin != nullptr && !player.scene.output.particles)
			AddSkin(k, meter, tasks, picture);
		else
			AddParticles(k, meter, picture);
}

Colour ScenePainter::ColourOfBody(std::size_t index) const
{
	const PlayedBody& body = player.bodies[index];
	if (body.colour)
		return FromScene(*body.colour);
	if (!body.shape->sectionColours.empty())
		return FromScene(body.shape->sectionColours.front());
	return Render::CategoryColour(index);
}

Render::Material ScenePainter::MaterialOfBody(std::size_t index) const
{
	const SolidBody& body = player.BodyAt(index);
	const Colour colour = ColourOfBody(index);
	double volume = 0;
	for (const Real share : body.Rest().state.volume)
		volume += static_cast<double>(share);
	const float thickness = static_cast<float>(std::cbrt(volume));
	std::string finish = player.bodies[index].finish;
	if (finish.empty())
		finish = body.GetMaterial().young < SoftestRubber ? "jelly" : "glossy";
	if (colourBy != ColourBy::Body)
		finish = "glossy"; // colours of data are read off the surface
	if (finish == "jelly")
		return Render::MakeJelly(colour, 0.5f * thickness);
	if (finish == "glass")
		return Render::MakeGlass(colour, thickness);
	return finish == "matte" ? Render::MakeMatte(colour) : Render::MakeGlossy(colour, 0.25f);
}

Colour ScenePainter::ColourOf(double scalar) const
{
	return colourmap.At((scalar - legend.range.low) / (legend.range.high - legend.range.low));
}

void ScenePainter::AddSkin(std::size_t index, const FrameMeter& meter, TaskRunner& tasks, Render::Scene& picture)
{
	const PlayedBody& played = player.bodies[index];
	const SkinBinding& binding = *played.shape->skin;
	const SolidBody& body = player.BodyAt(index);
	const auto start = std::chrono::steady_clock::now();
	const BodySkins::Skin& skin = skins.Evaluate(player, index, meter, tasks);
	skinMilliseconds += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();

	Render::MeshObject mesh;
	mesh.material = MaterialOfBody(index);
	mesh.triangles = binding.triangles;
	for (const Vec3& position : skin.positions)
		mesh.positions.push_back(ToPicture(body.origin + position.Cast<double>()));
	for (const Vec3& normal : skin.normals)
		mesh.normals.push_back(TurnToPicture(normal));
	if (const std::vector<double> scalars =
			BodyScalars(colourBy, body, meter.Gradients(index), player.GetWorld().Temperatures(player.bodies[index].id));
		!scalars.empty())
		for (const double value : SpreadToVertices(binding, scalars))
			mesh.colours.push_back(ColourOf(value));
	else if (!binding.sections.empty() && !played.shape->sectionColours.empty())
	{
		// A colour given by the scene is that of the main section; eyes and beaks keep theirs.
		std::vector<Colour> sections;
		for (const SceneColour& colour : played.shape->sectionColours)
			sections.push_back(FromScene(colour));
		sections.front() = ColourOfBody(index);
		for (const std::uint16_t section : binding.sections)
			mesh.triangleColours.push_back(section < sections.size() ? sections[section] : sections.front());
	}
	picture.meshes.push_back(std::move(mesh));
}

void ScenePainter::AddParticles(std::size_t index, const FrameMeter& meter, Render::Scene& picture) const
{
	const SolidBody& body = player.BodyAt(index);
	Render::SphereObject spheres;
	spheres.radius = static_cast<float>(body.Rest().state.particleRadius);
	spheres.material = Render::MakeGlossy(ColourOfBody(index), 0.3f);
	const std::vector<double> scalars =
		BodyScalars(colourBy, body, meter.Gradients(index), player.GetWorld().Temperatures(player.bodies[index].id));
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		if (body.IsMelted(i))
			continue;
		spheres.centres.push_back(ToPicture(body.origin + body.position[i].Cast<double>()));
		if (!scalars.empty())
			spheres.colours.push_back(ColourOf(scalars[i]));
	}
	picture.spheres.push_back(std::move(spheres));
}

Status ScenePainter::AddFluids(TaskRunner& tasks, Render::Scene& picture) const
{
	// Colours of data are read off particles.
	const bool asSurface = player.scene.output.fluids == "surface" && colourBy == ColourBy::Body;
	for (const PlayedFluid& fluid : player.fluids)
		if (!asSurface)
			AddFluidParticles(fluid, picture);
		else if (Status status = AddFluidSurface(fluid, tasks, picture); !status.IsOk())
			return status;
	return {};
}

Status ScenePainter::AddFluidSurface(const PlayedFluid& fluid, TaskRunner& tasks, Render::Scene& picture) const
{
	const FluidView view = player.GetWorld().Fluid();
	std::vector<Vec3> particles;
	for (std::size_t i = 0; i < view.position.size(); ++i)
		if (view.fluid[i] == fluid.id.index)
			particles.push_back(ToPicture(view.origin + view.position[i].Xyz().Cast<double>()));
	auto made = MakeFluidSurface(particles, {fluid.particleRadius, 0}, tasks);
	if (!made.IsOk())
		return Error{made.Message()};
	Render::MeshObject mesh;
	mesh.positions = std::move(made.Value().positions);
	mesh.normals = std::move(made.Value().normals);
	mesh.triangles = std::move(made.Value().triangles);
	const float depth = static_cast<float>(DepthInParticles * fluid.particleRadius);
	const FluidDef* def = player.GetWorld().Find(fluid.id);
	mesh.material = def != nullptr && def->viscosity > ThickFluid ? Render::MakeJelly(FromScene(fluid.colour), depth)
																  : Render::MakeGlass(FromScene(fluid.colour), depth);
	mesh.material.refractiveIndex = 1.33f;
	picture.meshes.push_back(std::move(mesh));
	return {};
}

void ScenePainter::AddFluidParticles(const PlayedFluid& fluid, Render::Scene& picture) const
{
	const FluidView view = player.GetWorld().Fluid();
	Render::SphereObject spheres;
	spheres.radius = static_cast<float>(fluid.particleRadius);
	const Colour deep = FromScene(fluid.colour);
	spheres.material = Render::MakeGlossy(deep, 0.2f);
	for (std::size_t i = 0; i < view.position.size(); ++i)
	{
		if (view.fluid[i] != fluid.id.index)
			continue;
		spheres.centres.push_back(ToPicture(view.origin + view.position[i].Xyz().Cast<double>()));
		const double speed = static_cast<double>(Norm(view.velocity[i].Xyz()));
		// Foam: what moves fast is paler.
		const float foam = static_cast<float>(std::clamp(speed / 4, 0.0, 0.7));
		spheres.colours.push_back(
			IsOfFluids(colourBy) ? ColourOf(FluidScalar(colourBy, view, i)) : Render::Mix(deep, {0.85f, 0.92f, 1}, foam));
	}
	picture.spheres.push_back(std::move(spheres));
}

void ScenePainter::AddObstacles(Render::Scene& picture) const
{
	for (const PlayedObstacle& obstacle : player.obstacles)
	{
		if (!obstacle.visible || obstacle.shape.kind == ObstacleShapeKind::Plane)
			continue;
		const Pose pose = PoseOf(player.GetWorld(), obstacle);
		picture.meshes.push_back(Placed(MakeObstacleMesh(obstacle, MaterialOfObstacle(obstacle)), pose));
		if (obstacle.shape.kind == ObstacleShapeKind::Box && obstacle.shape.inside && !StandsOnFloor(obstacle.shape.halfSize, pose))
			picture.meshes.push_back(Placed(MakeTray(obstacle.shape.halfSize.Cast<float>()), pose));
	}
}

Render::MeshObject ScenePainter::Placed(Render::MeshObject mesh, const Pose& pose) const
{
	for (Vec3& position : mesh.positions)
		position = ToPicture(pose.ToWorld(position.Cast<double>()));
	for (Vec3& normal : mesh.normals)
		normal = TurnToPicture((pose.rotation * normal.Cast<double>()).Cast<float>());
	return mesh;
}

bool ScenePainter::StandsOnFloor(const Vec3d& halfSize, const Pose& pose) const
{
	const float tolerance = 1e-3f * static_cast<float>(Norm(halfSize));
	for (const double x : {-1.0, 1.0})
		for (const double y : {-1.0, 1.0})
			if (ToPicture(pose.ToWorld({x * halfSize.x, y * halfSize.y, -halfSize.z})).z > floorHeight + tolerance)
				return false;
	return true;
}

void ScenePainter::WriteOver(Render::Image& image)
{
	const Render::OverlayStyle style = Render::StyleFor(image);
	if (settings.caption)
	{
		char line[64];
		std::snprintf(line, sizeof line, "%.2f s", player.GetWorld().Time());
		Render::DrawCaption(image, player.scene.name, {line}, style, text);
	}
	if (settings.legend && colourBy != ColourBy::Body)
		Render::DrawLegend(image, legend, style, text);
}

}
